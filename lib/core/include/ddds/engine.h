/* The algorithm of RFC 3402 section 3.3 as a state machine without I/O.
 *
 * An engine produces questions and takes answers. It never blocks, opens
 * nothing, reads no clock and uses no random numbers but those of its options.
 * Questions may be answered in any order; the order does not change the result.
 * Most programs use resolve.h instead, which drives an engine with a database.
 *
 *     engine = ddds_engine_new(application, input, NULL, &error);
 *     struct ddds_question question = DDDS_QUESTION_INIT;
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
#include <ddds/options.h>
#include <ddds/question.h>
#include <ddds/result.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The state of the algorithm for an input. Opaque; created by ddds_engine_new,
 * freed by ddds_engine_free. One thread at a time may use it. */
typedef struct ddds_engine ddds_engine;

/* Create an engine that resolves |input| (at most 8192 octets, copied) by the
 * rules of |application|, which must stay valid until the engine is freed.
 * |options| may be NULL. The caller frees the engine with ddds_engine_free.
 * Returns NULL on failure, with one of these in |error|:
 *
 * - DDDS_BAD_INPUT: the application does not accept the input; the offset is
 *   that of the first octet that does not fit.
 * - DDDS_BAD_OPTION: an option has an invalid value, or one that the
 *   application does not support.
 * - DDDS_LIMIT: the input is too long.
 * - DDDS_NO_MEMORY. */
DDDS_API ddds_engine *
ddds_engine_new(const struct ddds_application *application, const char *input,
                const struct ddds_options *options, struct ddds_error *error);

/* Discard the state and the result of |engine|, and start to resolve |input|
 * with the same application, options and memory. |input| is copied and must not
 * point into the engine's own result. Fails with DDDS_BAD_INPUT,
 * DDDS_BAD_OPTION, DDDS_LIMIT or DDDS_NO_MEMORY, like ddds_engine_new; after a
 * failure the engine can only be restarted or freed. */
DDDS_API ddds_status ddds_engine_restart(ddds_engine *engine, const char *input,
                                         struct ddds_error *error);

/* Write the next question to |question|, initialised by DDDS_QUESTION_INIT, and
 * return true. Each question is returned once. Returns false, without changing
 * |question|, if no question is left, or none before another is answered, or if
 * the size of |question| is not set. */
DDDS_API bool ddds_engine_question(ddds_engine *engine,
                                   struct ddds_question *question);

/* Answer the question with the number |id|. The engine copies |answer| as
 * needed, and holds its rule set. |now| is monotonic milliseconds and must not
 * decrease from call to call; the engine uses it to detect data whose TTL has
 * expired. Answers to unknown, answered or unneeded questions are ignored. If
 * |answer| is NULL, or not filled as struct ddds_answer requires, it counts as
 * a malformed answer. If memory cannot be allocated the engine finishes, and
 * ddds_engine_status returns DDDS_NO_MEMORY. */
DDDS_API void ddds_engine_answer(ddds_engine *engine, uint32_t id,
                                 const struct ddds_answer *answer,
                                 uint64_t now);

/* Finish without waiting for further answers, for example because a deadline
 * has passed. Outcomes found so far remain in the result; without outcomes,
 * |reason|, which must not be DDDS_REASON_RESOLVED, and |detail| become those of
 * the result. |detail| may be NULL and is copied. Does nothing if the engine has
 * finished. */
DDDS_API void ddds_engine_stop(ddds_engine *engine, enum ddds_reason reason,
                               const char *detail);

/* Return the result; NULL while questions wait for answers. It belongs to the
 * engine, and is valid until the engine is restarted or freed, or
 * ddds_engine_reject is called. If ddds_engine_status returns DDDS_NO_MEMORY
 * the result exists, but is not reliable. */
DDDS_API const struct ddds_result *
ddds_engine_result(const ddds_engine *engine);

/* Return DDDS_OK, or DDDS_NO_MEMORY if an allocation failed since the engine
 * was created or restarted. */
DDDS_API ddds_status ddds_engine_status(const ddds_engine *engine);

/* Return the octets of memory that |engine| holds, including its rule sets. */
DDDS_API size_t ddds_engine_octets(const ddds_engine *engine);

/* Report that the caller could not use the result, and continue with the next
 * possibility that the application allows (RFC 3402 section 3.3). Ask for
 * questions again after this call; the next result replaces the present. |now|
 * is monotonic milliseconds. If data that the result relies on have expired,
 * the algorithm restarts from the first key (note 2 in that section) and skips
 * rejected results. Only call this when the engine has a result. */
DDDS_API void ddds_engine_reject(ddds_engine *engine, uint64_t now);

/* Free |engine|, which may be NULL, and its result. */
DDDS_API void ddds_engine_free(ddds_engine *engine);

#ifdef __cplusplus
}
#endif

#endif
