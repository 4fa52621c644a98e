/* Parser of shapes. Unusual syntax is left to PCRE2, errors to ddds_ere_read,
 * which reports them.
 *
 * SPDX-License-Identifier: MIT */
#include "rule/shape.h"

#include <string.h>

#include <ddds/status.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "rule/ere_scan.h"

static const struct shape_class all_octets = {{UINT64_MAX, UINT64_MAX}};

/* The operand of a following repetition. */
enum atom {
    ATOM_NONE,
    ATOM_CHARACTER,
    ATOM_CLASS,
};

struct shape_reader {
    struct shape_draft *draft;
    struct ere_scan scan;
    struct ere_token token;
    bool ignore_case;

    /* The last atom, not yet in the draft. */
    enum atom atom;
    char character;
    struct shape_class class;

    uint8_t open[SHAPE_GROUPS]; /* stack of open groups */
    unsigned depth;
    bool is_empty; /* the innermost group is empty so far */
};

/* ---- Classes ----------------------------------------------------------- */

static void add_octet(struct shape_class *class, unsigned char octet)
{
    class->bits[octet / 64] |= UINT64_C(1) << octet % 64;
}

/* Return the bits from |first| to |last|, both below 64. */
static uint64_t range_of(unsigned first, unsigned last)
{
    return (UINT64_MAX >> (63 - last)) & (UINT64_MAX << first);
}

static void add_range(struct shape_class *class, unsigned char first,
                      unsigned char last)
{
    if (first < 64) {
        class->bits[0] |= range_of(first, last < 64 ? last : 63);
    }
    if (last >= 64) {
        class->bits[1] |= range_of(first > 64 ? first - 64 : 0, last - 64);
    }
}

/* Add the other case of each letter. */
static void fold_class(struct shape_class *class)
{
    uint64_t upper = class->bits[1] & range_of('A' - 64, 'Z' - 64);
    uint64_t lower = class->bits[1] & range_of('a' - 64, 'z' - 64);
    class->bits[1] |= upper << ('a' - 'A') | lower >> ('a' - 'A');
}

static bool meets(const struct shape_class *one,
                  const struct shape_class *other)
{
    return ((one->bits[0] & other->bits[0]) |
            (one->bits[1] & other->bits[1])) != 0;
}

static bool is_same(const struct shape_class *one,
                    const struct shape_class *other)
{
    return one->bits[0] == other->bits[0] && one->bits[1] == other->bits[1];
}

/* ---- The draft ---------------------------------------------------------- */

/* Return the index of |class| in the draft. */
static uint8_t keep_class(struct shape_draft *draft,
                          const struct shape_class *class)
{
    if (is_same(class, &all_octets)) {
        return SHAPE_ANY;
    }
    uint8_t i = 0;
    while (i < draft->shape.classes && !is_same(&draft->classes[i], class)) {
        i++;
    }
    if (i == draft->shape.classes) {
        draft->classes[i] = *class;
        draft->shape.classes++;
    }
    return i;
}

static void begin_step(struct shape_draft *draft)
{
    draft->steps[draft->shape.spans] =
        (struct shape_step){.text = (uint8_t)draft->text_length};
}

static bool add_literal(struct shape_reader *reader, char octet)
{
    struct shape_draft *draft = reader->draft;
    struct shape_step *step = &draft->steps[draft->shape.spans];
    if (reader->ignore_case && ascii_is_alpha((unsigned char)octet)) {
        octet = ascii_to_lower(octet);
        step->folds = true;
    }
    draft->text[draft->text_length++] = octet;
    step->length++;
    return true;
}

static bool add_span(struct shape_reader *reader, uint8_t least, uint8_t most)
{
    struct shape_draft *draft = reader->draft;
    if (draft->shape.spans == SHAPE_SPANS) {
        return false;
    }
    struct shape_step *step = &draft->steps[draft->shape.spans];
    step->least = least;
    step->most = most;
    step->class = keep_class(draft, &reader->class);
    draft->shape.spans++;
    begin_step(draft);
    return true;
}

