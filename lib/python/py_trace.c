/* The trace of a result as records, with functions for data that outcomes
 * share.
 *
 * SPDX-License-Identifier: MIT */
#include "py_result.h"

#include <string.h>

/* ---- Data ---------------------------------------------------------------- */

PyObject *py_addresses_make(struct py_state *state,
                            const struct ddds_address *addresses, size_t count)
{
    struct py_record list;
    bool is_whole = py_tuple_begin(&list, state, count);
    for (size_t i = 0; i < count && is_whole; i++) {
        char text[DDDS_ADDRESS_TEXT_SIZE];
        ddds_address_format(&addresses[i], text);
        is_whole = py_put_text(&list, text);
    }
    return py_record_end(&list, is_whole);
}

static PyObject *make_target(struct py_state *state,
                             const struct ddds_uri_target *target)
{
    RETURN_RECORD(state, PY_URI_TARGET, DDDS_URI_TARGET_MEMBERS);
}

PyObject *py_targets_make(struct py_state *state,
                          const struct ddds_uri_target *targets, size_t count)
{
    struct py_record list;
    bool is_whole = py_tuple_begin(&list, state, count);
    for (size_t i = 0; i < count && is_whole; i++) {
        is_whole = py_put(&list, make_target(state, &targets[i]));
    }
    return py_record_end(&list, is_whole);
}

/* ---- Steps --------------------------------------------------------------- */

static PyObject *make_query(struct py_state *state,
                            const struct ddds_shown_step *shown)
{
    RETURN_RECORD(state, PY_QUERY, DDDS_QUERY_MEMBERS);
}

static PyObject *make_server(struct py_state *state, const struct ddds_srv *srv)
{
    RETURN_RECORD(state, PY_SERVER, DDDS_SERVER_MEMBERS);
}

static PyObject *make_servers(struct py_state *state,
                              const struct ddds_srv *servers, size_t count)
{
    struct py_record list;
    bool is_whole = py_tuple_begin(&list, state, count);
    for (size_t i = 0; i < count && is_whole; i++) {
        is_whole = py_put(&list, make_server(state, &servers[i]));
    }
    return py_record_end(&list, is_whole);
}

#define PUT_SERVERS(is_known, items, count)                                    \
    ((is_known) ? py_put(record, make_servers(state, items, count))            \
                : py_put_none(record))
#define ANSWER_MEMBERS(EVER, SOME)                                             \
    DDDS_REPLY_MEMBERS(EVER, SOME) DDDS_DATA_MEMBERS(EVER, SOME)

static PyObject *make_answer(struct py_state *state,
                             const struct ddds_shown_step *shown)
{
    const struct ddds_answer *answer = shown->answer;
    if (answer == NULL) {
        return Py_NewRef(Py_None);
    }
    RETURN_RECORD(state, PY_ANSWER, ANSWER_MEMBERS);
}

/* Return true if |defect|, which may be NULL, ends with these words. */
static bool has_nul(const char *defect)
{
    static const char words[] = " a NUL octet";
    size_t length = defect != NULL ? strlen(defect) : 0;
    return length >= sizeof words &&
           strcmp(defect + length + 1 - sizeof words, words) == 0;
}

/* Add |text|, a member of |rule| or about it. If a field has a NUL octet, they
 * are in the form of a zone file (ddds/rule.h). */
static bool put_rule_text(struct py_record *record,
                          const struct ddds_rule *rule, const char *text)
{
    char octets[DDDS_FIELD_SIZE];
    bool is_field =
        text == rule->flags || text == rule->services || text == rule->regexp;
    struct ddds_span field = {octets, 0};
    if (!is_field || !has_nul(rule->defect)) {
        return py_put_text(record, text);
    }
    while (*text != '\0' && field.length < sizeof octets) {
        bool is_nul = strncmp(text, "\\000", 4) == 0;
        text += *text == '\\' && !is_nul && text[1] != '\0' ? 1 : 0;
        octets[field.length++] = is_nul ? '\0' : *text;
        text += is_nul ? 4 : 1;
    }
    return py_put_span(record, &field);
}

#undef PUT_TEXT
#define PUT_TEXT(text) put_rule_text(record, rule, text)

static PyObject *make_rule(struct py_state *state,
                           const struct ddds_shown_rule *shown)
{
    const struct ddds_judged_rule *judged = shown->judged;
    const struct ddds_rule *rule = judged->rule;
    RETURN_RECORD(state, PY_RULE, DDDS_RULE_MEMBERS);
}

#undef PUT_TEXT
#define PUT_TEXT(text) py_put_text(record, text)

void py_trace_begin(void *self, const struct ddds_shown_result *shown)
{
    struct py_maker *maker = self;
    maker->is_whole =
        maker->is_whole &&
        py_tuple_begin(&maker->steps, maker->state, shown->result->step_count);
}

#define PUT_QUERY(shown) py_put(record, make_query(record->state, shown))
#define PUT_ANSWER(shown) py_put(record, make_answer(record->state, shown))
#define PUT_RULES(count) py_tuple_begin(&maker->rules, record->state, count)

void py_trace_step(void *self, const struct ddds_shown_step *shown)
{
    struct py_maker *maker = self;
    const struct ddds_step *step = shown->step;
    struct py_record *record = &maker->step;
    maker->is_whole = maker->is_whole &&
                      py_record_begin(record, maker->state, PY_STEP)
                          DDDS_STEP_MEMBERS(PUT, PUT_SOME);
}

void py_trace_rule(void *self, const struct ddds_shown_rule *shown)
{
    struct py_maker *maker = self;
    maker->is_whole = maker->is_whole &&
                      py_put(&maker->rules, make_rule(maker->state, shown));
}

void py_trace_end_step(void *self, const struct ddds_shown_step *shown)
{
    struct py_maker *maker = self;
    (void)shown;
    maker->is_whole =
        maker->is_whole &&
        py_put(&maker->step, py_record_end(&maker->rules, true)) &&
        py_put(&maker->steps, py_record_end(&maker->step, true));
}
