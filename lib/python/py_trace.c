/* The trace of a result as records, and the data that outcomes have, too.
 *
 * SPDX-License-Identifier: MIT */
#include "py_result.h"

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

PyObject *py_targets_make(struct py_state *state,
                          const struct ddds_uri_target *targets, size_t count)
{
    struct py_record list;
    bool is_whole = py_tuple_begin(&list, state, count);
    for (size_t i = 0; i < count && is_whole; i++) {
        struct py_record record;
        bool is_target = py_record_begin(&record, state, PY_URI_TARGET) &&
                         py_put_number(&record, targets[i].priority) &&
                         py_put_number(&record, targets[i].weight) &&
                         py_put_text(&record, targets[i].uri);
        is_whole = py_put(&list, py_record_end(&record, is_target));
    }
    return py_record_end(&list, is_whole);
}

/* ---- Steps --------------------------------------------------------------- */

static PyObject *make_query(struct py_state *state,
                            const struct ddds_shown_step *shown)
{
    struct py_record record;
    bool is_whole = py_record_begin(&record, state, PY_QUERY) &&
                    py_put_text(&record, shown->step->name) &&
                    py_put_word(&record, shown->type);
    return py_record_end(&record, is_whole);
}

static PyObject *make_servers(struct py_state *state,
                              const struct ddds_answer *answer)
{
    struct py_record list;
    bool is_whole = py_tuple_begin(&list, state, answer->server_count);
    for (size_t i = 0; i < answer->server_count && is_whole; i++) {
        const struct ddds_srv *srv = &answer->servers[i];
        struct py_record record;
        bool is_server = py_record_begin(&record, state, PY_SERVER) &&
                         py_put_number(&record, srv->priority) &&
                         py_put_number(&record, srv->weight) &&
                         py_put_number(&record, srv->port) &&
                         py_put_text(&record, srv->target);
        is_whole = py_put(&list, py_record_end(&record, is_server));
    }
    return py_record_end(&list, is_whole);
}

/* Servers, addresses and URIs: each None if the question did not ask for it. */
static bool put_data(struct py_record *record,
                     const struct ddds_shown_step *shown)
{
    struct py_state *state = record->state;
    const struct ddds_answer *answer = shown->answer;
    return (shown->has_servers ? py_put(record, make_servers(state, answer))
                               : py_put_none(record)) &&
           (shown->has_addresses
                ? py_put(record, py_addresses_make(state, answer->addresses,
                                                   answer->address_count))
                : py_put_none(record)) &&
           (shown->has_targets
                ? py_put(record, py_targets_make(state, answer->targets,
                                                 answer->target_count))
                : py_put_none(record));
}

static PyObject *make_answer(struct py_state *state,
                             const struct ddds_shown_step *shown)
{
    const struct ddds_answer *answer = shown->answer;
    struct py_record record;
    if (answer == NULL) {
        return Py_NewRef(Py_None);
    }
    bool is_whole =
        py_record_begin(&record, state, PY_ANSWER) &&
        py_put_word(&record, shown->reply) &&
        py_put_word(&record, shown->rcode) &&
        py_put_text(&record, answer->detail) &&
        py_put_number(&record, answer->ttl) &&
        py_put_bool(&record, answer->authenticated) &&
        py_put_text(&record, answer->canonical) &&
        py_put_text(&record, answer->server) &&
        py_put_word(&record, shown->transport) &&
        py_put_known(&record, shown->has_time, answer->microseconds) &&
        py_put_bool(&record, answer->cached) &&
        py_put_bool(&record, answer->additional) && put_data(&record, shown) &&
        py_put_word(&record, shown->security);
    return py_record_end(&record, is_whole);
}

static PyObject *make_rule(struct py_state *state,
                           const struct ddds_shown_rule *shown)
{
    const struct ddds_judged_rule *judged = shown->judged;
    const struct ddds_rule *rule = judged->rule;
    struct py_record record;
    bool is_whole = py_record_begin(&record, state, PY_RULE) &&
                    py_put_number(&record, rule->order) &&
                    py_put_number(&record, rule->preference) &&
                    py_put_text(&record, rule->flags) &&
                    py_put_text(&record, rule->services) &&
                    py_put_text(&record, rule->regexp) &&
                    py_put_text(&record, shown->replacement) &&
                    py_put_word(&record, shown->verdict) &&
                    py_put_text(&record, judged->reason) &&
                    py_put_text(&record, judged->output);
    return py_record_end(&record, is_whole);
}

void py_trace_begin(void *self, const struct ddds_shown_result *shown)
{
    struct py_maker *maker = self;
    maker->is_whole =
        maker->is_whole &&
        py_tuple_begin(&maker->steps, maker->state, shown->result->step_count);
}

void py_trace_step(void *self, const struct ddds_shown_step *shown)
{
    struct py_maker *maker = self;
    struct py_state *state = maker->state;
    const struct ddds_step *step = shown->step;
    struct py_record *record = &maker->step;
    maker->is_whole = maker->is_whole &&
                      py_record_begin(record, state, PY_STEP) &&
                      py_put_number(record, shown->index) &&
                      py_put_text(record, step->name) &&
                      py_put(record, make_query(state, shown)) &&
                      py_put_text(record, step->protocol) &&
                      py_put_text(record, shown->fallback) &&
                      py_put(record, make_answer(state, shown)) &&
                      py_tuple_begin(&maker->rules, state, step->rule_count);
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
