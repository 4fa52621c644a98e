/* RFC 3402 section 3.3, step 1: create an engine from a caller's application
 * and options, apply the first well-known rule to an input, and free an engine.
 * engine.c goes on from the first key.
 *
 * SPDX-License-Identifier: MIT */
#include "engine/machine.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/limits.h"
#include "base/sized.h"

/* Return the first that is not NULL; NULL if all are. */
static const char *first_of(const char *one, const char *other,
                            const char *last)
{
    return one != NULL ? one : other != NULL ? other : last;
}

/* Read which services and protocols to accept. The input decides first, then
 * the options, then the application. */
static ddds_status read_wanted(struct walk *walk, struct ddds_error *error)
{
    struct wanted *wanted = &walk->wanted;
    const struct ddds_start *start = &walk->start;
    struct ddds_result *result = &walk->result;
    result->services = first_of(start->services, walk->options->services,
                                walk->application->services);
    result->protocols = first_of(start->protocols, walk->options->protocols,
                                 walk->application->protocols);
    ddds_status status =
        ddds_engine_read_list(result->services, walk->arena, &wanted->services,
                              &wanted->service_count, error);
    if (status != DDDS_OK) {
        return status;
    }
    return ddds_engine_read_list(result->protocols, walk->arena,
                                 &wanted->protocols, &wanted->protocol_count,
                                 error);
}

/* Reject roots for an application whose first keys do not have a root. */
static ddds_status check_roots(const struct walk *walk,
                               struct ddds_error *error)
{
    const struct ddds_application *application = walk->application;
    return walk->options->roots == NULL || application->root != NULL
               ? DDDS_OK
               : ddds_error_set(
                     error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                     "root \"%.*s%s\": %s has no root to replace: its "
                     "first key is %s; leave it out",
                     ddds_error_quoted(walk->options->roots,
                                       strlen(walk->options->roots)),
                     walk->options->roots,
                     ddds_error_ellipsis(strlen(walk->options->roots)),
                     application->name, application->first_key);
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
    walk->start.aus_size = length + 64;
    walk->start.aus = ddds_arena_alloc(walk->arena, walk->start.aus_size);
    if (copy == NULL || walk->start.aus == NULL) {
        return ddds_error_no_memory(error);
    }
    walk->result.input = copy;
    const char *roots = walk->options->roots;
    struct ddds_request request = {
        .input = copy,
        .length = length,
        .roots = roots,
        .services = walk->options->services,
        .protocols = walk->options->protocols,
        .is_local = !walk->options->dns && roots == NULL,
    };
    ddds_status status = walk->application->first_well_known_rule(
        walk->self, &request, &walk->start, error);
    if (status == DDDS_OK) {
        walk->judge.application = walk->application;
        walk->judge.self = walk->self;
        walk->judge.aus = walk->start.aus;
        walk->judge.aus_length = strlen(walk->start.aus);
        walk->judge.arena = walk->arena;
        walk->judge.is_named = &walk->is_named;
        walk->judge.match_budget = &walk->match_budget;
        walk->match_budget = LIMIT_HARD_MATCHES;
        walk->judge.output_budget = &walk->output_budget;
        walk->output_budget = LIMIT_OUTPUTS;
    }
    return status;
}

ddds_status ddds_engine_restart(ddds_engine *engine, const char *input,
                                struct ddds_error *error)
{
    struct walk *walk = &engine->walk;
    ddds_trace_clear(&walk->trace);
    ddds_arena_reset(&engine->arena);
    *walk = (struct walk){.self = engine->self,
                          .application = engine->application,
                          .options = &engine->options,
                          .arena = &engine->arena,
                          .state = STATE_FINISHED};
    ddds_status status = check_roots(walk, error);
    status = status != DDDS_OK ? status : ddds_own_hosts_read(walk, error);
    status = status != DDDS_OK ? status : start(walk, input, error);
    status = status != DDDS_OK ? status : read_wanted(walk, error);
    if (status != DDDS_OK) {
        return walk->status = status;
    }
    ddds_engine_begin(walk);
    return walk->status == DDDS_OK ? DDDS_OK : ddds_error_no_memory(error);
}

/* Read the caller's |application| as this version defines it. Its functions are
 * called with the caller's own struct, which may have more members behind. */
static ddds_status read_application(struct ddds_engine *engine,
                                    const struct ddds_application *application,
                                    struct ddds_error *error)
{
    if (application == NULL) {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "the application is NULL");
    }
    engine->self = application;
    engine->application = ddds_sized_view(application, &engine->own_application,
                                          sizeof engine->own_application,
                                          "DDDS_APPLICATION_INIT", error);
    if (engine->application == NULL) {
        return DDDS_BAD_OPTION;
    }
    application = engine->application;
    return application->name != NULL && application->flags != NULL &&
                   application->first_well_known_rule != NULL &&
                   application->read_services != NULL
               ? DDDS_OK
               : ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                                "an application needs a name, flags, "
                                "first_well_known_rule and read_services");
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
    if (engine->options.max_hops == 0) {
        engine->options.max_hops = engine->application->max_hops != 0
                                       ? engine->application->max_hops
                                       : LIMIT_HOPS;
    }
    if (engine->options.max_queries == 0) {
        engine->options.max_queries = LIMIT_QUERIES;
    }
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
