#!/usr/bin/python3
"""Describe the C part of the Python module to cffi.

setup.py takes |ffibuilder| from here. CMake runs this file, which then writes
the C code to the file that is its argument.

SPDX-License-Identifier: MIT
"""
import pathlib
import re
import shlex
import subprocess
import sys

import cffi

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = ["batch.c", "findings.c", "pickle.c", "results.c", "source.c"]

# What Python code uses of the public headers, and of those beside this file.
# "..." is completed by the C compiler, which also checks everything else.
DECLARATIONS = """
/* status.h, export.h */
typedef int ddds_status;
#define DDDS_OK ...
#define DDDS_NO_MEMORY ...
#define DDDS_BAD_INPUT ...
#define DDDS_BAD_OPTION ...
#define DDDS_UNREADABLE ...
#define DDDS_SYNTAX ...
#define DDDS_MALFORMED ...
#define DDDS_LIMIT ...
#define DDDS_NO_ENTROPY ...
#define DDDS_BAD_CLOCK ...
struct ddds_error { ddds_status status; size_t offset; char detail[...]; };
const char *ddds_status_text(ddds_status status);
const char *ddds_version(void);

/* application.h */
struct ddds_application { const char *name; const char *title; ...; };
const struct ddds_application *ddds_application_find(const char *name);
const struct ddds_application *const *ddds_applications(void);
struct ddds_application *ddds_application_open(const char *path,
                                               struct ddds_error *error);
struct ddds_application *ddds_application_read(const char *name,
    const char *text, size_t length, struct ddds_error *error);
void ddds_application_free(struct ddds_application *application);

/* database.h */
typedef struct ddds_cache ddds_cache;
ddds_cache *ddds_cache_new(size_t octets, struct ddds_error *error);
void ddds_cache_free(ddds_cache *cache);
struct ddds_zone_options {
    size_t size;
    const char *origin;
    bool include_anywhere;
    ...;
};
struct ddds_dns_options {
    size_t size;
    const char *const *servers;
    size_t server_count;
    uint16_t port;
    bool ipv4_only;
    bool ipv6_only;
    bool tcp;
    unsigned timeout;
    unsigned tries;
    unsigned buffer_size;
    bool no_recursion;
    bool no_validation;
    bool distrust;
    unsigned rate;
    unsigned rate_per_server;
    ...;
};
struct ddds_dns_socket { int descriptor; bool readable; bool writable; };

/* source.h */
struct ddds_source;
struct ddds_source *ddds_source_memory(struct ddds_error *error);
struct ddds_source *ddds_source_dns(const struct ddds_dns_options *options,
    bool is_cached, ddds_cache *shared, struct ddds_error *error);
void ddds_source_free(struct ddds_source *source);
ddds_status ddds_source_load(struct ddds_source *source, const char *path,
    const char *text, size_t length, struct ddds_zone_options *options,
    struct ddds_pickle *complaints, struct ddds_error *error);
ddds_status ddds_source_keys(struct ddds_source *source,
    struct ddds_pickle *names, struct ddds_error *error);
void ddds_source_lock(struct ddds_source *source);
void ddds_source_unlock(struct ddds_source *source);
void ddds_source_renew(struct ddds_source *source);
size_t ddds_source_watch(struct ddds_source *source,
    struct ddds_dns_socket *list, size_t size, int *timeout);
void ddds_source_process(struct ddds_source *source, int descriptor,
                         bool readable, bool writable);
uint64_t ddds_source_finished(struct ddds_source *source);

/* pickle.h, results.h, batch.h */
struct ddds_pickle { unsigned char *octets; size_t length; ...; };
void ddds_pickle_clear(struct ddds_pickle *pickle);
struct ddds_results { struct ddds_pickle pickle; size_t count; ...; };
struct ddds_batch_options {
    const struct ddds_application *application;
    const char *services;
    const char *protocols;
    const char *roots;
    const char *own_hosts;
    bool dns;
    bool all;
    bool no_q;
    bool no_addresses;
    bool require_authenticated;
    bool has_trace;
    bool as_lines;
    bool has_seed;
    uint64_t seed;
    unsigned max_hops;
    unsigned max_queries;
    unsigned deadline;
    size_t width;
    uint64_t number;
};
struct ddds_batch {
    struct ddds_results taken;
    uint32_t *taken_done;
    ...;
};
struct ddds_batch *ddds_batch_new(struct ddds_source *source,
                                  const struct ddds_batch_options *options);
void ddds_batch_free(struct ddds_batch *batch);
ddds_status ddds_batch_give(struct ddds_batch *batch, const char *inputs,
    size_t count, uint32_t index, bool has_inputs,
    struct ddds_error *error);
ddds_status ddds_batch_wait(struct ddds_batch *batch, int timeout);
ddds_status ddds_batch_take(struct ddds_batch *batch);

/* check.h, findings.h */
typedef struct ddds_check ddds_check;
struct ddds_check_options {
    size_t size;
    const char *origin;
    const struct ddds_application *application;
    const char *const *inputs;
    size_t input_count;
    const char *const *ignored;
    size_t ignored_count;
    const char *roots;
    size_t most_findings;
    ...;
};
struct ddds_check_summary { size_t size; size_t queries; ...; };
ddds_check *ddds_check_new(const struct ddds_check_options *options,
                           struct ddds_error *error);
void ddds_check_free(ddds_check *check);
ddds_status ddds_check_file(ddds_check *check, const char *path,
    const struct ddds_zone_options *options, struct ddds_error *error);
ddds_status ddds_check_text(ddds_check *check, const char *name,
    const char *text, size_t length, const struct ddds_zone_options *options,
    struct ddds_error *error);
struct ddds_check_live {
    size_t size;
    const struct ddds_dns_options *dns;
    bool asks_authorities;
    uint16_t authority_port;
    int64_t now;
    ...;
};
ddds_status ddds_findings_query(ddds_check *check,
    struct ddds_check_live *live, const char *const *names, size_t count,
    struct ddds_pickle *failures, struct ddds_error *error);
ddds_status ddds_findings_report(ddds_check *check,
    struct ddds_pickle *pickle, struct ddds_check_summary *summary,
    struct ddds_error *error);
ddds_status ddds_findings_correct(const struct ddds_check_options *options,
    const char *name, const char *text, size_t length,
    struct ddds_pickle *corrections, struct ddds_error *error);

/* rule.h */
typedef struct ddds_substitution ddds_substitution;
ddds_substitution *ddds_substitution_new(const char *regexp,
                                         struct ddds_error *error);
void ddds_substitution_free(ddds_substitution *substitution);
struct ddds_captures;
ddds_status ddds_substitution_apply(const ddds_substitution *substitution,
    const char *aus, char *output, size_t size, bool *matched,
    struct ddds_captures *captures, struct ddds_error *error);
ddds_status ddds_field_unescape(const char *text, char *field,
                                struct ddds_error *error);
#define DDDS_FIELD_SIZE ...

/* span.h, urn.h */
struct ddds_span { const char *text; size_t length; };
struct ddds_urn {
    struct ddds_span nid;
    struct ddds_span nss;
    struct ddds_span r;
    struct ddds_span q;
    struct ddds_span f;
};
ddds_status ddds_urn_parse(const char *text, struct ddds_urn *urn,
                           struct ddds_error *error);
ddds_status ddds_urn_normalize(const char *text, char *canonical, size_t size,
                               struct ddds_error *error);
ddds_status ddds_urn_equal(const char *one, const char *other, bool *equal,
                           struct ddds_error *error);

/* uuid.h */
struct ddds_uuid { unsigned char octets[16]; };
enum ddds_uuid_hash { DDDS_UUID_MD5, DDDS_UUID_SHA1, DDDS_UUID_SHA256, ... };
enum ddds_uuid_dns_form {
    DDDS_UUID_DNS_COMMON, DDDS_UUID_DNS_PRESENTATION, DDDS_UUID_DNS_WIRE, ...
};
struct ddds_uuid_dns_name { size_t length; unsigned char octets[...]; };
ddds_status ddds_uuid_write_dns_name(const char *text, size_t length,
    enum ddds_uuid_dns_form form, struct ddds_uuid_dns_name *name,
    struct ddds_error *error);
void ddds_uuid_make_name(enum ddds_uuid_hash hash,
    const struct ddds_uuid *space, const void *name, size_t length,
    struct ddds_uuid *uuid);
void ddds_uuid_make_custom(const unsigned char *custom, struct ddds_uuid *v8);
ddds_status ddds_uuid_make_v8(uint64_t a, uint16_t b, uint64_t c,
    struct ddds_uuid *uuid, struct ddds_error *error);
typedef struct ddds_uuid_generator ddds_uuid_generator;
struct ddds_uuid_generator_options { size_t size; ...; };
ddds_uuid_generator *ddds_uuid_generator_new(
    const struct ddds_uuid_generator_options *options,
    struct ddds_error *error);
void ddds_uuid_generator_free(ddds_uuid_generator *generator);
ddds_status ddds_uuid_generator_v6(ddds_uuid_generator *generator,
    struct ddds_uuid *uuids, size_t count, unsigned *events,
    struct ddds_error *error);
ddds_status ddds_uuid_generator_v7(ddds_uuid_generator *generator,
    struct ddds_uuid *uuids, size_t count, unsigned *events,
    struct ddds_error *error);
"""


def ask_pkg_config(*options):
    """Return what pkg-config says about libddds-check and libddds, as words."""
    made = subprocess.run(["pkg-config", *options, "ddds-check"], check=True,
                          capture_output=True, text=True)
    return shlex.split(made.stdout)


def make_builder(**options):
    builder = cffi.FFI()
    # cffi knows no comments between declarations in some places.
    builder.cdef(re.sub(r"/\*.*?\*/", "", DECLARATIONS))
    builder.set_source("ddds._ddds", '#include <ddds/ddds.h>\n'
                       '#include "batch.h"\n#include "findings.h"\n',
                       **options)
    return builder


def installed_builder():
    """Return the builder of a module for the libddds that is installed."""
    return make_builder(
        sources=[str((HERE / name).relative_to(pathlib.Path.cwd()))
                 for name in SOURCES],
        include_dirs=[str(HERE)],
        extra_compile_args=["-std=c11", "-D_XOPEN_SOURCE=700",
                            "-fvisibility=hidden",
                            *ask_pkg_config("--cflags")],
        extra_link_args=["-pthread", *ask_pkg_config("--libs")])


if __name__ == "__main__":
    make_builder().emit_c_code(sys.argv[1])
