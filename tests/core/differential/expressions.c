/* Expressions and subjects made by chance. The alphabet is small, so that they
 * often meet.
 *
 * SPDX-License-Identifier: MIT */
#include "expressions.h"

#include <string.h>

/* ---- Chance ------------------------------------------------------------ */

/* xorshift64*. */
static uint32_t draw(struct chance *chance)
{
    chance->state ^= chance->state >> 12;
    chance->state ^= chance->state << 25;
    chance->state ^= chance->state >> 27;
    return (uint32_t)((chance->state * UINT64_C(0x2545f4914f6cdd1d)) >> 32);
}

unsigned chance_below(struct chance *chance, unsigned bound)
{
    return draw(chance) % bound;
}

bool chance_is(struct chance *chance, unsigned times)
{
    return chance_below(chance, 100) < times;
}

/* Add one of |count| strings. */
static void add_one_of(struct chance *chance, struct text *text,
                       const char *const strings[], unsigned count)
{
    ddds_text_string(text, strings[chance_below(chance, count)]);
}

#define ADD_ONE_OF(chance, text, strings)                                      \
    add_one_of(chance, text, strings, sizeof strings / sizeof strings[0])

/* ---- Expressions and subjects ------------------------------------------ */

static void write_letter(struct chance *chance, struct text *text, bool is_utf)
{
    static const char *const letters[] = {"a", "b", "a", "b", "c", "B"};
    static const char *const more[] = {"\u00e9", "\u20ac", "\u00fc"};
    if (is_utf && chance_is(chance, 25)) {
        ADD_ONE_OF(chance, text, more);
    } else {
        ADD_ONE_OF(chance, text, letters);
    }
}

static void write_atom(struct chance *chance, struct text *text, bool is_utf)
{
    static const char *const classes[] = {
        "[ab]",        "[^a]",         "[a-c]",       "[\\]",
        "[]a]",        "[^]a]",        "[b-]",        "[\\.b]",
        "[a^]",        "[a\\-c]",      "[+--]",       "[$]",
        "[ab-c-]",     "[+-.[-]",      "[.*+]",       "[(|)]",
        "[[a]",        "[^a-c]",       "[[:alpha:]]", "[^[:upper:]b]",
        "[[:digit:]]", "[[:punct:]a]", "[[:print:]]"};
    static const char *const escapes[] = {"\\.", "\\*", "\\+", "\\\\", "\\(",
                                          "\\|", "\\^", "\\$", "\\-",  "\\]"};
    unsigned kind = chance_below(chance, 100);
    if (kind < 60) {
        write_letter(chance, text, is_utf);
    } else if (kind < 75) {
        ddds_text_char(text, '.');
    } else if (kind < 92) {
        unsigned some = sizeof classes / sizeof classes[0];
        unsigned named = 5; /* what is a letter depends on a locale */
        add_one_of(chance, text, classes, is_utf ? some - named : some);
    } else {
        ADD_ONE_OF(chance, text, escapes);
    }
}

static void write_repetition(struct chance *chance, struct text *text)
{
    static const char *const repetitions[] = {
        "*",     "*",    "+",     "+",     "?",   "?",     "{2}",
        "{0,1}", "{2,}", "{1,3}", "{0,2}", "{0}", "{3,5}", "{1}"};
    if (chance_is(chance, 40)) {
        ADD_ONE_OF(chance, text, repetitions);
    }
}

/* Alternatives of pieces, down to |depth| groups in groups. */
static void write_alternatives(struct chance *chance, struct text *text,
                               bool is_utf, unsigned depth)
{
    unsigned alternatives = 1;
    while (alternatives < 4 && chance_is(chance, 30)) {
        alternatives++;
    }
    for (unsigned i = 0; i < alternatives; i++) {
        ddds_text_string(text, i > 0 ? "|" : "");
        ddds_text_string(text, chance_is(chance, 15) ? "^" : "");
        unsigned pieces = 1 + chance_below(chance, 4);
        for (unsigned j = 0; j < pieces; j++) {
            if (depth > 0 && chance_is(chance, 30)) {
                ddds_text_char(text, '(');
                write_alternatives(chance, text, is_utf, depth - 1);
                ddds_text_char(text, ')');
            } else {
                write_atom(chance, text, is_utf);
            }
            write_repetition(chance, text);
        }
        ddds_text_string(text, chance_is(chance, 15) ? "$" : "");
    }
}

void expression_write(struct chance *chance, struct text *text, bool is_utf)
{
    write_alternatives(chance, text, is_utf, chance_below(chance, 4));
}

