/* Parser and interpreter of steps from an input to the string and the key of a
 * described application.
 *
 * SPDX-License-Identifier: MIT */
#include "app/transform.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "rule/ere_scan.h"

struct step_reader {
    const char *value; /* of the setting */
    size_t at;         /* next octet of |value| */
    struct step *step;
    struct arena *arena;
    struct ddds_error *error;
};

/* ---- Arguments --------------------------------------------------------- */

static ddds_status refuse(const struct step_reader *reader, size_t offset,
                          const char *why)
{
    return ddds_error_set(reader->error, DDDS_SYNTAX, offset, "%s", why);
}

static ddds_status keep_argument(const struct step_reader *reader,
                                 const char *text, size_t length)
{
    reader->step->argument = ddds_arena_copy(reader->arena, text, length);
    return reader->step->argument != NULL ? DDDS_OK
                                          : ddds_error_no_memory(reader->error);
}

static ddds_status read_characters(const struct step_reader *reader)
{
    const char *text = reader->value + reader->at;
    size_t length = strlen(text);
    bool is_quoted = length >= 2 && text[0] == '"' && text[length - 1] == '"';
    if (!is_quoted && strpbrk(text, " \t\"") != NULL) {
        return refuse(reader, reader->at + strcspn(text, " \t\""),
                      "write the characters to strip together, in quotes if "
                      "one of them is a space: strip \" -.\"");
    }
    if (is_quoted && length == 2) {
        return refuse(reader, reader->at + 1,
                      "the quotes are empty; write the characters to strip");
    }
    return keep_argument(reader, text + is_quoted,
                         is_quoted ? length - 2 : length);
}

static ddds_status read_pair(const struct step_reader *reader)
{
    const char *text = reader->value + reader->at;
    return strlen(text) == 3 && text[1] == ' '
               ? keep_argument(reader, text, 3)
               : refuse(reader, reader->at,
                        "write two characters with one space between them: "
                        "replace : .");
}

/* Parse |field|, which is at |reader->at|. */
static ddds_status read_field(const struct step_reader *reader,
                              const char *field,
                              ddds_substitution **substitution)
{
    struct ddds_error why;
    *substitution = ddds_substitution_new(field, &why);
    if (*substitution != NULL) {
        return DDDS_OK;
    }
    if (why.status == DDDS_NO_MEMORY) {
        return ddds_error_no_memory(reader->error);
    }
    return refuse(reader,
                  reader->at + (why.offset == DDDS_NO_OFFSET ? 0 : why.offset),
                  why.detail);
}

static ddds_status read_expression(const struct step_reader *reader)
{
    const char *field = reader->value + reader->at;
    ddds_status status = keep_argument(reader, field, strlen(field));
    return status == DDDS_OK
               ? read_field(reader, field, &reader->step->compiled)
               : status;
}

static ddds_status read_hash(const struct step_reader *reader)
{
    static const struct {
        const char *word;
        enum digest_kind digest;
    } algorithms[] = {{"sha256 ", DIGEST_SHA256},
                      {"sha1 ", DIGEST_SHA1},
                      {"md5 ", DIGEST_MD5}};
    const char *text = reader->value + reader->at;
    size_t length = 0;
    for (size_t i = 0; i < sizeof algorithms / sizeof algorithms[0]; i++) {
        const char *word = algorithms[i].word;
        if (strncmp(text, word, strlen(word)) == 0) {
            length = strlen(word);
            reader->step->digest = algorithms[i].digest;
        }
    }
    reader->step->is_hexadecimal = strcmp(text + length, "hex") == 0;
    return length > 0 && (reader->step->is_hexadecimal ||
                          strcmp(text + length, "base32") == 0)
               ? keep_argument(reader, text, strlen(text))
               : refuse(reader, reader->at + length,
                        "write sha256, sha1 or md5, one space, and base32 or "
                        "hex");
}

static ddds_status read_argument(const struct step_reader *reader)
{
    switch (reader->step->kind->argument) {
    case STEP_ARGUMENT_CHARACTERS:
        return read_characters(reader);
    case STEP_ARGUMENT_PAIR:
        return read_pair(reader);
    case STEP_ARGUMENT_EXPRESSION:
        return read_expression(reader);
    case STEP_ARGUMENT_HASH:
        return read_hash(reader);
    case STEP_ARGUMENT_NONE:
        break;
    }
    return DDDS_OK;
}

