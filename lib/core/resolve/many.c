/* Concurrent resolutions with a database.
 *
 * Each input has a place, whose resolution is reused for the next input of the
 * same application. A queue serves both orders: a place joins it when it is
 * taken, or when it is done; done places at its front are results.
 *
 * If a resolution would exceed the memory limit for all, it is set aside
 * without its data, and restarted when others are done, the oldest first. The
 * octets that it asked for are then reserved, so that it comes at least one key
 * further each time; a larger reservation would delay others. Its deadline does
 * not change. A single resolution may always use the memory that it needs, and
 * so may the resolution whose result is next.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/many.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "base/limits.h"
#include "base/sized.h"
#include "resolve/again.h"

struct ddds_many_place {
    struct ddds_many_result result;
    ddds_many_place *next; /* in the queue or the free list */
    ddds_many_place *made; /* list of all places */
    ddds_many *many;
    enum { FREE, IN_PROGRESS, ASIDE, HELD, DONE } state;
    ddds_many_place *later; /* list of places set aside */
    uint64_t number;        /* sequence number of the input */
    size_t octets;          /* in use, or reserved */
    size_t reserved;
    bool is_crowded; /* others leave too little memory */
    struct ddds_error error;
    uint64_t started; /* nanoseconds; 0: not measured */
    uint64_t random;

    ddds_resolution *resolution; /* of the present input, or NULL */
    ddds_resolution *kept;       /* for reuse with |application|, or NULL */
    const struct ddds_application *application;
};

struct ddds_many {
    ddds_database *database;
    struct ddds_many_options options;
    struct ddds_options resolving;
    ddds_many_place *latest; /* head of the list of all places */
    ddds_many_place *free;
    ddds_many_place *first; /* queue */
    ddds_many_place **last;
    ddds_many_place *taken; /* its result is in use by the caller; NULL: none */
    size_t in_flight; /* places that are not free: exceeds the option while
                         results wait for their turn */
    size_t in_progress;
    size_t running;  /* in progress, neither held nor set aside */
    size_t octets;   /* of all places */
    uint64_t number; /* of the last input */
    ddds_many_place *aside;
    bool is_told; /* |ready| was called */
    bool goes_on; /* restarting places that were set aside */
    bool is_busy; /* in a function of the library, whose caller checks for
                     results itself */
};

/* ---- Reproducible random numbers ----------------------------------------- */

/* FNV-1a: the sequence of an input depends on its text, not on its position, so
 * that inputs can be divided among processes. */
static uint64_t hash_input(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *text != '\0'; text++) {
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    }
    return hash;
}

/* Each input has its own sequence, independent of the order of completion. */
static uint32_t draw_random(void *context)
{
    return ddds_random_draw(&((ddds_many_place *)context)->random);
}

/* ---- Places ------------------------------------------------------------- */

static uint64_t read_nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void join(ddds_many_place *place)
{
    ddds_many *many = place->many;
    place->next = NULL;
    *many->last = place;
    many->last = &place->next;
}

static bool has_result(const ddds_many *many)
{
    return many->first != NULL && many->first->state == DONE;
}

/* Return the last used place, whose memory is in the processor's cache, or a
 * new place. NULL without memory. */
static ddds_many_place *find_place(ddds_many *many)
{
    ddds_many_place *place = many->free;
    if (place != NULL) {
        many->free = place->next;
        return place;
    }
    place = calloc(1, sizeof *place);
    if (place != NULL) {
        place->many = many;
        place->result.error = &place->error;
        place->made = many->latest;
        many->latest = place;
    }
    return place;
}

/* Set the memory of |place| to |octets|, or to its reservation if larger. */
static void count_octets(ddds_many_place *place, size_t octets)
{
    ddds_many *many = place->many;
    octets = octets > place->reserved ? octets : place->reserved;
    many->octets += octets - place->octets;
    place->octets = octets;
}

