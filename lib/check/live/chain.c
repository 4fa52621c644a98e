/* Chain of trust of a bogus answer. For each zone above the name, the DS
 * records of its parent, its keys, its signatures and its NSEC3 parameters are
 * checked. Signatures are not verified here: for a signature that has not
 * expired, and whose key exists, only the validator's text explains the
 * failure.
 *
 * SPDX-License-Identifier: MIT */
#include "check/live/chain.h"

#include <string.h>
#include <time.h>

#include "base/ascii.h"
#include "base/cursor.h"
#include "base/digest.h"
#include "check/live/live_answers.h"
#include "base/types.h"
#include "base/domain.h"

/* A zone, or a name that may be a zone. */
struct link {
    struct live_question *ds;
    struct live_question *keys;
    struct live_question *parameters;
};

enum { LINKS_MAX = 128 }; /* labels of a name (RFC 1035 section 2.3.4) */

struct chain {
    struct live *live;
    const struct live_question *asked;
    const char *name;
    struct link links[LINKS_MAX]; /* the name itself first */
    size_t count;
};

static bool has_data(const struct live_question *asked)
{
    return asked != NULL && asked->reply == DDDS_REPLY_DATA;
}

/* ---- Keys ---------------------------------------------------------------- */

/* RFC 4034 appendix B. */
static uint16_t key_tag(const struct ddds_record *key)
{
    const unsigned char *octets = key->rdata;
    uint32_t sum = 0;
    for (size_t i = 0; i < key->rdata_length; i++) {
        sum += (uint32_t)octets[i] << (i % 2 == 0 ? 8 : 0);
    }
    return (uint16_t)(sum + (sum >> 16));
}

/* The identification of a key in a DS or DNSKEY record. */
struct key_name {
    uint16_t tag;
    uint8_t algorithm;
};

static bool read_ds(const struct ddds_record *record, struct key_name *key)
{
    struct cursor cursor =
        ddds_cursor_over(record->rdata, record->rdata_length);
    key->tag = ddds_cursor_u16(&cursor);
    key->algorithm = ddds_cursor_u8(&cursor);
    return record->type == TYPE_DS && !cursor.failed;
}

static bool read_key(const struct ddds_record *record, struct key_name *key)
{
    struct cursor cursor =
        ddds_cursor_over(record->rdata, record->rdata_length);
    ddds_cursor_span(&cursor, 3);
    key->algorithm = ddds_cursor_u8(&cursor);
    key->tag = key_tag(record);
    return record->type == TYPE_DNSKEY && !cursor.failed;
}

/* Return true if validators must or may support |algorithm| (RFC 8624 section
 * 3.1). */
static bool is_supported(uint8_t algorithm)
{
    return algorithm == 5 || algorithm == 7 || algorithm == 8 ||
           algorithm == 10 || (algorithm >= 13 && algorithm <= 16);
}

/* Return true if the digest in |ds| is that of |key|, a record of the zone
 * |name| (RFC 4034 section 5.1.4). Unsupported digest types count as
 * correct. */
static bool is_digest_of(const struct ddds_record *ds,
                         const struct ddds_record *key, const char *name)
{
    enum { TYPE_AT = 3, DIGEST_AT = 4, IS_SHA1 = 1, IS_SHA256 = 2 };
    unsigned char owner[LIMIT_NAME_WIRE];
    unsigned char octets[DIGEST_SIZE];
    struct digest digest;
    const unsigned char *rdata = ds->rdata;
    unsigned type = ds->rdata_length >= DIGEST_AT ? rdata[TYPE_AT] : 0;
    size_t size = type == IS_SHA1 ? SHA1_DIGEST_LENGTH : SHA256_DIGEST_LENGTH;
    if (type != IS_SHA1 && type != IS_SHA256) {
        return true;
    }
    size_t length = ddds_domain_write(name, owner);
    for (size_t i = 0; i < length; i++) { /* lengths of labels are not
                                             letters */
        owner[i] = (unsigned char)ascii_to_lower((char)owner[i]);
    }
    digest_begin(&digest, type == IS_SHA1 ? DIGEST_SHA1 : DIGEST_SHA256);
    digest_add(&digest, owner, length);
    digest_add(&digest, key->rdata, key->rdata_length);
    digest_finish(&digest, octets);
    return ds->rdata_length == DIGEST_AT + size &&
           memcmp(rdata + DIGEST_AT, octets, size) == 0;
}

/* Return true if |record|, the DS record |ds|, refers to one of |keys|.
 * |*is_named| becomes true if the tag of one matches. */
static bool has_key(const struct live_question *keys,
                    const struct ddds_record *record, const struct key_name *ds,
                    bool *is_named)
{
    struct key_name key;
    for (size_t i = 0; i < keys->record_count; i++) {
        if (read_key(keys->records[i], &key) && key.tag == ds->tag &&
            key.algorithm == ds->algorithm) {
            *is_named = true;
            if (is_digest_of(record, keys->records[i], keys->name)) {
                return true;
            }
        }
    }
    return false;
}

