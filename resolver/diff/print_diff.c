/* Print differences: common lines with a blank, others with "-" or "+".
 *
 * SPDX-License-Identifier: MIT */
#include "diff/print_diff.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/exits.h"
#include "print/json_members.h"
#include "render/rendering.h"
#include "text/text_stream.h"

/* ---- Comparing ------------------------------------------------------- */

static bool has_status(const json_t *answer, const char *status)
{
    const char *word = json_string_value(json_object_get(answer, "status"));
    return word != NULL && strcmp(word, status) == 0;
}

static const json_t *code_of(const json_t *answer)
{
    return json_object_get(json_object_get(answer, "reason"), "code");
}

static bool is_equal(const json_t *one, const json_t *other)
{
    return one == other || json_equal(one, other);
}

/* Return a copy of |result|, to be released: as it is printed, without
 * |offers|; or as it is compared, without the spelling of its services. */
static json_t *copy_result(const json_t *result, bool is_printed)
{
    json_t *copy = json_copy((json_t *)(uintptr_t)result);
    if (is_printed) {
        json_object_del(copy, "offers");
    } else {
        json_object_del(copy, "services");
        json_object_del(copy, "services_hex");
    }
    return copy;
}

/* Likewise for the results of |answer|. */
static json_t *copy_results(const json_t *answer, bool are_printed)
{
    const json_t *results = json_object_get(answer, "results");
    json_t *copy = json_array();
    for (size_t i = 0; i < json_array_size(results); i++) {
        json_array_append_new(
            copy, copy_result(json_array_get(results, i), are_printed));
    }
    return copy;
}

static bool are_same_results(const json_t *before, const json_t *after)
{
    json_t *one = copy_results(before, false);
    json_t *other = copy_results(after, false);
    bool are_same = json_equal(one, other);
    json_decref(one);
    json_decref(other);
    return are_same;
}

enum change answer_compare(const json_t *before, const json_t *after)
{
    if (has_status(before, "bad_input") || has_status(after, "bad_input")) {
        return CHANGE_REJECTED;
    }
    if (has_status(before, "temporary") || has_status(after, "temporary")) {
        return CHANGE_UNKNOWN;
    }
    bool was_there = has_status(before, "resolved");
    bool is_there = has_status(after, "resolved");
    if (was_there != is_there) {
        return is_there ? CHANGE_APPEARS : CHANGE_VANISHES;
    }
    if (!are_same_results(before, after) ||
        !is_equal(code_of(before), code_of(after))) {
        return CHANGE_CHANGED;
    }
    return is_equal(json_object_get(before, "ttl"),
                    json_object_get(after, "ttl"))
               ? CHANGE_NONE
               : CHANGE_TTL;
}

static const struct {
    const char *name; /* in JSON */
    const char *text;
} changes[] = {
    [CHANGE_NONE] = {"same", "the same"},
    [CHANGE_TTL] = {"ttl", "only the TTL differs"},
    [CHANGE_CHANGED] = {"changed", "changed"},
    [CHANGE_APPEARS] = {"appears", "appears"},
    [CHANGE_VANISHES] = {"vanishes", "vanishes"},
    [CHANGE_UNKNOWN] =
        {"unknown", "unknown: a server did not answer, or a limit was reached"},
    [CHANGE_REJECTED] = {"bad_input", "invalid"},
};

int exit_of_change(enum change change, bool compares_ttl)
{
    switch (change) {
    case CHANGE_CHANGED:
    case CHANGE_APPEARS:
    case CHANGE_VANISHES:
        return EXIT_NOT_FOUND;
    case CHANGE_TTL:
        return compares_ttl ? EXIT_NOT_FOUND : EXIT_FOUND;
    case CHANGE_UNKNOWN:
        return EXIT_TEMPORARY;
    default:
        return EXIT_FOUND;
    }
}

/* ---- Formatting answers ------------------------------------------------ */

