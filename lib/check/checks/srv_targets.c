/* 5xx: the targets of SRV records, and addresses instead of names in records of
 * other types (RFC 2782, RFC 1035 section 3.3).
 *
 * SPDX-License-Identifier: MIT */
#include "check/checks/srv_targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/nearest.h"
#include "base/text.h"
#include "check/judge/name_guess.h"
#include "check/judge/name_like.h"
#include "check/model/index.h"
#include "check/checks/groups.h"
#include "check/model/line_edit.h"
#include "check/report/report.h"
#include "db/wire/rdata.h"
#include "base/domain.h"

static void report_line(struct ddds_check *check, struct finding *finding,
                        const struct checked_record *record, const char *owner,
                        size_t count, const char *rest)
{
    if (finding != NULL) {
        ddds_report_line(
            finding, record,
            ddds_line_edit(record, owner, count, rest, &check->arena));
    }
}

/* ---- Owner names ------------------------------------------------------ */

/* Return the transport that |label|, of |length| octets, is or may be a
 * misspelling of; NULL if it resembles none. */
static const char *find_transport(const char *label, size_t length)
{
    static const char *const transports[] = {"_tcp", "_udp", "_sctp", "_dccp",
                                             "_tls"};
    for (size_t i = 0; i < sizeof transports / sizeof *transports; i++) {
        const char *each = transports[i];
        if (label[0] == '_'
                ? length > 2 && ddds_nearest_distance(label, length, each) < 2
                : ddds_nearest_distance(label, length, each + 1) == 0) {
            return each;
        }
    }
    return NULL;
}

/* Report "_sip._tpc", "_sip.tcp" and "sip._tcp"; "thttp.tcp" is a name from
 * before RFC 2782. */
static void check_owner(struct ddds_check *check,
                        const struct checked_record *record)
{
    char meant[LIMIT_NAME_SIZE + 4];
    /* A "-" or "+" before the name is left over from a diff. */
    const char *owner = record->base.owner;
    const size_t rest = strspn(owner, "-+");
    const bool has_rest = rest > 0 && owner[rest] == '_';
    const char *name = owner + (has_rest ? rest : 0);
    const char *label = ddds_domain_parent(owner);
    size_t length = label != NULL ? strcspn(label, ".") : 0;
    const char *transport =
        length > 0 && owner[0] != '*' ? find_transport(label, length) : NULL;
    bool is_old = name[0] != '_' && label != NULL && label[0] != '_';
    if (transport == NULL || is_old ||
        (owner[0] == '_' && strncmp(label, transport, length) == 0 &&
         transport[length] == '\0')) {
        return;
    }
    snprintf(meant, sizeof meant, "%s%.*s.%s%s", name[0] == '_' ? "" : "_",
             (int)(label - name - 1), name, transport, label + length);
    struct finding *finding =
        ddds_report(check, ddds_place_record(record), CODE_MISSPELT_SERVERS,
                    "%.100s is not a name of SRV records; did you mean %.100s?",
                    owner, meant);
    if (strlen(meant) < LIMIT_NAME_SIZE) {
        report_line(check, finding, record, meant, 0, "");
    }
}

/* ---- Addresses as names ----------------------------------------------- */

/* Four numbers with dots are an address, but before an origin they can also be
 * a part of a telephone number. */
enum { FOUR_DIGITS = sizeof "1.2.3.4" - 1 };

/* Return true if |word| looks like an IPv6 address. */
static bool is_ipv6(const char *word, size_t length)
{
    size_t colons = 0;
    for (size_t i = 0; i < length; i++) {
        colons += word[i] == ':' ? 1 : 0;
        if (word[i] != ':' && ascii_hex_value((unsigned char)word[i]) < 0) {
            return false;
        }
    }
    return colons > 1;
}

/* Return true if the target |name| is an address, with or without the
 * origin. */
static bool is_address(const struct checked_record *record, const char *name)
{
    size_t length;
    const char *word = ddds_checked_record_last_word(record, &length);
    return ddds_domain_is_address(name, strlen(name)) ||
           is_ipv6(word, length) ||
           (length > FOUR_DIGITS && ddds_domain_is_address(word, length));
}

/* Parse the four decimal numbers at the start of |name|. */
static bool read_address(const char *name, unsigned char number[4])
{
    for (size_t i = 0; i < 4; i++) {
        char *end;
        unsigned long value = strtoul(name, &end, 10);
        if (end == name || value > 255 || (i < 3 && *end != '.')) {
            return false;
        }
        number[i] = (unsigned char)value;
        name = end + 1;
    }
    return true;
}

/* Return the only owner of an A record with the address at the start of |name|;
 * NULL if none or several exist. */
