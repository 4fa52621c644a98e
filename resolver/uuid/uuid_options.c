/* SPDX-License-Identifier: MIT */
#include "uuid/uuid_options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/option_readers.h"
#include "cli/options.h"
#include "cli/output_options.h"
#include "uuid/forms.h"
#include "uuid/hex.h"

/* ---- Kinds --------------------------------------------------------------- */

static int set_kind(struct uuid_options *uuid, enum uuid_kind kind)
{
    if (uuid->has_kind) {
        complain("uuid gen: choose only one kind of UUID");
        return EXIT_USAGE;
    }
    uuid->has_kind = true;
    uuid->kind = kind;
    return -1;
}

static int read_uuid_kind(void *group, const struct option_use *use)
{
    struct uuid_options *uuid = group;
    return set_kind(uuid, (enum uuid_kind)use->row->number);
}

static int read_uuid_hash_switch(void *group, const struct option_use *use)
{
    struct uuid_options *uuid = group;
    uuid->hash = (enum ddds_uuid_hash)use->row->number;
    return set_kind(uuid, UUID_NAMED);
}

static int read_uuid_hash(void *group, const struct option_use *use)
{
    int status = read_choice(group, use);
    return status < 0 ? set_kind(group, UUID_NAMED) : status;
}

/* Parse 32 hexadecimal digits, with or without hyphens. */
static int read_uuid_custom(void *group, const struct option_use *use)
{
    struct uuid_options *options = group;
    struct ddds_uuid uuid;
    if (ddds_uuid_parse(use->value, strlen(use->value),
                        DDDS_UUID_SIMPLE | DDDS_UUID_CANONICAL, &uuid,
                        NULL) != DDDS_OK) {
        return option_refuse(use, "32 hexadecimal digits");
    }
    memcpy(options->custom, uuid.octets, sizeof uuid.octets);
    return set_kind(options, UUID_CUSTOM);
}

static int read_uuid_count(void *group, const struct option_use *use)
{
    struct uuid_options *uuid = group;
    char *end;
    errno = 0;
    uuid->count = strtoull(use->value, &end, 10);
    return use->value[0] < '0' || use->value[0] > '9' || *end != '\0' ||
                   errno != 0
               ? option_refuse(use, "a whole number")
               : -1;
}

/* ---- Names --------------------------------------------------------------- */

/* @dns, @url, @oid, @x500. */
static int find_space(struct uuid_options *uuid, const struct option_use *use)
{
    const struct option_choice *choice =
        option_choose(use, use->value, strlen(use->value));
    for (const struct ddds_uuid_namespace *known = ddds_uuid_namespaces();
         choice != NULL && known->name != NULL; known++) {
        if (strcmp(choice->name + 1, known->name) == 0) {
            uuid->space = known->uuid;
            return -1;
        }
    }
    return EXIT_USAGE;
}

/* Return true if |word| is the name of a namespace without its "@". */
static bool is_space(const struct option_use *use, const char *word)
{
    for (const struct option_choice *choice = use->row->choices;
         choice->name != NULL; choice++) {
        if (strcmp(choice->name + 1, word) == 0) {
            return true;
        }
    }
    return false;
}

static int read_uuid_space(void *group, const struct option_use *use)
{
    struct uuid_options *uuid = group;
    struct ddds_error error;
    struct ddds_uuid *space = &uuid->space;
    if (use->value[0] == '@') {
        return find_space(uuid, use);
    }
    size_t length = strlen(use->value);
    size_t own = form_length(use->value, length, UUID_READ_FORMS);
    if (form_read(use->value, own, UUID_READ_FORMS, space, &error) != DDDS_OK) {
        if (is_space(use, use->value)) {
            complain("%s: \"%s\": write @%s for this namespace", use->spelling,
                     use->value, use->value);
            return EXIT_USAGE;
        }
        complain("%s: \"%.100s\": %s", use->spelling, use->value, error.detail);
        point_at(use->value, error.offset);
        return EXIT_USAGE;
    }
    if (own < length) {
        form_note_components("", use->value, own);
    }
    const char *warning = ddds_uuid_namespace_warning(space);
    if (warning != NULL) {
        complain("warning: %s", warning);
    }
    return -1;
}

/* ---- Time and node ------------------------------------------------------- */

static int read_uuid_time(void *group, const struct option_use *use)
{
    struct uuid_options *uuid = group;
    struct ddds_error error;
    if (ddds_uuid_time_parse(use->value, strlen(use->value), &uuid->time,
                             &error) != DDDS_OK) {
        complain("%s: %s", use->spelling, error.detail);
        return EXIT_USAGE;
    }
    return -1;
}

