/* 3xx: owner names that clients of the application never look up: labels of
 * several digits in ENUM (RFC 6116 section 3.2), names of Peppol participants
 * that are not digests.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/ascii.h"
#include "base/text.h"
#include "check/judge/rule_view.h"
#include "check/looks/groups.h"
#include "check/report/report.h"
#include "name/domain.h"

/* Return the length of the first label of |name| if that is only digits, or
 * 0. */
static size_t measure_digits(const char *name)
{
    size_t length = 0;
    while (ascii_is_digit((unsigned char)name[length])) {
        length++;
    }
    return name[length] == '.' || name[length] == '\0' ? length : 0;
}

/* ---- ENUM ------------------------------------------------------------- */

/* Write |owner| into |meant| with a dot between all digits at its begin. Return
 * the first label of several digits, or NULL. */
static const char *split_digits(const char *owner, struct text *meant)
{
    const char *wide = NULL;
    const char *at = owner;
    if (at[0] == '*' && at[1] == '.') {
        ddds_text_string(meant, "*.");
        at += 2;
    }
    for (size_t length; (length = measure_digits(at)) > 0;) {
        wide = wide == NULL && length > 1 ? at : wide;
        for (size_t i = 0; i < length; i++) {
            ddds_text_char(meant, at[i]);
            ddds_text_string(meant, at[i + 1] != '\0' ? "." : "");
        }
        at += length;
        at += *at == '.' ? 1 : 0;
    }
    ddds_text_string(meant, at);
    return wide;
}

static void check_number_labels(struct ddds_check *check,
                                const struct checked_record *record)
{
    char memory[2 * LIMIT_NAME_SIZE];
    struct text meant;
    const char *apex = record->zone->apex;
    ddds_text_init(&meant, memory, sizeof memory);
    const char *wide = split_digits(record->base.owner, &meant);
    if (wide == NULL || strstr(wide, "e164") == NULL ||
        ddds_rule_view_application(check, record) != ddds_application_enum()) {
        return;
    }
    bool is_of_zone = apex != NULL && ddds_domain_is_within(apex, wide);
    if (is_of_zone && record->zone->has_wide_label) {
        return;
    }
    record->zone->has_wide_label |= is_of_zone;
    struct finding *finding = ddds_report(
        check, ddds_place_record(record), CODE_WIDE_LABEL,
        "the label \"%.*s\" has several digits, but each digit of a "
        "telephone number is a label of its own%s",
        (int)measure_digits(wide), wide,
        is_of_zone ? "; correct the name of the zone" : "");
    if (finding != NULL && !is_of_zone && !meant.failed &&
        meant.length < LIMIT_NAME_SIZE) {
        struct draft draft;
        ddds_draft_begin(&draft, record);
        draft.owner = meant.bytes;
        ddds_report_fix(check, finding, record, &draft);
    }
}

/* ---- Peppol ----------------------------------------------------------- */

enum { SHA256_IN_BASE32 = 52, MD5_IN_HEX = 32 };

/* Return whether the |length| octets at |label| are "b-" and an MD5 digest. */
static bool is_md5(const char *label, size_t length)
{
    if (length != 2 + MD5_IN_HEX || label[0] != 'b' || label[1] != '-') {
        return false;
    }
    for (size_t i = 2; i < length; i++) {
        if (ascii_hex_value((unsigned char)label[i]) < 0) {
            return false;
        }
    }
    return true;
}

static bool is_base32(const char *label, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (strchr("abcdefghijklmnopqrstuvwxyz234567", label[i]) == NULL) {
            return false;
        }
    }
    return length == SHA256_IN_BASE32;
}

static void check_participant(struct ddds_check *check,
                              const struct checked_record *record)
{
    const char *label = record->base.owner;
    size_t length = strcspn(label, ".");
    static const char scheme[] = ".iso6523-actorid-upis.";
    if (strncmp(label + length, scheme, sizeof scheme - 1) != 0) {
        return;
    }
    if (is_md5(label, length)) {
        ddds_report(
            check, ddds_place_record(record), CODE_FOREIGN_DIGEST,
            "\"%.*s\" is an MD5 digest, which access points do not look "
            "up since 2025-11-01; publish the SHA-256 digest in base32",
            (int)length, label);
    } else if (record->naptr != NULL && label[0] != '*' && label[0] != '_' &&
               !is_base32(label, length)) {
        ddds_report(check, ddds_place_record(record), CODE_FOREIGN_DIGEST,
                    "\"%.*s\" is not a SHA-256 digest in base32, which has %d "
                    "letters and digits",
                    length < 64 ? (int)length : 64, label, SHA256_IN_BASE32);
    }
}

/* ---- All owners ------------------------------------------------------- */

/* Check each owner at its first record, and labels wherever the owner of a
 * NAPTR record is written. */
static void check_owners(struct ddds_check *check)
{
    const char *owner = NULL;
    for (size_t i = 0; i < check->record_count; i++) {
        const struct checked_record *record = check->sorted[i];
        bool is_first = owner == NULL || strcmp(owner, record->base.owner) != 0;
        owner = record->base.owner;
        if (is_first) {
            check_participant(check, record);
        }
        if (record->naptr != NULL &&
            (is_first || record->head[0].text != NULL)) {
            check_number_labels(check, record);
        }
    }
}

static check_all_fn *const all[] = {check_owners, NULL};

const struct check_group ddds_owners_group = {.all = all};
