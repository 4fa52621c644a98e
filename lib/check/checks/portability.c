/* 7xx: differences between servers and clients in use: relative replacements,
 * numbers above 16 bits.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/ascii.h"
#include "check/judge/name_guess.h"
#include "check/checks/groups.h"
#include "check/checks/syntax.h"
#include "check/report/report.h"
#include "base/domain.h"

static void check_relative(struct subject *subject)
{
    struct naptr *naptr = subject->record->naptr;
    const struct word word = ddds_word_of(subject->record, NAPTR_REPLACEMENT);
    const char *origin = subject->record->from->origin;
    char meant[LIMIT_NAME_SIZE];
    naptr->may_lack_dot =
        ddds_name_guess_is_doubled(subject->record, meant) ||
        ddds_name_guess_seems_complete(subject->check, subject->record, meant);
    if (!naptr->has_replacement || origin == NULL || /* L117 */
        *origin == '\0' || /* the root, as written by PowerDNS */
        naptr->may_lack_dot || naptr->is_refused ||
        !ddds_word_is_relative(word) ||
        ddds_domain_is_address(word.text, word.length)) { /* L507 */
        return;
    }
    ddds_report_field(
        subject, NAPTR_REPLACEMENT, CODE_RELATIVE_REPLACEMENT,
        "the replacement has no final dot and means %.100s.; write it in full",
        naptr->rule.replacement);
    if (!ddds_checked_record_is_guessed(subject->record)) {
        subject->draft.is_touched = true;
    }
}

/* A number that some servers truncate to 16 bits. */
static void check_numbers(struct subject *subject)
{
    for (enum naptr_field i = NAPTR_ORDER; i <= NAPTR_PREFERENCE; i++) {
        const struct word word = ddds_word_of(subject->record, i);
        uint64_t number = ddds_word_number(word);
        if (number > UINT16_MAX && number <= UINT32_MAX) {
            ddds_report_field(subject, i, CODE_WRAPPED_NUMBER,
                              "%s %.*s is above 65535, and NSD serves %u "
                              "instead",
                              field_names[i], WORD_SHOWN(word),
                              (unsigned)(number & UINT16_MAX));
        }
    }
}

static check_record_fn *const records[] = {
    check_relative,
    check_numbers,
    NULL,
};

const struct check_group ddds_portability_group = {.records = records};
