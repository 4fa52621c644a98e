/* The codes, as an enumeration and as data; codes.def is the table.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_REPORT_CODES_H
#define CHECK_REPORT_CODES_H

#include <stdbool.h>
#include <stdint.h>

#include <ddds/check.h>

/* A constant for each row of the table, CODE_ and its name, in the order of the
 * table and of ddds_check_code_at. CHECK_CODES is their number. */
enum check_code {
#define CHECK_CODE(number, name, severity, title, why, consequence) CODE_##name,
#include "check/report/codes.def"
#undef CHECK_CODE
    CHECK_CODES
};

/* A set of codes. */
struct code_set {
    uint64_t bits[(CHECK_CODES + 63) / 64];
};

static inline void code_set_add(struct code_set *set, enum check_code code)
{
    set->bits[code / 64] |= UINT64_C(1) << code % 64;
}

static inline bool code_set_has(const struct code_set *set,
                                enum check_code code)
{
    return (set->bits[code / 64] >> code % 64 & 1) != 0;
}

static inline void code_set_join(struct code_set *set,
                                 const struct code_set *other)
{
    for (size_t i = 0; i < sizeof set->bits / sizeof *set->bits; i++) {
        set->bits[i] |= other->bits[i];
    }
}

enum correction_kind {
    CORRECTION_CERTAIN, /* needs no confirmation */
    CORRECTION_NEUTRAL, /* follows from others, without a choice */
    CORRECTION_CHOICE,  /* chooses among meanings */
};

/* Return the kind of the corrections of |code|. */
enum correction_kind ddds_correction_kind(const struct ddds_check_code *code);

/* Return true if |code| is about the spelling of a name or a string:
 * corrections of other codes keep the words of the file. */
bool ddds_correction_respells(const struct ddds_check_code *code);

#endif
