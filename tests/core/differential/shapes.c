/* Shapes beside PCRE2: random rows of literals and spans, and for each some
 * strings that it has been made to match, or nearly. The match, its place and
 * its groups must be the same.
 *
 * usage: shapes [COMPARISONS [SEED]]
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expressions.h"
#include "seed.h"
#include "shape_twin.h"

enum {
    COMPARISONS = 200000,
    SUBJECTS = 20, /* for each expression */
    PIECES = 12,
    SUBJECT_SIZE = 512,
};

/* A piece of the expression, and octets that match it. */
static const struct atom {
    const char *text;
    const char *octets;
} atoms[] = {
    {"a", "a"},
    {"b", "b"},
    {":", ":"},
    {"K", "K"},
    {"\\.", "."},
    {"\\+", "+"},
    {".", "ab:.k1 \n"},
    {".", "ab:.k1 \n"},
    {"[^:]", "ab.1K/"},
    {"[^a]", "b:A1\x7f"},
    {"[^ab]", "c:A1\x01"},
    {"[ab]", "abab"},
    {"[0-9]", "0159"},
    {"[a-z0-9-]", "az09-"},
    {"[[:alnum:]_]", "aZ0_"},
    {"[^\\.]", "ab:k"},
    {"[.]", "."},
    {"[A-z]", "AZ[az"},
    {"[]x]", "]x"},
    {"[^[:space:]@]", "ab:.\x7f"},
    {"urn:", NULL},
    {"Foo", NULL},
    {"abcdefghij", NULL},
};

enum { ATOMS = sizeof atoms / sizeof atoms[0] };

/* A piece as it was written, for the subjects. */
struct written {
    const struct atom *atom;
    unsigned least;
    unsigned most;
};

struct row {
    char memory[256];
    struct text ere;
    struct written pieces[PIECES];
    unsigned count;
};

/* ---- Expressions -------------------------------------------------------- */

static const struct repetition {
    const char *text;
    unsigned least;
    unsigned most; /* or as many as fit */
} repetitions[] = {
    {"*", 0, 99},     {"*", 0, 99},    {"*", 0, 99},      {"+", 1, 99},
    {"+", 1, 99},     {"+", 1, 99},    {"?", 0, 1},       {"{3}", 3, 3},
    {"{2,}", 2, 99},  {"{0,2}", 0, 2}, {"{1,20}", 1, 20}, {"{0,1}", 0, 1},
    {"{17}", 17, 17}, {"{1}", 1, 1},
};

enum { REPETITIONS = sizeof repetitions / sizeof repetitions[0] };

static void write_piece(struct chance *chance, struct row *row)
{
    struct written *piece = &row->pieces[row->count++];
    piece->atom = &atoms[chance_below(chance, ATOMS)];
    piece->least = piece->most = 1;
    ddds_text_string(&row->ere, piece->atom->text);
    if (piece->atom->octets != NULL && chance_is(chance, 55)) {
        const struct repetition *repetition =
            &repetitions[chance_below(chance, REPETITIONS)];
        ddds_text_string(&row->ere, repetition->text);
        piece->least = repetition->least;
        piece->most = repetition->most;
    }
}

static void write_row(struct chance *chance, struct row *row)
{
    unsigned depth = 0;
    unsigned count = 1 + chance_below(chance, PIECES - 1);
    bool may_close = false;
    row->count = 0;
    ddds_text_init(&row->ere, row->memory, sizeof row->memory);
    ddds_text_string(&row->ere, chance_is(chance, 65) ? "^" : "");
    while (row->count < count) {
        if (chance_is(chance, 20)) {
            ddds_text_char(&row->ere, '(');
            depth++;
            may_close = false;
        }
        write_piece(chance, row);
        may_close = true;
        if (depth > 0 && may_close && chance_is(chance, 35)) {
            ddds_text_char(&row->ere, ')');
            depth--;
        }
    }
    for (; depth > 0; depth--) {
        ddds_text_char(&row->ere, ')');
    }
    ddds_text_string(&row->ere, chance_is(chance, 60) ? "$" : "");
}

/* ---- Subjects ----------------------------------------------------------- */

/* Any octet but NUL, most of them such as the expressions have. */
static char write_octet(struct chance *chance)
{
    static const char usual[] = "ab:.kK019-+@ ";
    unsigned kind = chance_below(chance, 1000);
    return kind < 2    ? (char)(1 + chance_below(chance, 255))
           : kind < 60 ? (char)(1 + chance_below(chance, 127))
                       : usual[chance_below(chance, sizeof usual - 1)];
}

static void write_octets(struct chance *chance, struct text *subject,
                         unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        ddds_text_char(subject, write_octet(chance));
    }
}

/* As often as a piece wants it: mostly few. */
static unsigned choose_count(struct chance *chance, const struct written *piece)
{
    unsigned room = chance_is(chance, 20) ? 40 : 5;
    unsigned more = piece->most - piece->least;
    return piece->least + chance_below(chance, (more < room ? more : room) + 1);
}

