/* The walk through a result: contents and order of its presentation.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/show.h>

#include <stdio.h>
#include <string.h>

#include "base/sized.h"
#include "resolve/wording.h"

static const char *show_security(enum ddds_security security)
{
    return security != DDDS_SECURITY_UNKNOWN ? ddds_security_name(security)
                                             : NULL;
}

/* ---- Outcomes ----------------------------------------------------------- */

/* "In the future" is relative to the system's clock, if available. */
static void read_uuid(const struct ddds_uuid *uuid,
                      struct ddds_uuid_fields *fields,
                      struct ddds_shown_uuid *shown)
{
    const unsigned char *node = fields->node;
    int64_t now = INT64_MAX;
    *fields = (struct ddds_uuid_fields)DDDS_UUID_FIELDS_INIT;
    *shown = (struct ddds_shown_uuid){.fields = fields};
    ddds_uuid_time_now(&now, NULL);
    ddds_uuid_inspect(uuid, now, fields);
    ddds_uuid_text(uuid, shown->value);
    if (fields->has_time) {
        ddds_uuid_time_format(fields->time, fields->time_digits, shown->time);
    }
    if (fields->has_sequence) {
        snprintf(shown->node, sizeof shown->node,
                 "%02x:%02x:%02x:%02x:%02x:%02x", node[0], node[1], node[2],
                 node[3], node[4], node[5]);
    }
}

/* Read the services field of the rule with the application's parser. */
static void read_services(const struct ddds_application *application,
                          struct ddds_services *services,
                          struct ddds_shown_outcome *shown)
{
    services->size = sizeof *services;
    if (application->read_services(application, shown->outcome->services,
                                   services, NULL) != DDDS_OK) {
        return;
    }
    if (shown->protocol.text == NULL && services->protocol_count > 0) {
        shown->protocol = services->protocols[0];
    }
    shown->resolution_services = services->services;
    shown->resolution_service_count = services->service_count;
}

static void show_outcome(const struct ddds_show *show, unsigned parts,
                         const struct ddds_result *result, size_t index)
{
    const struct ddds_outcome *outcome = &result->outcomes[index];
    const char *protocol = outcome->protocol;
    bool has_target = outcome->kind == DDDS_OUTCOME_SERVERS ||
                      outcome->kind == DDDS_OUTCOME_HOST;
    struct ddds_services services;
    struct ddds_uuid_fields fields;
    struct ddds_shown_uuid uuid;
    struct ddds_shown_outcome shown = {
        .outcome = outcome,
        .index = index,
        .kind = ddds_outcome_name(outcome->kind),
        .title = ddds_wording_kind(outcome->kind),
        .services = outcome->services[0] != '\0' ? outcome->services : NULL,
        .protocol = {protocol, protocol != NULL ? strlen(protocol) : 0},
        .target = has_target ? outcome->output : NULL,
        .has_ttl = outcome->ttl != DDDS_NO_TTL,
        .security = show_security(outcome->security),
    };
    if ((parts & DDDS_SHOW_UNREAD) == 0) {
        read_services(result->application, &services, &shown);
    }
    if (outcome->kind == DDDS_OUTCOME_UUID) {
        read_uuid(&outcome->uuid, &fields, &uuid);
        shown.uuid = &uuid;
    }
    show->outcome(show->self, &shown);
}

/* ---- The trace ---------------------------------------------------------- */

static void show_rule(const struct ddds_show *show,
                      const struct ddds_result *result,
                      const struct ddds_step *step, size_t index)
{
    const struct ddds_judged_rule *judged = &step->rules[index];
    const char *replacement = judged->rule->replacement;
    bool is_used =
        judged->reason == NULL && (judged->verdict == DDDS_VERDICT_CHOSEN ||
                                   judged->verdict == DDDS_VERDICT_ACCEPTABLE);
    char memory[WORDING_SIZE];
    const struct ddds_shown_rule shown = {
        .judged = judged,
        .index = index,
        .verdict = ddds_verdict_name(judged->verdict),
        .replacement = replacement[0] != '\0' ? replacement : NULL,
        .use = is_used ? ddds_wording_use(judged->next) : NULL,
        .meaning = ddds_wording_verdict(judged, result, memory),
    };
    show->rule(show->self, &shown);
}

