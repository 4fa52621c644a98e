/* RFC 3402 section 3.3, step 1: create an engine from a caller's application
 * and options, apply the first well-known rule to an input, and free an engine.
 * engine.c continues from the first key.
 *
 * SPDX-License-Identifier: MIT */
#include "engine/machine.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/sized.h"

/* Return the first argument that is not NULL; NULL if all are. */
static const char *first_of(const char *one, const char *other,
                            const char *last)
{
    return one != NULL ? one : other != NULL ? other : last;
}

static ddds_status read_services(struct walk *walk, struct ddds_error *error)
{
    const char *list = first_of(walk->start.services, walk->options->services,
                                walk->application->services);
    walk->result.services = list;
    return list == NULL
               ? DDDS_OK
               : ddds_engine_read_list("service", list, walk->arena,
                                       &walk->requested.services,
                                       &walk->requested.service_count, error);
}

static ddds_status read_protocols(struct walk *walk, const char *list,
                                  struct ddds_error *error)
{
    walk->result.protocols = list;
    return list == NULL
               ? DDDS_OK
               : ddds_engine_read_list("protocol", list, walk->arena,
                                       &walk->requested.protocols,
                                       &walk->requested.protocol_count, error);
}

/* Restrict the accepted protocols to those that the input allows, keeping their
 * order. */
static ddds_status narrow_protocols(struct walk *walk, struct ddds_error *error)
{
    const char *only = walk->start.only_protocols;
    const struct requested requested = walk->requested;
    const char *list = requested.protocol_count > 0 ? "" : only;
    for (size_t i = 0; list != NULL && i < requested.protocol_count; i++) {
        struct ddds_span item = requested.protocols[i];
        if (ascii_list_has(only, item)) {
            list = ddds_arena_format(walk->arena, "%s%s%.*s", list,
                                     list[0] != '\0' ? "," : "",
                                     (int)item.length, item.text);
        }
    }
    if (list != NULL && list[0] != '\0') {
        return read_protocols(walk, list, error);
    }
    walk->failure =
        (struct failure){.reason = DDDS_REASON_NO_SERVICE,
                         .at = walk->start.key,
                         .detail = ddds_arena_format(
                             walk->arena, "the input allows only %s", only)};
    return list != NULL && walk->failure.detail != NULL
               ? DDDS_OK
               : ddds_error_no_memory(error);
}

/* Read the accepted services and protocols; without lists, everything is
 * accepted. Precedence: the input, the options, the application. */
static ddds_status read_requested(struct walk *walk, struct ddds_error *error)
{
    ddds_status status = read_services(walk, error);
    if (status == DDDS_OK) {
        status = read_protocols(walk,
                                first_of(walk->start.protocols,
                                         walk->options->protocols,
                                         walk->application->protocols),
                                error);
    }
    return status == DDDS_OK && walk->start.only_protocols[0] != '\0'
               ? narrow_protocols(walk, error)
               : status;
}

/* Refuse roots for an application without them. */
static ddds_status check_roots(const struct walk *walk,
                               struct ddds_error *error)
{
    const struct ddds_application *application = walk->application;
    const char *key = application->first_key;
    return walk->options->roots == NULL || application->root != NULL
               ? DDDS_OK
               : ddds_error_set(
                     error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                     "root \"%.*s%s\": %s has no root to replace%s%s; leave "
                     "it out",
                     ERROR_QUOTE(walk->options->roots,
                                 strlen(walk->options->roots)),
                     application->name,
                     key != NULL ? ": its first key is " : "",
                     key != NULL ? key : "");
}

/* Step 1: apply the first well-known rule to |input|. */
static ddds_status start(struct walk *walk, const char *input,
                         struct ddds_error *error)
{
    if (input == NULL) {
        return ddds_error_set(error, DDDS_BAD_INPUT, DDDS_NO_OFFSET,
                              "the input is NULL");
    }
    size_t length = strnlen(input, LIMIT_INPUT + 1);
    if (length > LIMIT_INPUT) {
        return ddds_error_set(error, DDDS_LIMIT, LIMIT_INPUT,
                              "the input is longer than %d octets",
                              (int)LIMIT_INPUT);
    }
    char *copy = ddds_arena_copy(walk->arena, input, length);
    /* Steps may write a dot after each octet, or the name of an address. */
    walk->start.aus_size = 2 * length + LIMIT_KEY_SIZE;
    walk->start.aus = ddds_arena_alloc(walk->arena, walk->start.aus_size);
    if (copy == NULL || walk->start.aus == NULL) {
        return ddds_error_no_memory(error);
    }
    walk->result.input = copy;
    struct ddds_request request = {
        .input = copy,
        .length = length,
        .roots = walk->options->roots,
        .services = walk->options->services,
        .protocols = walk->options->protocols,
        .is_local = !walk->options->dns,
    };
    ddds_status status = walk->application->first_well_known_rule(
        walk->self, &request, &walk->start, error);
    if (status == DDDS_OK) {
        walk->chooser = (struct chooser){
            .application = walk->application,
            .self = walk->self,
            .known = walk->known,
            .aus = walk->start.aus,
            .aus_length = strlen(walk->start.aus),
            .is_named = &walk->is_named,
            .steps_left = &walk->steps_left,
            .output_budget = &walk->output_budget,
            .arena = walk->arena,
        };
        walk->steps_left = walk->options->max_steps;
        walk->output_budget = LIMIT_OUTPUTS;
    }
    return status;
}

