/* The trace of a result as records.
 *
 * SPDX-License-Identifier: MIT */
#include "py_data.h"
#include "py_record.h"
#include "py_result.h"

static PyObject *make_query(struct py_state *state,
                            const struct ddds_step *step)
{
    struct py_record record;
    bool is_whole = py_record_begin(&record, state, PY_QUERY) &&
                    py_put_text(&record, step->name) &&
                    py_put_word(&record, ddds_question_types(step->kind));
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

/* What the answer holds: servers, addresses and URIs, each None if the question
 * did not ask for it. */
static bool put_data(struct py_record *record, const struct ddds_step *step)
{
    const struct ddds_answer *answer = step->answer;
    bool has_data = answer->reply == DDDS_REPLY_DATA;
    enum ddds_question_kind kind = step->kind;
    bool has_servers = has_data && kind == DDDS_ASK_SERVERS;
    bool has_addresses = has_data && kind == DDDS_ASK_ADDRESSES;
    bool has_uris = has_data && kind == DDDS_ASK_URIS;
    return (has_servers ? py_put(record, make_servers(record->state, answer))
                        : py_put_none(record)) &&
           (has_addresses ? py_put(record, py_addresses_make(
                                               record->state, answer->addresses,
                                               answer->address_count))
                          : py_put_none(record)) &&
           (has_uris
                ? py_put(record, py_targets_make(record->state, answer->targets,
                                                 answer->target_count))
                : py_put_none(record));
}

/* To users a name outside the zones is a missing name: the detail says more. */
static PyObject *make_answer(struct py_state *state,
                             const struct ddds_step *step)
{
    const struct ddds_answer *answer = step->answer;
    bool is_dns = answer->server != NULL;
    enum ddds_reply reply = answer->reply == DDDS_REPLY_OUTSIDE
                                ? DDDS_REPLY_NO_NAME
                                : answer->reply;
    struct py_record record;
    bool is_whole = py_record_begin(&record, state, PY_ANSWER) &&
                    py_put_word(&record, ddds_reply_text(reply)) &&
                    py_put_word(&record, ddds_reply_rcode(answer->reply)) &&
                    py_put_text(&record, answer->detail) &&
                    py_put_number(&record, answer->ttl) &&
                    py_put_bool(&record, answer->authenticated) &&
                    py_put_text(&record, answer->canonical) &&
                    py_put_text(&record, answer->server) &&
                    py_put_word(&record, !is_dns       ? NULL
                                         : answer->tcp ? "tcp"
                                                       : "udp") &&
                    py_put_known(&record, is_dns && !answer->cached,
                                 answer->microseconds) &&
                    py_put_bool(&record, answer->cached) &&
                    py_put_bool(&record, answer->additional) &&
                    put_data(&record, step);
    return py_record_end(&record, is_whole);
}

static PyObject *make_rule(struct py_state *state,
                           const struct ddds_judged_rule *judged)
{
    const struct ddds_rule *rule = judged->rule;
    struct py_record record;
    bool is_whole =
        py_record_begin(&record, state, PY_RULE) &&
        py_put_number(&record, rule->order) &&
        py_put_number(&record, rule->preference) &&
        py_put_text(&record, rule->flags) &&
        py_put_text(&record, rule->services) &&
        py_put_text(&record, rule->regexp) &&
        py_put_text(&record,
                    rule->replacement[0] != '\0' ? rule->replacement : NULL) &&
        py_put_word(&record, ddds_verdict_name(judged->verdict)) &&
        py_put_text(&record, judged->reason) &&
        py_put_text(&record, judged->output);
    return py_record_end(&record, is_whole);
}

static PyObject *make_rules(struct py_state *state,
                            const struct ddds_step *step)
{
    struct py_record list;
    bool is_whole = py_tuple_begin(&list, state, step->rule_count);
    for (size_t i = 0; i < step->rule_count && is_whole; i++) {
        is_whole = py_put(&list, make_rule(state, ddds_step_rule(step, i)));
    }
    return py_record_end(&list, is_whole);
}

static PyObject *make_step(struct py_state *state, const struct ddds_step *step,
                           size_t index)
{
    const char *fallback = step->is_fallback ? step->answer->detail : NULL;
    bool has_answer = step->answer != NULL && !step->is_fallback;
    struct py_record record;
    bool is_whole = py_record_begin(&record, state, PY_STEP) &&
                    py_put_number(&record, index) &&
                    py_put_text(&record, step->name) &&
                    py_put(&record, make_query(state, step)) &&
                    py_put_text(&record, step->protocol) &&
                    py_put_text(&record, fallback) &&
                    (has_answer ? py_put(&record, make_answer(state, step))
                                : py_put_none(&record)) &&
                    py_put(&record, make_rules(state, step));
    return py_record_end(&record, is_whole);
}

PyObject *py_trace_make(struct py_state *state,
                        const struct ddds_result *result)
{
    struct py_record list;
    bool is_whole = py_tuple_begin(&list, state, result->step_count);
    for (size_t i = 0; i < result->step_count && is_whole; i++) {
        is_whole =
            py_put(&list, make_step(state, ddds_result_step(result, i), i));
    }
    return py_record_end(&list, is_whole);
}
