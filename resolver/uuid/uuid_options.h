/* The commands of ddds uuid: their options, and what they do.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_UUID_OPTIONS_H
#define UUID_UUID_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include <ddds/uuid.h>
#include <ddds/uuid_encoding.h>

#include "cli/run.h"

/* Every form but the integer, which could be mistaken for another: what is
 * read unless the user says otherwise. */
enum { UUID_READ_FORMS = DDDS_UUID_ANY_FORM & ~DDDS_UUID_INTEGER };

/* Those with a version have its number. */
enum uuid_kind {
    UUID_V1 = 1,
    UUID_V4 = 4,
    UUID_V6 = 6,
    UUID_V7 = 7,
    UUID_V8_TIME = 8,
    UUID_NAMED = 16, /* by a hash */
    UUID_CUSTOM = 17,
    UUID_NIL = 18,
    UUID_MAX = 19,
};

/* What gen and fmt write beside the forms of text that the library has. */
enum { UUID_TO_BINARY = 1 << 24, UUID_TO_V1 = 1 << 25, UUID_TO_V6 = 1 << 26 };

/* In place of a set of forms: an encoding, which stands alone. */
enum { UUID_ENCODED = 1 << 27 };

struct uuid_options {
    unsigned form;       /* that is written */
    unsigned read_forms; /* that are read; 0: those of a strict reader */
    unsigned demands;    /* of check, beside them */
    char *columns; /* of parse: "UUID,TIME", or "+NOTE" for more; or NULL */
    bool is_json;
    bool is_raw;
    bool has_no_headings;
    unsigned range_version; /* 6, or 7 */

    /* gen */
    enum uuid_kind kind;
    bool has_kind;
    uint64_t count;
    enum ddds_uuid_hash hash;
    bool has_method;
    enum ddds_uuid_method method;
    bool has_space;
    struct ddds_uuid space;
    char *name; /* "-": a name from each line of standard input */
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
