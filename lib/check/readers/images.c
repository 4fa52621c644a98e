/* Images of sets under an expression.
 *
 * A place is a way to read a string of the set and match the expression, and the
 * part of the output that was written. A state of the reader of outputs is a set
 * of places. All matches are followed, not only the match that is selected, so
 * the image may be too large.
 *
 * SPDX-License-Identifier: MIT */
#include "check/readers/images.h"

#include <stdlib.h>
#include <string.h>

#include "check/readers/match_runs.h"
#include "check/readers/outputs.h"
#include "check/readers/rewriting.h"
#include "check/sets/intern.h"
#include "check/sets/match_reader.h"
#include "rule/ere_scan.h"
#include "rule/substitution.h"

enum {
    IMAGE_STATES = 1 << 16, /* limit */
    PLACES = 1 << 16,       /* limit */
};

enum image_phase {
    PLACE_SAME,   /* the string is not changed */
    PLACE_BEFORE, /* before the match */
    PLACE_FIRST,  /* in the match, before the first octet */
    PLACE_WITHIN,
    PLACE_AFTER,
    PLACE_LAST, /* no octet follows */
};

/* |set| is a state of the set, and |state| of the automaton. |written| octets of
 * the literals are written; those up to the back-reference |piece| come before
 * others. */
struct image_place {
    uint32_t set;
    uint16_t state;
    uint8_t written;
    uint8_t piece;
    uint16_t phase;
    uint16_t is_open; /* the group of |piece| is captured */
};

struct image {
    struct reader base;
    const struct dfa *changed; /* strings that the expression changes */
    const struct dfa *same;    /* other strings, or NULL */
    const ddds_substitution *by;
    const struct automaton *automaton;
    struct arena arena;
    struct intern places;
    struct intern states; /* lists of places, in order */
    uint32_t *list;       /* the places of a new state */
    uint32_t *present;    /* by place: the last state that has it */
    uint32_t turn;        /* number of the new state */
    size_t count;         /* in |list| */
    uint8_t octets[256];  /* one of each class */
};

/* ---- Places -------------------------------------------------------------- */

static void add(struct image *image, const struct image_place *place)
{
    uint32_t number = ddds_intern(&image->places, place, sizeof *place);
    image->base.failed |= reader_failure(number, PLACES);
    if (image->base.failed == 0 && image->present[number] != image->turn) {
        image->present[number] = image->turn;
        image->list[image->count++] = number;
    }
}

/* Return true if a literal comes before other octets. */
static bool has_literal(const struct image *image,
                        const struct image_place *place)
{
    const struct piece *piece = &image->by->pieces[place->piece];
    return place->written < piece->begin + piece->length;
}

static uint32_t next_set(const struct image *image,
                         const struct image_place *place, unsigned char octet)
{
    return dfa_next(image->changed, place->set, image->changed->classes[octet]);
}

/* Add the place after |place| and |octet|, if there is one. */
static void pass(struct image *image, struct image_place place,
                 unsigned char octet)
{
    const struct automaton_state *state =
        &image->automaton->states[place.state];
    place.set = next_set(image, &place, octet);
    if (place.set == DFA_DEAD) {
        return;
    }
    if (place.phase == PLACE_BEFORE) {
        add(image, &place);
        place.phase = PLACE_WITHIN;
        add(image, &place);
    } else if (place.phase == PLACE_AFTER) {
        add(image, &place);
    } else if ((state->set[octet / 64] >> octet % 64 & 1) != 0) {
        place.phase = PLACE_WITHIN;
        place.state = state->next;
        add(image, &place);
    }
}

/* Add the places after octets that are not captured. */
static void skip(struct image *image, const struct image_place *place)
{
    for (unsigned class = 0; class < image->base.class_count; class ++) {
        if (image->octets[class] != 0) {
            pass(image, *place, image->octets[class]);
        }
    }
}

/* Add the places after the bound |mark| of a group. With a single
 * back-reference, any round of a repeated group may be the last. */
static void cross(struct image *image, struct image_place place, unsigned mark)
{
    const struct piece *pieces = image->by->pieces;
    const unsigned count = image->by->piece_count - 1U;
    unsigned piece = 0;
    while (piece < count && pieces[piece].group != mark / 2) {
        piece++;
    }
    if (piece == count) {
        add(image, &place);
    } else if (mark % 2 != 0) {
        place.piece = (uint8_t)(place.piece + (place.is_open != 0));
        place.is_open = 0;
        add(image, &place);
    } else if (!place.is_open && piece >= place.piece) {
        if (count == 1) {
            add(image, &place);
        }
        place.piece = (uint8_t)piece;
        place.is_open = 1;
        add(image, &place);
    } else if (count > 1) {
        image->base.failed |= READER_LIMIT; /* not in order */
    }
}

