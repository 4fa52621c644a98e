/* SPDX-License-Identifier: MIT */
#include "py_dns.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "py_error.h"
#include "py_options.h"

/* ---- Caches -------------------------------------------------------------- */

static const char cache_name[] = "ddds.cache";

static void free_cache(PyObject *capsule)
{
    ddds_cache_free(PyCapsule_GetPointer(capsule, cache_name));
}

PyObject *py_cache_new(PyObject *module, PyObject *size)
{
    const struct py_state *state = py_state_of(module);
    struct ddds_error error;
    size_t octets = PyLong_AsSize_t(size);
    if (PyErr_Occurred() != NULL) {
        return NULL;
    }
    ddds_cache *cache = ddds_cache_new(octets, &error);
    if (cache == NULL) {
        return py_raise(state, &error, NULL);
    }
    PyObject *capsule = PyCapsule_New(cache, cache_name, free_cache);
    if (capsule == NULL) {
        ddds_cache_free(cache);
    }
    return capsule;
}

/* ---- Sockets ------------------------------------------------------------- */

/* Ignore inherited sockets in a child process, to avoid disturbing its
 * parent. */
static void watch(void *context, int descriptor, bool readable, bool writable)
{
    struct py_source *source = context;
    struct epoll_event event = {.data.fd = descriptor};
    event.events = (readable ? EPOLLIN : 0U) | (writable ? EPOLLOUT : 0U);
    if (source->forks != source->state->forks) {
        return;
    }
    if (event.events == 0) {
        epoll_ctl(source->events, EPOLL_CTL_DEL, descriptor, &event);
    } else if (epoll_ctl(source->events, EPOLL_CTL_ADD, descriptor, &event) <
                   0 &&
               errno == EEXIST) {
        epoll_ctl(source->events, EPOLL_CTL_MOD, descriptor, &event);
    }
}

/* Return the shorter of two timeouts; negative: none. */
static int shorter(int one, int other)
{
    return one < 0 || (other >= 0 && other < one) ? other : one;
}

static int find_timeout(struct py_source *source)
{
    const struct py_validation *validation = &source->validation;
    return source->is_validated
               ? validation->late.timeout(validation->validator)
               : ddds_dns_timeout(source->dns);
}

static void process(struct py_source *source, int descriptor, bool readable,
                    bool writable)
{
    const struct py_validation *validation = &source->validation;
    if (source->is_validated) {
        validation->late.process(validation->validator);
    } else {
        ddds_dns_process(source->dns, descriptor, readable, writable);
    }
}

enum { EVENTS = 16 };

/* Wait for sockets, and process their events. */
static void await_events(struct py_source *source, int timeout)
{
    struct epoll_event events[EVENTS];
    int count = epoll_wait(source->events, events, EVENTS, timeout);
    py_source_lock(source);
    for (int i = 0; i < count; i++) {
        process(source, events[i].data.fd,
                (events[i].events & ~(uint32_t)EPOLLOUT) != 0,
                (events[i].events & EPOLLOUT) != 0);
    }
    if (count <= 0) {
        process(source, -1, false, false);
    }
    py_source_unlock(source);
}

void py_dns_wait(struct py_source *source, const bool *is_ready, int most)
{
    py_source_lock(source);
    int due = find_timeout(source);
    bool waits = !*is_ready;
    py_source_unlock(source);
    if (waits) {
        await_events(source, shorter(most, due));
    }
}

int py_dns_process(struct py_source *source)
{
    await_events(source, 0);
    py_source_lock(source);
    int timeout = find_timeout(source);
    py_source_unlock(source);
    return timeout;
}

/* ---- Databases ----------------------------------------------------------- */

/* Read the arguments of ddds.DNS. |*cache| receives the shared cache, or
 * NULL. */
static bool read_options(struct py_source *source, PyObject *arguments,
                         bool *is_cached, ddds_cache **cache)
{
    const struct py_state *state = source->state;
    struct ddds_dns_options *options = &source->options;
    PyObject *given[8];
    int set[8];
    if (!PyArg_ParseTuple(arguments, "OOHOOpOOpppppOppO", &given[0], &given[1],
                          &options->port, &given[2], &given[3], &set[0],
                          &given[4], &given[5], &set[1], &set[2], &set[3],
                          &set[4], &set[5], &given[6], &set[6], &set[7],
                          &given[7]) ||
        !py_texts_read(state, given[0], "a server", &source->servers) ||
        !py_texts_read(state, given[7], "a file of trust anchors",
                       &source->trust_anchors) ||
        !py_read_bool(state, given[1], "cached", is_cached) ||
        !py_read_milliseconds(state, given[2], "timeout", &options->timeout) ||
        !py_read_count(state, given[3], "tries", &options->tries) ||
        !py_read_count(state, given[4], "rate", &options->rate) ||
        !py_read_count(state, given[5], "rate_per_server",
                       &options->rate_per_server) ||
        !py_read_count(state, given[6], "buffer_size", &options->buffer_size)) {
        return false;
    }
    if (options->buffer_size != 0 &&
        (options->buffer_size < 512 || options->buffer_size > 4096)) {
        py_refuse(state, "buffer_size must be from 512 to 4096");
        return false;
    }
    options->servers = source->servers.array;
    options->server_count = source->servers.count;
    options->tcp = set[0] != 0;
    options->ipv4_only = set[1] != 0;
    options->ipv6_only = set[2] != 0;
    options->no_recursion = set[3] == 0;
    options->no_validation = set[4] != 0;
    options->distrust = set[5] == 0;
    source->is_validated = set[6] != 0;
    source->is_recursive = set[7] != 0;
    *cache = PyCapsule_IsValid(given[1], cache_name)
                 ? PyCapsule_GetPointer(given[1], cache_name)
                 : NULL;
    return true;
}