/* ---- Steps ------------------------------------------------------------- */

/* Return the length of the word at |reader->at|. */
static size_t measure_word(const struct step_reader *reader)
{
    return strcspn(reader->value + reader->at, " \t");
}

/* Skip |length| octets, and the blanks after them. */
static void skip(struct step_reader *reader, size_t length)
{
    reader->at += length;
    reader->at += strspn(reader->value + reader->at, " \t");
}

static bool is_word(const struct step_reader *reader, const char *word)
{
    return measure_word(reader) == strlen(word) &&
           strncmp(reader->value + reader->at, word, strlen(word)) == 0;
}

/* Return the kind named at |reader->at|, or NULL. */
static const struct step_kind *find_kind(const struct step_reader *reader)
{
    const struct step_kind *kind = ddds_step_kinds;
    while (kind->word != NULL && !is_word(reader, kind->word)) {
        kind++;
    }
    return kind->word != NULL ? kind : NULL;
}

static ddds_status refuse_kind(const struct step_reader *reader)
{
    char words[256];
    struct text text;
    size_t length = measure_word(reader);
    ddds_text_init(&text, words, sizeof words);
    for (const struct step_kind *kind = ddds_step_kinds; kind->word != NULL;
         kind++) {
        ddds_text_string(&text, kind->word);
        ddds_text_string(&text, ", ");
    }
    return ddds_error_set(reader->error, DDDS_SYNTAX, reader->at,
                          "unknown step \"%.*s%s\"; write %sor within",
                          ERROR_QUOTE(reader->value + reader->at, length),
                          words);
}

/* Write "!EXPRESSION!", |length| octets at |reader->at| with an optional flag,
 * as a substitution expression with |replacement| to |field|. On failure, the
 * error is |what|, a correction. */
static ddds_status complete(const struct step_reader *reader, size_t length,
                            const char *replacement, const char *what,
                            char field[LIMIT_STRING + 1])
{
    const char *text = reader->value + reader->at;
    size_t width = ddds_ere_delimiter_length(text, length);
    size_t end = length > 0 ? ddds_ere_scan_delimiter(text, length, width) : 0;
    size_t after = length - end - (end < length ? width : 0);
    if (end == length || after > 1 || (after == 1 && text[length - 1] != 'i')) {
        return refuse(reader, reader->at, what);
    }
    int size =
        snprintf(field, LIMIT_STRING + 1, "%.*s%s%.*s", (int)(end + width),
                 text, replacement, (int)(length - end), text + end);
    return size < 0 || size > LIMIT_STRING
               ? refuse(reader, reader->at, "the expression is too long")
               : DDDS_OK;
}

/* Parse "!EXPRESSION! STEP". */
static ddds_status read_part(struct step_reader *reader)
{
    static const char what[] = "write an expression with a group and without "
                               "spaces, and a step: within !^([^:]+)! lower";
    char field[LIMIT_STRING + 1];
    size_t length = measure_word(reader);
    ddds_status status = reader->value[reader->at + length] == '\0'
                             ? refuse(reader, reader->at, what)
                             : complete(reader, length, "\\1", what, field);
    if (status != DDDS_OK) {
        return status;
    }
    reader->step->part = ddds_arena_string(reader->arena, field);
    if (reader->step->part == NULL) {
        return ddds_error_no_memory(reader->error);
    }
    status = read_field(reader, field, &reader->step->compiled_part);
    if (status == DDDS_SYNTAX &&
        reader->error->offset + 1 >= reader->at + length) { /* points at the
                                                               "\\1" */
        status = refuse(reader, reader->at, what);
    }
    skip(reader, length);
    return status;
}

/* Parse "!EXPRESSION!". */
static ddds_status read_condition(const struct step_reader *reader)
{
    char field[LIMIT_STRING + 1];
    ddds_status status =
        complete(reader, strlen(reader->value + reader->at), "yes",
                 "write an expression: !^https?:!", field);
    if (status == DDDS_OK) {
        status = keep_argument(reader, field, strlen(field));
    }
    return status == DDDS_OK
               ? read_field(reader, field, &reader->step->compiled)
               : status;
}