/* Parse six octets in hexadecimal, with optional colons or hyphens. */
static int read_uuid_node(void *group, const struct option_use *use)
{
    struct uuid_options *uuid = group;
    char digits[13] = "";
    size_t length = 0;
    for (const char *at = use->value; *at != '\0' && length < 13; at++) {
        if ((*at != ':' && *at != '-') || length % 2 != 0) {
            digits[length++] = *at;
        }
    }
    if (length != 12 || !hex_decode(digits, &length)) {
        return option_refuse(use, "an address such as 9f:6b:de:ce:d8:46");
    }
    memcpy(uuid->node, digits, sizeof uuid->node);
    return -1;
}

/* ---- Forms --------------------------------------------------------------- */

/* Add |form|. An encoding excludes all else, because encodings look alike. */
static bool add_form(unsigned *forms, unsigned form)
{
    bool is_alone = *forms == 0 || *forms == form;
    if (!is_alone && ((*forms | form) & UUID_ENCODED) != 0) {
        complain("--form: an encoding cannot be combined with other forms, "
                 "because its texts look alike");
        return false;
    }
    *forms |= form;
    return true;
}

/* "canon,urn,...", or "ulid". */
static int read_uuid_forms(void *group, const struct option_use *use)
{
    struct uuid_options *uuid = group;
    uuid->read_forms = 0;
    for (const char *at = use->value;; at++) {
        size_t length = strcspn(at, ",");
        const struct option_choice *choice = option_choose(use, at, length);
        if (choice == NULL || !add_form(&uuid->read_forms, choice->value)) {
            return EXIT_USAGE;
        }
        at += length;
        if (*at == '\0') {
            return -1;
        }
    }
}

/* A list replaces earlier lists; "+" appends to them, or to the default. */
static int read_uuid_columns(void *group, const struct option_use *use)
{
    struct uuid_options *uuid = group;
    char **columns = &uuid->columns;
    struct option_use more = *use;
    if (*use->value != '+') {
        free(*columns);
        *columns = NULL;
    } else if (*columns != NULL) {
        more.value++;
    }
    return read_list(uuid, &more);
}

/* ---- Values ------------------------------------------------------------ */

enum { UUID_WRITING_COMMANDS = COMMAND_UUID_GEN | COMMAND_UUID_FMT };

static const struct option_choice written_forms[] = {
    {"canon", UUID_WRITING_COMMANDS, DDDS_UUID_CANONICAL},
    {"urn", UUID_WRITING_COMMANDS, DDDS_UUID_URN},
    {"upper", UUID_WRITING_COMMANDS, DDDS_UUID_CANONICAL | DDDS_UUID_UPPER},
    {"simple", UUID_WRITING_COMMANDS, DDDS_UUID_SIMPLE},
    {"braced", UUID_WRITING_COMMANDS, DDDS_UUID_BRACED},
    {"int", UUID_WRITING_COMMANDS, DDDS_UUID_INTEGER},
    {"oid", UUID_WRITING_COMMANDS, DDDS_UUID_OID},
    {"bits", UUID_WRITING_COMMANDS, DDDS_UUID_BITS},
    {"base32hex", UUID_WRITING_COMMANDS, UUID_ENCODED | DDDS_UUID_BASE32HEX},
    {"ulid", UUID_WRITING_COMMANDS, UUID_ENCODED | DDDS_UUID_ULID},
    {"base64url", UUID_WRITING_COMMANDS, UUID_ENCODED | DDDS_UUID_BASE64URL},
    {"guid", UUID_WRITING_COMMANDS, UUID_ENCODED | DDDS_UUID_GUID},
    {"bin", UUID_WRITING_COMMANDS, UUID_TO_BINARY},
    {"v1", COMMAND_UUID_FMT, UUID_TO_V1},
    {"v6", COMMAND_UUID_FMT, UUID_TO_V6},
    {NULL, ALL_COMMANDS, 0},
};

static const struct option_choice read_forms[] = {
    {"canon", ALL_COMMANDS, DDDS_UUID_CANONICAL},
    {"urn", ALL_COMMANDS, DDDS_UUID_URN},
    {"simple", ALL_COMMANDS, DDDS_UUID_SIMPLE},
    {"braced", ALL_COMMANDS, DDDS_UUID_BRACED},
    {"int", ALL_COMMANDS, DDDS_UUID_INTEGER},
    {"oid", ALL_COMMANDS, DDDS_UUID_OID},
    {"bits", ALL_COMMANDS, DDDS_UUID_BITS},
    {"base32hex", ALL_COMMANDS, UUID_ENCODED | DDDS_UUID_BASE32HEX},
    {"ulid", ALL_COMMANDS, UUID_ENCODED | DDDS_UUID_ULID},
    {"base64url", ALL_COMMANDS, UUID_ENCODED | DDDS_UUID_BASE64URL},
    {"guid", ALL_COMMANDS, UUID_ENCODED | DDDS_UUID_GUID},
    {NULL, ALL_COMMANDS, 0},
};

