/* 1xx, 3xx: owner names that clients never look up: names with a doubled
 * origin, labels of several digits in ENUM (RFC 6116 section 3.2), names of
 * Peppol participants that are not digests, names of mobile networks.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/text.h"
#include "check/judge/rule_view.h"
#include "check/checks/groups.h"
#include "check/model/index.h"
#include "check/model/line_edit.h"
#include "check/report/report.h"
#include "base/domain.h"

/* Propose |owner| for |record| in |finding|, unless that is NULL. */
static void propose_owner(struct ddds_check *check, struct finding *finding,
                          const struct checked_record *record,
                          const char *owner)
{
    struct draft draft;
    if (finding == NULL) {
        return;
    }
    if (record->naptr == NULL) {
        ddds_report_line(finding, record,
                         ddds_line_edit(record, owner, 0, "", &check->arena));
        return;
    }
    ddds_draft_begin(&draft, record);
    draft.owner = owner;
    ddds_report_fix(check, finding, record, &draft);
}

/* Return the length of the first label of |name| if it consists of digits,
 * otherwise 0. */
static size_t measure_digits(const char *name)
{
    size_t length = 0;
    while (ascii_is_digit((unsigned char)name[length])) {
        length++;
    }
    return name[length] == '.' || name[length] == '\0' ? length : 0;
}

/* ---- ENUM ------------------------------------------------------------- */

/* Return true if |owner| starts with labels of digits, one of them with several
 * digits. */
static bool has_wide_label(const char *owner)
{
    const char *at = owner + (owner[0] == '*' && owner[1] == '.' ? 2 : 0);
    while (ascii_is_digit((unsigned char)at[0]) && at[1] == '.') {
        at += 2;
    }
    return measure_digits(at) > 1;
}

/* Write |owner| into |meant| with a dot between all digits at its start. Return
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
    const char *apex = record->from->zone->apex;
    if (!has_wide_label(record->base.owner)) {
        return;
    }
    ddds_text_init(&meant, memory, sizeof memory);
    const char *wide = split_digits(record->base.owner, &meant);
    if (wide == NULL || strstr(wide, "e164") == NULL ||
        ddds_rule_view_application(check, record) != ddds_application_enum()) {
        return;
    }
    bool is_of_zone = apex != NULL && ddds_domain_is_within(apex, wide);
    if (is_of_zone && record->from->zone->has_wide_label) {
        return;
    }
    record->from->zone->has_wide_label |= is_of_zone;
    struct finding *finding = ddds_report(
        check, ddds_place_record(record), CODE_WIDE_LABEL,
        "the label \"%.*s\" has several digits, but each digit of a "
        "telephone number is a label of its own%s",
        (int)measure_digits(wide), wide,
        is_of_zone ? "; correct the name of the zone" : "");
    if (!is_of_zone && !meant.failed && meant.length < LIMIT_NAME_SIZE) {
        propose_owner(check, finding, record, meant.bytes);
    }
}

/* ---- Peppol ----------------------------------------------------------- */

enum { SHA256_IN_BASE32 = 52, MD5_IN_HEX = 32 };

/* Return true if the |length| octets at |label| are "b-" and an MD5 digest. */
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

/* Find an identifier such as 0208:0677424046 in the comment line above
 * |record|, which must have no other text. */
static bool find_identifier(const struct checked_record *record,
                            struct ddds_span *identifier)
{
    enum { AUTHORITY = 4 }; /* digits before the colon */
    size_t length;
    const char *text = record->from->zone->server != NULL
                           ? NULL
                           : ddds_zonefile_text(record->from->zone->file,
                                                record->raw, &length);
    const char *at = text == NULL ? NULL : record->raw;
    if (at == NULL || record->column != 1 || at == text) {
        return false;
    }
    const char *end = --at;
    while (at > text && at[-1] != '\n') {
        at--;
    }
    if (*at++ != ';') {
        return false;
    }
    while (at < end && *at == ' ') {
        at++;
    }
    while (end > at && (end[-1] == ' ' || end[-1] == '\r')) {
        end--;
    }
    *identifier = (struct ddds_span){at, (size_t)(end - at)};
    for (size_t i = 0; i < identifier->length; i++) {
        unsigned char octet = (unsigned char)at[i];
        if (!(i < AUTHORITY    ? ascii_is_digit(octet)
              : i == AUTHORITY ? octet == ':'
                               : ascii_is_graphic(octet))) {
            return false;
        }
    }
    return identifier->length > AUTHORITY + 1;
}