/* Return the only octet of |class|; -1 if it has several. */
static int only_octet(const struct shape_class *class)
{
    for (int half = 0; half < 2; half++) {
        uint64_t bits = class->bits[half];
        if (class->bits[1 - half] == 0 && bits != 0 &&
            (bits & (bits - 1)) == 0) {
            return 64 * half + __builtin_ctzll(bits);
        }
    }
    return -1;
}

/* Add a bracket or a dot without repetition: `[.]' is a literal. */
static bool add_class(struct shape_reader *reader)
{
    int octet = only_octet(&reader->class);
    return octet >= 0 ? add_literal(reader, (char)octet)
                      : add_span(reader, 1, 1);
}

/* Add the last atom, without repetition, to the draft. */
static bool add_atom(struct shape_reader *reader)
{
    enum atom atom = reader->atom;
    reader->atom = ATOM_NONE;
    switch (atom) {
    case ATOM_CHARACTER:
        return add_literal(reader, reader->character);
    case ATOM_CLASS:
        return add_class(reader);
    case ATOM_NONE:
        break;
    }
    return true;
}

/* ---- Atoms -------------------------------------------------------------- */

static bool read_character(struct shape_reader *reader, char octet)
{
    if (!add_atom(reader)) {
        return false;
    }
    reader->atom = ATOM_CHARACTER;
    reader->character = octet;
    reader->is_empty = false;
    return true;
}

static bool read_dot(struct shape_reader *reader)
{
    if (!add_atom(reader)) {
        return false;
    }
    reader->atom = ATOM_CLASS;
    reader->class = all_octets;
    reader->is_empty = false;
    return true;
}

/* ddds_ere_read must accept everything that is accepted here. */
static bool read_escape(struct shape_reader *reader)
{
    if (reader->token.length == 1) {
        return false;
    }
    char octet = reader->scan.text[reader->token.at + 1];
    return ascii_is_graphic((unsigned char)octet) &&
           !ascii_is_alnum((unsigned char)octet) && octet != '<' &&
           octet != '>' && octet != '`' && octet != '\'' &&
           read_character(reader, octet);
}

/* Read {m,n} and its short forms, after a single atom. */
static bool read_repetition(struct shape_reader *reader)
{
    int least = reader->token.least;
    int most = reader->token.most;
    if (reader->atom == ATOM_NONE || least > LIMIT_REPEAT ||
        most > LIMIT_REPEAT || most == 0 ||
        (most != ERE_NO_MOST && most < least)) {
        return false;
    }
    if (reader->atom == ATOM_CHARACTER) {
        reader->class = (struct shape_class){{0, 0}};
        add_octet(&reader->class, (unsigned char)reader->character);
        if (reader->ignore_case) {
            fold_class(&reader->class);
        }
    }
    reader->atom = ATOM_NONE;
    return add_span(reader, (uint8_t)least,
                    most == ERE_NO_MOST ? SHAPE_NO_MOST : (uint8_t)most);
}

/* ---- Brackets ----------------------------------------------------------- */

static bool advance(struct shape_reader *reader)
{
    return ddds_ere_scan_next(&reader->scan, &reader->token);
}

/* Return the octet |ahead| of the end of the current token, or NUL. */
static char peek(const struct shape_reader *reader, size_t ahead)
{
    size_t at = reader->scan.at + ahead;
    return at < reader->scan.length ? reader->scan.text[at] : '\0';
}

/* Return the octet of a member of a bracket. */
static unsigned char member_of(const struct shape_reader *reader)
{
    return (unsigned char)reader->scan.text[reader->token.at];
}

/* A hyphen after a range must be last; ddds_ere_read reports others. */
static bool check_after_range(const struct shape_reader *reader)
{
    return peek(reader, 0) != '-' || peek(reader, 1) == ']';
}

/* Read the rest of a range that starts with |first|. */
static bool read_range(struct shape_reader *reader, unsigned char first)
{
    if (!advance(reader) || reader->token.kind != ERE_TOKEN_MEMBER ||
        member_of(reader) < first) {
        return false;
    }
    add_range(&reader->class, first, member_of(reader));
    return check_after_range(reader);
}