/* Clear data of the previous input, except members that are always set before
 * they are read: this is done for each input, and the walk is a kilobyte. */
static void clear(struct walk *walk)
{
    const size_t begin = offsetof(struct walk, status);
    const size_t known = offsetof(struct ddds_start, beginning);
    memset((char *)walk + begin, 0, offsetof(struct walk, chooser) - begin);
    memset((char *)&walk->start + known, 0, sizeof walk->start - known);
    walk->start.key[0] = walk->start.only_protocols[0] = '\0';
    walk->state = STATE_FINISHED;
    walk->outcomes_expire = UINT64_MAX;
}

/* All outcomes are needed to find those close to other hosts. */
static ddds_status read_near(struct walk *walk, struct ddds_error *error)
{
    walk->near.title = "near";
    walk->wants_all = true;
    return walk->application->closeness != NULL
               ? ddds_host_names_read(walk, walk->options->near, &walk->near,
                                      error)
               : ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                                "near: application %s does not say which hosts "
                                "are close to each other; 3gpp does",
                                walk->application->name);
}

static ddds_status read_hosts(struct walk *walk, struct ddds_error *error)
{
    const struct ddds_options *options = walk->options;
    enum ddds_setting setting = DDDS_SETTING_OWN_HOSTS;
    ddds_status status = DDDS_OK;
    walk->wants_all = options->all;
    if (options->own_hosts != NULL) {
        walk->own_hosts.title = "own hosts";
        status = ddds_host_names_read(walk, options->own_hosts,
                                      &walk->own_hosts, error);
    }
    if (status == DDDS_OK && options->near != NULL) {
        setting = DDDS_SETTING_NEAR;
        status = read_near(walk, error);
    }
    if (status == DDDS_BAD_OPTION && error != NULL) {
        error->setting = setting;
    }
    return status;
}

ddds_status ddds_engine_restart(ddds_engine *engine, const char *input,
                                struct ddds_error *error)
{
    struct walk *walk = &engine->walk;
    ddds_trace_clear(&walk->trace);
    ddds_arena_reset(&engine->arena);
    clear(walk);
    ddds_status status = check_roots(walk, error);
    if (status == DDDS_OK) {
        status = read_hosts(walk, error);
    }
    status = status != DDDS_OK ? status : start(walk, input, error);
    status = status != DDDS_OK ? status : read_requested(walk, error);
    if (status != DDDS_OK) {
        walk->result = (struct ddds_result){0};
        return walk->status = status;
    }
    ddds_engine_begin(walk);
    return walk->status == DDDS_OK ? DDDS_OK : ddds_error_no_memory(error);
}

/* Read the caller's |application| in the layout of this version. Its functions
 * are called with the caller's own struct, which may have additional
 * members. */
static ddds_status read_application(struct ddds_engine *engine,
                                    const struct ddds_application *application,
                                    struct ddds_error *error)
{
    if (application == NULL) {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "the application is NULL");
    }
    struct walk *walk = &engine->walk;
    walk->self = application;
    walk->application = ddds_sized_view(application, &engine->own_application,
                                        sizeof engine->own_application,
                                        "DDDS_APPLICATION_INIT", error);
    if (walk->application == NULL) {
        return DDDS_BAD_OPTION;
    }
    application = walk->application;
    if (application->name == NULL || application->flags == NULL ||
        application->first_well_known_rule == NULL ||
        application->read_services == NULL) {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "an application needs a name, flags, "
                              "first_well_known_rule and read_services");
    }
    const char *flags = application->flags;
    if (flags[strspn(flags, FLAG_LETTERS "p0123456789")] != '\0') {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "application %s: the flags \"%s\" are not of "
                              "SAUPD, p and digits",
                              application->name, flags);
    }
    walk->known = ddds_flags_known(flags);
    return DDDS_OK;
}

/* Set limits that the caller leaves to the application or to the library. */
static void fill_limits(struct ddds_options *options,
                        const struct ddds_application *application)
{
    if (options->max_hops == 0) {
        options->max_hops =
            application->max_hops != 0 ? application->max_hops : LIMIT_HOPS;
    }
    if (options->max_queries == 0) {
        options->max_queries = LIMIT_QUERIES;
    }
    if (options->max_steps == 0) {
        options->max_steps = LIMIT_STEPS;
    }
}

ddds_engine *ddds_engine_new(const struct ddds_application *application,
                             const char *input,
                             const struct ddds_options *options,
                             struct ddds_error *error)
{
    ddds_engine *engine = malloc(sizeof *engine);
    if (engine == NULL) {
        ddds_error_no_memory(error);
        return NULL;
    }
    if (read_application(engine, application, error) != DDDS_OK ||
        ddds_sized_copy(options, &engine->options, sizeof engine->options,
                        "DDDS_OPTIONS_INIT", error) != DDDS_OK) {
        free(engine);
        return NULL;
    }
    fill_limits(&engine->options, engine->walk.application);
    engine->walk.options = &engine->options;
    engine->walk.arena = &engine->arena;
    engine->walk.trace = (struct trace){0};
    ddds_arena_init(&engine->arena, engine->memory, sizeof engine->memory);
    if (ddds_engine_restart(engine, input, error) != DDDS_OK) {
        ddds_engine_free(engine);
        return NULL;
    }
    return engine;
}

void ddds_engine_free(ddds_engine *engine)
{
    if (engine != NULL) {
        ddds_trace_clear(&engine->walk.trace);
        ddds_arena_free(&engine->arena);
        free(engine);
    }
}
