/* 7xx: records that servers and clients in use read differently: relative
 * replacements, numbers above 16 bits.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/ascii.h"
#include "check/judge/name_guess.h"
#include "check/looks/groups.h"
#include "check/looks/syntax.h"
#include "check/report/report.h"
#include "name/domain.h"

static void check_relative(struct subject *subject)
{
    const struct naptr *naptr = subject->record->naptr;
    struct word view;
    const struct word *word =
        ddds_word_of(subject->record, NAPTR_REPLACEMENT, &view);
    char meant[LIMIT_NAME_SIZE];
    if (!naptr->has_replacement || subject->record->origin == NULL || /* L117 */
        *subject->record->origin == '\0' || /* the root, as PowerDNS writes */
        ddds_name_guess_is_doubled(subject->record, meant) ||
        ddds_name_guess_seems_complete(subject->check, subject->record,
                                       meant) || /* L110, L124 */
        naptr->is_refused ||
        !ddds_word_is_relative(word) ||
        ddds_domain_is_address(word->text, word->length)) { /* L507 */
        return;
    }
    ddds_report(
        subject->check, ddds_place_field(subject->record, NAPTR_REPLACEMENT),
        CODE_RELATIVE_REPLACEMENT,
        "the replacement has no final dot and means %.100s.; write it in full",
        naptr->rule.replacement);
    if (!ddds_checked_record_is_guessed(subject->record)) {
        subject->draft.is_touched = true;
    }
}

/* Read |word| as a number truncated to 16 bits, as some servers do. Return
 * false if it is not a number, or fits. */
static bool wrap(const struct word *word, unsigned *number)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < word->length; i++) {
        if (!ascii_is_digit((unsigned char)word->text[i]) ||
            value > UINT32_MAX) {
            return false;
        }
        value = value * 10 + (uint64_t)(word->text[i] - '0');
    }
    *number = (unsigned)(value & UINT16_MAX);
    return value > UINT16_MAX && value <= UINT32_MAX;
}

static void check_numbers(struct subject *subject)
{
    static const char *const names[] = {"order", "preference"};
    for (int field = NAPTR_ORDER; field <= NAPTR_PREFERENCE; field++) {
        struct word view;
        const struct word *word = ddds_word_of(subject->record, field, &view);
        unsigned number;
        if (word->text != NULL && wrap(word, &number)) {
            ddds_report(
                subject->check,
                ddds_place_field(subject->record, (enum naptr_field)field),
                CODE_WRAPPED_NUMBER,
                "%s %.*s is above 65535, and NSD serves %u instead",
                names[field], WORD_SHOWN(word), number);
        }
    }
}

static check_record_fn *const records[] = {
    check_relative,
    check_numbers,
    NULL,
};

const struct check_group ddds_portability_group = {.records = records};