void subject_write(struct chance *chance, struct text *text, bool is_utf)
{
    static const char *const others[] = {".", "*", "\\", "(", "|", "]", "^",
                                         "$", "-", "+",  "1", " ", "\n"};
    unsigned length = chance_below(chance, 13);
    for (unsigned i = 0; i < length; i++) {
        if (chance_is(chance, 85)) {
            write_letter(chance, text, is_utf);
        } else {
            ADD_ONE_OF(chance, text, others);
        }
    }
}

/* ---- Substitution expressions ------------------------------------------ */

static void write_replacement(struct chance *chance, struct text *text,
                              char delimiter)
{
    static const char *const literals[] = {"sip:", "@example.com", "x", "a.b",
                                           "urn:", "\\\\",         "-"};
    unsigned pieces = chance_below(chance, 4);
    for (unsigned i = 0; i < pieces; i++) {
        if (chance_is(chance, 30)) {
            ddds_text_char(text, '\\');
            ddds_text_char(text, chance_is(chance, 80) ? '1' : '2');
        } else if (chance_is(chance, 10)) {
            ddds_text_char(text, '\\');
            ddds_text_char(text, delimiter);
        } else {
            ADD_ONE_OF(chance, text, literals);
        }
    }
}

/* Mistakes of people, and of attackers. */
static void write_mishap(struct chance *chance, struct text *text)
{
    static const char *const mishaps[] = {"(",         ")",
                                          "[",         "]",
                                          "{",         "}",
                                          "|",         "*",
                                          "+",         "?",
                                          "^",         "$",
                                          "\\",        "!",
                                          "/",         ".",
                                          "-",         ":",
                                          ",",         "i",
                                          "I",         "0",
                                          "9",         "\\1",
                                          "\\0",       "\\d",
                                          "\\!",       "(?:",
                                          "(?i)",      "[[",
                                          "[:",        ":]",
                                          "[[=a=]]",   "[[.-.]]",
                                          "[[:foo:]]", "{1,300}",
                                          "{2,1}",     "{,3}",
                                          "a**",       "()",
                                          "(|",        "|)",
                                          "\xff",      "\xc3",
                                          "\x80",      "\x01",
                                          "\t",        " ",
                                          "\"",        ";",
                                          "[z-a]",     "[a-c-e]",
                                          "[-",        "-]",
                                          "[a-\\z]",   "\\<",
                                          "\u00e9",    "[\u00e9-\u00fc]",
                                          "{1}{2}",    "((((((((((a))))))))))"};
    ADD_ONE_OF(chance, text, mishaps);
}

/* Copy |from|, and spoil it in some places. */
static void write_spoilt(struct chance *chance, const struct text *from,
                         struct text *text)
{
    unsigned mishaps = 1 + chance_below(chance, 2);
    for (size_t i = 0; i < from->length; i++) {
        while (mishaps > 0 &&
               chance_below(chance, (unsigned)from->length) < 2) {
            mishaps--;
            if (chance_is(chance, 70)) {
                write_mishap(chance, text);
            }
            i += chance_below(chance, 2);
        }
        if (i < from->length) {
            ddds_text_char(text, from->bytes[i]);
        }
    }
    if (mishaps > 0) {
        write_mishap(chance, text);
    }
}

void field_write(struct chance *chance, struct text *text)
{
    static const char *const delimiters[] = {
        "!", "!", "!", "/", "#", "~", "|", "(", ")", "*", "+",  "?", "[", "]",
        "{", "}", "^", "$", ".", "-", ":", "a", " ", ",", "\"", "=", "@"};
    static const char *const flags[] = {"", "", "", "i", "ii", "I"};
    char memory[512];
    struct text field;
    ddds_text_init(&field, memory, sizeof memory);
    ADD_ONE_OF(chance, &field, delimiters);
    char delimiter = field.bytes[0];
    char expression[256];
    struct text ere;
    ddds_text_init(&ere, expression, sizeof expression);
    expression_write(chance, &ere, chance_is(chance, 10));
    for (size_t i = 0; i < ere.length; i++) {
        if (ere.bytes[i] == delimiter && chance_is(chance, 95)) {
            ddds_text_char(&field, '\\');
        }
        ddds_text_char(&field, ere.bytes[i]);
    }
    ddds_text_char(&field, delimiter);
    write_replacement(chance, &field, delimiter);
    ddds_text_char(&field, delimiter);
    ADD_ONE_OF(chance, &field, flags);
    if (chance_is(chance, 40)) {
        write_spoilt(chance, &field, text);
    } else {
        ddds_text_add(text, field.bytes, field.length);
    }
}