/* Take a place for |own|; NULL if none is free, or without memory. */
static inline ddds_many_place *take_place(ddds_many *many, void *own)
{
    ddds_many_place *place = ddds_many_room(many) > 0 ? find_place(many) : NULL;
    if (place == NULL) {
        return NULL;
    }
    place->result.own = own;
    place->result.resolution = NULL;
    place->result.is_cancelled = false;
    place->result.nanoseconds = 0;
    place->error.status = DDDS_OK;
    place->error.detail[0] = '\0';
    place->started = 0;
    place->number = ++many->number;
    many->in_flight++;
    many->in_progress++;
    if (!many->options.unordered) {
        join(place);
    }
    return place;
}

/* Call |ready| for a new result. The caller may free everything in it. */
static void announce(ddds_many *many)
{
    if (many->options.ready != NULL && !many->is_busy && !many->is_told &&
        has_result(many)) {
        many->is_told = true;
        many->options.ready(many->options.context);
    }
}

/* Mark |place| as done. The caller may free everything in |ready|. */
static void finish(ddds_many_place *place)
{
    ddds_many *many = place->many;
    place->state = DONE;
    many->in_progress--;
    if (many->options.unordered) {
        join(place);
    }
    announce(many);
}

/* Free the resolution of a place for waiting results, or with much memory,
 * instead of reusing it. */
static void free_place(ddds_many_place *place)
{
    ddds_many *many = place->many;
    if (place->resolution != place->kept) {
        ddds_resolution_free(place->resolution);
    }
    if (many->in_flight > many->options.in_flight ||
        place->octets > LIMIT_USUAL_OCTETS) {
        ddds_resolution_free(place->kept);
        place->kept = NULL;
    }
    count_octets(place, 0);
    place->resolution = NULL;
    place->state = FREE;
    place->next = many->free;
    many->free = place;
    many->in_flight--;
}

/* ---- An input ----------------------------------------------------------- */

/* Return true if the caller holds |place|, whose resolution is done, or has
 * already released it. */
static inline bool is_held(ddds_many_place *place)
{
    ddds_many *many = place->many;
    const struct ddds_many_options *options = &many->options;
    bool was_busy = many->is_busy;
    if (options->hold == NULL) {
        return false;
    }
    place->state = HELD;
    many->is_busy = true;
    bool is_taken = options->hold(options->context, place, &place->result);
    many->is_busy = was_busy;
    return is_taken;
}

/* Return true if |place| may use |octets|. A held place, whose caller asks for
 * the next result, cannot be restarted. */
static bool may_hold(void *context, size_t octets)
{
    ddds_many_place *place = context;
    const ddds_many *many = place->many;
    size_t others = many->octets - place->octets;
    bool is_allowed = octets <= LIMIT_USUAL_OCTETS ||
                      others + octets <= many->options.octets ||
                      many->running == 1 || place == many->first ||
                      place->state == HELD;
    if (is_allowed) {
        count_octets(place, octets);
    } else {
        place->is_crowded = true;
        place->reserved = octets;
    }
    return is_allowed;
}

/* Seed the random numbers of |input|. */
static void seed(ddds_many_place *place, const char *input)
{
    if (place->many->options.has_seed && input != NULL) {
        place->random = place->many->options.seed + hash_input(input);
    }
}

/* Prepare |place| for a later restart, without its data. Return false if
 * allocation fails. */
static bool set_aside(ddds_many_place *place)
{
    ddds_many_place **last = &place->many->aside;
    seed(place, ddds_resolution_result(place->resolution)->input);
    bool is_ready =
        ddds_resolution_again(place->resolution, &place->error) == DDDS_OK;
    if (is_ready) {
        size_t reserved = place->reserved;
        place->reserved = 0;
        count_octets(place, 0);
        place->reserved = reserved;
        place->state = ASIDE;
        while (*last != NULL && (*last)->number < place->number) {
            last = &(*last)->later;
        }
        place->later = *last;
        *last = place;
    }
    return is_ready;
}

static void begin(ddds_many_place *place);

/* Return the link to a place that was set aside and can restart: the oldest if
 * memory permits, or any whose deadline has passed, which ends at once. Return
 * a link to NULL if none can. */
static ddds_many_place **find_next(ddds_many *many)
{
    ddds_many_place **link = &many->aside;
    const ddds_many_place *oldest = *link;
    if (oldest == NULL || many->running == 0 || oldest == many->first ||
        many->octets + oldest->reserved <= many->options.octets) {
        return link;
    }
    while (*link != NULL && !ddds_resolution_is_late((*link)->resolution)) {
        link = &(*link)->later;
    }
    return link;
}