static void write_match(struct chance *chance, const struct written *piece,
                        struct text *subject)
{
    const char *octets = piece->atom->octets;
    if (octets == NULL) {
        ddds_text_string(subject, piece->atom->text);
        return;
    }
    size_t kinds = strlen(octets);
    for (unsigned i = choose_count(chance, piece); i > 0; i--) {
        ddds_text_char(subject, octets[chance_below(chance, (unsigned)kinds)]);
    }
}

/* In the other case, if it is a letter. */
static void turn_cases(struct chance *chance, struct text *subject)
{
    for (size_t i = 0; i < subject->length; i++) {
        char *octet = &subject->bytes[i];
        bool is_letter = (*octet >= 'a' && *octet <= 'z') ||
                         (*octet >= 'A' && *octet <= 'Z');
        if (is_letter && chance_is(chance, 30)) {
            *octet = (char)(*octet ^ 0x20);
        }
    }
}

static void write_subject(struct chance *chance, const struct row *row,
                          struct text *subject)
{
    unsigned kind = chance_below(chance, 100);
    if (kind < 10) {
        write_octets(chance, subject, chance_below(chance, 60));
        return;
    }
    if (kind < 30) {
        write_octets(chance, subject, chance_below(chance, 20));
    }
    for (unsigned i = 0; i < row->count; i++) {
        write_match(chance, &row->pieces[i], subject);
    }
    if (kind < 25) {
        write_octets(chance, subject, chance_below(chance, 20));
    }
    if (kind >= 60 && subject->length > 0) {
        subject->bytes[chance_below(chance, (unsigned)subject->length)] =
            write_octet(chance);
    }
    if (kind >= 80) {
        turn_cases(chance, subject);
    }
}

/* ---- Comparing ---------------------------------------------------------- */

struct tally {
    unsigned long compared;
    unsigned long matched;
    unsigned long unsure;
    unsigned long limited;
    unsigned long rows;
    unsigned long no_shapes;
    unsigned long wrong;
};

static void complain(struct tally *tally, const struct row *row,
                     bool ignore_case, const char *subject)
{
    if (tally->wrong++ < 20) {
        printf("WRONG: \"%s\"%s on \"%s\"\n", row->ere.bytes,
               ignore_case ? " i" : "", subject);
    }
}

static void compare(struct tally *tally, struct chance *chance,
                    const struct row *row, bool ignore_case,
                    const struct shape_twin *twin)
{
    char memory[SUBJECT_SIZE];
    struct text subject;
    bool matched = false;
    ddds_text_init(&subject, memory, sizeof memory);
    write_subject(chance, row, &subject);
    tally->compared++;
    switch (shape_twin_compare(twin, subject.bytes, &matched)) {
    case SHAPE_TWIN_WRONG:
        complain(tally, row, ignore_case, subject.bytes);
        break;
    case SHAPE_TWIN_UNSURE:
        tally->unsure++;
        break;
    case SHAPE_TWIN_LIMITED:
        tally->limited++;
        break;
    case SHAPE_TWIN_SAME:
        tally->matched += matched;
        break;
    }
}

static void compare_row(struct tally *tally, struct chance *chance)
{
    struct row row;
    struct shape_twin twin;
    bool is_wrong = false;
    bool ignore_case = chance_is(chance, 35);
    write_row(chance, &row);
    tally->rows++;
    if (!shape_twin_begin(&twin, row.ere.bytes, ignore_case, &is_wrong)) {
        tally->no_shapes++;
        if (is_wrong) {
            complain(tally, &row, ignore_case, "(the reader)");
        }
        return;
    }
    for (unsigned i = 0; i < SUBJECTS; i++) {
        compare(tally, chance, &row, ignore_case, &twin);
    }
    shape_twin_end(&twin);
}

int main(int argc, char **argv)
{
    struct tally tally = {0};
    unsigned long wanted = argc > 1 ? strtoul(argv[1], NULL, 10) : COMPARISONS;
    uint64_t seed = take_seed(argc > 2 ? strtoul(argv[2], NULL, 10) : 1);
    struct chance chance = {(seed + 1) * UINT64_C(0x9e3779b97f4a7c15)};
    while (tally.compared < wanted) {
        compare_row(&tally, &chance);
    }
    printf("%lu comparisons, %lu of them match, %lu left to PCRE2, %lu over "
           "its limits; %lu expressions, %lu of them no shapes; %lu wrong\n",
           tally.compared, tally.matched, tally.unsure, tally.limited,
           tally.rows, tally.no_shapes, tally.wrong);
    /* Most of them say something. */
    return tally.wrong > 0 || tally.matched < wanted / 4 ||
           tally.unsure > wanted / 4 || tally.no_shapes > tally.rows / 10;
}
