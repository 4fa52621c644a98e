/* Reads records that a server sent into a check. ddds/check.h declares the
 * functions that read files.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_INTAKE_INTAKE_H
#define CHECK_INTAKE_INTAKE_H

#include "check/model/check.h"

/* Read |text|, records of the zone |apex|, NULL if that is not known, which
 * |server| sent; all are borrowed until the check is freed. NULL without
 * memory. Records are then in |check->records|, the NAPTR among them one for
 * each line. */
struct checked_zone *ddds_intake_answer(struct ddds_check *check,
                                        const char *server, const char *apex,
                                        const char *text, size_t length);

#endif
