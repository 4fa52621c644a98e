/* Properties of all inputs of a set: a class has a property, or none of its
 * inputs has it.
 *
 * SPDX-License-Identifier: MIT */
#include "prove/properties.h"

#include <stdlib.h>
#include <string.h>

/* ---- Reading ------------------------------------------------------------- */

/* Return what follows |word| and blanks in |text|; NULL if it does not begin
 * so. */
static const char *after_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(text, word, length) != 0 || text[length] != ' ') {
        return NULL;
    }
    return text + length + strspn(text + length, " ");
}

static bool read_kind(const char *text, struct property *property)
{
    property->kind = PROPERTY_KIND;
    for (int kind = DDDS_OUTCOME_URI; kind <= DDDS_OUTCOME_UUID; kind++) {
        property->outcome = (enum ddds_outcome_kind)kind;
        if (strcmp(text, ddds_outcome_name(property->outcome)) == 0) {
            return true;
        }
    }
    return false;
}

static bool read_reason(const char *text, struct property *property)
{
    property->kind = PROPERTY_NOT;
    for (int reason = DDDS_REASON_NO_NAME; reason <= DDDS_REASON_BOGUS;
         reason++) {
        property->reason = (enum ddds_reason)reason;
        if (strcmp(text, ddds_reason_name(property->reason)) == 0) {
            return true;
        }
    }
    return false;
}

static bool read_hops(const char *text, struct property *property)
{
    char *end;
    const char *number = after_word(text, "<=");
    property->kind = PROPERTY_HOPS;
    if (number == NULL || *number < '0' || *number > '9') {
        return false;
    }
    property->hops = (unsigned)strtoul(number, &end, 10);
    return *end == '\0' && end - number < 5;
}

bool property_read(const char *text, struct property *property)
{
    const char *rest;
    *property = (struct property){.text = text, .kind = PROPERTY_FOUND};
    if (strcmp(text, "found") == 0) {
        return true;
    }
    if ((rest = after_word(text, "kind")) != NULL) {
        return read_kind(rest, property);
    }
    if ((rest = after_word(text, "not")) != NULL) {
        return read_reason(rest, property);
    }
    rest = after_word(text, "hops");
    return rest != NULL && read_hops(rest, property);
}

/* ---- Deciding ------------------------------------------------------------ */

/* Return true if the inputs of |class|, which is known, have |property|. */
static bool has_property(const struct property *property,
                         const struct ddds_proof_class *class)
{
    bool is_found = class->status == DDDS_PROOF_RESOLVED;
    switch (property->kind) {
    case PROPERTY_KIND:
        return is_found && class->kind == property->outcome;
    case PROPERTY_NOT:
        return class->status != DDDS_PROOF_FAILED ||
               class->reason != property->reason;
    case PROPERTY_HOPS: /* the first key takes no delegation */
        return is_found && class->path_count <= property->hops + 1U;
    default:
        return is_found;
    }
}

struct property_answer property_decide(const struct property *property,
                                       const ddds_proof *proof)
{
    const struct ddds_proof_class *class;
    struct property_answer answer = {PROPERTY_PROVED, NULL};
    for (size_t i = 0; (class = ddds_proof_class_at(proof, i)) != NULL; i++) {
        bool is_unknown = class->status == DDDS_PROOF_UNKNOWN;
        bool refutes = !is_unknown && !has_property(property, class);
        bool is_shorter =
            answer.verdict != PROPERTY_REFUTED ||
            strlen(class->witness) < strlen(answer.class->witness);
        if (refutes && is_shorter) {
            answer = (struct property_answer){PROPERTY_REFUTED, class};
        } else if (is_unknown && answer.verdict == PROPERTY_PROVED) {
            answer = (struct property_answer){PROPERTY_UNKNOWN, class};
        }
    }
    return answer;
}

const char *property_verdict_name(enum property_verdict verdict)
{
    static const char *const names[] = {"proved", "refuted", "unknown"};
    return names[verdict];
}
