/* Databases may be freed while they call back.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVER_FREE_IN_CALLBACK_H
#define SERVER_FREE_IN_CALLBACK_H

#include <ddds/database.h>

/* Look the rules of good.test up, many times at once, and free |database| when
 * the first answer comes: no other may come then. */
void free_in_callback(ddds_database *database);

#endif
