/* RFC 3402 section 3.3, step 1: from a caller's application, input and options
 * to an engine that stands at its first key. engine.c goes on from there.
 *
 * SPDX-License-Identifier: MIT */
#include "engine/machine.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/limits.h"
#include "base/sized.h"

/* The first of them that says something. */
static const char *first_of(const char *one, const char *other,
                            const char *last)
{
    return one != NULL ? one : other != NULL ? other : last;
}

/* What the input narrows, the caller asks for, or the application wants of
 * itself. */
static ddds_status read_wanted(struct ddds_engine *engine,
                               struct ddds_error *error)
{
    struct wanted *wanted = &engine->wanted;
    const struct ddds_start *start = &engine->start;
    struct ddds_result *result = &engine->result;
    result->services = first_of(start->services, engine->options.services,
                                engine->application->services);
    result->protocols = first_of(start->protocols, engine->options.protocols,
                                 engine->application->protocols);
    ddds_status status =
        ddds_engine_read_list(result->services, &engine->arena,
                              &wanted->services, &wanted->service_count, error);
    if (status != DDDS_OK) {
        return status;
    }
    return ddds_engine_read_list(result->protocols, &engine->arena,
                                 &wanted->protocols, &wanted->protocol_count,
                                 error);
}

/* Roots for an application whose first keys have none would do nothing. */
static ddds_status check_roots(const struct ddds_engine *engine,
                               struct ddds_error *error)
{
    const struct ddds_application *application = engine->application;
    return engine->options.roots == NULL || application->root != NULL
               ? DDDS_OK
               : ddds_error_set(
                     error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                     "root \"%.*s%s\": %s has none to replace, its "
                     "first key is %s; leave it out",
                     ddds_error_quoted(engine->options.roots,
                                       strlen(engine->options.roots)),
                     engine->options.roots,
                     ddds_error_ellipsis(strlen(engine->options.roots)),
                     application->name, application->first_key);
}

/* The first well-known rule: RFC 3402 section 3.3, step 1. */
static ddds_status start(struct ddds_engine *engine, const char *input,
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
    char *copy = ddds_arena_copy(&engine->arena, input, length);
    engine->start.aus_size = length + 64;
    engine->start.aus =
        ddds_arena_alloc(&engine->arena, engine->start.aus_size);
    if (copy == NULL || engine->start.aus == NULL) {
        return ddds_error_no_memory(error);
    }
    engine->result.input = copy;
    const char *roots = engine->options.roots;
    struct ddds_request request = {
        .input = copy,
        .length = length,
        .roots = roots,
        .services = engine->options.services,
        .protocols = engine->options.protocols,
        .is_local = !engine->options.dns && roots == NULL,
    };
    ddds_status status = engine->application->first_well_known_rule(
        engine->self, &request, &engine->start, error);
    if (status == DDDS_OK) {
        engine->judge.application = engine->application;
        engine->judge.self = engine->self;
        engine->judge.aus = engine->start.aus;
        engine->judge.aus_length = strlen(engine->start.aus);
        engine->judge.arena = &engine->arena;
        engine->judge.is_named = &engine->is_named;
        engine->judge.patience = &engine->patience;
        engine->patience = LIMIT_HARD_MATCHES;
        engine->judge.room = &engine->room;
        engine->room = LIMIT_OUTPUTS;
    }
    return status;
}

ddds_status ddds_engine_restart(ddds_engine *engine, const char *input,
                                struct ddds_error *error)
{
    ddds_trace_clear(&engine->trace);
    ddds_arena_reset(&engine->arena);
    memset(&engine->status, 0,
           offsetof(struct ddds_engine, arena) -
               offsetof(struct ddds_engine, status));
    engine->state = STATE_FINISHED;
    ddds_status status = check_roots(engine, error);
    status = status != DDDS_OK ? status : start(engine, input, error);
    status = status != DDDS_OK ? status : read_wanted(engine, error);
    if (status != DDDS_OK) {
        return engine->status = status;
    }
    ddds_engine_begin(engine);
    return engine->status == DDDS_OK ? DDDS_OK : ddds_error_no_memory(error);
}

/* The caller's |application| as this version knows it; its functions are called
 * with the caller's own struct, which may have data of its own behind. */
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
    engine->trace = (struct trace){0};
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
        ddds_trace_clear(&engine->trace);
        ddds_arena_free(&engine->arena);
        free(engine);
    }
}