/* Add the places that follow |place| without an octet of the output. */
static void follow(struct image *image, struct image_place place)
{
    const struct automaton_state *state =
        &image->automaton->states[place.state];
    const bool may_skip = !has_literal(image, &place) && !place.is_open;
    if (place.phase == PLACE_BEFORE || place.phase == PLACE_AFTER ||
        (state->kind == AUTOMATON_OCTET && place.phase != PLACE_LAST)) {
        if (may_skip) {
            skip(image, &place);
        }
        return;
    }
    const uint16_t other = state->other;
    place.state = state->next;
    switch (state->kind) {
    case AUTOMATON_FORK:
        add(image, &place);
        place.state = other;
        add(image, &place);
        break;
    case AUTOMATON_BEGIN:
        if (place.phase == PLACE_FIRST) {
            add(image, &place);
        }
        break;
    case AUTOMATON_END:
        if (image->changed->accepts[place.set] != 0) {
            place.phase = PLACE_LAST;
            add(image, &place);
        }
        break;
    case AUTOMATON_MARK:
        cross(image, place, other);
        break;
    case AUTOMATON_MATCH:
        place.state = MATCH;
        place.piece = (uint8_t)(image->by->piece_count - 1U);
        place.phase = place.phase == PLACE_LAST ? PLACE_LAST : PLACE_AFTER;
        add(image, &place);
        break;
    case AUTOMATON_OCTET:
        break;
    }
}

/* ---- States -------------------------------------------------------------- */

static int compare(const void *one, const void *other)
{
    const uint32_t *numbers[] = {one, other};
    return (*numbers[0] > *numbers[1]) - (*numbers[0] < *numbers[1]);
}

static void begin_state(struct image *image)
{
    image->turn++;
    image->count = 0;
}

/* Complete the list with all places that follow; return the number of the
 * state. */
static uint32_t keep_state(struct image *image)
{
    for (size_t i = 0; i < image->count && image->base.failed == 0; i++) {
        struct image_place place;
        memcpy(&place, interned(&image->places, image->list[i]), sizeof place);
        if (place.phase != PLACE_SAME) {
            follow(image, place);
        }
    }
    qsort(image->list, image->count, sizeof *image->list, compare);
    uint32_t number = ddds_intern(&image->states, image->list,
                                  image->count * sizeof *image->list);
    image->base.failed |= reader_failure(number, IMAGE_STATES);
    return image->base.failed != 0 ? 0 : number;
}

/* Add the place after |octet| of the output, if there is one. */
static void write_octet(struct image *image, struct image_place place,
                        unsigned char octet)
{
    if (place.phase == PLACE_SAME) {
        place.set =
            dfa_next(image->same, place.set, image->same->classes[octet]);
        if (place.set != DFA_DEAD) {
            add(image, &place);
        }
    } else if (has_literal(image, &place)) {
        if ((unsigned char)image->by->literal[place.written] == octet) {
            place.written++;
            add(image, &place);
        }
    } else if (place.is_open && place.phase != PLACE_LAST &&
               image->automaton->states[place.state].kind == AUTOMATON_OCTET) {
        pass(image, place, octet);
    }
}

static uint32_t step(struct reader *base, uint32_t state, unsigned char octet)
{
    struct image *image = (struct image *)base;
    size_t count = interned_length(&image->states, state) / sizeof(uint32_t);
    begin_state(image);
    for (size_t i = 0; i < count; i++) {
        const uint32_t *numbers = interned(&image->states, state);
        struct image_place place;
        memcpy(&place, interned(&image->places, numbers[i]), sizeof place);
        write_octet(image, place, octet);
    }
    return keep_state(image);
}

static uint32_t label(struct reader *base, uint32_t state)
{
    const struct image *image = (const struct image *)base;
    const uint32_t *numbers = interned(&image->states, state);
    size_t count = interned_length(&image->states, state) / sizeof *numbers;
    for (size_t i = 0; i < count; i++) {
        struct image_place place;
        memcpy(&place, interned(&image->places, numbers[i]), sizeof place);
        bool has_matched = place.phase == PLACE_AFTER ||
                           (place.phase == PLACE_LAST && place.state == MATCH);
        if (place.phase == PLACE_SAME
                ? image->same->accepts[place.set] != 0
                : has_matched && !has_literal(image, &place) &&
                      image->changed->accepts[place.set] != 0) {
            return 1;
        }
    }
    return 0;
}

/* ---- The reader ---------------------------------------------------------- */

static void find_classes(struct image *image)
{
    struct reader *base = &image->base;
    uint8_t marks[256] = {0};
    for (unsigned i = 0; i < image->by->literal_length; i++) {
        marks[(unsigned char)image->by->literal[i]] = (uint8_t)(i + 1);
    }
    ddds_octets_begin(base, image->changed->classes);
    if (image->same != NULL) {
        ddds_octets_split(base, image->same->classes);
    }
    ddds_octets_split(base, marks);
    ddds_match_classes(base, image->automaton);
    for (unsigned octet = 255; octet > 0; octet--) {
        image->octets[base->classes[octet]] = (uint8_t)octet;
    }
}