/* Restart places that were set aside, as far as memory permits. */
static void go_on(ddds_many *many)
{
    bool was_busy = many->is_busy;
    ddds_many_place **link;
    while (!many->goes_on && *(link = find_next(many)) != NULL) {
        ddds_many_place *place = *link;
        *link = place->later;
        many->is_busy = many->goes_on = true;
        count_octets(place, 0);
        begin(place);
        many->is_busy = was_busy;
        many->goes_on = false;
    }
}

static void end_resolution(ddds_resolution *resolution, void *context)
{
    ddds_many_place *place = context;
    ddds_many *many = place->many;
    many->running--;
    if (place->is_crowded && set_aside(place)) {
        go_on(many);
        announce(many);
        return;
    }
    place->reserved = 0;
    count_octets(place, ddds_resolution_octets(resolution));
    go_on(many);
    if (place->started != 0) {
        place->result.nanoseconds = read_nanoseconds() - place->started;
    }
    if (ddds_resolution_status(resolution) == DDDS_OK) {
        place->result.resolution = resolution;
        if (is_held(place)) {
            announce(many);
            return;
        }
    } else {
        ddds_error_no_memory(&place->error);
    }
    finish(place);
}

static void begin(ddds_many_place *place)
{
    ddds_many *many = place->many;
    place->state = IN_PROGRESS;
    place->is_crowded = false;
    many->running++;
    ddds_resolution_start(place->resolution, end_resolution, place);
}

/* Create a resolution in |place|, only for this input if it has |options|. */
static ddds_resolution *make_resolution(ddds_many_place *place,
                                        const char *input,
                                        const struct ddds_options *options)
{
    ddds_many *many = place->many;
    bool is_kept = options == NULL;
    struct ddds_options own = many->resolving;
    ddds_resolution_free(place->kept);
    place->kept = NULL;
    if (!is_kept &&
        ddds_sized_copy(options, &own, sizeof own, "DDDS_OPTIONS_INIT",
                        &place->error) != DDDS_OK) {
        return NULL;
    }
    if (many->options.has_seed) {
        own.random = draw_random;
        own.random_context = place;
    }
    own.may_hold = may_hold;
    own.holding_context = place;
    ddds_resolution *made = ddds_resolution_new(
        many->database, place->application, input, &own, &place->error);
    place->kept = is_kept ? made : NULL;
    return made;
}

/* Prepare the resolution of |input| in |place| without starting it; NULL on
 * failure, with an error. */
static ddds_resolution *prepare(ddds_many_place *place,
                                const struct ddds_application *application,
                                const char *input,
                                const struct ddds_options *options)
{
    seed(place, input);
    if (place->kept == NULL || options != NULL || input == NULL ||
        place->application != application) {
        place->application = application;
        return make_resolution(place, input, options);
    }
    return ddds_resolution_restart(place->kept, input, &place->error) == DDDS_OK
               ? place->kept
               : NULL;
}

ddds_status ddds_many_add(ddds_many *many,
                          const struct ddds_application *application,
                          const char *input, const struct ddds_options *options,
                          void *own)
{
    ddds_many_place *place = take_place(many, own);
    if (place == NULL) {
        return ddds_many_room(many) == 0 ? DDDS_LIMIT : DDDS_NO_MEMORY;
    }
    if (application == NULL) {
        application = ddds_application_for(input);
    }
    place->state = IN_PROGRESS;
    place->resolution = prepare(place, application, input, options);
    many->is_busy = true;
    if (place->resolution == NULL) {
        finish(place);
    } else {
        place->started = many->options.timed ? read_nanoseconds() : 0;
        begin(place);
    }
    many->is_busy = false;
    return DDDS_OK;
}

ddds_many_place *ddds_many_hold(ddds_many *many, void *own)
{
    ddds_many_place *place = take_place(many, own);
    if (place != NULL) {
        place->state = HELD;
    }
    return place;
}

void ddds_many_release(ddds_many_place *place)
{
    finish(place);
}

/* ---- Interface ---------------------------------------------------------- */

