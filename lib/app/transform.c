/* The steps from an input to the string and the key of a described
 * application.
 *
 * SPDX-License-Identifier: MIT */
#include "app/transform.h"

#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/utf8.h"

static const struct word {
    const char *word;
    bool takes_argument;
    const char *description;
} words[] = {
    [TRANSFORM_LOWER] = {"lower", false, "in lower case"},
    [TRANSFORM_UPPER] = {"upper", false, "in upper case"},
    [TRANSFORM_REVERSE] = {"reverse", false, "reversed"},
    [TRANSFORM_LABELS] = {"labels", false, "a label for each character"},
    [TRANSFORM_STRIP] = {"strip", true, "without any of"},
    [TRANSFORM_REWRITE] = {"rewrite", true, "rewritten by"},
};

enum { WORDS = sizeof words / sizeof words[0] };

/* ---- Reading ----------------------------------------------------------- */

static ddds_status refuse(size_t offset, const char *why,
                          struct ddds_error *error)
{
    return ddds_error_set(error, DDDS_SYNTAX, offset, "%s", why);
}

static ddds_status read_strip(struct transformation *step, const char *text,
                              size_t offset, struct arena *arena,
                              struct ddds_error *error)
{
    size_t length = strlen(text);
    if (length >= 2 && text[0] == '"' && text[length - 1] == '"') {
        text++;
        offset++;
        length -= 2;
    } else if (strpbrk(text, " \t\"") != NULL) {
        return refuse(offset + strcspn(text, " \t\""),
                      "write the characters to strip together, in quotes if "
                      "one of them is a space: strip \" -.\"",
                      error);
    }
    if (length == 0) {
        return refuse(offset,
                      "the quotes are empty; write the characters to strip",
                      error);
    }
    step->argument = ddds_arena_copy(arena, text, length);
    return step->argument != NULL ? DDDS_OK : ddds_error_no_memory(error);
}

static ddds_status read_rewrite(struct transformation *step, const char *text,
                                size_t offset, struct arena *arena,
                                struct ddds_error *error)
{
    struct ddds_error why;
    step->argument = ddds_arena_string(arena, text);
    if (step->argument == NULL) {
        return ddds_error_no_memory(error);
    }
    step->substitution = ddds_substitution_new(text, &why);
    if (step->substitution != NULL) {
        return DDDS_OK;
    }
    if (why.status == DDDS_NO_MEMORY) {
        return ddds_error_no_memory(error);
    }
    return refuse(why.offset == DDDS_NO_OFFSET ? offset : offset + why.offset,
                  why.detail, error);
}

static ddds_status find_word(const char *text, size_t length,
                             struct transformation *step,
                             struct ddds_error *error)
{
    for (int i = 0; i < WORDS; i++) {
        if (strlen(words[i].word) == length &&
            memcmp(words[i].word, text, length) == 0) {
            step->kind = (enum transformation_kind)i;
            return DDDS_OK;
        }
    }
    return ddds_error_set(
        error, DDDS_SYNTAX, 0,
        "unknown step \"%.*s%s\"; write lower, upper, reverse, "
        "labels, strip CHARACTERS or rewrite EXPRESSION",
        ddds_error_quoted(text, length), text, ddds_error_ellipsis(length));
}

ddds_status ddds_transformations_add(struct transformations *all,
                                     const char *text, struct arena *arena,
                                     struct ddds_error *error)
{
    if (all->count == LIMIT_TRANSFORMATIONS) {
        return ddds_error_set(error, DDDS_SYNTAX, 0,
                              "there are more than %d steps",
                              (int)LIMIT_TRANSFORMATIONS);
    }
    size_t length = strcspn(text, " \t");
    size_t offset = length + strspn(text + length, " \t");
    struct transformation step = {0};
    ddds_status status = find_word(text, length, &step, error);
    if (status != DDDS_OK) {
        return status;
    }
    const struct word *word = &words[step.kind];
    if (word->takes_argument != (text[offset] != '\0')) {
        return ddds_error_set(error, DDDS_SYNTAX, offset,
                              word->takes_argument
                                  ? "%s needs an argument: strip \" -\", "
                                    "rewrite !^(.*)$!\\1!"
                                  : "%s takes no argument",
                              word->word);
    }
    if (step.kind == TRANSFORM_STRIP) {
        status = read_strip(&step, text + offset, offset, arena, error);
    } else if (step.kind == TRANSFORM_REWRITE) {
        status = read_rewrite(&step, text + offset, offset, arena, error);
    }
    if (status == DDDS_OK) {
        all->steps[all->count++] = step;
    }
    return status;
}

/* ---- Applying ---------------------------------------------------------- */

static void change_case(char *text, char (*change)(char octet))
{
    for (; *text != '\0'; text++) {
        *text = change(*text);
    }
}

/* The length of the character at |text|: of an octet, if the whole is not
 * UTF-8. */