static bool begin(struct image *image)
{
    static const struct reader_class methods = {step, label, NULL};
    image->base.methods = &methods;
    image->list = malloc(PLACES * sizeof *image->list);
    image->present = calloc(PLACES, sizeof *image->present);
    if (image->list == NULL || image->present == NULL) {
        return false;
    }
    find_classes(image);
    begin_state(image);
    if (image->same != NULL) {
        add(image, &(struct image_place){.phase = PLACE_SAME});
    }
    add(image, &(struct image_place){.state = START, .phase = PLACE_BEFORE});
    add(image, &(struct image_place){.state = START, .phase = PLACE_FIRST});
    image->base.start = keep_state(image);
    return (image->base.failed & READER_NO_MEMORY) == 0;
}

static void end(struct image *image)
{
    ddds_intern_free(&image->places);
    ddds_intern_free(&image->states);
    ddds_arena_free(&image->arena);
    free(image->list);
    free(image->present);
}

/* Return true if each group is once in the replacement, in their order. */
static bool are_in_order(const ddds_substitution *by)
{
    for (unsigned i = 1; i + 1U < by->piece_count; i++) {
        if (by->pieces[i - 1].group >= by->pieces[i].group) {
            return false;
        }
    }
    return true;
}

/* Set |*image| to the set of all strings that |reader| labels 1, or to NULL if
 * it takes too many states. False if allocation fails. */
static bool collect(struct reader *reader, struct dfa **image)
{
    struct dfa_budget budget = {.states = IMAGE_STATES};
    struct dfa_parts parts = {0};
    struct dfa *all = ddds_dfa_all(255);
    bool ok = all != NULL;
    if (ok && ddds_dfa_split(all, reader, &budget, &parts) && parts.count > 0) {
        *image = parts.parts[0].dfa;
        parts.parts[0].dfa = NULL;
        ok = ddds_dfa_minimise(*image);
    }
    ddds_dfa_parts_free(&parts);
    ddds_dfa_free(all);
    return ok && !budget.no_memory;
}

/* Set |*image| to the outputs of |by| for |changed|, and the strings in
 * |same|. */
static bool make(const struct dfa *changed, const struct dfa *same,
                 const ddds_substitution *by, struct dfa **image)
{
    struct image reader = {.changed = changed, .same = same, .by = by};
    reader.automaton =
        are_in_order(by) ? ddds_automaton_new_marked(&reader.arena, by->ere,
                                                     by->ignores_case,
                                                     ddds_rewriting_groups(by))
                         : NULL;
    bool ok = !reader.arena.failed;
    if (reader.automaton != NULL) {
        ok = begin(&reader) &&
             (reader.base.failed != 0 || collect(&reader.base, image));
    }
    end(&reader);
    return ok;
}

bool ddds_image_split(const struct dfa *set, const ddds_substitution *by,
                      struct dfa **matching, struct dfa **others)
{
    enum rewriting_fault fault = REWRITING_NO_MEMORY;
    struct dfa_budget budget = {.states = IMAGE_STATES};
    struct dfa_parts parts = {0};
    *matching = *others = NULL;
    struct reader *any = ddds_output_any();
    struct reader *reader =
        any == NULL ? NULL : ddds_rewriting_new(by, any, &fault);
    if (reader != NULL) {
        (void)ddds_dfa_split(set, reader, &budget, &parts);
    }
    for (size_t i = 0; i < parts.count; i++) {
        *(parts.parts[i].label == OUTPUT_GOOD ? matching : others) =
            parts.parts[i].dfa;
        parts.parts[i].dfa = NULL;
    }
    ddds_dfa_parts_free(&parts);
    reader_free(reader);
    reader_free(any);
    return reader != NULL ? !budget.no_memory : fault != REWRITING_NO_MEMORY;
}

static struct dfa *take(struct dfa **part)
{
    struct dfa *taken = *part;
    *part = NULL;
    return taken;
}

/* Set |*image| to what |link| makes of |set|: the outputs of an expression, or
 * the strings that a condition lets pass. Find out whether |link| is idle. */
static bool make_image(const struct dfa *set, struct input_step *link,
                       struct dfa **image)
{
    struct dfa *matching;
    struct dfa *others;
    *image = NULL;
    bool ok = ddds_image_split(set, link->by, &matching, &others);
    bool is_check =
        link->kind == LINK_CONDITION && link->choice == CHOICE_CHECK;
    link->is_idle = is_check ? others == NULL && matching != NULL
                             : matching == NULL && others != NULL &&
                                   link->kind != LINK_REWRITE;
    if (ok && is_check) {
        *image = take(&matching);
    } else if (ok && matching != NULL && link->kind != LINK_CONDITION) {
        ok = make(matching, link->kind == LINK_REWRITE_IF ? others : NULL,
                  link->by, image);
    } else if (ok && link->kind != LINK_REWRITE) {
        *image = take(&others);
    }
    ddds_dfa_free(matching);
    ddds_dfa_free(others);
    return ok;
}

