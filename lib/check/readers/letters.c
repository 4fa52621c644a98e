/* Readers of the outputs of maps.
 *
 * SPDX-License-Identifier: MIT */
#include "check/readers/letters.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/octet.h"
#include "check/sets/intern.h"

/* ---- Readers ------------------------------------------------------------- */

enum { PART_BEFORE, PART_WITHIN, PART_AFTER };

/* Words of a state: the phase, the state of the map, one or two states of
 * |inner|. For reversals: the phase, the state of |inner|, and for each state
 * of |inner| the state after the reversed part so far. */
enum { WORDS = 4 };

struct letters {
    struct reader base;
    struct reader *inner;
    const struct letter_map *map;
    const char *argument;
    bool is_part;
    bool checks;
    struct reader_memo memo;
    struct intern states;
    struct intern all; /* of |inner|, for reversals */
    uint32_t listed;   /* their number; 0: not yet known */
    uint32_t reversed; /* steps of |inner| for reversals so far */
};

static uint32_t keep(struct letters *letters, const uint32_t *words,
                     size_t count)
{
    uint32_t number =
        ddds_intern(&letters->states, words, count * sizeof *words);
    letters->base.failed |=
        reader_failure(number, READER_STATES) | letters->inner->failed;
    return letters->base.failed ? 0 : number;
}

static void read_words(const struct letters *letters, uint32_t state,
                       uint32_t words[WORDS])
{
    memcpy(words, interned(&letters->states, state), WORDS * sizeof *words);
}

static void free_letters(struct reader *base)
{
    ddds_intern_free(&((struct letters *)base)->states);
    ddds_intern_free(&((struct letters *)base)->all);
    free(((struct letters *)base)->memo.found);
    free(base);
}

/* Distinguish the octets that the map or |inner| does, in either case. */
static void split_classes(struct letters *letters)
{
    const struct reader *inner = letters->inner;
    uint8_t marks[3][256];
    for (unsigned octet = 0; octet < 256; octet++) {
        unsigned char each = (unsigned char)octet;
        marks[0][octet] = letters->map != NULL && letters->map->mark != NULL
                              ? letters->map->mark(letters->argument, each)
                              : 0;
        marks[0][octet] = octet >= PART_BEGIN ? each : marks[0][octet];
        marks[1][octet] =
            inner->classes[(unsigned char)ascii_to_lower((char)octet)];
        marks[2][octet] =
            inner->classes[(unsigned char)ascii_to_upper((char)octet)];
    }
    for (size_t i = 0; i < 3; i++) {
        ddds_octets_split(&letters->base, marks[i]);
    }
    ddds_octets_split(&letters->base, inner->classes);
}

static struct letters *make(const struct reader_class *methods,
                            const struct letter_map *map, const char *argument,
                            bool is_part, struct reader *inner)
{
    struct letters *letters = calloc(1, sizeof *letters);
    if (letters == NULL) {
        return NULL;
    }
    letters->base.methods = methods;
    letters->inner = inner;
    letters->map = map;
    letters->argument = argument;
    letters->is_part = is_part;
    ddds_octets_begin(&letters->base, NULL);
    split_classes(letters);
    return letters;
}

/* If |octet| is a bound of the part, change |*phase|, and return true. */
static bool is_bound(uint32_t *phase, unsigned char octet)
{
    if (octet != PART_BEGIN && octet != PART_END) {
        return false;
    }
    *phase = octet == PART_BEGIN ? PART_WITHIN : PART_AFTER;
    return true;
}

static uint32_t make_step(struct letters *letters, uint32_t state,
                          unsigned char octet)
{
    struct letters_out out = {.count = 0};
    uint32_t words[WORDS];
    read_words(letters, state, words);
    if (letters->is_part && is_bound(&words[0], octet)) {
        return keep(letters, words, WORDS);
    }
    if (!letters->is_part || words[0] == PART_WITHIN) {
        words[1] = letters->map->step(letters->argument, words[1], octet, &out);
    } else {
        letters_add(&out, octet);
    }
    for (unsigned i = 0; i < out.count; i++) {
        words[2] = reader_step(letters->inner, words[2], out.octets[i]);
    }
    return keep(letters, words, WORDS);
}

/* Compute a step of a map, or of a reversal. */
typedef uint32_t letters_step(struct letters *letters, uint32_t state,
                              unsigned char octet);

/* Return the state after |octet|, which |compute| finds unless it is kept. */
static uint32_t step_kept(struct letters *letters, letters_step *compute,
                          uint32_t state, unsigned char octet)
{
    uint32_t *kept =
        ddds_memo_place(&letters->memo, &letters->base, state, octet);
    uint32_t next = kept != NULL && *kept != MEMO_UNKNOWN
                        ? *kept
                        : compute(letters, state, octet);
    if (kept != NULL) {
        *kept = next;
    }
    return next;
}