static size_t measure(const char *text, bool is_wide)
{
    size_t length = is_wide ? utf8_length(text, strlen(text)) : 0;
    return length > 0 ? length : 1;
}

static void reverse_octets(char *text, size_t length)
{
    for (size_t i = 0; i < length / 2; i++) {
        char octet = text[i];
        text[i] = text[length - 1 - i];
        text[length - 1 - i] = octet;
    }
}

/* Each character backwards, then everything. */
static void reverse(char *text)
{
    size_t length = strlen(text);
    bool is_wide = utf8_is_wide(text, length);
    for (size_t i = 0; is_wide && i < length;) {
        size_t octets = measure(text + i, is_wide);
        reverse_octets(text + i, octets);
        i += octets;
    }
    reverse_octets(text, length);
}

static bool has_character(const char *characters, const char *character,
                          size_t length)
{
    while (*characters != '\0' && strncmp(characters, character, length) != 0) {
        characters++;
    }
    return *characters != '\0';
}

static void strip(char *text, const char *characters)
{
    bool is_wide = utf8_is_wide(text, strlen(text));
    char *out = text;
    while (*text != '\0') {
        size_t length = measure(text, is_wide);
        if (!has_character(characters, text, length)) {
            memmove(out, text, length);
            out += length;
        }
        text += length;
    }
    *out = '\0';
}

static ddds_status put_dots(char text[LIMIT_OUTPUT_SIZE],
                            struct ddds_error *error)
{
    char whole[LIMIT_OUTPUT_SIZE];
    struct text dotted;
    size_t length = strlen(text);
    bool is_wide = utf8_is_wide(text, length);
    memcpy(whole, text, length + 1);
    ddds_text_init(&dotted, text, LIMIT_OUTPUT_SIZE);
    for (size_t i = 0; i < length;) {
        size_t octets = measure(whole + i, is_wide);
        ddds_text_string(&dotted, i > 0 ? "." : "");
        ddds_text_add(&dotted, whole + i, octets);
        i += octets;
    }
    return dotted.failed
               ? ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                                "the input is too long to make labels of it")
               : DDDS_OK;
}

static ddds_status rewrite(const struct transformation *step,
                           const char *subject, char text[LIMIT_OUTPUT_SIZE],
                           struct ddds_error *error)
{
    char output[LIMIT_OUTPUT_SIZE];
    bool matched;
    ddds_status status = ddds_substitution_apply(
        step->substitution, text, output, sizeof output, &matched, NULL, error);
    if (status != DDDS_OK) {
        return status;
    }
    if (!matched) {
        size_t length = strlen(text);
        return ddds_error_set(error, DDDS_BAD_INPUT, DDDS_NO_OFFSET,
                              "\"%.*s%s\" is not a valid %s: it does not "
                              "match %s",
                              ddds_error_quoted(text, length), text,
                              ddds_error_ellipsis(length), subject,
                              step->argument);
    }
    memcpy(text, output, strlen(output) + 1);
    return DDDS_OK;
}

static ddds_status apply(const struct transformation *step, const char *subject,
                         char text[LIMIT_OUTPUT_SIZE], struct ddds_error *error)
{
    switch (step->kind) {
    case TRANSFORM_LOWER:
        change_case(text, ascii_to_lower);
        break;
    case TRANSFORM_UPPER:
        change_case(text, ascii_to_upper);
        break;
    case TRANSFORM_REVERSE:
        reverse(text);
        break;
    case TRANSFORM_LABELS:
        return put_dots(text, error);
    case TRANSFORM_STRIP:
        strip(text, step->argument);
        break;
    case TRANSFORM_REWRITE:
        return rewrite(step, subject, text, error);
    }
    return DDDS_OK;
}

ddds_status ddds_transformations_apply(const struct transformations *all,
                                       const char *subject,
                                       char text[LIMIT_OUTPUT_SIZE],
                                       struct ddds_error *error)
{
    for (size_t i = 0; i < all->count; i++) {
        ddds_status status = apply(&all->steps[i], subject, text, error);
        if (status != DDDS_OK) {
            return status;
        }
    }
    return text[0] != '\0'
               ? DDDS_OK
               : ddds_error_set(error, DDDS_BAD_INPUT, DDDS_NO_OFFSET,
                                "the %s is empty", subject);
}

/* ---- Describing -------------------------------------------------------- */

void ddds_transformations_describe(const struct transformations *all,
                                   struct text *text)
{
    for (size_t i = 0; i < all->count; i++) {
        const struct transformation *step = &all->steps[i];
        ddds_text_string(text, ", ");
        ddds_text_string(text, words[step->kind].description);
        if (step->argument != NULL) {
            ddds_text_string(text, " \"");
            ddds_text_string(text, step->argument);
            ddds_text_char(text, '"');
        }
    }
}

void ddds_transformations_clear(struct transformations *all)
{
    for (size_t i = 0; i < all->count; i++) {
        ddds_substitution_free(all->steps[i].substitution);
    }
    all->count = 0;
}
