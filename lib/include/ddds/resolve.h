/* Resolving: an engine and a database, introduced to each other.
 *
 * One at a time, in six lines:
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
 * Many at once: create with ddds_resolution_new, start with a callback, keep
 * the handle. One resolution is used by one thread at a time.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_RESOLVE_H
#define DDDS_RESOLVE_H

#include <ddds/database.h>
#include <ddds/engine.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ddds_resolution ddds_resolution;

/* Resolve |input| and wait for it. "Nothing found" is a result too, with its
 * reason and its trace. NULL only if it could not begin or be carried through:
 * DDDS_BAD_INPUT, DDDS_BAD_OPTION, DDDS_LIMIT, DDDS_NO_MEMORY. |application|
 * NULL stands for ddds_application_for(input). If |options| bring no random
 * source the choice among servers is the system's. */
DDDS_API ddds_resolution *
ddds_resolve(ddds_database *database,
             const struct ddds_application *application, const char *input,
             const struct ddds_options *options, struct ddds_error *error);

/* Make a resolution without starting it: fails as ddds_resolve does. */
DDDS_API ddds_resolution *
ddds_resolution_new(ddds_database *database,
                    const struct ddds_application *application,
                    const char *input, const struct ddds_options *options,
                    struct ddds_error *error);

/* Called once when a resolution is done; it may free the resolution, or restart
 * and start it for the next input: that does not grow the stack, even if the
 * database answers at once. */
typedef void ddds_done_fn(ddds_resolution *resolution, void *context);

/* Start it. |done| is called before or after this returns, as the database
 * has it. */
DDDS_API void ddds_resolution_start(ddds_resolution *resolution,
                                    ddds_done_fn *done, void *context);

/* Use a resolution again, for another input, which may not be a piece of its
 * own result, and without new memory: it is then as ddds_resolution_new leaves
 * it. Lookups under way are cancelled. On failure it can only be restarted or
 * freed. */
DDDS_API ddds_status ddds_resolution_restart(ddds_resolution *resolution,
                                             const char *input,
                                             struct ddds_error *error);

/* Give up a resolution under way at this moment; |reason| becomes the
 * result's, if nothing was found until then. Calls |done|. One that is not
 * under way is left alone. */
DDDS_API void ddds_resolution_stop(ddds_resolution *resolution,
                                   enum ddds_reason reason);

/* The result; NULL until it is done. Lives as long as the resolution. */
DDDS_API const struct ddds_result *
ddds_resolution_result(const ddds_resolution *resolution);

/* DDDS_OK, or DDDS_NO_MEMORY if memory ran out on the way. */
DDDS_API ddds_status ddds_resolution_status(const ddds_resolution *resolution);

/* "That whole result failed us": wait for the next one that the application
 * allows and return it. Its endpoints are the caller's to walk, one by one,
 * before that; the deadline begins anew. |done| is not called for it. */
DDDS_API const struct ddds_result *
ddds_resolution_next(ddds_resolution *resolution);

/* Reject the result, as ddds_resolution_next does, without waiting: |done| is
 * called once with |context| when the next result is there, before or after
 * this returns, under the same terms as in ddds_resolution_start. The deadline
 * begins anew; ddds_resolution_stop and _free end it early. Fails with
 * DDDS_BAD_OPTION, and does nothing, if the resolution is not done. */
DDDS_API ddds_status ddds_resolution_next_start(ddds_resolution *resolution,
                                                ddds_done_fn *done,
                                                void *context);

/* Free it, finished or not: lookups under way are cancelled, |done| is not
 * called any more. NULL is fine. */
DDDS_API void ddds_resolution_free(ddds_resolution *resolution);

#ifdef __cplusplus
}
#endif

#endif