static ddds_status read_step(struct step_reader *reader)
{
    static const char within[] = "within";
    ddds_status status = DDDS_OK;
    if (is_word(reader, within)) {
        skip(reader, sizeof within - 1);
        status = read_part(reader);
    }
    const struct step_kind *kind = find_kind(reader);
    if (status != DDDS_OK || kind == NULL) {
        return status != DDDS_OK ? status : refuse_kind(reader);
    }
    reader->step->kind = kind;
    skip(reader, strlen(kind->word));
    bool takes_argument = kind->argument != STEP_ARGUMENT_NONE;
    if (takes_argument != (reader->value[reader->at] != '\0')) {
        return ddds_error_set(reader->error, DDDS_SYNTAX, reader->at,
                              takes_argument ? "%s needs an argument: %s"
                                             : "%s takes no argument",
                              kind->word, kind->example);
    }
    return read_argument(reader);
}

/* Append |step|, or free it if |status| is a failure. */
static ddds_status append(struct transformations *all, struct step *step,
                          ddds_status status, struct arena *arena,
                          struct ddds_error *error)
{
    struct step *steps =
        ddds_arena_extend(arena, all->steps, all->count, 1, sizeof *steps);
    if (status == DDDS_OK && all->count == LIMIT_TRANSFORMATIONS) {
        status = ddds_error_set(error, DDDS_SYNTAX, 0,
                                "there are more than %d lines of this setting",
                                (int)LIMIT_TRANSFORMATIONS);
    }
    if (status == DDDS_OK && steps == NULL) {
        status = ddds_error_no_memory(error);
    }
    if (status != DDDS_OK) {
        ddds_substitution_free(step->compiled);
        ddds_substitution_free(step->compiled_part);
        return status;
    }
    steps[all->count++] = *step;
    all->steps = steps;
    return DDDS_OK;
}

ddds_status ddds_transformations_add(struct transformations *all,
                                     const char *text, struct arena *arena,
                                     struct ddds_error *error)
{
    struct step step = {.kind = NULL};
    struct step_reader reader = {
        .value = text, .step = &step, .arena = arena, .error = error};
    return append(all, &step, read_step(&reader), arena, error);
}

ddds_status ddds_transformations_add_expression(struct transformations *all,
                                                const char *text,
                                                bool is_condition,
                                                struct arena *arena,
                                                struct ddds_error *error)
{
    const struct step_reader kind = {.value = "rewrite-if"};
    struct step step = {.kind = find_kind(&kind)};
    const struct step_reader reader = {
        .value = text, .step = &step, .arena = arena, .error = error};
    return append(all, &step,
                  is_condition ? read_condition(&reader)
                               : read_expression(&reader),
                  arena, error);
}

/* ---- All steps --------------------------------------------------------- */

ddds_status ddds_transformations_apply(const struct transformations *all,
                                       struct transformed *subject)
{
    for (size_t i = 0; i < all->count; i++) {
        ddds_status status = ddds_step_apply(&all->steps[i], subject);
        if (status != DDDS_OK) {
            return status;
        }
    }
    return subject->text[0] != '\0'
               ? DDDS_OK
               : ddds_error_set(subject->error, DDDS_BAD_INPUT, DDDS_NO_OFFSET,
                                "the %s is empty", subject->name);
}

ddds_status ddds_transformations_match(const struct transformations *all,
                                       struct transformed *subject,
                                       bool *has_matched)
{
    ddds_status status = DDDS_OK;
    *has_matched = false;
    for (size_t i = 0; status == DDDS_OK && !*has_matched && i < all->count;
         i++) {
        status = ddds_step_match(&all->steps[i], subject, has_matched);
    }
    return status;
}

void ddds_transformations_describe(const struct transformations *all,
                                   struct text *text)
{
    for (size_t i = 0; i < all->count; i++) {
        const struct step *step = &all->steps[i];
        ddds_text_string(text, step->part != NULL ? ", a part of it " : ", ");
        ddds_text_string(text, step->kind->description);
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
        ddds_substitution_free(all->steps[i].compiled);
        ddds_substitution_free(all->steps[i].compiled_part);
    }
    all->count = 0;
}
