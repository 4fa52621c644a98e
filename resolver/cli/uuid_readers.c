/* Kinds, namespaces, names, times and forms of UUIDs, from the command line.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/uuid_readers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/option_readers.h"
#include "cli/hex.h"

/* ---- What kind of UUID --------------------------------------------------- */

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

int read_uuid_kind(struct options *options, const struct option_use *use)
{
    return set_kind(&options->uuid, (enum uuid_kind)use->row->number);
}

/* 32 hexadecimal digits, in any form that has them. */
int read_uuid_custom(struct options *options, const struct option_use *use)
{
    struct uuid_options *options_of_uuid = &options->uuid;
    struct ddds_uuid uuid;
    if (ddds_uuid_parse(use->value, strlen(use->value),
                        DDDS_UUID_SIMPLE | DDDS_UUID_CANONICAL, &uuid,
                        NULL) != DDDS_OK) {
        return option_refuse(use, "32 hexadecimal digits");
    }
    memcpy(options_of_uuid->custom, uuid.octets, sizeof uuid.octets);
    return set_kind(options_of_uuid, UUID_CUSTOM);
}

int read_uuid_count(struct options *options, const struct option_use *use)
{
    char *end;
    errno = 0;
    options->uuid.count = strtoull(use->value, &end, 10);
    return use->value[0] < '0' || use->value[0] > '9' || *end != '\0' ||
                   errno != 0
               ? option_refuse(use, "a whole number")
               : -1;
}

/* ---- Names --------------------------------------------------------------- */

/* @dns, @url, @oid, @x500. */
static int find_space(struct options *options, const struct option_use *use)
{
    const struct option_choice *choice =
        option_choose(use, options->command, use->value, strlen(use->value));
    for (const struct ddds_uuid_namespace *known = ddds_uuid_namespaces();
         choice != NULL && known->name != NULL; known++) {
        if (strcmp(choice->name + 1, known->name) == 0) {
            options->uuid.space = known->uuid;
            return -1;
        }
    }
    return EXIT_USAGE;
}

/* Is |word| the name of a namespace, without its "@"? */
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

int read_uuid_space(struct options *options, const struct option_use *use)
{
    struct ddds_error error;
    struct ddds_uuid *space = &options->uuid.space;
    options->uuid.has_space = true;
    if (use->value[0] == '@') {
        return find_space(options, use);
    }
    if (ddds_uuid_parse(use->value, strlen(use->value), UUID_READ_FORMS, space,
                        &error) != DDDS_OK) {
        if (is_space(use, use->value)) {
            complain("%s: \"%s\": write @%s for this namespace", use->spelling,
                     use->value, use->value);
            return EXIT_USAGE;
        }
        complain("%s: \"%.100s\": %s", use->spelling, use->value, error.detail);
        point_at(use->value, error.offset);
        return EXIT_USAGE;
    }
    const char *warning = ddds_uuid_namespace_warning(space);
    if (warning != NULL) {
        complain("warning: %s", warning);
    }
    return -1;
}

int read_uuid_name_form(struct options *options, const struct option_use *use)
{
    const struct option_choice *choice =
        option_choose(use, options->command, use->value, strlen(use->value));
    if (choice == NULL) {
        return EXIT_USAGE;
    }
    options->uuid.has_dns_form = true;
    options->uuid.dns_form = (enum ddds_uuid_dns_form)choice->value;
    return -1;
}

/* ---- Time and node ------------------------------------------------------- */

int read_uuid_time(struct options *options, const struct option_use *use)
{
    struct ddds_error error;
    if (ddds_uuid_time_parse(use->value, strlen(use->value),
                             &options->uuid.time, &error) != DDDS_OK) {
        complain("%s: %s", use->spelling, error.detail);
        return EXIT_USAGE;
    }
    options->uuid.has_time = true;
    return -1;
}

/* Six octets in hexadecimal, with a colon or a hyphen between them or not. */
int read_uuid_node(struct options *options, const struct option_use *use)
{
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
    memcpy(options->uuid.node, digits, sizeof options->uuid.node);
    options->uuid.has_node = true;
    return -1;
}

/* ---- Reading ------------------------------------------------------------- */

/* Texts of several encodings look the same, so one excludes all else. */
static bool add_form(unsigned *forms, unsigned form)
{
    bool is_alone = *forms == 0 || *forms == form;
    if (!is_alone && ((*forms | form) & UUID_ENCODED) != 0) {
        complain("--form: an encoding stands alone, since its texts could be "
                 "taken for another form");
        return false;
    }
    *forms |= form;
    return true;
}

/* "canon,urn,...", or "ulid". */
int read_uuid_forms(struct options *options, const struct option_use *use)
{
    options->uuid.read_forms = 0;
    for (const char *at = use->value;; at++) {
        size_t length = strcspn(at, ",");
        const struct option_choice *choice =
            option_choose(use, options->command, at, length);
        if (choice == NULL ||
            !add_form(&options->uuid.read_forms, choice->value)) {
            return EXIT_USAGE;
        }
        at += length;
        if (*at == '\0') {
            return -1;
        }
    }
}

/* Columns replace those before them; "+" adds to those, or to the default. */
int read_uuid_columns(struct options *options, const struct option_use *use)
{
    char **columns = &options->uuid.columns;
    struct option_use more = *use;
    if (*use->value != '+') {
        free(*columns);
        *columns = NULL;
    } else if (*columns != NULL) {
        more.value++;
    }
    return read_list(options, &more);
}
