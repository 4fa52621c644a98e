/* Checks a database that the caller passes in, before it is used: inline, because
 * other libraries take databases, too.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_WIRE_DATABASE_CLASS_H
#define DB_WIRE_DATABASE_CLASS_H

#include <ddds/database.h>

#include "base/error.h"
#include "base/sized.h"

/* Fails with DDDS_BAD_OPTION if |database| is NULL, or its class is incomplete
 * or sets a member that this version does not have. */
static inline ddds_status ddds_database_check(const ddds_database *database,
                                              struct ddds_error *error)
{
    /* Size of the first version of the class. */
    enum {
        LEAST = offsetof(struct ddds_database_class, free) + sizeof(void *)
    };
    struct ddds_database_class own;
    const struct ddds_database_class *methods =
        database != NULL ? database->methods : NULL;
    if (methods == NULL || methods->size < LEAST || methods->lookup == NULL ||
        methods->free == NULL) {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "the database is NULL, or its class lacks a "
                              "size (DDDS_DATABASE_CLASS_INIT), lookup or "
                              "free");
    }
    return ddds_sized_view(methods, &own, sizeof own,
                           "DDDS_DATABASE_CLASS_INIT", error) != NULL
               ? DDDS_OK
               : DDDS_BAD_OPTION;
}

#endif
