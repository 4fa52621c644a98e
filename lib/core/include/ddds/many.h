/* Resolve many inputs at the same time.
 *
 * Add inputs while there is room for them, and take results:
 *
 *     const char *const inputs[] = {"urn:foo:1", "urn:foo:2"};
 *     const struct ddds_many_result *done;
 *     ddds_database *dns = ddds_dns_database(ddds_dns_new(NULL, NULL));
 *     ddds_many *many = ddds_many_new(dns, NULL, NULL);
 *     size_t next = 0;
 *     do {
 *         while (next < 2 && ddds_many_room(many) > 0)
 *             ddds_many_add(many, NULL, inputs[next++], NULL, NULL);
 *         ddds_many_wait(many);
 *         while ((done = ddds_many_next(many)) != NULL)
 *             if (done->resolution != NULL)
 *                 puts(ddds_resolution_result(done->resolution)->input);
 *     } while (next < 2 || ddds_many_in_progress(many) > 0);
 *     ddds_many_free(many);
 *     ddds_database_free(dns);
 *
 * Results are taken, not delivered: no function of the caller runs while the
 * library is at work, so the caller may do with a result what it likes, add
 * inputs, wait for something else, or free everything.
 *
 * Callers with an event loop of their own watch the sockets of the database
 * (struct ddds_dns_socket) instead of ddds_many_wait, and take results after
 * ddds_dns_process, or when |ready| of the options says so.
 *
 * The number in flight and |octets| of the options bound the memory. |rate| and
 * |rate_per_server| of struct ddds_dns_options bound the queries in a second.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_MANY_H
#define DDDS_MANY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/resolve.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Inputs in flight with one database. Opaque; created by ddds_many_new, freed
 * by ddds_many_free. One thread at a time may use it. */
typedef struct ddds_many ddds_many;

/* A place among the results that the caller holds. Opaque. */
typedef struct ddds_many_place ddds_many_place;

struct ddds_many_result;

/* How inputs are resolved. Zero in any member means the default. */
struct ddds_many_options {
    size_t size; /* set by DDDS_MANY_OPTIONS_INIT */

    /* The options of every resolution that ddds_many_add gives no others; NULL:
     * the defaults. The struct is copied; strings and |random_context| must
     * stay valid until ddds_many_free. */
    const struct ddds_options *resolving;

    /* The most inputs in flight: those in progress, and those that are done and
     * whose results can be taken. 0: 512. Results that wait for their turn after
     * an input in progress do not count, so that a lost datagram stops only its
     * own input; but only up to 16 times as many wait, and at most 2048. With
     * |hold|, all count. */
    size_t in_flight;

    /* The most octets of memory that all inputs in flight hold together, results
     * that wait included; 0: 64 MiB. Beyond it no input can be added. An input
     * in progress that would hold more begins again after others are done: what
     * it had asked is asked again, unless a cache has it. The time until its
     * deadline goes on meanwhile: when it is over, the input ends with
     * DDDS_REASON_TIMEOUT, in ddds_many_next at the latest. 16 KiB are allowed to each, and one input alone may hold what it needs.
     * |may_hold| of the resolutions' options is not used. */
    size_t octets;

    bool unordered; /* take results as they are done, not in the order in which
                       the inputs were added */
    bool timed;     /* measure |nanoseconds| of the results */

    /* Make the choice among servers of equal priority repeatable: it then
     * depends on |seed| and the text of the input alone, neither on the order
     * in which inputs are done nor on the other inputs. |random| of the
     * resolutions' options is not used. */
    bool has_seed;
    uint64_t seed;

    /* For event loops: called, with |context|, when there is a result to be
     * taken after there was none, from within the functions of the database; or
     * NULL. It is called again only after ddds_many_next has returned NULL. It
     * is not called from within the functions of this header, but for
     * ddds_many_release: callers look for results after these. It may free the
     * many, but call no other function of this header. */
    void (*ready)(void *context);
    void *context;

    /* Called, with |context|, with each resolution that is done, before it is a
     * result; or NULL. If it returns true, the input stays in progress, and the
     * caller holds its |place|: there is a result after ddds_many_release,
     * which it may call from within this. It must not free the many. */
    bool (*hold)(void *context, ddds_many_place *place,
                 const struct ddds_many_result *result);
};
#define DDDS_MANY_OPTIONS_INIT DDDS_INIT(struct ddds_many_options)