static const char *find_host(const struct ddds_check *check, const char *name)
{
    unsigned char number[4];
    const char *found = NULL;
    if (!read_address(name, number)) {
        return NULL;
    }
    for (size_t i = 0; i < check->record_count; i++) {
        const struct checked_base *record = &check->sorted[i]->base;
        bool is_same = !check->sorted[i]->is_hidden && record->type == TYPE_A &&
                       record->rdata != NULL && record->rdata_length == 4;
        is_same = is_same && memcmp(record->rdata, number, 4) == 0;
        if (is_same && found != NULL && strcmp(found, record->owner) != 0) {
            return NULL;
        }
        found = is_same ? record->owner : found;
    }
    return found;
}

/* Maximum of searches for hosts: more findings of this kind are the same
 * mistake. */
enum { HOSTS_LOOKED_FOR = 100 };

static void report_address(struct ddds_check *check,
                           const struct checked_record *record,
                           const char *name)
{
    const char *host =
        check->findings->counts[CODE_ADDRESS_FOR_NAME] < HOSTS_LOOKED_FOR
            ? find_host(check, name)
            : NULL;
    struct finding *finding =
        ddds_report(check, ddds_place_record(record), CODE_ADDRESS_FOR_NAME,
                    "the target %.100s looks like an IP address; write the "
                    "name of a host%s",
                    name, host != NULL ? "" : " with that address");
    if (host != NULL) {
        report_line(check, finding, record, NULL, 1, host);
    }
}

/* Write the name in the RDATA of |record| into |name|: the target of an SRV
 * record, or the host of an NS, MX or CNAME record. */
static bool read_target(const struct checked_record *record,
                        char name[LIMIT_NAME_SIZE])
{
    switch (record->base.type) {
    case TYPE_SRV:
        return ddds_checked_record_name(record, 6, name);
    case TYPE_MX:
        return ddds_checked_record_name(record, 2, name);
    case TYPE_NS:
    case TYPE_CNAME:
        return ddds_checked_record_name(record, 0, name);
    default:
        return false;
    }
}

/* ---- Targets ---------------------------------------------------------- */

static const char *describe(enum zone_answer_kind found)
{
    return found == ZONE_NO_NAME      ? "does not exist"
           : found == ZONE_ALIAS_LOOP ? "begins too many aliases, or a loop"
                                      : "exists, but has no address";
}

/* Return true if |name| is not that of a host. Clients leave it out. */
static bool check_form(struct ddds_check *check,
                       const struct checked_record *record, const char *name)
{
    char key[LIMIT_KEY_SIZE];
    if (ddds_domain_parse_key(name, strlen(name), key, NULL) == DDDS_OK) {
        return false;
    }
    ddds_report(check, ddds_place_record(record), CODE_MISSING_TARGET,
                "the target %.100s is not a host name, which has only letters, "
                "digits, \"-\" and \"_\"",
                name);
    return true;
}

static void check_target(struct ddds_check *check,
                         const struct checked_record *record, const char *name)
{
    char meant[LIMIT_NAME_SIZE];
    struct zone_answer answer;
    ddds_zone_lookup_find(check, name, TYPE_A, &answer);
    if (answer.is_alias) {
        struct finding *finding = ddds_report(
            check, ddds_place_record(record), CODE_MISSING_TARGET,
            "the target %.100s is an alias of %.100s; write that name", name,
            answer.name);
        if (answer.found == ZONE_DATA) {
            report_line(check, finding, record, NULL, 1, answer.name);
        }
    } else if (answer.found != ZONE_DATA && answer.found != ZONE_UNKNOWN) {
        bool is_none = answer.found == ZONE_NO_NAME;
        bool lacks_dot =
            is_none && ddds_name_guess_target(check, record, meant);
        bool is_like =
            is_none && !lacks_dot &&
            ddds_name_like(check, name, TYPE_A, CODE_MISSING_TARGET, meant);
        struct finding *finding = ddds_report(
            check, ddds_place_record(record), CODE_MISSING_TARGET,
            "the target %.100s %s%s%.100s%s", name, describe(answer.found),
            is_like     ? "; did you mean "
            : lacks_dot ? "; "
                        : "",
            is_like || lacks_dot ? meant : "",
            is_like     ? "?"
            : lacks_dot ? " probably lacks its final dot"
                        : "");
        if (is_like || lacks_dot) {
            report_line(check, finding, record, NULL, 1, meant);
        }
    }
}

void ddds_servers_check(struct ddds_check *check,
                        const struct checked_record *record)
{
    char name[LIMIT_NAME_SIZE];
    if (record->base.type == TYPE_SRV) {
        check_owner(check, record);
    }
    if (!read_target(record, name)) {
        return;
    }
    if (is_address(record, name)) {
        report_address(check, record, name);
    } else if (record->base.type == TYPE_SRV && *name != '\0' &&
               !check_form(check, record, name)) {
        check_target(check, record, name);
    }
}

