/* The checks of what has been read, without handing over what they find: for
 * checks of parts of a zone (stream/).
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_RUN_H
#define CHECK_RUN_H

#include "check/model/check.h"

/* Leave out the checks that compare records of different owners. */
void ddds_check_apart(struct ddds_check *check);

/* Write the codes that ddds_check_apart leaves out, such as "L109, L226", into
 * |text|. */
void ddds_check_apart_codes(char text[DDDS_DETAIL_SIZE]);

/* Run the checks that need all records, once. False without memory. */
bool ddds_check_run(struct ddds_check *check);

#endif