/* Print a member of |object|; in hexadecimal if it is not valid UTF-8. */
static void put_text(FILE *out, const json_t *object, const char *name)
{
    char hex[64];
    const char *text = json_string_value(json_object_get(object, name));
    snprintf(hex, sizeof hex, "%s_hex", name);
    const char *octets = json_string_value(json_object_get(object, hex));
    if (text != NULL) {
        print_escaped(out, text);
    } else if (octets != NULL) {
        fprintf(out, "(octets %s)", octets);
    }
}

static void put_endpoint(FILE *out, const json_t *endpoint)
{
    const json_t *port = json_object_get(endpoint, "port");
    const json_t *priority = json_object_get(endpoint, "priority");
    const json_t *weight = json_object_get(endpoint, "weight");
    const json_t *addresses = json_object_get(endpoint, "addresses");
    fputs("  ", out);
    put_text(out, endpoint, "host");
    if (json_is_integer(port)) {
        fprintf(out, ":%" JSON_INTEGER_FORMAT, json_integer_value(port));
    }
    if (json_is_integer(priority)) {
        fprintf(out,
                ", priority %" JSON_INTEGER_FORMAT
                ", weight %" JSON_INTEGER_FORMAT,
                json_integer_value(priority), json_integer_value(weight));
    }
    for (size_t i = 0; i < json_array_size(addresses); i++) {
        fprintf(out, "%s%s", i == 0 ? ": " : " ",
                json_string_value(json_array_get(addresses, i)));
    }
    putc('\n', out);
}

static void put_result(FILE *out, const json_t *result, bool has_services)
{
    const json_t *endpoints = json_object_get(result, "endpoints");
    put_text(out, result, "kind");
    putc(' ', out);
    put_text(out, result, "output");
    if (json_is_string(json_object_get(result, "protocol"))) {
        fputs(", protocol ", out);
        put_text(out, result, "protocol");
    }
    const char *kind = json_string_value(json_object_get(result, "kind"));
    bool is_protocol =
        strcmp(kind, ddds_outcome_name(DDDS_OUTCOME_PROTOCOL)) == 0;
    if ((has_services || is_protocol) &&
        json_is_string(json_object_get(result, "services"))) {
        fputs(", services ", out);
        put_text(out, result, "services");
    }
    putc('\n', out);
    for (size_t i = 0; i < json_array_size(endpoints); i++) {
        put_endpoint(out, json_array_get(endpoints, i));
    }
}

static void put_reason(FILE *out, const json_t *answer)
{
    const json_t *reason = json_object_get(answer, "reason");
    fputs(strcmp(json_string_value(json_object_get(answer, "status")),
                 "temporary") == 0
              ? "unknown "
              : "none ",
          out);
    put_text(out, reason, "code");
    if (json_is_string(json_object_get(reason, "at"))) {
        fputs(" at ", out);
        put_text(out, reason, "at");
    }
    putc('\n', out);
}

/* Return the lines of |answer|, to be freed. */
static char *make_lines(const json_t *answer, bool has_services, bool has_ttl)
{
    char *text = NULL;
    size_t size;
    const json_t *results = json_object_get(answer, "results");
    const json_t *ttl = json_object_get(answer, "ttl");
    FILE *out = text_stream_open(&text, &size);
    for (size_t i = 0; i < json_array_size(results); i++) {
        put_result(out, json_array_get(results, i), has_services);
    }
    if (json_array_size(results) == 0 &&
        json_is_object(json_object_get(answer, "reason"))) {
        put_reason(out, answer);
    }
    if (has_ttl && json_is_integer(ttl)) {
        fprintf(out, "ttl %" JSON_INTEGER_FORMAT "\n", json_integer_value(ttl));
    }
    fclose(out);
    return text;
}

/* ---- Comparing lines ----------------------------------------------------- */

static size_t length_of(const char *line)
{
    return strcspn(line, "\n") + 1;
}

static bool is_same_line(const char *one, const char *other)
{
    size_t length = length_of(one);
    return length == length_of(other) && strncmp(one, other, length) == 0;
}

