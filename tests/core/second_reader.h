/* A second reader of messages, which writes out every name as a list of labels
 * and compares nothing where it stands: for comparison with the library's.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UNIT_SECOND_READER_H
#define UNIT_SECOND_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <ddds/question.h>

#include "base/limits.h"
#include "base/types.h"

enum { RECORDS_MAX = 64, LABELS_MAX = 128 };

struct labels {
    unsigned count;
    unsigned octets; /* as labels, with the root */
    struct {
        unsigned length;
        unsigned char octets[63];
    } list[LABELS_MAX];
};

struct seen {
    bool has_owner;
    struct labels owner;
    unsigned type;
    unsigned class_number;
    uint32_t ttl;
    size_t begin; /* of the RDATA */
    size_t end;
};

struct sight {
    const unsigned char *octets;
    size_t length;
    bool is_readable;
    struct seen records[RECORDS_MAX];
    unsigned counts[4];
};

static inline unsigned number_at(const struct sight *sight, size_t at)
{
    return sight->octets[at] * 256U + sight->octets[at + 1];
}

/* Append the label at |at| to |name|, in lower case. */
static inline void see_label(const struct sight *sight, size_t at,
                             struct labels *name)
{
    unsigned length = sight->octets[at];
    name->list[name->count].length = length;
    for (unsigned i = 0; i < length; i++) {
        unsigned octet = sight->octets[at + 1 + i];
        bool is_capital = octet >= 'A' && octet <= 'Z';
        name->list[name->count].octets[i] =
            (unsigned char)(octet + (is_capital ? 32 : 0));
    }
    name->count++;
}

/* Read the name at |at|, whose own octets end before |limit|; the offset after
 * them, or 0. |name| may be NULL: then pointers are not followed. */
static inline size_t see_name(const struct sight *sight, size_t at,
                              size_t limit, struct labels *name)
{
    size_t after = 0;
    size_t least = at;
    struct labels ignored;
    struct labels *out = name != NULL ? name : &ignored;
    out->count = 0;
    out->octets = 1;
    for (;;) {
        size_t end = after == 0 ? limit : sight->length;
        if (at >= end) {
            return 0;
        }
        unsigned length = sight->octets[at];
        if (length >= 192) {
            if (at + 2 > end) {
                return 0;
            }
            after = after == 0 ? at + 2 : after;
            at = number_at(sight, at) - 0xc000;
            if (name == NULL) {
                return after;
            }
            if (at < 12 || at >= least) {
                return 0;
            }
            least = at;
            continue;
        }
        if (length > 63 || at + 1 + length > end) {
            return 0;
        }
        if (length == 0) {
            return after == 0 ? at + 1 : after;
        }
        out->octets += 1 + length;
        if (out->octets > 255 && name != NULL) {
            return 0;
        }
        if (name != NULL) {
            see_label(sight, at, name);
        }
        at += 1 + length;
    }
}

/* Return true if the last labels of |name| equal |other|. */
static inline bool ends_with(const struct labels *name,
                             const struct labels *other)
{
    if (other->count > name->count) {
        return false;
    }
    unsigned before = name->count - other->count;
    for (unsigned i = 0; i < other->count; i++) {
        if (name->list[before + i].length != other->list[i].length ||
            memcmp(name->list[before + i].octets, other->list[i].octets,
                   other->list[i].length) != 0) {
            return false;
        }
    }
    return true;
}

static inline bool equals(const struct labels *name, const struct labels *other)
{
    return name->count == other->count && ends_with(name, other);
}

static inline void spell(const struct labels *name, char text[LIMIT_NAME_SIZE])
{
    char *at = text;
    *at = '\0';
    for (unsigned i = 0; i < name->count; i++) {
        at += sprintf(at, "%s", i > 0 ? "." : "");
        for (unsigned k = 0; k < name->list[i].length; k++) {
            int octet = name->list[i].octets[k];
            bool is_graphic = octet > 32 && octet < 127;
            bool is_special = is_graphic && strchr(".\\\";()@$", octet) != NULL;
            at += sprintf(at,
                          !is_graphic  ? "\\%03d"
                          : is_special ? "\\%c"
                                       : "%c",
                          octet);
        }
    }
}

/* Read all of the message; false if its frame is broken. */
static inline bool see(struct sight *sight, struct labels *question,
                       unsigned *type)
{
    if (sight->length < 12) {
        return false;
    }
    size_t at = 12;
    for (unsigned i = 0; i < 4; i++) {
        sight->counts[i] = number_at(sight, 4 + 2 * i);
    }
    for (unsigned i = 0; i < sight->counts[0]; i++) {
        size_t begin = at;
        at = see_name(sight, begin, sight->length, NULL);
        if (at == 0 || at + 4 > sight->length) {
            return false;
        }
        if (i == 0) {
            *type = number_at(sight, at);
            if (see_name(sight, begin, sight->length, question) == 0) {
                return false;
            }
        }
        at += 4;
    }
    unsigned count = sight->counts[1] + sight->counts[2] + sight->counts[3];
    if (count * 11 > sight->length - at) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        struct seen *seen = &sight->records[i];
        size_t begin = at;
        at = see_name(sight, begin, sight->length, NULL);
        if (i == RECORDS_MAX - 1 || at == 0 || at + 10 > sight->length) {
            return false;
        }
        seen->has_owner =
            see_name(sight, begin, sight->length, &seen->owner) != 0;
        seen->type = number_at(sight, at);
        seen->class_number = number_at(sight, at + 2);
        seen->ttl =
            number_at(sight, at + 4) * 65536U + number_at(sight, at + 6);
        if (seen->ttl >= 0x80000000 && seen->type != TYPE_OPT) {
            seen->ttl = 0;
        }
        seen->begin = at + 10;
        seen->end = seen->begin + number_at(sight, at + 8);
        at = seen->end;
        if (at > sight->length) {
            return false;
        }
    }
    return true;
}

