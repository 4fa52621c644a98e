/* The algorithm of RFC 3402 section 3.3 as a pure machine.
 *
 * It asks questions and is given answers. It never waits, opens nothing, reads
 * no clock and no random source; questions may be answered in any order, and
 * the result does not depend on it. Most callers want resolve.h, which drives
 * it with a database.
 *
 *     engine = ddds_engine_new(application, input, NULL, &error);
 *     while (ddds_engine_question(engine, &question)) {
 *         struct ddds_answer answer = look_up(&question);
 *         ddds_engine_answer(engine, question.id, &answer, now);
 *     }
 *     result = ddds_engine_result(engine);
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_ENGINE_H
#define DDDS_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/application.h>
#include <ddds/question.h>
#include <ddds/result.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What to ask for and how far to go. All zero is the default; NULL stands for
 * that. Strings are borrowed as long as the engine lives. */
struct ddds_options {
    size_t size; /* set by DDDS_OPTIONS_INIT */

    /* What the client can use, comma separated, best liked first: "I2L,I2R",
     * "thttp". NULL: anything. A rule fits if it offers one of the services
     * and one of the protocols; a field that names none says nothing, and
     * fits. */
    const char *services;
    const char *protocols;

    /* Domains that first keys live under instead of urn.arpa and its like,
     * comma separated: "example.net", or for one namespace or scheme only
     * "nid:foo=urn.example.net", "scheme:http=uri.example.net", where the
     * name given is the first key itself. */
    const char *roots;

    bool dns;                   /* ask even where the answer is known without,
                                   as it is of urn:uuid; roots imply it */
    bool all;                   /* every outcome, not only the best */
    bool no_q;                  /* leave the q-component off */
    bool no_addresses;          /* stop at host names */
    bool require_authenticated; /* refuse answers nobody vouches for */

    unsigned max_hops;    /* delegations on one path; 0: 16 */
    unsigned max_queries; /* for one input, an address being two; 0: 64 */
    unsigned deadline;    /* milliseconds until a resolution ends with TIMEOUT;
                             0: never. The engine itself keeps no time. */

    /* 32 random bits for the choice among servers of one priority (RFC 2782).
     * NULL: no chance in it, the heavier first. */
    uint32_t (*random)(void *context);
    void *random_context;
};
#define DDDS_OPTIONS_INIT DDDS_INIT(struct ddds_options)

typedef struct ddds_engine ddds_engine;

/* Begin to resolve |input|. NULL on failure: DDDS_BAD_INPUT (with the offset),
 * DDDS_BAD_OPTION, DDDS_LIMIT (the input is too long), DDDS_NO_MEMORY. */
DDDS_API ddds_engine *
ddds_engine_new(const struct ddds_application *application, const char *input,
                const struct ddds_options *options, struct ddds_error *error);

/* Forget everything and begin with another input, in the same memory; it may
 * not be a piece of the engine's own result. On failure, as above, the engine
 * can only be restarted or freed. */
DDDS_API ddds_status ddds_engine_restart(ddds_engine *engine, const char *input,
                                         struct ddds_error *error);

/* The next question not yet asked; false if there is none at the moment. */
DDDS_API bool ddds_engine_question(ddds_engine *engine,
                                   struct ddds_question *question);

/* Answer the question of that |id|. |now| is monotonic milliseconds and never
 * goes back. Answers nobody waits for are ignored. */
DDDS_API void ddds_engine_answer(ddds_engine *engine, uint32_t id,
                                 const struct ddds_answer *answer,
                                 uint64_t now);

/* Give up, for |reason|: a deadline has passed. What was found until then
 * stays; without it |reason| is the result's. */
DDDS_API void ddds_engine_stop(ddds_engine *engine, enum ddds_reason reason,
                               const char *detail);

/* The result; NULL while there are questions to answer. Once memory has run
 * out there is one too: see ddds_engine_status. */
DDDS_API const struct ddds_result *
ddds_engine_result(const ddds_engine *engine);

/* DDDS_OK, or DDDS_NO_MEMORY: the result is then not to be relied on. */
DDDS_API ddds_status ddds_engine_status(const ddds_engine *engine);

/* "That result failed us": go on to the next possibility that the application
 * allows. There may be new questions; the next result stands in the same
 * place. If something relied on has expired meanwhile, the walk starts again
 * (RFC 3402 section 3.3, note 2) and passes over what was given up. */
DDDS_API void ddds_engine_reject(ddds_engine *engine, uint64_t now);

/* NULL is fine. */
DDDS_API void ddds_engine_free(ddds_engine *engine);

#ifdef __cplusplus
}
#endif

#endif