static void put_line(FILE *out, char mark, const char *line)
{
    fprintf(out, "  %c %.*s", mark, (int)length_of(line), line);
}

/* Return the position of |line| in |lines|; NULL if it is missing. */
static const char *find_line(const char *lines, const char *line)
{
    while (*lines != '\0' && !is_same_line(lines, line)) {
        lines += length_of(lines);
    }
    return *lines != '\0' ? lines : NULL;
}

/* Print both texts, and lines common to both in sequence once. */
static void put_both(FILE *out, const char *before, const char *after)
{
    while (*before != '\0') {
        const char *again = find_line(after, before);
        while (again != NULL && after < again) {
            put_line(out, '+', after);
            after += length_of(after);
        }
        put_line(out, again != NULL ? ' ' : '-', before);
        before += length_of(before);
        after += again != NULL ? length_of(after) : 0;
    }
    while (*after != '\0') {
        put_line(out, '+', after);
        after += length_of(after);
    }
}

/* ---- Formats ----------------------------------------------------------- */

void print_diff_heading(FILE *out, const struct diff_sources *sources)
{
    char name[256];
    fprintf(out, "--- %s\n", diff_source_name(&sources->lines[0], name));
    fprintf(out, "+++ %s\n", diff_source_name(&sources->lines[1], name));
}

static const char *count_text(const struct ddds_compared *compared)
{
    return compared == NULL          ? "0"
           : compared->count != NULL ? compared->count
           : compared->is_infinite   ? "infinitely many"
                                     : "many";
}

/* Return true if some input is known. The witness of an unknown class may be a
 * text that the application rejects. */
static bool has_witness(const struct difference *difference)
{
    const struct ddds_compared *compared = difference->compared;
    return compared->witness[0] != '\0' &&
           (compared->because == NULL ||
            !has_status(difference->before, "bad_input"));
}

/* Print the number and the set of the inputs, and, of several, the first, if it
 * |is_known|. */
static void put_inputs(FILE *out, const struct ddds_compared *compared,
                       bool is_known)
{
    bool is_one = strcmp(count_text(compared), "1") == 0;
    if (!is_one) {
        fputs(count_text(compared), out);
        fputs(is_known || compared->inputs != NULL ? ": " : "", out);
    }
    if (!is_one && compared->inputs != NULL) {
        print_escaped(out, compared->inputs);
        fputs(is_known ? ", " : "", out);
    }
    fputs(is_one || !is_known ? "" : "such as ", out);
    print_escaped(out, is_one || is_known ? compared->witness : "");
}

/* Return true if results differ in their services, so that they are shown. */
static bool have_other_services(const struct difference *difference)
{
    const json_t *before = json_object_get(difference->before, "results");
    const json_t *after = json_object_get(difference->after, "results");
    bool have = false;
    for (size_t i = 0; i < json_array_size(before); i++) {
        const json_t *one = json_array_get(before, i);
        const json_t *other = json_array_get(after, i);
        have |= is_equal(json_object_get(one, "output"),
                         json_object_get(other, "output")) &&
                !is_equal(json_object_get(one, "offers"),
                          json_object_get(other, "offers"));
    }
    return have;
}

void print_diff_text(FILE *out, const struct difference *difference)
{
    const struct ddds_compared *compared = difference->compared;
    bool has_ttl = difference->change == CHANGE_TTL;
    bool has_services = have_other_services(difference);
    char *before = make_lines(difference->before, has_services, has_ttl);
    char *after = make_lines(difference->after, has_services, has_ttl);
    if (compared != NULL) {
        put_inputs(out, compared, has_witness(difference));
    } else {
        print_escaped(out, difference->input);
    }
    if (compared != NULL && compared->because != NULL) {
        fputs(": unknown: ", out);
        print_escaped(out, compared->because);
        putc('\n', out);
    } else {
        fprintf(out, ": %s\n", changes[difference->change].text);
    }
    if (compared == NULL || has_witness(difference)) {
        put_both(out, before, after);
    }
    free(before);
    free(after);
}

