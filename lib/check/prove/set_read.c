/* Parsing of sets; selection of parts of sets.
 *
 * SPDX-License-Identifier: MIT */
#include "check/prove/set_read.h"

#include <stdio.h>
#include <string.h>

#include <ddds/rule.h>

#include "base/error.h"
#include "base/limits.h"
#include "check/readers/outputs.h"
#include "check/readers/rewriting.h"

/* ---- Parts --------------------------------------------------------------- */

/* Take the part with |label| out of |parts|; NULL if no part has it. */
static struct dfa *take_part(struct dfa_parts *parts, uint32_t label)
{
    for (size_t i = 0; i < parts->count; i++) {
        if (parts->parts[i].label == label) {
            struct dfa *dfa = parts->parts[i].dfa;
            parts->parts[i].dfa = NULL;
            return dfa;
        }
    }
    return NULL;
}

static ddds_status refuse_size(const struct dfa_budget *budget,
                               struct ddds_error *error)
{
    return budget->no_memory
               ? ddds_error_no_memory(error)
               : ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                                "the set takes more states than are allowed");
}

ddds_status ddds_set_part(struct dfa *from, struct reader *reader,
                          uint32_t label, struct dfa_budget *budget,
                          struct dfa **set, struct ddds_error *error)
{
    struct dfa_parts parts = {0};
    *set = NULL;
    budget->no_memory |= from == NULL;
    bool ok = from != NULL && ddds_dfa_split(from, reader, budget, &parts);
    if (ok) {
        *set = take_part(&parts, label);
    }
    ddds_dfa_parts_free(&parts);
    ddds_dfa_free(from);
    return ok ? DDDS_OK : refuse_size(budget, error);
}

/* ---- Expressions --------------------------------------------------------- */

/* Return a substitution of |begin|, |text| and |end|, with |flags| and a
 * delimiter that |text| does not contain. */
static ddds_substitution *read_within(const char *begin, const char *text,
                                      const char *end, const char *flags,
                                      struct ddds_error *error)
{
    static const char delimiters[] = "!~#@,;:%/=\"'<>&_-";
    const char *delimiter = delimiters;
    char regexp[LIMIT_STRING + 1];
    while (*delimiter != '\0' && strchr(text, *delimiter) != NULL) {
        delimiter++;
    }
    int length = snprintf(regexp, sizeof regexp, "%c%s%s%s%cx%c%s", *delimiter,
                          begin, text, end, *delimiter, *delimiter, flags);
    if (*delimiter == '\0' || length >= (int)sizeof regexp) {
        (void)ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                             "the set has more than %d octets",
                             LIMIT_STRING - 8);
        return NULL;
    }
    return ddds_substitution_new(regexp, error);
}

/* Return the substitution that matches as a whole the strings of |text|. |text|
 * is first parsed alone, for correct messages. */
static ddds_substitution *read_set(const char *text, const char *flags,
                                   struct ddds_error *error)
{
    ddds_substitution *alone = read_within("", text, "", flags, error);
    if (alone == NULL) {
        error->offset -= error->offset != DDDS_NO_OFFSET && error->offset > 0;
        return NULL;
    }
    ddds_substitution_free(alone);
    return read_within("^(", text, ")$", flags, error);
}

ddds_status ddds_set_read(const char *text, const char *flags,
                          struct dfa_budget *budget, struct dfa **set,
                          struct ddds_error *error)
{
    struct ddds_error own;
    enum rewriting_fault fault;
    error = error != NULL ? error : &own;
    ddds_substitution *by = read_set(text, flags, error);
    if (by == NULL) {
        return error->status;
    }
    struct reader *output = ddds_output_any();
    struct reader *reader =
        output != NULL ? ddds_rewriting_new(by, output, &fault) : NULL;
    ddds_status status;
    if (reader != NULL) {
        status = ddds_set_part(ddds_dfa_all(), reader, OUTPUT_GOOD, budget, set,
                               error);
    } else {
        status = output == NULL || fault == REWRITING_NO_MEMORY
                     ? ddds_error_no_memory(error)
                     : ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                                      "the set cannot be followed: %s",
                                      ddds_rewriting_explain(fault));
    }
    reader_free(reader);
    reader_free(output);
    ddds_substitution_free(by);
    return status;
}