ddds_database *py_dns_validate(const struct py_source *source,
                               struct py_validation *validation,
                               struct ddds_error *error)
{
    const struct ddds_dns_options *dns = &source->options;
    const struct ddds_validator_options options = {
        .size = sizeof options,
        .servers = dns->servers,
        .server_count = dns->server_count,
        .port = dns->port,
        .recursive = source->is_recursive,
        .trust_anchor_files = source->trust_anchors.array,
        .trust_anchor_file_count = source->trust_anchors.count,
        .ipv4_only = dns->ipv4_only,
        .ipv6_only = dns->ipv6_only,
        .tcp = dns->tcp,
        .buffer_size = dns->buffer_size,
        .rate = dns->rate,
    };
    if (ddds_validate_late_load(&validation->late, error) != DDDS_OK) {
        return NULL;
    }
    validation->validator = validation->late.make(&options, error);
    return validation->late.database(validation->validator);
}

static ddds_database *open_validator(struct py_source *source,
                                     struct ddds_error *error)
{
    struct py_validation *validation = &source->validation;
    ddds_database *database = py_dns_validate(source, validation, error);
    if (database != NULL) {
        watch(source, validation->late.descriptor(validation->validator), true,
              false);
    }
    return database;
}

static ddds_database *open_plain(struct py_source *source,
                                 struct ddds_error *error)
{
    struct ddds_dns_options options = source->options;
    options.watch = watch;
    options.watch_context = source;
    source->dns = ddds_dns_new(&options, error);
    return ddds_dns_database(source->dns);
}

static ddds_status open_dns(struct py_source *source, bool is_cached,
                            ddds_cache *cache, struct ddds_error *error)
{
    source->events = epoll_create1(EPOLL_CLOEXEC);
    if (source->events < 0) {
        return ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                              "no descriptor is left");
    }
    ddds_database *inner = source->is_validated ? open_validator(source, error)
                                                : open_plain(source, error);
    source->database = inner != NULL && is_cached
                           ? ddds_cached_new(inner, cache, error)
                           : inner;
    if (source->database == NULL) {
        ddds_database_free(inner);
    }
    return source->database != NULL ? DDDS_OK : error->status;
}

/* Add |source| to the list of sources that are locked during fork(). */
static void join(struct py_source *source)
{
    source->forks = source->state->forks;
    source->next = source->state->sources;
    source->state->sources = source;
}

static void leave(struct py_source *source)
{
    struct py_source **link = &source->state->sources;
    while (*link != NULL && *link != source) {
        link = &(*link)->next;
    }
    if (*link != NULL) {
        *link = source->next;
    }
}

static void close_dns(struct py_source *source)
{
    leave(source);
    ddds_database_free(source->database);
    source->database = NULL;
    source->dns = NULL;
    source->validation.validator = NULL;
    if (source->events >= 0) {
        close(source->events);
    }
    source->events = -1;
}

/* Return the file of trust anchors with which the detail of |error| begins, or
 * NULL. */
static const char *find_file(const struct py_source *source,
                             const struct ddds_error *error)
{
    for (size_t i = 0; i < source->trust_anchors.count; i++) {
        const char *path = source->trust_anchors.array[i];
        size_t length = strlen(path);
        if (strncmp(error->detail, path, length) == 0 &&
            strncmp(error->detail + length, ": ", 2) == 0) {
            return path;
        }
    }
    return NULL;
}

PyObject *py_dns_new(PyObject *module, PyObject *arguments)
{
    struct py_state *state = py_state_of(module);
    struct py_source *source = py_source_new(state);
    struct ddds_error error;
    ddds_cache *cache;
    bool is_cached;
    ddds_status status;
    if (source == NULL) {
        return NULL;
    }
    source->options = (struct ddds_dns_options)DDDS_DNS_OPTIONS_INIT;
    if (!read_options(source, arguments, &is_cached, &cache)) {
        Py_DECREF((PyObject *)source);
        return NULL;
    }
    source->free = close_dns;
    join(source);
    Py_BEGIN_ALLOW_THREADS status = open_dns(source, is_cached, cache, &error);
    Py_END_ALLOW_THREADS if (status != DDDS_OK)
    {
        close_dns(source);
        py_raise(state, &error, find_file(source, &error));
        Py_CLEAR(source);
    }
    return (PyObject *)source;
}

/* ---- fork() -------------------------------------------------------------- */

/* Lock all sources: otherwise the child could inherit a database during a
 * change, and a lock that is never released. */
PyObject *py_before_fork(PyObject *module, PyObject *unused)
{
    struct py_source *source = py_state_of(module)->sources;
    (void)unused;
    for (; source != NULL; source = source->next) {
        pthread_mutex_lock(&source->lock);
    }
    Py_RETURN_NONE;
}

PyObject *py_after_fork_in_parent(PyObject *module, PyObject *unused)
{
    struct py_source *source = py_state_of(module)->sources;
    (void)unused;
    for (; source != NULL; source = source->next) {
        pthread_mutex_unlock(&source->lock);
    }
    Py_RETURN_NONE;
}

PyObject *py_after_fork_in_child(PyObject *module, PyObject *unused)
{
    struct py_state *state = py_state_of(module);
    (void)unused;
    state->forks++;
    for (struct py_source *source = state->sources; source != NULL;
         source = source->next) {
        pthread_mutex_init(&source->lock, NULL);
    }
    ddds_uuid_generator_free(state->generator);
    state->generator = NULL;
    Py_RETURN_NONE;
}
