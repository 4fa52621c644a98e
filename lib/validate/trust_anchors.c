/* Read trust anchors with the zone file parser, so that errors have positions:
 * libunbound only logs them.
 *
 * SPDX-License-Identifier: MIT */
#include "validate/trust_anchors.h"

#include <string.h>
#include <unbound.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/error.h"
#include "db/text/zonefile.h"
#include "base/domain.h"

/* Limit in octets; a DNSKEY record with a key of 4096 bits has about 800. */
enum { ANCHOR_SIZE = 4096 };

struct anchor_reading {
    struct trust_anchors *anchors;
    struct ddds_error *error;
    ddds_status status;
    size_t count;
};

/* ---- Records ------------------------------------------------------------- */

/* Words of the RDATA: RFC 4034 sections 2.2 and 5.3. */
enum {
    DS_ALGORITHM_AT = 1,
    DNSKEY_ALGORITHM_AT = 2,
    DIGEST_TYPE_AT = 2,
    DATA_AT = 3,
};

/* A record in libunbound's format: on a line, with its owner. */
struct anchor_line {
    char text[ANCHOR_SIZE];
    size_t length;
    size_t words;              /* in the RDATA */
    uint64_t numbers[DATA_AT]; /* the words before the data */
    size_t digits;             /* hexadecimal digits of the digest of a DS
                                  record */
};

static bool append(struct anchor_line *line, const char *text, size_t length)
{
    if (line->length + length + 1 >= sizeof line->text) {
        return false;
    }
    memcpy(line->text + line->length, text, length);
    line->length += length;
    line->text[line->length++] = ' ';
    line->text[line->length] = '\0';
    return true;
}

/* Return true if |word| is valid at |index| of the RDATA: three numbers, then a
 * digest in hexadecimal, or a key in base64. */
static bool is_plausible(const struct token *word, size_t index, uint16_t type)
{
    static const char base64[] = "+/=";
    for (size_t i = 0; i < word->length; i++) {
        unsigned char octet = (unsigned char)word->text[i];
        bool is_good = ascii_is_digit(octet);
        if (index >= DATA_AT && type == TYPE_DS) {
            is_good |= ascii_hex_value(octet) >= 0;
        } else if (index >= DATA_AT) {
            is_good |= ascii_is_alpha(octet) || strchr(base64, octet) != NULL;
        }
        if (!is_good) {
            return false;
        }
    }
    return word->kind == TOKEN_WORD;
}

static bool is_word(const struct token *token, const struct token *word)
{
    return word->text != NULL && token->length == word->length &&
           memcmp(token->text, word->text, word->length) == 0;
}

static void note_word(struct anchor_line *line, const struct token *word)
{
    const char *text = word->text;
    if (line->words < DATA_AT) {
        ascii_read_number(&text, text + word->length, UINT16_MAX,
                          &line->numbers[line->words]);
    } else {
        line->digits += word->length;
    }
}

/* Return the length of the digest for the type of a DS record; 0: any. Types
 * are those of RFC 3658, RFC 4509, RFC 5933 and RFC 6605. */
static size_t find_digest_length(const struct anchor_line *line)
{
    static const unsigned char octets[] = {0, 20, 32, 32, 48};
    const uint64_t type = line->numbers[DIGEST_TYPE_AT];
    return type < sizeof octets ? octets[type] : 0;
}

/* Return true if libunbound knows the algorithm, and the digest type of a DS
 * record: RSA/SHA-1 and later algorithms, digests by SHA. */
static bool is_known(const struct anchor_line *line, bool is_key)
{
    static const bool algorithms[] = {
        [5] = true,  [7] = true,  [8] = true,  [10] = true,
        [13] = true, [14] = true, [15] = true, [16] = true};
    static const bool digests[] = {[1] = true, [2] = true, [4] = true};
    const uint64_t algorithm =
        line->numbers[is_key ? DNSKEY_ALGORITHM_AT : DS_ALGORITHM_AT];
    const uint64_t digest = line->numbers[DIGEST_TYPE_AT];
    return algorithm < sizeof algorithms && algorithms[algorithm] &&
           (is_key || (digest < sizeof digests && digests[digest]));
}

/* Append the RDATA of |record|, read again; false if it is invalid. */
static bool append_rdata(struct anchor_line *line,
                         const struct zonefile_record *record)
{
    enum { WORDS_MIN = 4 };
    struct lexer lexer;
    struct token token;
    uint16_t type;
    bool is_in_rdata = false;
    ddds_lexer_init(&lexer, record->file, record->raw, record->raw_length,
                    NULL);
    while (ddds_lexer_next(&lexer, &token) == DDDS_OK &&
           !ddds_token_is_end(&token)) {
        if (is_in_rdata) {
            if (!is_plausible(&token, line->words, record->base.type) ||
                !append(line, token.text, token.length)) {
                return false;
            }
            note_word(line, &token);
            line->words++;
        } else {
            is_in_rdata = !is_word(&token, &record->owner_word) &&
                          ddds_type_parse(token.text, token.length, &type) &&
                          type == record->base.type;
        }
    }
    return line->words >= WORDS_MIN;
}

