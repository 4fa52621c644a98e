/* Resolve inputs: an engine (engine.h) driven with a database (database.h).
 *
 * Resolve one input and wait for the result:
 *
 *     ddds_database *zones = ddds_memory_new(NULL);
 *     ddds_memory_load(zones, "urn.arpa.zone", NULL, NULL);
 *     ddds_resolution *done =
 *         ddds_resolve(zones, NULL, "urn:foo:1", NULL, NULL);
 *     const struct ddds_result *result = ddds_resolution_result(done);
 *     if (result->outcome_count > 0)
 *         puts(ddds_result_outcome(result, 0)->output);
 *     ddds_resolution_free(done);
 *     ddds_database_free(zones);
 *
 * To resolve many inputs at once, use many.h; or create each resolution with
 * ddds_resolution_new, start it with a callback, and free it when it is done.
 * A resolution keeps the deadline of its options itself, with the system's
 * monotonic clock.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_RESOLVE_H
#define DDDS_RESOLVE_H

#include <ddds/database.h>
#include <ddds/engine.h>
#include <ddds/options.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The resolution of an input, with its result after it is done. Opaque; created
 * by ddds_resolve or ddds_resolution_new, freed by ddds_resolution_free. One
 * thread at a time may use it. */
typedef struct ddds_resolution ddds_resolution;

/* Resolve |input| with the records of |database|, and wait until it is done.
 * |application| selects the rules of an application; NULL: that of
 * ddds_application_for(input). |options| may be NULL. The database and the
 * application must stay valid until the resolution is freed. Returns a
 * resolution that is done, and that the caller frees with
 * ddds_resolution_free. If nothing was found this is also a result, with a
 * reason and a trace. Returns NULL on failure, with one of these in |error|:
 *
 * - DDDS_BAD_INPUT: |input| is NULL, or the application does not accept it;
 *   the offset is that of the first octet that does not fit.
 * - DDDS_BAD_OPTION: an option has an invalid value, or the database is NULL
 *   or has an incomplete class.
 * - DDDS_LIMIT: the input has more than 8192 octets.
 * - DDDS_NO_MEMORY. */
DDDS_API ddds_resolution *
ddds_resolve(ddds_database *database,
             const struct ddds_application *application, const char *input,
             const struct ddds_options *options, struct ddds_error *error);

/* Create the resolution of |input| (copied) without starting it. |application|
 * NULL means that of ddds_application_for(input); |options| may be NULL. The
 * database and the application must stay valid until the resolution is freed.
 * The caller frees the resolution with ddds_resolution_free. Returns NULL on
 * failure: DDDS_BAD_INPUT (with the offset), DDDS_BAD_OPTION, DDDS_LIMIT (the
 * input has more than 8192 octets) or DDDS_NO_MEMORY. */
DDDS_API ddds_resolution *
ddds_resolution_new(ddds_database *database,
                    const struct ddds_application *application,
                    const char *input, const struct ddds_options *options,
                    struct ddds_error *error);

/* Called once when |resolution| is done. |context| was passed by the caller at
 * its start. The function may free the resolution, or restart it for the next
 * input; a chain of such restarts does not grow the stack, even if the database
 * answers immediately. A chain of different resolutions over zones in memory,
 * each started by the callback of the previous, does: start them after the
 * callback has returned. */
typedef void ddds_done_fn(ddds_resolution *resolution, void *context);

/* Start a new or restarted resolution; its deadline starts now. |done| is
 * called once with |context| when the result is available: before this function
 * returns if the database answers immediately, otherwise while the database
 * waits or processes its sockets. |done| may be NULL. Fails without effect,
 * with DDDS_BAD_OPTION if |resolution| was started before, or with the status
 * of a failed ddds_resolution_restart. */
DDDS_API ddds_status ddds_resolution_start(ddds_resolution *resolution,
                                           ddds_done_fn *done, void *context);

/* Prepare |resolution| for another input, with the same database, application
 * and options, and in the same memory; then start it again. Lookups in flight
 * are cancelled and the old result is discarded. |input| is copied and must
 * not point into that result. Fails with DDDS_BAD_INPUT (with the offset),
 * DDDS_BAD_OPTION, DDDS_LIMIT (the input has more than 8192 octets) or
 * DDDS_NO_MEMORY; after a failure the resolution can only be restarted or
 * freed. */
DDDS_API ddds_status ddds_resolution_restart(ddds_resolution *resolution,
                                             const char *input,
                                             struct ddds_error *error);

/* Stop a resolution that is in progress, and call its |done|. Lookups in flight
 * are cancelled. Outcomes found so far remain in the result; without outcomes,
 * |reason|, which must not be DDDS_REASON_RESOLVED, becomes that of the result.
 * Does nothing if the resolution is not in progress. */
DDDS_API void ddds_resolution_stop(ddds_resolution *resolution,
                                   enum ddds_reason reason);

/* Return the result, or NULL if |resolution| is not done. It belongs to the
 * resolution, and is valid until the resolution is restarted or freed, or moves
 * on to its next result. */
DDDS_API const struct ddds_result *
ddds_resolution_result(const ddds_resolution *resolution);

/* Return DDDS_OK, or DDDS_NO_MEMORY if an allocation failed while |resolution|
 * was in progress: its result is then not reliable. */
DDDS_API ddds_status ddds_resolution_status(const ddds_resolution *resolution);

/* Return the octets of memory that |resolution| holds: its rule sets, which may
 * be shared, its trace, and its result. */
DDDS_API size_t ddds_resolution_octets(const ddds_resolution *resolution);

/* Report that the caller could not use the result, and wait for the next result
 * that the application allows (RFC 3402 section 3.3). Try all endpoints of the
 * present result first: they are not offered again. The deadline restarts, and
 * |done| is not called. Returns the next result, which replaces the present and
 * belongs to the resolution. Without further outcomes, its reason says why.
 * Returns NULL if |resolution| is not done. */
DDDS_API const struct ddds_result *
ddds_resolution_next(ddds_resolution *resolution);

/* Report that the caller could not use the result, and continue with the next
 * that the application allows (RFC 3402 section 3.3), without waiting. The
 * present result becomes invalid. |done| is called once with |context| when the
 * next result is available, before or after this function returns; it may be
 * NULL, and it may free or restart the resolution. The deadline restarts;
 * ddds_resolution_stop and ddds_resolution_free end the search early. Returns
 * DDDS_BAD_OPTION, without effect, if |resolution| is not done. */
DDDS_API ddds_status ddds_resolution_next_start(ddds_resolution *resolution,
                                                ddds_done_fn *done,
                                                void *context);

/* Free |resolution|, which may be NULL, and its result. If it is in progress,
 * lookups in flight are cancelled and |done| is not called. */
DDDS_API void ddds_resolution_free(ddds_resolution *resolution);

/* Write a line each for this library, c-ares and PCRE2, such as "PCRE2 10.42
 * 2022-12-11", to |text|, which holds |size| octets: for reports of problems.
 * Longer text is truncated; it ends with a NUL unless |size| is 0. Returns the
 * length of the complete text, without the NUL. */
DDDS_API size_t ddds_versions(char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
