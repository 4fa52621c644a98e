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
 * library is at work, except |ready| and |hold| of the options. So the caller
 * may use a result freely, add inputs, wait for other events, or free
 * everything.
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

/* A place among the results, held by the caller. Opaque. */
typedef struct ddds_many_place ddds_many_place;

struct ddds_many_result;

/* Options for resolving inputs. Zero means the default. */
struct ddds_many_options {
    size_t size; /* set by DDDS_MANY_OPTIONS_INIT */

    /* The default options of resolutions; NULL: those of the library. The
     * struct is copied; strings and |random_context| must stay valid until
     * ddds_many_free. */
    const struct ddds_options *resolving;

    /* Maximum of inputs in flight: in progress, or done with a result that can
     * be taken. 0: 512. Results that wait for an earlier input in progress do
     * not count, so that a lost datagram delays only its own input. At most 16
     * times as many may wait, and at most 2048. With |hold|, all count. */
    size_t in_flight;

    /* Maximum of octets of memory for all inputs in flight, including waiting
     * results; 0: 64 MiB. Beyond it no input can be added. An input in progress
     * that would exceed it is restarted after others are done, and repeats its
     * questions, unless a cache has the answers. Its deadline continues
     * meanwhile; after that the input ends with DDDS_REASON_TIMEOUT, in
     * ddds_many_next at the latest. Each input may use 16 KiB in any case, and
     * a single input may use its own limits. |may_hold| of the resolutions'
     * options is not used. */
    size_t octets;

    bool unordered; /* return results as they are done, not in the order of
                       inputs */
    bool timed;     /* measure |nanoseconds| of the results */

    /* Make the choice among servers of equal priority reproducible. It then
     * depends only on |seed|, the text of the input and the records, not on
     * the order of records or of completion, or on other inputs. |random| of
     * the resolutions' options is not used. */
    bool has_seed;
    uint64_t seed;

    /* For event loops: called with |context| by functions of the database when
     * a result becomes available; or NULL. It is called again only after
     * ddds_many_next has returned NULL. Functions of this header do not call
     * it, except ddds_many_release: callers check for results after these. It
     * may free the many, but call no other function of this header. */
    void (*ready)(void *context);
    void *context;

    /* Called with |context| and each completed resolution, before it becomes a
     * result; or NULL. If it returns true, the input stays in progress, and the
     * caller holds its |place| until it calls ddds_many_release, possibly in
     * this function; then the result is available. It must not free the
     * many. */
    bool (*hold)(void *context, ddds_many_place *place,
                 const struct ddds_many_result *result);
};
#define DDDS_MANY_OPTIONS_INIT DDDS_INIT(struct ddds_many_options)

/* The result of an input. */
struct ddds_many_result {
    void *own; /* passed by the caller with the input */

    /* The completed resolution: ddds_resolution_result returns its result, and
     * ddds_resolution_next the next. It belongs to the many. It is NULL if the
     * input was rejected (|error| has the reason), if it was cancelled
     * (|is_cancelled|), or after ddds_many_hold. */
    ddds_resolution *resolution;
    const struct ddds_error *error; /* its status is DDDS_OK unless the input
                                       was rejected, or memory ran out */
    bool is_cancelled;              /* by ddds_many_stop */
    uint64_t nanoseconds; /* from the start of the resolution to its end, waits
                             for memory included, if the options say |timed|;
                             otherwise 0 */
};

/* Prepare to resolve inputs with |database|, which must stay valid until
 * ddds_many_free and may be shared. |options| may be NULL. The options of
 * resolutions are checked with each input. The caller frees the result with
 * ddds_many_free. Returns NULL on failure: DDDS_BAD_OPTION (a struct without a
 * size, or with unknown members) or DDDS_NO_MEMORY. */
DDDS_API ddds_many *ddds_many_new(ddds_database *database,
                                  const struct ddds_many_options *options,
                                  struct ddds_error *error);

/* Return the largest number of inputs that can be added now. There may be fewer
 * if they need much memory (|octets|), so call this before each. It is not 0 if
 * none is in progress and all results have been taken. */
DDDS_API size_t ddds_many_room(const ddds_many *many);

/* Start to resolve |input|, which is copied. |application| NULL means that of
 * ddds_application_for(input); it must stay valid until ddds_many_free.
 * |options| NULL means those of the many; otherwise they are copied, and their
 * strings must stay valid until the result has been taken. |own| is part of the
 * result. The deadline of the options starts now.
 *
 * A rejected input has a result, whose |error| has a status of
 * ddds_resolution_new. Returns DDDS_OK if a result will follow. Fails with
 * DDDS_LIMIT if all places are in use, or DDDS_NO_MEMORY: then nothing was
 * added. */
DDDS_API ddds_status ddds_many_add(ddds_many *many,
                                   const struct ddds_application *application,
                                   const char *input,
                                   const struct ddds_options *options,
                                   void *own);

/* Hold a place for something that the library does not resolve, such as a
 * lookup by the caller, or a rejected input. Results of later inputs follow it,
 * unless the results are unordered. |own| is part of the result. It counts as
 * in progress until ddds_many_release. Returns NULL if all places are in use,
 * or without memory. */
DDDS_API ddds_many_place *ddds_many_hold(ddds_many *many, void *own);

/* Complete the work for which |place| was held. The result has a resolution if
 * |hold| held the place, none after ddds_many_hold, and no failure. May be
 * called by functions of the database, but only once, and not after
 * ddds_many_free. */
DDDS_API void ddds_many_release(ddds_many_place *place);

/* Return the number of inputs in progress: started and not done. After
 * ddds_many_next has returned NULL, 0 means that all results have been
 * taken. */
DDDS_API size_t ddds_many_in_progress(const ddds_many *many);

/* Wait until something in progress advances or a signal arrives. Returns
 * immediately if a result is available, or only held places are in progress. If
 * the database cannot wait, or fails to, the resolutions in progress end with
 * DDDS_REASON_NETWORK. */
DDDS_API void ddds_many_wait(ddds_many *many);

/* Take the next result. Returns NULL if none is available. The result, and its
 * resolution, are valid until the next call of this function or of
 * ddds_many_free; until then its place is in use. */
DDDS_API const struct ddds_many_result *ddds_many_next(ddds_many *many);

/* Cancel all inputs in progress: their results have |is_cancelled|; completed
 * inputs keep their results. Held places remain held. Inputs may be added
 * again. */
DDDS_API void ddds_many_stop(ddds_many *many);

/* Free |many|, which may be NULL, at any time. Inputs in progress are
 * cancelled, and results that were not taken are discarded. */
DDDS_API void ddds_many_free(ddds_many *many);

#ifdef __cplusplus
}
#endif

#endif