/* Return the answer without its input. */
static json_t *make_side(const json_t *answer)
{
    json_t *side = json_copy((json_t *)(uintptr_t)answer);
    json_object_del(side, "input");
    json_object_del(side, "input_hex");
    json_object_set_new(side, "results", copy_results(answer, true));
    return side;
}

json_t *make_json_difference(const struct difference *difference)
{
    json_t *object = json_object();
    put_string(object, "change", changes[difference->change].name);
    json_object_set_new(object, "before", make_side(difference->before));
    json_object_set_new(object, "after",
                        difference->after != NULL ? make_side(difference->after)
                                                  : json_null());
    return object;
}

void print_diff_json(FILE *out, const struct difference *difference)
{
    json_t *object = json_object();
    json_t *members = make_json_difference(difference);
    json_t *hex = json_object_get(difference->before, "input_hex");
    put_string(object, "schema", "ddds.diff/1");
    json_object_set(object, "input",
                    json_object_get(difference->before, "input"));
    if (hex != NULL) {
        json_object_set(object, "input_hex", hex);
    }
    put_string(object, "app", difference->application);
    json_object_update(object, members);
    json_decref(members);
    print_json_object(out, object);
}

void print_diff_totals(FILE *out, const char *count,
                       const ddds_comparison *comparison)
{
    static const struct {
        enum change change;
        const char *text;
    } totals[] = {
        {CHANGE_NONE, "the same"},        {CHANGE_CHANGED, "changed"},
        {CHANGE_APPEARS, "appear"},       {CHANGE_VANISHES, "vanish"},
        {CHANGE_TTL, "with another TTL"}, {CHANGE_UNKNOWN, "unknown"},
    };
    const struct ddds_compared *unknown =
        ddds_comparison_total(comparison, CHANGE_UNKNOWN);
    bool is_one = count != NULL && strcmp(count, "1") == 0;
    bool are_many =
        unknown != NULL && unknown->count == NULL && !unknown->is_infinite;
    fprintf(out, "%s input%s",
            count != NULL ? count
            : are_many    ? "many"
                          : "infinitely many",
            is_one ? "" : "s");
    for (size_t i = 0; i < sizeof totals / sizeof *totals; i++) {
        const struct ddds_compared *total =
            ddds_comparison_total(comparison, totals[i].change);
        if (total != NULL || totals[i].change != CHANGE_TTL) {
            fprintf(out, "%s %s %s", i == 0 ? ":" : ",", count_text(total),
                    totals[i].text);
        }
    }
    putc('\n', out);
}

void print_diff_summary(FILE *out, const uint64_t counts[CHANGES],
                        bool compares_ttl)
{
    const uint64_t ttl = counts[CHANGE_TTL];
    uint64_t total = 0;
    for (size_t i = 0; i < CHANGES; i++) {
        total += counts[i];
    }
    fprintf(out, "%" PRIu64 " input%s: %" PRIu64 " the same", total,
            total == 1 ? "" : "s",
            counts[CHANGE_NONE] + (compares_ttl ? 0 : ttl));
    if (ttl > 0 && !compares_ttl) {
        fprintf(out, " (%" PRIu64 " with another TTL)", ttl);
    }
    fprintf(out,
            ", %" PRIu64 " changed, %" PRIu64 " appear%s, %" PRIu64 " vanish%s",
            counts[CHANGE_CHANGED], counts[CHANGE_APPEARS],
            counts[CHANGE_APPEARS] == 1 ? "s" : "", counts[CHANGE_VANISHES],
            counts[CHANGE_VANISHES] == 1 ? "es" : "");
    if (ttl > 0 && compares_ttl) {
        fprintf(out, ", %" PRIu64 " with another TTL", ttl);
    }
    fprintf(out, ", %" PRIu64 " unknown", counts[CHANGE_UNKNOWN]);
    if (counts[CHANGE_REJECTED] > 0) {
        fprintf(out, ", %" PRIu64 " invalid", counts[CHANGE_REJECTED]);
    }
    putc('\n', out);
}