/* Return true if |by| keeps the strings that it matches: it captures the whole
 * string as one group. */
static bool is_identity(const ddds_substitution *by)
{
    struct ere_scan scan;
    struct ere_token token = {.at = 0};
    size_t depth = 0;
    size_t whole = 0; /* tokens outside of groups, and the outermost brackets */
    if (by->piece_count != 2 || by->pieces[0].group != 1 ||
        by->literal_length > 0 || strncmp(by->ere, "^(", 2) != 0) {
        return false;
    }
    ddds_ere_scan_begin(&scan, by->ere, strlen(by->ere), "");
    while (ddds_ere_scan_next(&scan, &token)) {
        depth -= token.kind == ERE_TOKEN_CLOSE;
        whole += depth == 0;
        depth += token.kind == ERE_TOKEN_OPEN;
    }
    return whole == 4 && token.kind == ERE_TOKEN_ANCHOR;
}

/* Return true if no smaller set is computed after |link| than before it. */
static bool keeps_set(const struct input_step *link)
{
    return link->kind == LINK_DOMAIN ||
           (link->kind == LINK_CONDITION && link->choice != CHOICE_CHECK &&
            link->choice != CHOICE_REFUSE && link->choice != CHOICE_UNSURE);
}

bool ddds_images_find(struct links *links, const struct dfa *set,
                      struct dfa *images[LINKS])
{
    bool ok = true;
    for (size_t i = 0; ok && i < links->count && set != NULL; i++) {
        struct input_step *link = &links->links[i];
        if (link->kind == LINK_REWRITE && is_identity(link->by)) {
            link->kind = LINK_CONDITION;
            link->choice = CHOICE_CHECK;
        }
        struct dfa *image = NULL;
        if (link->kind == LINK_CONDITION || link->kind == LINK_REWRITE ||
            link->kind == LINK_REWRITE_IF) {
            ok = make_image(set, link, &image);
        }
        if (!keeps_set(link)) {
            set = images[i] = take(&image);
        }
        ddds_dfa_free(image);
    }
    return ok;
}

/* ---- Limits -------------------------------------------------------------- */

struct limited {
    struct reader base;
    const struct dfa *set;
    struct reader *inner;
    struct intern pairs;
};

struct limited_pair {
    uint32_t set;
    uint32_t inner;
};

static uint32_t keep_pair(struct limited *limited, struct limited_pair pair)
{
    uint32_t number = ddds_intern(&limited->pairs, &pair, sizeof pair);
    limited->base.failed |=
        reader_failure(number, READER_STATES) | limited->inner->failed;
    return limited->base.failed != 0 ? 0 : number;
}

static uint32_t step_limited(struct reader *base, uint32_t state,
                             unsigned char octet)
{
    struct limited *limited = (struct limited *)base;
    struct limited_pair pair;
    memcpy(&pair, interned(&limited->pairs, state), sizeof pair);
    if (pair.set == DFA_DEAD) {
        return state;
    }
    pair.set = dfa_next(limited->set, pair.set, limited->set->classes[octet]);
    pair.inner = pair.set == DFA_DEAD
                     ? 0
                     : reader_step(limited->inner, pair.inner, octet);
    return keep_pair(limited, pair);
}

static uint32_t label_limited(struct reader *base, uint32_t state)
{
    struct limited *limited = (struct limited *)base;
    struct limited_pair pair;
    memcpy(&pair, interned(&limited->pairs, state), sizeof pair);
    uint32_t found =
        pair.set == DFA_DEAD ? 0 : reader_label(limited->inner, pair.inner);
    base->failed |= limited->inner->failed;
    return found;
}

static void free_limited(struct reader *base)
{
    ddds_intern_free(&((struct limited *)base)->pairs);
    free(base);
}

struct reader *ddds_image_limit(const struct dfa *set, struct reader *inner)
{
    static const struct reader_class methods = {step_limited, label_limited,
                                                free_limited};
    struct limited *limited = calloc(1, sizeof *limited);
    if (limited == NULL) {
        return NULL;
    }
    limited->base.methods = &methods;
    limited->set = set;
    limited->inner = inner;
    ddds_octets_begin(&limited->base, inner->classes);
    ddds_octets_split(&limited->base, set->classes);
    limited->base.start =
        keep_pair(limited, (struct limited_pair){0, inner->start});
    return &limited->base;
}