/* Write the name of the participant |identifier| below |parent| into |name|. */
static bool make_name(struct ddds_check *check, struct ddds_span identifier,
                      const char *parent, char name[LIMIT_NAME_SIZE])
{
    const struct ddds_application *peppol = ddds_application_peppol();
    char input[LIMIT_NAME_SIZE];
    char aus[LIMIT_NAME_SIZE + 64];
    struct ddds_start start = {.aus = aus, .aus_size = sizeof aus};
    int length =
        snprintf(input, sizeof input, "iso6523-actorid-upis::%.*s",
                 identifier.length < 200 ? (int)identifier.length : 200,
                 identifier.text);
    const struct ddds_request request = {.input = input,
                                         .length = (size_t)length};
    ddds_status status =
        peppol->first_well_known_rule(peppol, &request, &start, NULL);
    if (status == DDDS_NO_MEMORY) {
        check_fail(check);
    }
    if (status != DDDS_OK) {
        return false;
    }
    length = snprintf(name, LIMIT_NAME_SIZE, "%.*s.%s",
                      (int)strcspn(start.key, "."), start.key, parent);
    return length < LIMIT_NAME_SIZE;
}

static void report_participant(struct ddds_check *check,
                               const struct checked_record *record,
                               enum check_code code, const char *meant,
                               const char *detail)
{
    struct finding *finding =
        ddds_report(check, ddds_place_record(record), code, "%s", detail);
    if (meant != NULL && record->naptr != NULL) {
        propose_owner(check, finding, record, meant);
    }
}

static void check_participant(struct ddds_check *check,
                              const struct checked_record *record)
{
    static const char scheme[] = ".iso6523-actorid-upis.";
    const char *label = record->base.owner;
    size_t length = strcspn(label, ".");
    struct ddds_span identifier = {NULL, 0};
    char name[LIMIT_NAME_SIZE];
    char detail[DDDS_DETAIL_SIZE];
    if (strncmp(label + length, scheme, sizeof scheme - 1) != 0) {
        return;
    }
    const char *meant =
        find_identifier(record, &identifier) &&
                make_name(check, identifier, label + length + 1, name)
            ? name
            : NULL;
    if (is_md5(label, length)) {
        snprintf(detail, sizeof detail,
                 "\"%.*s\" is an MD5 digest, which access points do not look "
                 "up since 2025-11-01; publish the SHA-256 digest in base32",
                 (int)length, label);
        report_participant(check, record, CODE_FOREIGN_DIGEST, meant, detail);
    } else if (record->naptr == NULL || label[0] == '*' || label[0] == '_') {
        return;
    } else if (!is_base32(label, length)) {
        snprintf(detail, sizeof detail,
                 "\"%.*s\" is not a SHA-256 digest in base32, which has %d "
                 "letters and digits",
                 length < 64 ? (int)length : 64, label, SHA256_IN_BASE32);
        report_participant(check, record, CODE_FOREIGN_DIGEST, meant, detail);
    } else if (meant != NULL && strcmp(meant, label) != 0) {
        snprintf(detail, sizeof detail,
                 "the comment above says %.*s, but the name is not its digest, "
                 "%.52s",
                 identifier.length < 60 ? (int)identifier.length : 60,
                 identifier.text, meant);
        report_participant(check, record, CODE_OTHER_DIGEST, meant, detail);
    }
}

/* ---- Names of mobile networks ----------------------------------------- */