/* Read [:name:] to its end. */
static bool read_class(struct shape_reader *reader)
{
    size_t name = reader->token.at + reader->token.length;
    if (reader->scan.text[name - 1] != ':') {
        return false;
    }
    do {
        if (!advance(reader)) {
            return false;
        }
    } while (reader->token.kind == ERE_TOKEN_NAME);
    const struct ere_class *class =
        reader->token.kind == ERE_TOKEN_CLASS_END
            ? ddds_ere_class_find(reader->scan.text + name,
                                  reader->token.at - name)
            : NULL;
    if (class == NULL) {
        return false;
    }
    for (const char *range = class->ranges; *range != '\0'; range += 2) {
        add_range(&reader->class, (unsigned char)range[0],
                  (unsigned char)range[1]);
    }
    return peek(reader, 0) != '-' || peek(reader, 1) == ']';
}

/* Read a token in a bracket. */
static bool read_member(struct shape_reader *reader, unsigned char before)
{
    switch (reader->token.kind) {
    case ERE_TOKEN_MEMBER:
        add_octet(&reader->class, member_of(reader));
        return true;
    case ERE_TOKEN_RANGE:
        return read_range(reader, before);
    case ERE_TOKEN_CLASS:
        return read_class(reader);
    default:
        return false;
    }
}

static bool read_bracket(struct shape_reader *reader)
{
    bool is_negated = reader->token.length == 2;
    unsigned char before = '\0';
    if (!add_atom(reader)) {
        return false;
    }
    reader->class = (struct shape_class){{0, 0}};
    for (;;) {
        if (!advance(reader)) {
            return false;
        }
        if (reader->token.kind == ERE_TOKEN_BRACKET_END) {
            break;
        }
        if (!read_member(reader, before)) {
            return false;
        }
        before = member_of(reader);
    }
    if (reader->ignore_case) {
        fold_class(&reader->class);
    }
    if (is_negated) {
        reader->class.bits[0] = ~reader->class.bits[0];
        reader->class.bits[1] = ~reader->class.bits[1];
    }
    reader->atom = ATOM_CLASS;
    reader->is_empty = false;
    return true;
}

/* ---- Groups and anchors ------------------------------------------------- */

/* Return the position of the next atom. */
static struct shape_place place_of(const struct shape_draft *draft)
{
    unsigned step = draft->shape.spans;
    return (struct shape_place){(uint8_t)step, draft->steps[step].length};
}

static bool open_group(struct shape_reader *reader)
{
    struct shape_draft *draft = reader->draft;
    if (!add_atom(reader) || draft->shape.groups == SHAPE_GROUPS) {
        return false;
    }
    draft->groups[draft->shape.groups].begin = place_of(draft);
    reader->open[reader->depth++] = draft->shape.groups++;
    reader->is_empty = true;
    return true;
}

static bool close_group(struct shape_reader *reader)
{
    struct shape_draft *draft = reader->draft;
    if (!add_atom(reader) || reader->depth == 0 || reader->is_empty) {
        return false;
    }
    draft->groups[reader->open[--reader->depth]].end = place_of(draft);
    return true;
}

/* Leave `^' elsewhere than at the start, and `$' elsewhere than at the end, to
 * PCRE2. */
static bool read_anchor(struct shape_reader *reader)
{
    if (reader->scan.text[reader->token.at] == '^') {
        reader->draft->shape.is_anchored = true;
        return reader->token.at == 0;
    }
    reader->draft->shape.is_ended = true;
    return reader->scan.at == reader->scan.length && reader->token.at > 0;
}

/* ---- Backtracking ------------------------------------------------------- */

/* Return the possible first octets of |step|, if |next| are those after its
 * span. */
static struct shape_class first_of(const struct shape_draft *draft,
                                   const struct shape_step *step,
                                   const struct shape_class *next)
{
    struct shape_class first = {{0, 0}};
    if (step->length > 0) {
        add_octet(&first, (unsigned char)draft->text[step->text]);
        if (step->folds) {
            fold_class(&first);
        }
        return first;
    }
    first = step->class == SHAPE_ANY ? all_octets : draft->classes[step->class];
    if (step->least == 0) {
        first.bits[0] |= next->bits[0];
        first.bits[1] |= next->bits[1];
    }
    return first;
}