static const struct option_choice name_forms[] = {
    {"common", ALL_COMMANDS, DDDS_UUID_DNS_COMMON},
    {"presentation", ALL_COMMANDS, DDDS_UUID_DNS_PRESENTATION},
    {"wire", ALL_COMMANDS, DDDS_UUID_DNS_WIRE},
    {NULL, ALL_COMMANDS, 0},
};

static const struct option_choice spaces[] = {
    {"@dns", ALL_COMMANDS, 0},      {"@url", ALL_COMMANDS, 0},
    {"@oid", ALL_COMMANDS, 0},      {"@x500", ALL_COMMANDS, 0},
    {"@cbor-pen", ALL_COMMANDS, 0}, {NULL, ALL_COMMANDS, 0},
};

static const struct option_choice hashes[] = {
    {"sha256", ALL_COMMANDS, DDDS_UUID_SHA256},
    {"sha512", ALL_COMMANDS, DDDS_UUID_SHA512},
    {"sha3-256", ALL_COMMANDS, DDDS_UUID_SHA3_256},
    {"sha3-512", ALL_COMMANDS, DDDS_UUID_SHA3_512},
    {"shake128", ALL_COMMANDS, DDDS_UUID_SHAKE128},
    {"shake256", ALL_COMMANDS, DDDS_UUID_SHAKE256},
    {NULL, ALL_COMMANDS, 0},
};

static const struct option_choice methods[] = {
    {"3", ALL_COMMANDS, DDDS_UUID_METHOD_3},
    {"1", ALL_COMMANDS, DDDS_UUID_METHOD_1},
    {"2", ALL_COMMANDS, DDDS_UUID_METHOD_2},
    {NULL, ALL_COMMANDS, 0},
};

/* ---- Rows -------------------------------------------------------------- */

#define SETS(what) .member = offsetof(struct uuid_options, what)
#define GIVES(what) .given = offsetof(struct uuid_options, what)

static const struct option_row rows[] = {
    OPTION_HEADING(COMMAND_UUID_GEN, "Kind"),
    OPTION_SWITCH("random", 'r', COMMAND_UUID_GEN,
                  "version 4, random (default)", read_uuid_kind,
                  .number = UUID_V4),
    OPTION_SWITCH("time-v7", '7', COMMAND_UUID_GEN,
                  "version 7, ordered by time", read_uuid_kind,
                  .number = UUID_V7),
    OPTION_SWITCH("time", 't', COMMAND_UUID_GEN, "version 1, time-based",
                  read_uuid_kind, .number = UUID_V1),
    OPTION_SWITCH("time-v6", '6', COMMAND_UUID_GEN, "version 6, time-based",
                  read_uuid_kind, .number = UUID_V6),
    OPTION_SWITCH("time-v8", '8', COMMAND_UUID_GEN,
                  "version 8, with the time in units of 10 ns", read_uuid_kind,
                  .number = UUID_V8_TIME),
    OPTION_SWITCH("md5", 'm', COMMAND_UUID_GEN, "version 3, MD5 of a name",
                  read_uuid_hash_switch, .number = DDDS_UUID_MD5),
    OPTION_SWITCH("sha1", 's', COMMAND_UUID_GEN, "version 5, SHA-1 of a name",
                  read_uuid_hash_switch, .number = DDDS_UUID_SHA1),
    OPTION_SWITCH("sha256", 0, COMMAND_UUID_GEN, "version 8, SHA-256 of a name",
                  read_uuid_hash_switch, .number = DDDS_UUID_SHA256),
    OPTION_VALUE("hash", 0, "HASH", COMMAND_UUID_GEN,
                 "version 8, of a name, by", read_uuid_hash, SETS(hash),
                 .choices = hashes),
    OPTION_VALUE("custom", 0, "HEX", COMMAND_UUID_GEN,
                 "version 8 of your own bits", read_uuid_custom, SETS(custom)),
    OPTION_SWITCH("nil", 0, COMMAND_UUID_GEN, "all zeros", read_uuid_kind,
                  .number = UUID_NIL),
    OPTION_SWITCH("max", 0, COMMAND_UUID_GEN, "all ones", read_uuid_kind,
                  .number = UUID_MAX),

    OPTION_HEADING(COMMAND_UUID_GEN, "Names"),
    OPTION_VALUE("namespace", 'n', "SPACE", COMMAND_UUID_GEN, "a UUID, or",
                 read_uuid_space, SETS(space), GIVES(has_space),
                 .choices = spaces),
    OPTION_VALUE("name", 'N', "NAME", COMMAND_UUID_GEN,
                 "the name; - reads one from each line of standard input",
                 read_string, SETS(name)),
    OPTION_SWITCH("hex", 'x', COMMAND_UUID_GEN, "names are hexadecimal",
                  read_switch, SETS(is_hex)),
    OPTION_VALUE("name-form", 0, "FORM", COMMAND_UUID_GEN,
                 "names are domain names, hashed as", read_choice,
                 SETS(dns_form), GIVES(has_dns_form), .choices = name_forms),

    OPTION_HEADING(COMMAND_UUID_GEN, "Time and node"),
    OPTION_VALUE("at", 0, "TIME", COMMAND_UUID_GEN,
                 "instead of now: 2022-02-22T19:22:22Z, @1645557742",
                 read_uuid_time, SETS(time), GIVES(has_time)),
    OPTION_VALUE("method", 0, "N", COMMAND_UUID_GEN,
                 "of RFC 9562 section 6.2, by which version 7 is in order:",
                 read_choice, SETS(method), GIVES(has_method),
                 .choices = methods, .has_default = true),
    OPTION_VALUE("node", 0, "ADDRESS", COMMAND_UUID_GEN,
                 "9f:6b:de:ce:d8:46, instead of random bits", read_uuid_node,
                 SETS(node), GIVES(has_node)),

    OPTION_HEADING(COMMAND_UUID_RANGE, "Version"),
    OPTION_SWITCH("v7", '7', COMMAND_UUID_RANGE,
                  "UUIDs of version 7, of a millisecond (default)",
                  read_constant, SETS(range_version), .number = 7),
    OPTION_SWITCH("v6", '6', COMMAND_UUID_RANGE,
                  "UUIDs of version 6, of 100 ns", read_constant,
                  SETS(range_version), .number = 6),

    OPTION_HEADING(UUID_READING_COMMANDS, "Input"),
    OPTION_VALUE(
        "form", 0, "LIST", UUID_READING_COMMANDS,
        "forms that are read, separated by commas, or one encoding, of",
        read_uuid_forms, SETS(read_forms), .choices = read_forms),
    OPTION_SWITCH("rfc", 0, COMMAND_UUID_CHECK,
                  "require a variant and version of RFC 9562", read_constant,
                  SETS(demands), .number = DDDS_UUID_RFC_ONLY),
};