ddds_many *ddds_many_new(ddds_database *database,
                         const struct ddds_many_options *options,
                         struct ddds_error *error)
{
    enum { IN_FLIGHT = 512 };
    ddds_many *many = calloc(1, sizeof *many);
    if (many == NULL) {
        ddds_error_no_memory(error);
        return NULL;
    }
    if (ddds_sized_copy(options, &many->options, sizeof many->options,
                        "DDDS_MANY_OPTIONS_INIT", error) != DDDS_OK ||
        ddds_sized_copy(many->options.resolving, &many->resolving,
                        sizeof many->resolving, "DDDS_OPTIONS_INIT",
                        error) != DDDS_OK) {
        free(many);
        return NULL;
    }
    many->database = database;
    many->last = &many->first;
    if (many->options.in_flight == 0) {
        many->options.in_flight = IN_FLIGHT;
    }
    if (many->options.octets == 0) {
        many->options.octets = LIMIT_OCTETS_IN_FLIGHT;
    }
    return many;
}

/* Return the number of results that may wait for an earlier input. With 128 in
 * flight and 20 ms per answer, it takes a third of a second to reach it: longer
 * than a lost datagram usually costs. A typical result has 10 KB. */
static size_t limit_waiting(const ddds_many *many)
{
    enum { TIMES = 16, WAITING = 2048 };
    if (many->options.hold != NULL) {
        return 0; /* the caller keeps additional data for each */
    }
    return many->options.in_flight < WAITING / TIMES
               ? TIMES * many->options.in_flight
               : WAITING;
}

size_t ddds_many_room(const ddds_many *many)
{
    size_t used = many->in_flight;
    if (many->aside != NULL || many->octets >= many->options.octets) {
        return 0;
    }
    if (many->first != NULL && many->first->state != DONE) {
        size_t waiting = used - many->in_progress - (many->taken != NULL);
        size_t limit = limit_waiting(many);
        used -= waiting < limit ? waiting : limit;
    }
    return used < many->options.in_flight ? many->options.in_flight - used : 0;
}

size_t ddds_many_in_progress(const ddds_many *many)
{
    return many->in_progress;
}

const struct ddds_many_result *ddds_many_next(ddds_many *many)
{
    if (many->taken != NULL) {
        free_place(many->taken);
        many->taken = NULL;
    }
    go_on(many);
    if (!has_result(many)) {
        many->is_told = false;
        return NULL;
    }
    many->taken = many->first;
    many->first = many->taken->next;
    if (many->first == NULL) {
        many->last = &many->first;
    }
    return &many->taken->result;
}

/* Call |end| for each resolution in progress. */
static void end_all(ddds_many *many, void (*end)(ddds_many_place *place))
{
    many->is_busy = true;
    for (ddds_many_place *place = many->latest; place != NULL;
         place = place->made) {
        if (place->state == IN_PROGRESS || place->state == ASIDE) {
            end(place);
        }
    }
    many->is_busy = false;
}

static void give_up(ddds_many_place *place)
{
    ddds_resolution_stop(place->resolution, DDDS_REASON_NETWORK);
}

void ddds_many_wait(ddds_many *many)
{
    ddds_database *database = many->database;
    if (has_result(many) || many->in_progress == 0) {
        return;
    }
    many->is_busy = true;
    bool is_broken = ddds_database_wait(database) != DDDS_OK;
    many->is_busy = false;
    if (is_broken) {
        end_all(many, give_up);
    }
}

static void cancel(ddds_many_place *place)
{
    place->many->running -= place->state == IN_PROGRESS;
    place->reserved = 0;
    count_octets(place, 0);
    ddds_resolution_free(place->resolution);
    place->kept = NULL;
    place->resolution = NULL;
    place->result.is_cancelled = true;
    finish(place);
}

void ddds_many_stop(ddds_many *many)
{
    many->aside = NULL;
    end_all(many, cancel);
}

void ddds_many_free(ddds_many *many)
{
    ddds_many_place *before;
    if (many == NULL) {
        return;
    }
    for (ddds_many_place *place = many->latest; place != NULL; place = before) {
        before = place->made;
        if (place->resolution != place->kept) {
            ddds_resolution_free(place->resolution);
        }
        ddds_resolution_free(place->kept);
        free(place);
    }
    free(many);
}
