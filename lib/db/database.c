/* What all databases share: waiting for one, freeing one, and the text form of
 * addresses.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/database.h>

#include <arpa/inet.h>

_Static_assert(DDDS_ADDRESS_TEXT_SIZE == INET6_ADDRSTRLEN,
               "room for any address");

ddds_status ddds_database_wait(ddds_database *database)
{
    return database->methods->wait != NULL ? database->methods->wait(database)
                                           : DDDS_LIMIT;
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