/* Determine, from the last span to the first, where backtracking may help:
 * where an octet given back can start the rest. */
static void find_choices(struct shape_draft *draft)
{
    struct shape_class follows =
        draft->shape.is_ended ? (struct shape_class){{0, 0}} : all_octets;
    struct shape_step *step = &draft->steps[draft->shape.spans];
    if (step->length > 0) {
        follows = first_of(draft, step, &follows);
    }
    while (step-- > draft->steps) {
        struct shape_class class =
            step->class == SHAPE_ANY ? all_octets : draft->classes[step->class];
        step->may_give =
            (step->most == SHAPE_NO_MOST || step->least != step->most) &&
            meets(&class, &follows);
        step->next =
            step[1].length > 0 ? (uint8_t)draft->text[step[1].text] : '\0';
        follows = first_of(draft, step, &follows);
    }
}

/* ---- Entry -------------------------------------------------------------- */

static bool read_piece(struct shape_reader *reader)
{
    const char *text = reader->scan.text + reader->token.at;
    switch (reader->token.kind) {
    case ERE_TOKEN_CHARACTER:
        return read_character(reader, *text);
    case ERE_TOKEN_ESCAPE:
        return read_escape(reader);
    case ERE_TOKEN_DOT:
        return read_dot(reader);
    case ERE_TOKEN_BRACKET:
        return read_bracket(reader);
    case ERE_TOKEN_REPETITION:
        return read_repetition(reader);
    case ERE_TOKEN_OPEN:
        return open_group(reader);
    case ERE_TOKEN_CLOSE:
        return close_group(reader);
    case ERE_TOKEN_ANCHOR:
        return read_anchor(reader);
    default:
        return false;
    }
}

bool ddds_shape_read(const char *ere, size_t length, bool ignore_case,
                     struct shape_draft *draft)
{
    struct shape_reader reader;
    reader.draft = draft;
    reader.ignore_case = ignore_case;
    reader.atom = ATOM_NONE;
    reader.depth = 0;
    reader.is_empty = true;
    draft->shape = (struct shape){0};
    draft->text_length = 0;
    if (length > LIMIT_STRING || !utf8_is_ascii(ere, length)) {
        return false;
    }
    begin_step(draft);
    ddds_ere_scan_begin(&reader.scan, ere, length, "");
    bool is_shape = true;
    while (is_shape && advance(&reader)) {
        is_shape = read_piece(&reader);
    }
    if (!is_shape || reader.scan.at < length) {
        return false;
    }
    if (!add_atom(&reader) || reader.depth > 0 || reader.is_empty) {
        return false;
    }
    const struct shape_step *first = &draft->steps[0];
    draft->shape.is_anchored |= draft->shape.spans > 0 && first->length == 0 &&
                                first->class == SHAPE_ANY &&
                                first->most == SHAPE_NO_MOST;
    find_choices(draft);
    return true;
}

/* ---- Output ------------------------------------------------------------- */

size_t ddds_shape_size(const struct shape_draft *draft)
{
    const struct shape *shape = &draft->shape;
    size_t size =
        sizeof *shape + (shape->spans + (size_t)1) * sizeof(struct shape_step) +
        shape->classes * sizeof(struct shape_class) +
        shape->groups * sizeof(struct shape_group) + draft->text_length;
    return (size + 7) / 8 * 8;
}

static char *put(char *memory, const void *from, size_t size)
{
    memcpy(memory, from, size);
    return memory + size;
}

const struct shape *ddds_shape_write(const struct shape_draft *draft,
                                     void *memory)
{
    const struct shape *shape = &draft->shape;
    char *next = memory;
    next = put(next, shape, sizeof *shape);
    next = put(next, draft->steps,
               (shape->spans + (size_t)1) * sizeof(struct shape_step));
    next =
        put(next, draft->classes, shape->classes * sizeof(struct shape_class));
    next = put(next, draft->groups, shape->groups * sizeof(struct shape_group));
    put(next, draft->text, draft->text_length);
    return memory;
}
