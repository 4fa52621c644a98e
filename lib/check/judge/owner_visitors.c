/* Names to which records lead: the names, their ancestors, whose wildcards may
 * match them, and targets of DNAME records. A hash table, because a zone may
 * have as many such records as owners.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/owner_visitors.h"

#include <stdlib.h>
#include <string.h>

#include <ddds/application.h>

#include "base/ascii.h"
#include "base/cursor.h"
#include "base/limits.h"
#include "check/model/checked_record.h"
#include "base/domain.h"

/* ---- Sets of names --------------------------------------------------- */

/* Targets of the records; targets and their ancestors; targets of DNAMEs. */
enum visited { VISITED_NAMES, VISITED_ABOVE, VISITED_SUBTREES };

static uint64_t hash_of(const struct owner_visitors *set, enum visited kind,
                        const char *name)
{
    uint64_t hash = ddds_hash(&set->key, name, strlen(name));
    return (hash & ~UINT64_C(3)) | ((uint64_t)kind + 1);
}

/* Return the slot of |hash|, or a free slot for it. */
static uint64_t *find_slot(const struct owner_visitors *set, uint64_t hash)
{
    size_t i = (size_t)(hash >> 2) & (set->size - 1);
    while (set->slots[i] != 0 && set->slots[i] != hash) {
        i = (i + 1) & (set->size - 1);
    }
    return &set->slots[i];
}

/* Ensure space for another name. */
static bool grow(struct owner_visitors *set)
{
    if (set->size - set->size / 4 > set->count + 1) {
        return true;
    }
    struct owner_visitors larger = *set;
    larger.size = set->size > 0 ? 2 * set->size : 1024;
    larger.slots = calloc(larger.size, sizeof *larger.slots);
    if (larger.slots == NULL) {
        set->has_failed = true;
        return false;
    }
    for (size_t i = 0; i < set->size; i++) {
        if (set->slots[i] != 0) {
            *find_slot(&larger, set->slots[i]) = set->slots[i];
        }
    }
    free(set->slots);
    *set = larger;
    return true;
}

static bool set_add(struct owner_visitors *set, enum visited kind,
                    const char *name)
{
    if (!grow(set)) {
        return false;
    }
    uint64_t hash = hash_of(set, kind, name);
    uint64_t *slot = find_slot(set, hash);
    if (*slot != 0) {
        return false;
    }
    *slot = hash;
    set->count++;
    return true;
}

static bool set_has(const struct owner_visitors *set, enum visited kind,
                    const char *name)
{
    return set->size > 0 && *find_slot(set, hash_of(set, kind, name)) != 0;
}

/* Return true if a rule with |flags| may be non-terminal. Nearly all have a
 * flag, and are terminal. */
static bool is_not_terminal(const char *flags)
{
    bool is_usual = *flags != '\0' && flags[1] == '\0' &&
                    strchr("SAUPsaup", *flags) != NULL;
    return !is_usual && ddds_flags_interpret(flags, "SAUP") == DDDS_NEXT_RULES;
}

/* Return true if |record| may lead strings to another key: as an alias, or a
 * non-terminal rule. */
static bool sends_on(const struct checked_record *record)
{
    return record->naptr != NULL ? is_not_terminal(record->naptr->rule.flags)
                                 : record->base.rdata != NULL &&
                                       (record->base.type == TYPE_CNAME ||
                                        record->base.type == TYPE_DNAME);
}

static void note_name(struct owner_visitors *visitors, const char *name)
{
    set_add(visitors, VISITED_NAMES, name);
    while (name != NULL && set_add(visitors, VISITED_ABOVE, name)) {
        name = ddds_domain_parent(name);
    }
}

/* Add possible outputs of an expression: |length| octets of |text|, and its
 * parts after each dot, because the rest may come from the string. */
static void note_text(struct owner_visitors *visitors, const char *text,
                      size_t length)
{
    char name[LIMIT_STRING + 1];
    while (length > 0 && text[length - 1] == '.') {
        length--;
    }
    if (length > LIMIT_STRING) {
        return;
    }
    for (size_t i = 0; i < length; i++) {
        name[i] = ascii_to_lower(text[i]);
    }
    name[length] = '\0';
    for (const char *at = name; at != NULL; at = strchr(at, '.')) {
        at += *at == '.' ? 1 : 0;
        note_name(visitors, at);
    }
}

static bool is_of_name(char c)
{
    return ascii_is_alnum((unsigned char)c) || c == '-' || c == '_' || c == '.';
}

/* Add the names in |regexp|, as far as its text shows them. Its first octet,
 * the delimiter, is in none of them. */
static void note_regexp(struct owner_visitors *visitors, const char *regexp)
{
    const char delimiter = *regexp;
    while (*regexp != '\0') {
        size_t length = 0;
        while (is_of_name(regexp[length]) && regexp[length] != delimiter) {
            length++;
        }
        if (length > 0) {
            note_text(visitors, regexp, length);
        }
        regexp += length;
        bool is_escape = regexp[0] == '\\' && regexp[1] != '\0';
        regexp += *regexp == '\0' ? 0 : is_escape ? 2 : 1;
    }
}

static void note_alias(struct owner_visitors *visitors,
                       const struct checked_record *record)
{
    char target[LIMIT_NAME_SIZE];
    if (!ddds_checked_record_name(record, 0, target)) {
        return;
    }
    if (record->base.type == TYPE_DNAME) {
        set_add(visitors, VISITED_SUBTREES, target);
        visitors->has_subtrees = true;
    } else {
        note_name(visitors, target);
    }
}

static void note_record(struct owner_visitors *visitors,
                        const struct checked_record *record)
{
    if (!sends_on(record)) {
        return;
    }
    if (record->naptr == NULL) {
        note_alias(visitors, record);
        return;
    }
    note_regexp(visitors, record->naptr->rule.regexp);
    if (*record->naptr->rule.replacement != '\0') {
        note_name(visitors, record->naptr->rule.replacement);
    }
}

/* Find the visitors of |check|, after its files were read, once. */
static void find_visitors(struct ddds_check *check)
{
    struct owner_visitors *visitors =
        ddds_arena_array(&check->arena, 1, sizeof *visitors);
    check->visitors = visitors;
    if (visitors == NULL) {
        return;
    }
    visitors->key = ddds_hash_key(visitors);
    for (size_t i = 0; i < check->record_count; i++) {
        note_record(visitors, check->records[i]);
    }
    check->arena.failed |= visitors->has_failed;
}

void ddds_owner_visitors_free(struct owner_visitors *visitors)
{
    if (visitors != NULL) {
        free(visitors->slots);
    }
}

bool ddds_owner_visitors_has(struct ddds_check *check, const char *owner)
{
    bool is_wildcard = owner[0] == '*' && owner[1] == '.';
    if (check->visitors == NULL) {
        find_visitors(check);
    }
    const struct owner_visitors *visitors = check->visitors;
    if (visitors == NULL) {
        return false;
    }
    if (is_wildcard ? set_has(visitors, VISITED_ABOVE, owner + 2)
                    : set_has(visitors, VISITED_NAMES, owner)) {
        return true;
    }
    const char *name = visitors->has_subtrees ? owner : NULL;
    while (name != NULL && !set_has(visitors, VISITED_SUBTREES, name)) {
        name = ddds_domain_parent(name);
    }
    return name != NULL;
}
