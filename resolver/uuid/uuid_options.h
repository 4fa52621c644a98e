/* Options of ddds uuid.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_UUID_OPTIONS_H
#define UUID_UUID_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include <ddds/uuid.h>
#include <ddds/uuid_encoding.h>

#include "cli/run.h"

/* Forms that are read by default: all but the integer, which is ambiguous. */
enum { UUID_READ_FORMS = DDDS_UUID_ANY_FORM & ~DDDS_UUID_INTEGER };

/* Kinds with a version have its number. */
enum uuid_kind {
    UUID_V1 = 1,
    UUID_V4 = 4,
    UUID_V6 = 6,
    UUID_V7 = 7,
    UUID_V8_TIME = 8,
    UUID_NAMED = 16, /* from the hash of a name */
    UUID_CUSTOM = 17,
    UUID_NIL = 18,
    UUID_MAX = 19,
};

/* Further forms of gen and fmt, in addition to those of the library. */
enum { UUID_TO_BINARY = 1 << 24, UUID_TO_V1 = 1 << 25, UUID_TO_V6 = 1 << 26 };

/* Marks an encoding, which is used instead of a set of forms. */
enum { UUID_ENCODED = 1 << 27 };

struct uuid_options {
    unsigned form;       /* form of the output */
    unsigned read_forms; /* accepted forms; 0: strict */
    unsigned demands;    /* further demands of check */
    char *columns; /* of parse: "UUID,TIME", or "+NOTE" to append; or NULL */
    bool is_json;
    bool is_raw;
    bool has_no_headings;
    unsigned range_version; /* 6 or 7 */

    /* For gen: */
    enum uuid_kind kind;
    bool has_kind;
    uint64_t count;
    enum ddds_uuid_hash hash;
    bool has_method;
    enum ddds_uuid_method method;
    bool has_space;
    struct ddds_uuid space;
    char *name; /* "-": a name on each line of standard input */
    bool is_hex;
    bool has_dns_form;
    enum ddds_uuid_dns_form dns_form;
    unsigned char custom[16];
    bool has_time;
    int64_t time;
    bool has_node;
    unsigned char node[6];
};

struct uuid_line {
    struct command_words words;
    struct uuid_options uuid;
};

extern const struct option_set uuid_options;

command_function command_uuid_gen;
command_function command_uuid_parse;
command_function command_uuid_check;
command_function command_uuid_fmt;
command_function command_uuid_cmp;
command_function command_uuid_range;
command_function command_uuid_ns;

#endif
