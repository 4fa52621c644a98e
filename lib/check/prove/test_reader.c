/* Readers that perform the tests of inputs.
 *
 * SPDX-License-Identifier: MIT */
#include "check/prove/test_reader.h"

#include <string.h>

#include "base/limits.h"
#include "check/sets/dfa_members.h"
#include "check/readers/outputs.h"
#include "check/readers/rewriting.h"

/* Budget of states for a set that is split by its keys, twice those made. */
enum { AFFORDABLE = 100000 };

void ddds_test_reader_free(struct test_reader *made)
{
    reader_chain_free(&made->chain);
    reader_free(made->rewriting);
    reader_free(made->is_shared ? NULL : made->output);
    ddds_substitution_free(made->by);
}

/* Readers of names are for one question, and those of keys for one set. */
bool ddds_test_reader_suits(const struct test_reader *made,
                            const struct test *test)
{
    return made->reader != NULL && !made->reader->failed &&
           made->rule != NULL && test->rule != NULL &&
           made->kind == test->kind && test->kind != TEST_NAME &&
           test->kind != TEST_KEY &&
           strcmp(made->rule->regexp, test->rule->regexp) == 0;
}

/* Set |*most| and |*most_label| to the octets of the longest output of |by|,
 * and of its longest label, for inputs of |dfa|. |lengthens|: the application's
 * strings may be longer than inputs. */
static void measure(const struct dfa *dfa, bool lengthens,
                    const ddds_substitution *by, size_t *most,
                    size_t *most_label)
{
    struct ddds_substitution_parts parts = DDDS_SUBSTITUTION_PARTS_INIT;
    size_t longest = lengthens ? SIZE_MAX : ddds_members_longest(dfa);
    size_t label = 0;
    *most = *most_label = longest == SIZE_MAX ? SIZE_MAX : 0;
    if (longest == SIZE_MAX) {
        return;
    }
    ddds_substitution_split(by, &parts);
    for (const char *at = parts.replacement; *at != '\0'; at++) {
        size_t octets = *at == '\\' ? longest + 1 : 1;
        *most += octets;
        label = *at == '.' ? 0 : label + octets;
        *most_label = label > *most_label ? label : *most_label;
    }
}

static struct reader *make_output(const struct exploration *with,
                                  const struct test *test, const size_t most[2])
{
    switch (test->kind) {
    case TEST_NAME:
        return ddds_names_reader(with->names, test->question);
    case TEST_ANY:
        return ddds_output_any();
    case TEST_TEXT:
        return ddds_output_text();
    case TEST_KEY:
        return most != NULL ? ddds_output_key(most[0], most[1])
                            : ddds_output_short_key();
    default:
        return ddds_output_uri(test->kind == TEST_ABSOLUTE);
    }
}

static bool is_ascii(const struct dfa *dfa)
{
    bool is = true;
    for (unsigned octet = 128; octet < 256; octet++) {
        is &= dfa->classes[octet] == dfa->classes[0];
    }
    return is;
}

/* Make inputs unsure that are not ASCII and that the application may accept. */
static bool doubt_wide(struct test_reader *made)
{
    enum rewriting_fault fault;
    struct reader *inputs = made->reader;
    made->by = ddds_substitution_new("![^\001-\177]!x!", NULL);
    made->output = ddds_output_any();
    made->rewriting = made->by != NULL && made->output != NULL
                          ? ddds_rewriting_new(made->by, made->output, &fault)
                          : NULL;
    made->reader = made->rewriting != NULL
                       ? ddds_choice_new(CHOICE_DOUBT, made->rewriting, inputs)
                       : NULL;
    if (made->reader != NULL) {
        made->chain.readers[made->chain.count++] = made->reader;
    }
    return made->reader != NULL;
}

/* Make the reader of a rule's outputs; |most| as in measure(), or NULL for short
 * keys. */
static bool make_through(const struct exploration *with,
                         const struct test *test, const size_t most[2],
                         struct test_reader *made)
{
    enum rewriting_fault fault = REWRITING_OK;
    made->output = make_output(with, test, most);
    made->rewriting = made->output == NULL
                          ? NULL
                          : ddds_rewriting_new(made->by, made->output, &fault);
    if (made->rewriting == NULL) {
        made->because = ddds_rewriting_explain(fault);
        return fault != REWRITING_OK && fault != REWRITING_NO_MEMORY;
    }
    made->reader =
        ddds_input_through(with->input, made->rewriting, &made->chain);
    made->because = made->reader == NULL ? made->chain.because : NULL;
    return made->reader != NULL || made->because != NULL;
}

/* Return true if |dfa| can be split by |reader| within some seconds. */
static bool is_affordable(const struct dfa *dfa, struct reader *reader)
{
    struct dfa_budget budget = {.states = AFFORDABLE};
    struct dfa_parts parts;
    bool is = ddds_dfa_split(dfa, reader, &budget, &parts);
    ddds_dfa_parts_free(&parts);
    return is || budget.no_memory;
}

/* If both the octets of keys and of their labels must be counted, and that takes
 * too many states, only short keys are decided. */
static bool make_for_rule(const struct exploration *with,
                          const struct test *test, const struct dfa *dfa,
                          struct test_reader *made)
{
    size_t most[2] = {0, 0};
    made->by = ddds_substitution_new(test->rule->regexp, NULL);
    made->is_invalid = made->by == NULL;
    if (made->is_invalid) {
        return true;
    }
    if (test->kind == TEST_KEY) {
        measure(dfa, ddds_input_lengthens(with->input), made->by, &most[0],
                &most[1]);
    }
    bool ok = make_through(with, test, most, made);
    if (made->reader == NULL || most[0] < LIMIT_KEY_SIZE ||
        most[1] <= LIMIT_LABEL || is_affordable(dfa, made->reader)) {
        return ok;
    }
    reader_chain_free(&made->chain);
    reader_free(made->rewriting);
    reader_free(made->output);
    return make_through(with, test, NULL, made);
}

bool ddds_test_reader_make(const struct exploration *with,
                           const struct test *test, const struct dfa *dfa,
                           struct test_reader *made)
{
    *made = (struct test_reader){.kind = test->kind,
                                 .rule = test->rule,
                                 .is_shared = test->kind == TEST_NAME};
    if (with->input == NULL) {
        made->because = with->unknown;
        return true;
    }
    if (test->kind == TEST_INPUT) {
        made->reader = ddds_input_reader(with->input);
        return is_ascii(dfa) || doubt_wide(made);
    }
    if (test->kind == TEST_FIRST_KEY) {
        made->reader = ddds_input_key_reader(with->input);
        return true;
    }
    if (test->kind == TEST_BELOW) {
        made->reader = ddds_input_name_reader(with->input, test->question,
                                              test->prefix, &made->chain);
        made->because = made->chain.because;
        return made->reader != NULL || made->because != NULL;
    }
    return make_for_rule(with, test, dfa, made);
}
