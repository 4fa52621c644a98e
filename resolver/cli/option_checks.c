/* What the parser cannot see in one word: the types among query's words,
 * formats and applications that exclude each other.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/option_checks.h"

#include <string.h>

#include <ddds/record.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/terminal_color.h"
#include "cli/record_types.h"
#include "cli/values.h"
#include "cli/wanted_services.h"

/* ---- Words of query ------------------------------------------------------ */

/* The words of query, in dig's order: [TYPE] NAME... [TYPE], classes anywhere.
 * A type in front is the type of all names, a later one that of the names since
 * the last type. */
struct query_words {
    struct options *options;
    bool has_front;    /* the type of all names is set */
    const char *first; /* the first type or class, or NULL */
    size_t kept;       /* the names */
    size_t typed;      /* of them, those that have a type of their own */
};

static int refuse_foreign(const char *word, const char *why)
{
    complain("\"%s\": %s; for a name, add a final dot: \"%s.\"", word, why,
             word);
    return EXIT_USAGE;
}

static int refuse_second(const struct query_words *words, const char *word)
{
    const struct options *options = words->options;
    uint16_t type =
        words->typed > 0 ? options->types[words->typed - 1] : options->type;
    complain(
        "\"%s\": the type is already %s; write a type after each name, or, "
        "for a name, add a final dot: \"%s.\"",
        word, ddds_type_name(type), word);
    return EXIT_USAGE;
}

static int take_type(struct query_words *words, const char *word, uint16_t type)
{
    struct options *options = words->options;
    bool is_front = words->kept == 0 && !words->has_front;
    if (options->type != 0 && type == options->type) {
        return -1; /* once more */
    }
    if (words->has_front || (!is_front && words->typed == words->kept)) {
        return refuse_second(words, word);
    }
    if (is_front) {
        words->has_front = true;
        options->type = type;
    }
    while (words->typed < words->kept) {
        options->types[words->typed++] = type;
    }
    return -1;
}

static int take_query_word(struct query_words *words, const char *word)
{
    uint16_t type = type_find(word);
    enum class_word class = class_find(word);
    const char *meant = type_suggest(word);
    if (type == 0 && class == CLASS_NONE) {
        if (type_is_foreign(word)) {
            return refuse_foreign(word, "query does not show this type, "
                                        "only " SHOWN_TYPES);
        }
        if (meant != NULL) {
            complain("\"%s\": unknown type; did you mean %s? For a name, add a "
                     "final dot: \"%s.\"",
                     word, meant, word);
            return EXIT_USAGE;
        }
        words->options->inputs[words->kept++] = word;
        return -1;
    }
    if (class == CLASS_FOREIGN) {
        return refuse_foreign(word, "query shows records of class IN only");
    }
    words->first = words->first != NULL ? words->first : word;
    return type != 0 ? take_type(words, word, type) : -1;
}

static int sort_query_words(struct options *options)
{
    struct query_words words = {options, options->type != 0, NULL, 0, 0};
    size_t count = options->input_count - options->literal_count;
    int status = -1;
    for (size_t i = 0; i < count && status < 0; i++) {
        status = take_query_word(&words, options->inputs[i]);
    }
    memmove(options->inputs + words.kept, options->inputs + count,
            options->literal_count * sizeof *options->inputs);
    options->input_count = words.kept + options->literal_count;
    if (status < 0 && words.first != NULL && options->input_count == 0 &&
        options->input_file_count == 0) {
        complain("query: missing names; \"%s\" is a %s; for a name, add a "
                 "final dot: \"%s.\"",
                 words.first,
                 class_find(words.first) == CLASS_IN ? "class" : "type",
                 words.first);
        status = EXIT_USAGE;
    }
    return status;
}

/* ---- What excludes what ------------------------------------------------- */

/* Configuration for RADIUS servers needs addresses, and realms as inputs. */
static int check_format(struct options *options)
{
    if (options->format != FORMAT_RADSECPROXY &&
        options->format != FORMAT_FREERADIUS) {
        return -1;
    }
    if (options->resolving.no_addresses) {
        complain(
            "--no-addresses: this format needs addresses; leave one of the "
            "two out");
        return EXIT_USAGE;
    }
    if (options->application == NULL) {
        options->application = ddds_application_radius();
    }
    if (options->application != ddds_application_radius()) {
        complain("--app %s: this format is for --app radius",
                 options->application->name);
        return EXIT_USAGE;
    }
    return -1;
}

/* URNs and URIs share one grammar of services. sip takes no services, and its
 * own message says so. */
static int check_services(const struct options *options)
{
    const struct ddds_application *application = options->application != NULL
                                                     ? options->application
                                                     : ddds_application_uri();
    struct ddds_error error;
    if (application == ddds_application_sip() ||
        wanted_check(application, options->services, &error) == DDDS_OK) {
        return -1;
    }
    complain("%s", error.detail);
    return EXIT_USAGE;
}

/* Objects come back as objects. */
static int check_objects(struct options *options)
{
    if (!options->is_ndjson || options->format == FORMAT_JSON) {
        return -1;
    }
    if (options->format != FORMAT_TEXT) {
        complain("--ndjson: results are JSON objects, too; leave the other "
                 "format out");
        return EXIT_USAGE;
    }
    options->format = FORMAT_JSON;
    return -1;
}

/* No more inputs in progress than queries in a second: those that wait for
 * their turn use up the time of their inputs. */
static void limit_jobs(struct options *options)
{
    const unsigned rates[] = {options->dns.rate, options->dns.rate_per_server};
    for (size_t i = 0; i < 2; i++) {
        if (rates[i] > 0 && rates[i] < options->jobs) {
            options->jobs = rates[i];
        }
    }
}

int options_complete(struct options *options)
{
    int status = -1;
    limit_jobs(options);
    options->resolving.services = options->services;
    options->resolving.protocols = options->protocols;
    options->resolving.roots = options->roots;
    options->resolving.own_hosts = options->own_hosts;
    options->has_trace |= options->command == COMMAND_TRACE;
    options->lint.is_live |= options->server_count > 0;
    options->has_color =
        options->color == COLOR_ALWAYS ||
        (options->color == COLOR_AUTO && terminal_wants_color());
    if (options->command == COMMAND_QUERY) {
        status = sort_query_words(options);
    }
    if (options->type == 0) {
        options->type = DDDS_TYPE_NAPTR;
    }
    status = status < 0 ? value_families(options->dns.ipv4_only,
                                         options->dns.ipv6_only)
                        : status;
    status = status < 0 ? check_objects(options) : status;
    status = status < 0 ? check_format(options) : status;
    return status < 0 ? check_services(options) : status;
}
