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

#endif
