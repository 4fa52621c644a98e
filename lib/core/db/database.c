/* What all databases share: waiting for one, freeing one, and the text form of
 * addresses.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/database.h>

#include <arpa/inet.h>

_Static_assert(DDDS_ADDRESS_TEXT_SIZE == INET6_ADDRSTRLEN,
               "room for any address");

ddds_status ddds_database_wait_for(ddds_database *database, int descriptor,
                                   int milliseconds)
{
    const struct ddds_database_class *methods = database->methods;
    return methods->wait != NULL
               ? methods->wait(database, descriptor, milliseconds)
               : DDDS_LIMIT;
}

ddds_status ddds_database_wait(ddds_database *database)
{
    return ddds_database_wait_for(database, -1, -1);
}

void ddds_database_free(ddds_database *database)
{
    if (database != NULL) {
        database->methods->free(database);
    }
}

void ddds_address_format(const struct ddds_address *address,
                         char text[DDDS_ADDRESS_TEXT_SIZE])
{
    /* inet_ntop writes IPv6 as in RFC 5952. It cannot fail: |text| is large
     * enough. */
    inet_ntop(address->length == 4 ? AF_INET : AF_INET6, address->octets, text,
              DDDS_ADDRESS_TEXT_SIZE);
}