/* Names that start or end like those of access points, tracking areas and nodes
 * must have the complete form: the application rejects others. */
static void check_network_name(struct ddds_check *check,
                               const struct checked_record *record)
{
    const struct ddds_application *three_gpp = ddds_application_three_gpp();
    const char *owner = record->base.owner;
    char aus[LIMIT_NAME_SIZE + 64];
    struct ddds_start start = {.aus = aus, .aus_size = sizeof aus};
    struct ddds_error error = {.status = DDDS_OK};
    const struct ddds_request request = {.input = owner,
                                         .length = strlen(owner)};
    if (record->naptr == NULL || owner[0] == '*' ||
        ddds_rule_view_application(check, record) != three_gpp ||
        three_gpp->first_well_known_rule(three_gpp, &request, &start, &error) !=
            DDDS_BAD_INPUT) {
        return;
    }
    /* Remove the position within the name, which is useless in a file. */
    const char *position = strstr(error.detail, " at ");
    ddds_report(check, ddds_place_record(record), CODE_FOREIGN_AREA,
                "%.100s: %.*s", owner,
                position != NULL ? (int)(position - error.detail)
                                 : (int)strlen(error.detail),
                error.detail);
}

/* ---- Names with a doubled origin -------------------------------------- */

/* Return true if |name|, which is in |apex|, contains it twice, probably
 * because its final dot is missing. Write the intended name into |meant|. */
static bool is_doubled(const char *name, const char *apex,
                       char meant[LIMIT_NAME_SIZE])
{
    size_t end = strlen(apex);
    if (strchr(apex, '.') == NULL || !ddds_domain_is_within(name, apex)) {
        return false;
    }
    if (strstr(name, apex)[end] == '\0') {
        return false; /* usually |apex| occurs only at the end */
    }
    for (const char *at = name; at != NULL; at = ddds_domain_parent(at)) {
        if (strncmp(at, apex, end) == 0 && at[end] == '.') {
            size_t length = (size_t)(at - name) + end;
            memcpy(meant, name, length);
            meant[length] = '\0';
            return true;
        }
    }
    return false;
}

/* Find the last $ORIGIN line in |text| before |at|, which is in the line
 * |*number|. */
static bool find_last(const char *text, const char *at, struct ddds_span *line,
                      uint32_t *number)
{
    static const char word[] = "$ORIGIN";
    while (text != NULL && at > text) {
        const char *end = --at;
        if (*end != '\n') {
            continue;
        }
        --*number;
        while (at > text && at[-1] != '\n') {
            at--;
        }
        if (ascii_begins_with(at, (size_t)(end - at), word)) {
            *line = (struct ddds_span){at, (size_t)(end - at)};
            return true;
        }
    }
    return false;
}

/* Find the $ORIGIN line before |record|. Return false if its text is not that
 * of the zone's file. */
static bool find_directive(const struct checked_record *record,
                           struct ddds_span *line, uint32_t *number)
{
    size_t length;
    const char *text =
        ddds_zonefile_text(record->from->zone->file, record->raw, &length);
    *number = record->line;
    return find_last(text, record->raw, line, number);
}

/* Return the length of |line|, a directive, without its comment and the blanks
 * before that. */
static size_t measure_directive(struct ddds_span line)
{
    size_t length = 0;
    for (size_t i = 0; i < line.length && line.text[i] != ';'; i++) {
        length = ascii_is_graphic((unsigned char)line.text[i]) ? i + 1 : length;
    }
    return length;
}

/* Return true if the apex is a name twice, because the $ORIGIN directive before
 * |record| lacks its final dot. Write that name into |meant|. */
static bool is_apex_doubled(const struct checked_record *record,
                            const char *apex, char meant[LIMIT_NAME_SIZE])
{
    struct ddds_span line;
    uint32_t number;
    const size_t half = strlen(apex) / 2;
    if (strcmp(record->from->origin, apex) != 0 || apex[half] != '.' ||
        apex[2 * half] == '\0' || strncmp(apex, apex + half + 1, half) != 0 ||
        memchr(apex, '.', half) == NULL ||
        !find_directive(record, &line, &number)) {
        return false;
    }
    memcpy(meant, apex, half);
    meant[half] = '\0';
    return line.text[measure_directive(line) - 1] != '.';
}