static uint32_t step_letters(struct reader *base, uint32_t state,
                             unsigned char octet)
{
    return step_kept((struct letters *)base, make_step, state, octet);
}

static uint32_t find_label(struct letters *letters, uint32_t state)
{
    uint32_t words[WORDS];
    read_words(letters, state, words);
    if (letters->checks && letters->map->may_end != NULL &&
        !letters->map->may_end(words[1])) {
        return letters->map->refused;
    }
    uint32_t label = reader_label(letters->inner, words[2]);
    letters->base.failed |= letters->inner->failed;
    return label;
}

static uint32_t label_letters(struct reader *base, uint32_t state)
{
    struct letters *letters = (struct letters *)base;
    uint32_t *kept = ddds_memo_place(&letters->memo, base, state, MEMO_LABEL);
    uint32_t label = kept != NULL && *kept != MEMO_UNKNOWN
                         ? *kept
                         : find_label(letters, state);
    if (kept != NULL) {
        *kept = label;
    }
    return label;
}

struct reader *ddds_letters_new(const struct letter_map *map,
                                const char *argument, bool is_part, bool checks,
                                struct reader *inner)
{
    static const struct reader_class methods = {step_letters, label_letters,
                                                free_letters};
    struct letters *letters = make(&methods, map, argument, is_part, inner);
    if (letters == NULL) {
        return NULL;
    }
    letters->checks = checks;
    const uint32_t start[WORDS] = {PART_BEFORE, 0, inner->start, 0};
    letters->base.start = keep(letters, start, WORDS);
    return &letters->base;
}

/* ---- Hashes -------------------------------------------------------------- */

static uint32_t step_hash(struct reader *base, uint32_t state,
                          unsigned char octet)
{
    struct letters *letters = (struct letters *)base;
    uint32_t words[WORDS];
    read_words(letters, state, words);
    if (letters->is_part && is_bound(&words[0], octet)) {
        words[2] = octet == PART_END
                       ? reader_run(letters->inner, words[2], letters->argument,
                                    strlen(letters->argument))
                       : words[2];
    } else if (words[0] != PART_WITHIN) {
        words[2] = reader_step(letters->inner, words[2], octet);
    }
    return keep(letters, words, WORDS);
}

static uint32_t label_hash(struct reader *base, uint32_t state)
{
    const struct letters *letters = (const struct letters *)base;
    uint32_t words[WORDS];
    read_words(letters, state, words);
    const char *rest = letters->is_part ? "" : letters->argument;
    uint32_t label =
        reader_label(letters->inner,
                     reader_run(letters->inner, words[2], rest, strlen(rest)));
    base->failed |= letters->inner->failed;
    return label;
}

struct reader *ddds_letters_hash(bool is_part, const char *hash,
                                 struct reader *inner)
{
    static const struct reader_class methods = {step_hash, label_hash,
                                                free_letters};
    struct letters *letters = make(&methods, NULL, hash, is_part, inner);
    if (letters == NULL) {
        return NULL;
    }
    const uint32_t start[WORDS] = {is_part ? PART_BEFORE : PART_WITHIN, 0,
                                   inner->start, 0};
    letters->base.start = keep(letters, start, WORDS);
    return &letters->base;
}

/* ---- Between two texts --------------------------------------------------- */

struct between {
    struct reader base;
    struct reader *inner;
    char end[];
};

static uint32_t step_between(struct reader *base, uint32_t state,
                             unsigned char octet)
{
    struct reader *inner = ((struct between *)base)->inner;
    uint32_t next = reader_step(inner, state, octet);
    base->failed |= inner->failed;
    return next;
}

static uint32_t label_between(struct reader *base, uint32_t state)
{
    const struct between *between = (const struct between *)base;
    uint32_t label = reader_label(
        between->inner,
        reader_run(between->inner, state, between->end, strlen(between->end)));
    base->failed |= between->inner->failed;
    return label;
}

struct reader *ddds_letters_between(const char *begin, const char *end,
                                    struct reader *inner)
{
    static const struct reader_class methods = {step_between, label_between,
                                                reader_free_alone};
    size_t size = strlen(end) + 1;
    struct between *between = malloc(sizeof *between + size);
    if (between == NULL) {
        return NULL;
    }
    between->base = *inner;
    between->base.methods = &methods;
    between->base.start = reader_run(inner, inner->start, begin, strlen(begin));
    between->base.failed = inner->failed;
    between->inner = inner;
    memcpy(between->end, end, size);
    return &between->base;
}

/* ---- Reversals ----------------------------------------------------------- */