/* Return the key that signs the others: the first with the flag SEP, else the
 * first. */
static struct key_name choose_key(const struct live_question *keys)
{
    enum { SEP = 1 };
    struct key_name key;
    struct key_name chosen = {0, 0};
    bool is_chosen = false;
    for (size_t i = 0; i < keys->record_count; i++) {
        const unsigned char *octets = keys->records[i]->rdata;
        if (read_key(keys->records[i], &key) &&
            (!is_chosen || (octets[1] & SEP) != 0)) {
            chosen = key;
            is_chosen = true;
            if ((octets[1] & SEP) != 0) {
                break;
            }
        }
    }
    return chosen;
}

/* ---- The parent and the zone --------------------------------------------- */

static void check_delegation(struct chain *chain, const struct link *link)
{
    struct key_name ds = {0, 0};
    bool is_matched = false;
    bool is_named = false;
    bool is_known = false;
    for (size_t i = 0; i < link->ds->record_count; i++) {
        struct key_name each;
        if (read_ds(link->ds->records[i], &each)) {
            ds = each;
            is_known |= is_supported(each.algorithm);
            is_matched |=
                has_key(link->keys, link->ds->records[i], &each, &is_named);
        }
    }
    if (!is_known) {
        ddds_answer_report(
            chain->live, NULL, link->keys->name, CODE_UNKNOWN_ALGORITHM,
            "the DS records of %.100s are for algorithm %u only, which "
            "validators do not support",
            link->keys->name, ds.algorithm);
    } else if (live_question_is_no(link->keys)) {
        ddds_answer_report(
            chain->live, NULL, link->keys->name, CODE_BROKEN_CHAIN,
            "%.100s has DS records in its parent zone, but no DNSKEY "
            "records: sign the zone, or have the DS records removed",
            link->keys->name);
    } else if (has_data(link->keys) && !is_matched) {
        struct key_name key = choose_key(link->keys);
        ddds_answer_report(
            chain->live, NULL, link->keys->name, CODE_BROKEN_CHAIN,
            "the DS records of %.100s are for a key with the tag %u, %s: send "
            "the parent zone the DS record of the key %u (algorithm %u)",
            link->keys->name, ds.tag,
            is_named ? "but have another digest than the zone's key"
                     : "which the zone does not have",
            key.tag, key.algorithm);
    }
}

/* Return true if a zone above |index| is known to be signed. */
static bool has_signed_parent(const struct chain *chain, size_t index)
{
    for (size_t i = index + 1; i < chain->count; i++) {
        if (has_data(chain->links[i].keys)) {
            return true;
        }
    }
    return false;
}

static void check_island(struct chain *chain, const struct link *link)
{
    struct key_name key = choose_key(link->keys);
    ddds_answer_report(
        chain->live, NULL, link->keys->name, CODE_MISSING_DS,
        "%.100s is signed, but its parent zone has no DS record: send it "
        "that of the key %u (algorithm %u)",
        link->keys->name, key.tag, key.algorithm);
}

static void check_iterations(struct chain *chain, const struct link *link)
{
    for (size_t i = 0; i < link->parameters->record_count; i++) {
        const struct ddds_record *record = link->parameters->records[i];
        struct cursor cursor =
            ddds_cursor_over(record->rdata, record->rdata_length);
        ddds_cursor_span(&cursor, 2); /* algorithm, flags */
        uint16_t iterations = ddds_cursor_u16(&cursor);
        if (record->type == TYPE_NSEC3PARAM && !cursor.failed &&
            iterations > 0) {
            ddds_answer_report(
                chain->live, NULL, link->parameters->name, CODE_ITERATIONS,
                "%.100s has %u additional iterations of NSEC3: sign it "
                "with 0",
                link->parameters->name, iterations);
            return;
        }
    }
}

/* ---- Signatures ---------------------------------------------------------- */

/* Validity of the signatures of an answer. */
struct validity {
    size_t count;
    uint32_t expires; /* latest expiry */
    uint32_t begins;  /* start of the same signature */
};

static struct validity find_validity(const struct live_question *signed_set)
{
    struct validity validity = {.count = 0};
    for (size_t i = 0; i < signed_set->record_count; i++) {
        const struct ddds_record *record = signed_set->records[i];
        struct cursor cursor =
            ddds_cursor_over(record->rdata, record->rdata_length);
        ddds_cursor_span(&cursor, 8); /* type, algorithm, labels, TTL */
        uint32_t expires = ddds_cursor_u32(&cursor);
        uint32_t begins = ddds_cursor_u32(&cursor);
        if (record->type != TYPE_RRSIG || cursor.failed) {
            continue;
        }
        /* Times are compared modulo 2^32 (RFC 4034 section 3.1.5). */
        if (validity.count++ == 0 ||
            (int32_t)(expires - validity.expires) > 0) {
            validity.expires = expires;
            validity.begins = begins;
        }
    }
    return validity;
}

