/* Waiting for a database, and freeing it.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/database.h>

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