enum {
    REVERSED = 4096, /* limit on the states of a reader that is reversed */
    REVERSED_IN_ALL = 1 << 23, /* limit on its steps: they take 32 MiB */
};

/* Return the number of |state| of |inner|; no new states once they are listed. */
static uint32_t number_of(struct letters *letters, uint32_t state)
{
    uint32_t most = letters->listed > 0 ? letters->listed : REVERSED;
    uint32_t number = ddds_intern(&letters->all, &state, sizeof state);
    letters->base.failed |= reader_failure(number, most);
    return letters->base.failed ? 0 : number;
}

static uint32_t state_of(const struct letters *letters, uint32_t number)
{
    uint32_t state;
    memcpy(&state, interned(&letters->all, number), sizeof state);
    return state;
}

/* Put |octet| before the reversed part: each state continues like the state
 * that |octet| leads to. */
static void read_before(struct letters *letters, unsigned char octet,
                        const uint32_t *from, uint32_t *to)
{
    letters->reversed += letters->listed;
    letters->base.failed |=
        letters->reversed > REVERSED_IN_ALL ? READER_LIMIT : 0;
    for (uint32_t i = 0; i < letters->listed && !letters->base.failed; i++) {
        to[i] = from[number_of(
            letters, reader_step(letters->inner, state_of(letters, i), octet))];
    }
}

/* Read a bound of the part. Guesses also try bounds that no input has there:
 * they change nothing. */
static void read_part(struct letters *letters, unsigned char octet,
                      uint32_t *words)
{
    if (octet == PART_BEGIN && words[0] == PART_BEFORE) {
        words[0] = PART_WITHIN;
    } else if (octet == PART_END && words[0] == PART_WITHIN) {
        words[0] = PART_AFTER;
        words[1] = words[2 + number_of(letters, words[1])];
    }
}

static uint32_t make_reverse(struct letters *letters, uint32_t state,
                             unsigned char octet)
{
    const uint32_t *from = interned(&letters->states, state);
    size_t length = interned_length(&letters->states, state);
    uint32_t *to = malloc(length);
    if (to == NULL) {
        letters->base.failed |= READER_NO_MEMORY;
        return 0;
    }
    memcpy(to, from, length);
    if (letters->is_part && (octet == PART_BEGIN || octet == PART_END)) {
        read_part(letters, octet, to);
    } else if (to[0] == PART_WITHIN) {
        read_before(letters, octet, from + 2, to + 2);
    } else {
        to[1] = reader_step(letters->inner, to[1], octet);
    }
    length = to[0] == PART_AFTER ? 2 * sizeof *to : length;
    uint32_t next =
        letters->base.failed ? 0 : keep(letters, to, length / sizeof *to);
    free(to);
    return next;
}

static uint32_t step_reverse(struct reader *base, uint32_t state,
                             unsigned char octet)
{
    return step_kept((struct letters *)base, make_reverse, state, octet);
}

static uint32_t label_reverse(struct reader *base, uint32_t state)
{
    struct letters *letters = (struct letters *)base;
    const uint32_t *words = interned(&letters->states, state);
    uint32_t end = words[0] == PART_WITHIN
                       ? words[2 + number_of(letters, words[1])]
                       : words[1];
    uint32_t label = reader_label(letters->inner, end);
    base->failed |= letters->inner->failed;
    return label;
}

/* List all states of |inner|. */
static void list_states(struct letters *letters)
{
    (void)number_of(letters, letters->inner->start);
    for (uint32_t i = 0; i < letters->all.count && !letters->base.failed; i++) {
        bool is_tried[256] = {false};
        for (unsigned octet = 1; octet < PART_BEGIN; octet++) {
            uint8_t class = letters->inner->classes[octet];
            if (!is_tried[class]) {
                is_tried[class] = true;
                (void)number_of(letters, reader_step(letters->inner,
                                                     state_of(letters, i),
                                                     (unsigned char)octet));
            }
        }
    }
    letters->base.failed |= letters->inner->failed;
    letters->listed = (uint32_t)letters->all.count;
}

struct reader *ddds_letters_reverse(bool is_part, struct reader *inner)
{
    static const struct reader_class methods = {step_reverse, label_reverse,
                                                free_letters};
    struct letters *letters = make(&methods, NULL, NULL, is_part, inner);
    if (letters == NULL) {
        return NULL;
    }
    list_states(letters);
    size_t count = 2 + letters->all.count;
    uint32_t *words = malloc(count * sizeof *words);
    if (words == NULL) {
        free_letters(&letters->base);
        return NULL;
    }
    words[0] = is_part ? PART_BEFORE : PART_WITHIN;
    words[1] = inner->start;
    for (uint32_t i = 0; i < letters->all.count; i++) {
        words[2 + i] = state_of(letters, i);
    }
    letters->base.start =
        letters->base.failed ? 0 : keep(letters, words, count);
    free(words);
    return &letters->base;
}