/* ---- Targets of rules ------------------------------------------------- */

/* The numbers of an SRV record, in order. */
enum { PRIORITY, WEIGHT, PORT, NUMBERS };

/* Read the numbers of |record|, an SRV record. */
static bool read_numbers(const struct checked_record *record,
                         uint16_t numbers[NUMBERS])
{
    if (record->base.rdata == NULL) {
        return false;
    }
    struct cursor cursor =
        ddds_cursor_over(record->base.rdata, record->base.rdata_length);
    for (int i = 0; i < NUMBERS; i++) {
        numbers[i] = ddds_cursor_u16(&cursor);
    }
    return !cursor.failed;
}

void ddds_servers_check_offer(struct ddds_check *check,
                              const struct checked_record *record)
{
    char target[LIMIT_NAME_SIZE];
    uint16_t numbers[NUMBERS];
    if (!read_numbers(record, numbers) || !read_target(record, target)) {
        return;
    }
    if (*target == '\0') {
        ddds_report(check, ddds_place_record(record), CODE_MISSING_SERVERS,
                    "the target \".\" means that the service is not available, "
                    "but a rule leads here");
    } else if (numbers[PORT] == 0) {
        ddds_report(
            check, ddds_place_record(record), CODE_MISSING_SERVERS,
            "clients cannot connect to port 0; write the port of the server");
    }
}

/* ---- Weights ---------------------------------------------------------- */

/* Return true if the priorities of |count| SRV records are all different, their
 * weights equal, and the priorities look like shares: their sum is |sum|. */
static bool looks_swapped(struct checked_record *const *records, size_t count,
                          unsigned sum)
{
    uint16_t first[NUMBERS];
    unsigned total = 0;
    for (size_t i = 0; i < count; i++) {
        uint16_t numbers[NUMBERS];
        if (!read_numbers(records[i], numbers)) {
            return false;
        }
        memcpy(i == 0 ? first : numbers, numbers, sizeof numbers);
        total += numbers[PRIORITY];
        for (size_t k = 0; k < i; k++) {
            uint16_t other[NUMBERS];
            if (!read_numbers(records[k], other) ||
                other[PRIORITY] == numbers[PRIORITY]) {
                return false;
            }
        }
        if (numbers[WEIGHT] != first[WEIGHT] || numbers[WEIGHT] == 0) {
            return false;
        }
    }
    return count > 1 && total == sum;
}

/* Swap priority and weight, the third and second words before the target, in a
 * correction of |record|. */
static void report_swapped(struct ddds_check *check,
                           const struct checked_record *record)
{
    char rest[LIMIT_NAME_SIZE + 24];
    char target[LIMIT_NAME_SIZE];
    uint16_t numbers[NUMBERS];
    if (!read_numbers(record, numbers) || !read_target(record, target)) {
        return;
    }
    struct finding *finding = ddds_report(
        check, ddds_place_record(record), CODE_SWAPPED_WEIGHTS,
        "priority %u is unique here and weight %u is not, so that the weight "
        "has no effect; did you mean priority %u and weight %u?",
        numbers[PRIORITY], numbers[WEIGHT], numbers[WEIGHT], numbers[PRIORITY]);
    snprintf(rest, sizeof rest, "%u %u %u %s", numbers[WEIGHT],
             numbers[PRIORITY], numbers[PORT], target);
    report_line(check, finding, record, NULL, NUMBERS + 1, rest);
}

/* Maximum of SRV records of an owner that are compared with each other. */
enum { COMPARED = 16, WHOLE = 100 };

/* Report shares of 100 percent that were written as priorities. */
static void check_weights(struct ddds_check *check)
{
    struct checked_record *same[COMPARED];
    size_t end;
    size_t none = check_may_have(check, TYPE_SRV) ? 0 : check->record_count;
    for (size_t begin = none; begin < check->record_count; begin = end) {
        size_t count = 0;
        end = ddds_index_owner_end(check, begin);
        for (size_t i = begin; i < end; i++) {
            if (check->sorted[i]->base.type == TYPE_SRV) {
                same[count < COMPARED ? count : 0] = check->sorted[i];
                count++;
            }
        }
        if (count <= COMPARED && looks_swapped(same, count, WHOLE)) {
            for (size_t k = 0; k < count; k++) {
                report_swapped(check, same[k]);
            }
        }
    }
}

static check_all_fn *const all[] = {check_weights, NULL};

const struct check_group ddds_servers_group = {.all = all};