/* Note that the zone of |record| has an anchor, which is usable or not. */
static bool note_zone(struct trust_anchors *anchors,
                      const struct zonefile_record *record, bool is_usable)
{
    struct anchored_zone *zone = anchors->zones;
    while (zone != NULL && strcmp(zone->name, record->base.owner) != 0) {
        zone = zone->next;
    }
    if (zone != NULL) {
        zone->is_usable |= is_usable;
        return true;
    }
    const char *name = ddds_arena_string(anchors->arena, record->base.owner);
    const char *place =
        ddds_arena_format(anchors->arena, "%.200s:%u:%u", record->file,
                          (unsigned)record->line, (unsigned)record->column);
    zone = ddds_arena_array(anchors->arena, 1, sizeof *zone);
    if (name == NULL || place == NULL || zone == NULL) {
        return false;
    }
    *zone = (struct anchored_zone){anchors->zones, name, place, is_usable};
    anchors->zones = zone;
    return true;
}

ddds_status ddds_trust_anchors_check(const struct trust_anchors *anchors,
                                     struct ddds_error *error)
{
    const struct anchored_zone *zone = anchors->zones;
    while (zone != NULL && zone->is_usable) {
        zone = zone->next;
    }
    return zone == NULL
               ? DDDS_OK
               : ddds_error_set(error, DDDS_SYNTAX, DDDS_NO_OFFSET,
                                "%s: the algorithm or the digest type is "
                                "unknown, and \"%s.\" has no other trust "
                                "anchor: it could not be validated",
                                zone->place, zone->name);
}

static bool take_record(void *context, const struct zonefile_record *record)
{
    struct anchor_reading *reading = context;
    struct anchor_line line = {.length = 0};
    bool is_key = record->base.type == TYPE_DNSKEY;
    if (!is_key && record->base.type != TYPE_DS) {
        return true;
    }
    char owner[LIMIT_NAME_SIZE + 1];
    size_t length = strlen(record->base.owner);
    memcpy(owner, record->base.owner, length);
    owner[length++] = '.';
    if (!append(&line, owner, length) ||
        !append(&line, is_key ? "DNSKEY" : "DS", is_key ? 6 : 2) ||
        !append_rdata(&line, record)) {
        reading->status =
            ddds_error_set(reading->error, DDDS_SYNTAX, DDDS_NO_OFFSET,
                           "%.200s:%u:%u: this is not a %s record",
                           record->file, (unsigned)record->line,
                           (unsigned)record->column, is_key ? "DNSKEY" : "DS");
    } else if (!is_key && find_digest_length(&line) > 0 &&
               line.digits != 2 * find_digest_length(&line)) {
        reading->status = ddds_error_set(
            reading->error, DDDS_SYNTAX, DDDS_NO_OFFSET,
            "%.200s:%u:%u: the digest has %zu hexadecimal digits; of type %u "
            "it has %zu",
            record->file, (unsigned)record->line, (unsigned)record->column,
            line.digits, (unsigned)line.numbers[DIGEST_TYPE_AT],
            2 * find_digest_length(&line));
    } else if (ub_ctx_add_ta(reading->anchors->context, line.text) != 0 ||
               !note_zone(reading->anchors, record, is_known(&line, is_key))) {
        reading->status = ddds_error_no_memory(reading->error);
    }
    reading->count++;
    return reading->status == DDDS_OK;
}

/* ---- Files --------------------------------------------------------------- */

static ddds_status read_all(struct trust_anchors *anchors,
                            struct zonefile *file, const char *name,
                            struct ddds_error *error)
{
    struct anchor_reading reading = {anchors, error, DDDS_OK, 0};
    ddds_status status =
        ddds_zonefile_survey(file, "", take_record, NULL, &reading, error);
    ddds_zonefile_free(file);
    status = status == DDDS_OK ? reading.status : status;
    return status != DDDS_OK || reading.count > 0
               ? status
               : ddds_error_set(error, DDDS_SYNTAX, DDDS_NO_OFFSET,
                                "%.200s: no DS or DNSKEY record; trust anchors "
                                "are such records",
                                name);
}

ddds_status ddds_trust_anchors_read(struct trust_anchors *anchors,
                                    const char *path, struct ddds_error *error)
{
    struct zonefile *file;
    ddds_status status = ddds_zonefile_open(path, &file, error);
    return status == DDDS_OK ? read_all(anchors, file, path, error) : status;
}

ddds_status ddds_trust_anchors_parse(struct trust_anchors *anchors,
                                     const char *text, struct ddds_error *error)
{
    static const char name[] = "trust anchors";
    struct zonefile *file;
    ddds_status status =
        ddds_zonefile_over(name, text, strlen(text), false, &file, error);
    return status == DDDS_OK ? read_all(anchors, file, name, error) : status;
}

ddds_status ddds_trust_anchors_find(struct trust_anchors *anchors,
                                    struct ddds_error *error)
{
    static const char *const paths[] = {
        "/usr/share/dns/root.key",                /* Debian: dns-root-data */
        "/usr/share/dnssec-root/trusted-key.key", /* Arch, Alpine */
        "/etc/trusted-key.key",
        "/var/lib/unbound/root.key", /* Fedora */
        "/etc/unbound/root.key",
    };
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        if (access(paths[i], R_OK) == 0) {
            return ddds_trust_anchors_read(anchors, paths[i], error);
        }
    }
    return ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                          "the key of the DNS root is missing; install the "
                          "Debian package dns-root-data, or name a file with "
                          "trust anchors");
}

bool ddds_trust_anchors_cover(const struct trust_anchors *anchors,
                              const char *name)
{
    const struct anchored_zone *zone = anchors->zones;
    while (zone != NULL && !ddds_domain_is_within(name, zone->name)) {
        zone = zone->next;
    }
    return zone != NULL;
}