/* ---- URIs ---------------------------------------------------------------- */

enum uri_part {
    URI_SCHEME,
    URI_COLON,
    URI_SLASH,     /* one slash follows the colon */
    URI_AUTHORITY, /* a host, in lower case, until "@" is read */
    URI_HOST,
    URI_REST,
    URI_FRAGMENT,
};

static uint8_t mark_special(unsigned char octet)
{
    return octet != 0 && strchr(":/?#@%", octet) != NULL ? octet : 0;
}

/* Words of a state: the part; after "%" 1, or the first digit; the state of
 * |inner|; its state if the authority keeps its case. */
static void emit(struct letters *letters, uint32_t words[WORDS],
                 unsigned char octet)
{
    unsigned char lower = (unsigned char)ascii_to_lower((char)octet);
    if (words[0] == URI_FRAGMENT) {
        return;
    }
    words[2] = reader_step(letters->inner, words[2],
                           words[0] == URI_REST ? octet : lower);
    words[3] = words[0] == URI_AUTHORITY
                   ? reader_step(letters->inner, words[3], octet)
                   : words[2];
}

/* Complete an encoding with |octet|: output it in upper case, or the unreserved
 * octet that it encodes. */
static void emit_encoding(struct letters *letters, uint32_t words[WORDS],
                          unsigned char octet)
{
    const char first = (char)words[1];
    int value =
        ascii_hex_value((unsigned char)first) * 16 + ascii_hex_value(octet);
    words[1] = 0;
    if (octet_is((char)value, OCTET_UNRESERVED)) {
        emit(letters, words, (unsigned char)value);
        return;
    }
    const char encoding[3] = {'%', first, ascii_to_upper((char)octet)};
    for (size_t i = 2; i <= 3 && words[0] != URI_FRAGMENT; i++) {
        words[i] = reader_run(letters->inner, words[i], encoding, 3);
    }
}

static enum uri_part find_part(enum uri_part part, unsigned char octet)
{
    if (octet == '#') {
        return URI_FRAGMENT;
    }
    switch (part) {
    case URI_SCHEME:
        return octet == ':' ? URI_COLON : URI_SCHEME;
    case URI_COLON:
        return octet == '/' ? URI_SLASH : URI_REST;
    case URI_SLASH:
        return octet == '/' ? URI_AUTHORITY : URI_REST;
    case URI_AUTHORITY:
    case URI_HOST:
        return octet == '/' || octet == '?' ? URI_REST
               : octet == '@'               ? URI_HOST
                                            : part;
    default:
        return part;
    }
}

static uint32_t step_uri(struct reader *base, uint32_t state,
                         unsigned char octet)
{
    struct letters *letters = (struct letters *)base;
    uint32_t words[WORDS];
    read_words(letters, state, words);
    if (words[1] > 1) {
        emit_encoding(letters, words, octet);
    } else if (words[1] == 1 || octet == '%') {
        words[1] =
            words[1] == 1 ? (unsigned char)ascii_to_upper((char)octet) : 1;
        words[0] = words[0] == URI_COLON || words[0] == URI_SLASH ? URI_REST
                                                                  : words[0];
    } else {
        enum uri_part next = find_part((enum uri_part)words[0], octet);
        if (octet == '@' && words[0] == URI_AUTHORITY) {
            words[2] = words[3];
        }
        words[0] = next;
        emit(letters, words, octet);
    }
    words[3] = words[0] == URI_AUTHORITY ? words[3] : words[2];
    return keep(letters, words, WORDS);
}

static uint32_t label_uri(struct reader *base, uint32_t state)
{
    const struct letters *letters = (const struct letters *)base;
    uint32_t words[WORDS];
    read_words(letters, state, words);
    uint32_t label = reader_label(letters->inner, words[2]);
    base->failed |= letters->inner->failed;
    return label;
}

struct reader *ddds_letters_uri(struct reader *inner)
{
    static const struct reader_class methods = {step_uri, label_uri,
                                                free_letters};
    struct letters *letters = make(&methods, NULL, NULL, false, inner);
    uint8_t marks[256];
    if (letters == NULL) {
        return NULL;
    }
    for (unsigned octet = 0; octet < 256; octet++) {
        marks[octet] = ascii_hex_value((unsigned char)octet) >= 0
                           ? (uint8_t)octet
                           : mark_special((unsigned char)octet);
    }
    ddds_octets_split(&letters->base, marks);
    const uint32_t start[WORDS] = {URI_SCHEME, 0, inner->start, inner->start};
    letters->base.start = keep(letters, start, WORDS);
    return &letters->base;
}