static const struct option_row outputs[] = {
    OPTION_VALUE("count", 'C', "COUNT", COMMAND_UUID_GEN, "how many (1)",
                 read_uuid_count, SETS(count)),
    OPTION_VALUE("form", 'f', "FORM", COMMAND_UUID_GEN,
                 "form of the output:", read_choice, SETS(form),
                 .choices = written_forms, .has_default = true),
    OPTION_VALUE(NULL, 'f', "FORM", COMMAND_UUID_FMT,
                 "form of the output:", read_choice, SETS(form),
                 .choices = written_forms, .has_default = true),
    OPTION_SWITCH("json", 'J', COMMAND_UUID_PARSE, "one JSON document",
                  read_switch, SETS(is_json)),
    OPTION_SWITCH("noheadings", 'n', COMMAND_UUID_PARSE, "no line of headings",
                  read_switch, SETS(has_no_headings)),
    OPTION_SWITCH("raw", 'r', COMMAND_UUID_PARSE, "columns are not aligned",
                  read_switch, SETS(is_raw)),
    OPTION_VALUE(
        "output", 'o', "COLUMNS", COMMAND_UUID_PARSE,
        "these columns, or + and one more: UUID, VARIANT, TYPE, TIME, "
        "VERSION, SEQ, NODE, DOMAIN, ID, FAMILY, URN, INT, OID, NOTE or "
        "ERROR",
        read_uuid_columns, SETS(columns), .is_kept = true),
};

static const struct option_rows uuid_rows = OPTION_ROWS(rows);
static const struct option_rows uuid_output_rows = OPTION_ROWS(outputs);

static const struct option_group groups[] = {
    {&uuid_rows, offsetof(struct uuid_line, uuid)},
    {&output_heading_rows, 0},
    {&uuid_output_rows, offsetof(struct uuid_line, uuid)},
    {&help_rows, offsetof(struct uuid_line, words)},
    {NULL, 0},
};

/* ---- Option set ---------------------------------------------------------- */

static void begin(void *options)
{
    struct uuid_line *line = options;
    line->uuid.kind = UUID_V4;
    line->uuid.count = 1;
    line->uuid.range_version = 7;
    line->uuid.read_forms =
        line->words.command == COMMAND_UUID_CHECK ? 0 : UUID_READ_FORMS;
}

static int complete(void *options)
{
    const struct uuid_line *line = options;
    if (line->uuid.form != UUID_TO_BINARY || isatty(STDOUT_FILENO) == 0) {
        return -1;
    }
    complain("-f bin: the content is not text; write it to a file with > FILE");
    return EXIT_USAGE;
}

const struct option_set uuid_options = {.groups = groups,
                                        .size = sizeof(struct uuid_line),
                                        .begin = begin,
                                        .complete = complete};