/* The result of an input. */
struct ddds_many_result {
    void *own; /* what the caller gave with the input */

    /* The resolution, which is done: ddds_resolution_result has its result, and
     * ddds_resolution_next the one after it. It belongs to the many. It is NULL
     * in three cases: the input was rejected (|error| has the reason), it was
     * cancelled (|is_cancelled|), or the caller held the place. */
    ddds_resolution *resolution;
    const struct ddds_error *error; /* its status is DDDS_OK unless the input
                                       could not be resolved */
    bool is_cancelled;              /* by ddds_many_stop */
    uint64_t nanoseconds; /* from the start of the resolution to its end, waits
                             for memory included, if the options say |timed|;
                             otherwise 0 */
};

/* Prepare to resolve many inputs with the records of |database|, which must
 * stay valid until ddds_many_free. |options| may be NULL. Several of these may
 * use one database. The options of resolutions are checked with each input. The
 * caller frees it with ddds_many_free. Returns NULL on failure: DDDS_BAD_OPTION
 * (a struct without a size, or with members that this version does not know) or
 * DDDS_NO_MEMORY. */
DDDS_API ddds_many *ddds_many_new(ddds_database *database,
                                  const struct ddds_many_options *options,
                                  struct ddds_error *error);

/* How many inputs can be added now. It is not 0 if none is in progress and all
 * results have been taken. */
DDDS_API size_t ddds_many_room(const ddds_many *many);

/* Start to resolve |input|, which is copied. |application| NULL means that of
 * ddds_application_for(input); it must stay valid until ddds_many_free.
 * |options| NULL means those of the many; otherwise they are copied, and their
 * strings must stay valid until the result has been taken. |own| comes back
 * with the result. The deadline of the options begins now.
 *
 * An input that is rejected has a result in its place, whose |error| has one
 * of the statuses of ddds_resolution_new. Returns DDDS_OK if there will be a
 * result; DDDS_LIMIT if there is no room, or DDDS_NO_MEMORY: then nothing was
 * added. */
DDDS_API ddds_status ddds_many_add(ddds_many *many,
                                   const struct ddds_application *application,
                                   const char *input,
                                   const struct ddds_options *options,
                                   void *own);

/* Hold a place for something that the library does not resolve, such as a
 * lookup that the caller makes itself, or an input that it rejects: the results
 * of inputs that are added later come after it, unless the results are
 * unordered. |own| comes back with the result. It counts as in progress until
 * ddds_many_release. Returns NULL if there is no room or no memory. */
DDDS_API ddds_many_place *ddds_many_hold(ddds_many *many, void *own);

/* What |place| was held for is done: it has a result, without a resolution and
 * without an error. May be called from within functions of the database, but
 * only once, and not after ddds_many_free. */
DDDS_API void ddds_many_release(ddds_many_place *place);

/* How many inputs are in progress: started and not done. After ddds_many_next
 * has returned NULL, it is 0 once all results have been taken. */
DDDS_API size_t ddds_many_in_progress(const ddds_many *many);

/* Wait until something in progress comes further or a signal arrives. Returns
 * at once if there is a result to be taken, or nothing but places that the
 * caller holds is in progress. If the database cannot wait, or fails to, the
 * resolutions in progress end with DDDS_REASON_NETWORK. */
DDDS_API void ddds_many_wait(ddds_many *many);

/* Take the next result. Returns NULL if none is done. The result, and its
 * resolution, are valid until the next call of this function or of
 * ddds_many_free; until then its place is not free for another input. */
DDDS_API const struct ddds_many_result *ddds_many_next(ddds_many *many);

/* Cancel what is in progress: each such input has a result that
 * |is_cancelled|, and what is done has its own. Places that the caller holds
 * stay held. Inputs may be added again. */
DDDS_API void ddds_many_stop(ddds_many *many);

/* Free |many|, which may be NULL, at any moment. What is in progress is
 * cancelled, and results that were not taken are discarded. */
DDDS_API void ddds_many_free(ddds_many *many);

#ifdef __cplusplus
}
#endif

#endif