/* The second reader's answer to a question. */
struct found {
    enum ddds_reply reply;
    bool is_elsewhere;
    unsigned aliases;
    uint32_t ttl;
    struct labels name;
};

static inline const struct seen *
see_answer(const struct sight *sight, const struct labels *name, unsigned type)
{
    for (unsigned i = 0; i < sight->counts[1]; i++) {
        const struct seen *seen = &sight->records[i];
        if (seen->has_owner && seen->type == type && seen->class_number == 1 &&
            equals(&seen->owner, name)) {
            return seen;
        }
    }
    return NULL;
}

/* The first of |count| records from |first| of |type| above |name|, or, unless
 * it |is_strict|, at it. */
static inline const struct seen *see_above(const struct sight *sight,
                                           unsigned first, unsigned count,
                                           const struct labels *name,
                                           unsigned type, bool is_strict)
{
    for (unsigned i = first; i < first + count; i++) {
        const struct seen *seen = &sight->records[i];
        if (seen->has_owner && seen->type == type && seen->class_number == 1 &&
            ends_with(name, &seen->owner) &&
            (!is_strict || !equals(name, &seen->owner))) {
            return seen;
        }
    }
    return NULL;
}

/* Go on where |alias| leads; false, with the reply, if it leads nowhere. */
static inline bool go_on(const struct sight *sight, const struct seen *alias,
                         struct found *found)
{
    static struct labels target;
    if (found->aliases == 16) {
        found->reply = DDDS_REPLY_SERVER_FAILURE;
        return false;
    }
    if (see_name(sight, alias->begin, alias->end, &target) != alias->end) {
        found->reply = DDDS_REPLY_MALFORMED;
        return false;
    }
    unsigned kept =
        alias->type == TYPE_DNAME ? found->name.count - alias->owner.count : 0;
    unsigned octets = target.octets;
    for (unsigned i = 0; i < kept; i++) {
        octets += 1 + found->name.list[i].length;
    }
    if (octets > 255) {
        found->reply = DDDS_REPLY_NAME_TOO_LONG;
        return false;
    }
    for (unsigned i = 0; i < target.count; i++) {
        found->name.list[kept + i] = target.list[i];
    }
    found->name.count = kept + target.count;
    found->name.octets = octets;
    found->aliases++;
    found->ttl = alias->ttl < found->ttl ? alias->ttl : found->ttl;
    return true;
}

static inline uint32_t see_minimum(const struct sight *sight,
                                   const struct seen *soa)
{
    static struct labels name;
    size_t at = see_name(sight, soa->begin, soa->end, &name);
    at = at == 0 ? 0 : see_name(sight, at, soa->end, &name);
    if (at == 0 || at + 20 > soa->end) {
        return 0;
    }
    uint32_t minimum =
        number_at(sight, at + 16) * 65536U + number_at(sight, at + 18);
    minimum = minimum < soa->ttl ? minimum : soa->ttl;
    return minimum < 10800 ? minimum : 10800; /* RFC 2308 section 5 */
}

static inline void see_nothing(const struct sight *sight, unsigned rcode,
                               struct found *found)
{
    unsigned first = sight->counts[1];
    unsigned count = sight->counts[2];
    const struct seen *soa =
        see_above(sight, first, count, &found->name, TYPE_SOA, false);
    bool is_bad = false;
    for (unsigned i = 0; i < first; i++) {
        is_bad |= !sight->records[i].has_owner;
    }
    found->reply = DDDS_REPLY_NO_DATA;
    if (rcode == 3) {
        found->reply = DDDS_REPLY_NO_NAME;
    } else if (is_bad) {
        found->reply = DDDS_REPLY_MALFORMED;
        return;
    } else if (soa == NULL && found->aliases > 0) {
        found->is_elsewhere = true;
        return;
    } else if (soa == NULL && (number_at(sight, 2) & 0x0180) != 0x0180 &&
               see_above(sight, first, count, &found->name, TYPE_NS, false) !=
                   NULL) {
        found->reply = DDDS_REPLY_REFUSED;
    }
    uint32_t ttl = soa != NULL ? see_minimum(sight, soa) : 0;
    found->ttl = ttl < found->ttl ? ttl : found->ttl;
}

static inline void see_found(const struct sight *sight, unsigned type,
                             unsigned rcode, struct found *found)
{
    if (rcode != 0 && rcode != 3 && rcode != 6) {
        found->reply =
            rcode == 5 ? DDDS_REPLY_REFUSED : DDDS_REPLY_SERVER_FAILURE;
        return;
    }
    while (see_answer(sight, &found->name, type) == NULL) {
        const struct seen *alias = see_above(sight, 0, sight->counts[1],
                                             &found->name, TYPE_DNAME, true);
        alias =
            alias != NULL ? alias : see_answer(sight, &found->name, TYPE_CNAME);
        if (alias == NULL) {
            break;
        }
        if (!go_on(sight, alias, found)) {
            return;
        }
    }
    if (rcode == 6) {
        found->reply = DDDS_REPLY_NAME_TOO_LONG;
    } else if (see_answer(sight, &found->name, type) != NULL) {
        found->reply = DDDS_REPLY_DATA;
    } else {
        see_nothing(sight, rcode, found);
    }
}

#endif