static void read_answer(const struct ddds_step *step,
                        struct ddds_shown_step *shown)
{
    const struct ddds_answer *answer = step->answer;
    bool has_data = answer->reply == DDDS_REPLY_DATA;
    shown->answer = answer;
    shown->reply = ddds_reply_text(answer->reply);
    shown->rcode = ddds_wording_rcode(answer->reply);
    shown->security = show_security(answer->security);
    if (answer->server != NULL) {
        shown->transport = shown->security != NULL ? NULL
                           : answer->tcp           ? "tcp"
                                                   : "udp";
        shown->has_time = !answer->cached;
    }
    shown->has_servers = has_data && step->kind == DDDS_ASK_SERVERS;
    shown->has_addresses = has_data && step->kind == DDDS_ASK_ADDRESSES;
    shown->has_targets = has_data && step->kind == DDDS_ASK_URIS;
}

static void show_step(const struct ddds_show *show,
                      const struct ddds_result *result, size_t index)
{
    const struct ddds_step *step = &result->steps[index];
    struct ddds_shown_step shown = {
        .step = step,
        .index = index,
        .is_restart = index > 0 && step->run != result->steps[index - 1].run,
        .type = ddds_wording_types(step->kind),
        .fallback = step->is_fallback ? step->answer->detail : NULL,
    };
    if (step->answer != NULL && !step->is_fallback) {
        read_answer(step, &shown);
    }
    if (show->step != NULL) {
        show->step(show->self, &shown);
    }
    for (size_t i = 0; show->rule != NULL && i < step->rule_count; i++) {
        show_rule(show, result, step, i);
    }
    if (show->end_step != NULL) {
        show->end_step(show->self, &shown);
    }
}

static void show_trace(const struct ddds_show *show,
                       const struct ddds_shown_result *shown)
{
    if (show->trace != NULL) {
        show->trace(show->self, shown);
    }
    for (size_t i = 0; i < shown->result->step_count; i++) {
        show_step(show, shown->result, i);
    }
}

/* ---- Entry -------------------------------------------------------------- */

static void begin(const struct ddds_result *result,
                  struct ddds_shown_result *shown)
{
    enum ddds_reason reason = result->reason;
    enum ddds_reason_class class = ddds_reason_class(reason);
    *shown = (struct ddds_shown_result){
        .result = result,
        .input = result->input,
        .application = result->application,
        .status = ddds_reason_class_name(class),
        .title = ddds_wording_class(class),
    };
    if (reason != DDDS_REASON_RESOLVED) {
        shown->code = ddds_reason_name(reason);
        shown->reason = ddds_reason_text(reason);
        shown->at = result->at;
        shown->detail = result->detail;
    }
}

ddds_status ddds_show_result(const struct ddds_result *result, unsigned parts,
                             const struct ddds_show *show,
                             struct ddds_error *error)
{
    struct ddds_show own;
    show = ddds_sized_view(show, &own, sizeof own, "DDDS_SHOW_INIT", error);
    if (show == NULL) {
        return DDDS_BAD_OPTION;
    }
    struct ddds_shown_result shown;
    begin(result, &shown);
    if (show->begin != NULL) {
        show->begin(show->self, &shown);
    }
    for (size_t i = 0; show->outcome != NULL && i < result->outcome_count;
         i++) {
        show_outcome(show, parts, result, i);
    }
    if ((parts & DDDS_SHOW_TRACE) != 0) {
        show_trace(show, &shown);
    }
    if (show->end != NULL) {
        show->end(show->self, &shown);
    }
    return DDDS_OK;
}

ddds_status ddds_show_refusal(const char *input,
                              const struct ddds_application *application,
                              const struct ddds_error *why,
                              const struct ddds_show *show,
                              struct ddds_error *error)
{
    const struct ddds_shown_result shown = {
        .input = input,
        .application = application,
        .status = "bad_input",
        .title = "Invalid input",
        .code = "BAD_INPUT",
        .reason = why->detail,
    };
    struct ddds_show own;
    show = ddds_sized_view(show, &own, sizeof own, "DDDS_SHOW_INIT", error);
    if (show == NULL) {
        return DDDS_BAD_OPTION;
    }
    if (show->begin != NULL) {
        show->begin(show->self, &shown);
    }
    if (show->end != NULL) {
        show->end(show->self, &shown);
    }
    return DDDS_OK;
}
