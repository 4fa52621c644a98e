/* The codes, as an enumeration and as data; codes.def is the table.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_REPORT_CODES_H
#define CHECK_REPORT_CODES_H

#include <ddds/check.h>

/* One constant for each row of the table, CODE_ and its name, in the order of
 * the table, so that ddds_check_code_at has their rows. CHECK_CODES counts
 * them. */
enum check_code {
#define CHECK_CODE(number, name, severity, title, why, consequence) CODE_##name,
#include "check/report/codes.def"
#undef CHECK_CODE
    CHECK_CODES
};

enum correction_kind {
    CORRECTION_CERTAIN, /* may be made without asking */
    CORRECTION_NEUTRAL, /* follows from others, and chooses nothing */
    CORRECTION_CHOICE,  /* chooses among meanings */
};

/* Return the kind of the corrections of |code|. */
enum correction_kind ddds_correction_kind(const struct ddds_check_code *code);

#endif