static void write_date(uint32_t seconds, char date[24])
{
    const time_t time = (time_t)seconds;
    struct tm split;
    if (gmtime_r(&time, &split) == NULL ||
        strftime(date, 24, "%Y-%m-%d %H:%M UTC", &split) == 0) {
        date[0] = '\0';
    }
}

/* Check the signatures of |signed_set|, in |zone|; |what| names its records in
 * messages. */
static void check_signatures(struct chain *chain,
                             const struct live_question *signed_set,
                             const char *what, const char *zone)
{
    char date[24];
    const uint32_t now = (uint32_t)chain->live->options.now;
    const struct validity validity = find_validity(signed_set);
    if (!has_data(signed_set) || signed_set->canonical != NULL) {
        return;
    }
    if (validity.count == 0) {
        ddds_answer_report(chain->live, NULL, signed_set->name,
                           CODE_BROKEN_CHAIN,
                           "the %s of %.100s are not signed: sign %s", what,
                           signed_set->name, zone);
    } else if (now != 0 && (int32_t)(validity.expires - now) < 0) {
        write_date(validity.expires, date);
        ddds_answer_report(
            chain->live, NULL, signed_set->name, CODE_EXPIRED,
            "the signature of the %s of %.100s expired on %s: sign %s again",
            what, signed_set->name, date, zone);
    } else if (now != 0 && (int32_t)(now - validity.begins) < 0) {
        write_date(validity.begins, date);
        ddds_answer_report(
            chain->live, NULL, signed_set->name, CODE_EXPIRED,
            "the signature of the %s of %.100s is not valid before %s: "
            "look at the clock of the signer, and sign %s again",
            what, signed_set->name, date, zone);
    }
}

/* ---- The chain ----------------------------------------------------------- */

static bool ask_all(struct chain *chain, struct asker *asker)
{
    const char *name = chain->name;
    while (name != NULL && *name != '\0' && chain->count < LINKS_MAX) {
        struct link *link = &chain->links[chain->count++];
        link->ds = ddds_ask(asker, name, TYPE_DS);
        link->keys = ddds_ask(asker, name, TYPE_DNSKEY);
        link->parameters = ddds_ask(asker, name, TYPE_NSEC3PARAM);
        if (link->parameters == NULL) {
            return false;
        }
        name = ddds_domain_parent(name);
    }
    return ddds_asker_run(asker);
}

static void check_link(struct chain *chain, size_t index)
{
    const struct link *link = &chain->links[index];
    bool is_signed = has_data(link->keys);
    if (link->keys->is_taken || link->keys->canonical != NULL) {
        return; /* checked before, or an alias */
    }
    link->keys->is_taken = true;
    if (has_data(link->ds)) {
        check_delegation(chain, link);
    } else if (is_signed && live_question_is_no(link->ds) &&
               chain->asked->security == DDDS_SECURITY_INSECURE &&
               has_signed_parent(chain, index)) {
        check_island(chain, link);
    }
    if (has_data(link->ds)) {
        check_signatures(chain, link->ds, "DS records", "the parent zone");
        check_signatures(chain, link->keys, "keys", "the zone");
    }
    if (has_data(link->parameters)) {
        check_iterations(chain, link);
    }
}

/* Return true if the nearest zone of the name is signed, and its parent has its
 * DS records. */
static bool is_secured(const struct chain *chain)
{
    size_t i = 0;
    while (i < chain->count && !has_data(chain->links[i].keys) &&
           !has_data(chain->links[i].ds)) {
        i++;
    }
    return i < chain->count && has_data(chain->links[i].ds) &&
           has_data(chain->links[i].keys);
}

/* Check the zones above |name|, which is that of |asked| or the target of its
 * aliases; return the answer there without validation, or NULL. */
static const struct live_question *check_name(struct live *live,
                                              struct asker *asker,
                                              const struct live_question *asked,
                                              const char *name)
{
    struct chain chain = {.live = live, .asked = asked, .name = name};
    const struct live_question *again = ddds_ask(asker, name, asked->type);
    if (again == NULL || !ask_all(&chain, asker)) {
        return NULL;
    }
    for (size_t i = chain.count; i-- > 0;) {
        check_link(&chain, i);
    }
    if (asked->reply == DDDS_REPLY_BOGUS && is_secured(&chain)) {
        check_signatures(&chain, again, ddds_answer_describe(asked->type),
                         "the zone");
    } else if (asked->security == DDDS_SECURITY_SECURE) {
        ddds_answer_check_signatures(live, again);
    }
    return again;
}

void ddds_chain_check(struct live *live, const struct live_question *asked)
{
    struct asker *asker = ddds_live_unvalidated(live);
    const struct live_question *again =
        asker != NULL ? check_name(live, asker, asked, asked->name) : NULL;
    if (again != NULL && again->canonical != NULL) {
        check_name(live, asker, asked, again->canonical);
    }
}