/* Report the $ORIGIN directive for the origin of |record|. */
static void report_origin(struct ddds_check *check,
                          const struct checked_record *record,
                          const char *meant)
{
    struct ddds_span line;
    uint32_t number;
    if (!find_directive(record, &line, &number)) {
        return;
    }
    uint32_t end = (uint32_t)measure_directive(line) + 1;
    const struct finding_place place = {
        .zone = record->from->zone,
        .file = record->from->file,
        .begin = line.text,
        .length = line.length,
        .line = number,
        .region = {number, 1, number, end},
        .owner = record->from->origin,
    };
    struct finding *finding =
        ddds_report(check, place, CODE_DOUBLED_ORIGIN,
                    "the origin becomes %.100s.; write %.100s.",
                    record->from->origin, meant);
    if (finding != NULL) {
        finding->fix = ddds_arena_format(&check->arena, "$ORIGIN %s.", meant);
        finding->replaced = place.region;
    }
}

/* Report the owner of |record| where it is written. */
static void report_owner(struct ddds_check *check,
                         const struct checked_record *record, const char *meant)
{
    propose_owner(check,
                  ddds_report(check, ddds_place_record(record),
                              CODE_DOUBLED_ORIGIN,
                              "the owner becomes %.100s.; write %.100s.",
                              record->base.owner, meant),
                  record, meant);
}

/* Return true if the owner of |record| is written relative to the origin. */
static bool has_relative_owner(const struct checked_record *record)
{
    const struct ddds_span word = ddds_head_of(record, 0);
    return word.length > 0 && word.text[word.length - 1] != '.';
}

/* Check origins and written owners, in the order of the file. Most records have
 * the same names as the previous record. */
static void check_doubled(struct ddds_check *check)
{
    const char *reported = NULL;
    const struct checked_source *last = NULL; /* last source and owner without a
                                                 doubled origin */
    const char *owner = NULL;
    for (size_t i = 0; i < check->record_count; i++) {
        const struct checked_record *record = check->records[i];
        const struct checked_source *from = record->from;
        const char *apex = from->zone->apex;
        char meant[LIMIT_NAME_SIZE];
        if (apex == NULL || from->origin == NULL ||
            from->zone->server != NULL) {
            continue;
        }
        if (last != from && (is_doubled(from->origin, apex, meant) ||
                             is_apex_doubled(record, apex, meant))) {
            if (reported == NULL || strcmp(reported, from->origin) != 0) {
                report_origin(check, record, meant);
            }
            reported = from->origin;
            continue;
        }
        owner = last != NULL && last->zone == from->zone ? owner : NULL;
        last = from;
        if (owner == record->base.owner || !has_relative_owner(record)) {
            continue;
        }
        owner = record->base.owner;
        if (is_doubled(owner, apex, meant)) {
            report_owner(check, record, meant);
            owner = NULL;
        }
    }
}

/* ---- Owners ----------------------------------------------------------- */

/* Check each owner at its first record, and labels of each written owner of a
 * NAPTR record. */
static void check_owners(struct ddds_check *check)
{
    const char *owner = NULL;
    check_doubled(check);
    for (size_t i = 0; i < check->record_count; i++) {
        const struct checked_record *record = check->sorted[i];
        bool is_first = owner == NULL || strcmp(owner, record->base.owner) != 0;
        owner = record->base.owner;
        if (is_first) {
            check_participant(check, record);
            check_network_name(check, record);
        }
        if (record->naptr != NULL && (is_first || record->head[0].length > 0)) {
            check_number_labels(check, record);
        }
    }
}

static check_all_fn *const all[] = {check_owners, NULL};

const struct check_group ddds_owners_group = {.all = all};
