/* Converts a set to an extended regular expression. For each state it writes
 * the octets that stay there, repeated, then the paths to other states, an
 * alternative for each. Successive equal sets of octets are written once.
 *
 * SPDX-License-Identifier: MIT */
#include "check/sets/write_ere.h"

#include <string.h>

#include "base/ascii.h"

enum { DEPTH = 100 /* states of a path */ };

/* ASCII octets, as bits. */
struct octets {
    uint64_t bits[2];
};

struct writing {
    const struct dfa *dfa;
    struct octets classes[256];
    struct text text;
    uint32_t way[DEPTH];
    size_t depth;
};

static inline bool has_octet(const struct octets *octets, unsigned octet)
{
    return (octets->bits[octet / 64] >> octet % 64 & 1) != 0;
}

/* The octets with which |from| leads to |to|. */
static struct octets find_octets(const struct writing *writing, uint32_t from,
                                 uint32_t to)
{
    struct octets octets = {{0, 0}};
    for (unsigned class = 0; class < writing->dfa->class_count; class ++) {
        if (dfa_next(writing->dfa, from, class) == to) {
            octets.bits[0] |= writing->classes[class].bits[0];
            octets.bits[1] |= writing->classes[class].bits[1];
        }
    }
    return octets;
}

/* ---- One character ------------------------------------------------------- */

static void write_member(struct text *text, unsigned char octet)
{
    ddds_text_char(text, (char)octet);
}

/* Write the ranges from the first to the last of |octets|, or, if
 * |is_inverted|, of the other octets. Characters with a meaning in brackets are
 * first or last. */
static void write_ranges(struct text *text, const struct octets *octets,
                         bool is_inverted)
{
    bool has_hyphen = has_octet(octets, '-') != is_inverted;
    bool has_caret = has_octet(octets, '^') != is_inverted;
    if (has_octet(octets, ']') != is_inverted) {
        write_member(text, ']');
    }
    for (unsigned first = 1; first < 128; first++) {
        unsigned last = first;
        if (has_octet(octets, first) == is_inverted ||
            strchr("]^-[", (int)first) != NULL) {
            continue;
        }
        while (last + 1 < 128 && has_octet(octets, last + 1) != is_inverted &&
               strchr("]^-[", (int)last + 1) == NULL) {
            last++;
        }
        write_member(text, (unsigned char)first);
        if (last > first + 1) {
            ddds_text_char(text, '-');
        }
        if (last > first) {
            write_member(text, (unsigned char)last);
        }
        first = last;
    }
    ddds_text_string(text, has_octet(octets, '[') != is_inverted ? "[" : "");
    ddds_text_string(text, has_caret ? "^" : "");
    ddds_text_string(text, has_hyphen ? "-" : "");
}

void ddds_write_literal(struct text *text, unsigned char octet)
{
    if (strchr(".[\\()*+?{|^$", octet) != NULL) {
        ddds_text_char(text, '\\');
    }
    ddds_text_char(text, (char)octet);
}

/* Return the only octet; 0 if there are none or several. */
static unsigned char find_only_octet(const struct octets *octets)
{
    const bool is_high = octets->bits[0] == 0;
    const uint64_t bits = octets->bits[is_high];
    if (bits == 0 || (bits & (bits - 1)) != 0 ||
        (!is_high && octets->bits[1] != 0)) {
        return 0;
    }
    return (unsigned char)(64 * is_high + __builtin_ctzll(bits));
}

/* Octets that are not graphic cannot be written: a set has no text if it
 * contains some of them, but not all. */
static void write_set(struct text *text, const struct octets *octets)
{
    static const struct octets all = {{~UINT64_C(1), ~UINT64_C(0)}};
    static const struct octets hidden = {
        {UINT64_C(0xFFFFFFFE), UINT64_C(1) << 63}};
    const struct octets found = {
        {octets->bits[0] & hidden.bits[0], octets->bits[1] & hidden.bits[1]}};
    const bool has_all_hidden = memcmp(&found, &hidden, sizeof found) == 0;
    const unsigned char only = find_only_octet(octets);
    text->failed |=
        (found.bits[0] != 0 || found.bits[1] != 0) && !has_all_hidden;
    if (memcmp(octets, &all, sizeof all) == 0) {
        ddds_text_char(text, '.');
    } else if (only != 0) {
        ddds_write_literal(text, only);
    } else {
        ddds_text_string(text, has_all_hidden ? "[^" : "[");
        write_ranges(text, octets, has_all_hidden);
        ddds_text_char(text, ']');
    }
}

/* ---- States -------------------------------------------------------------- */

static void write_state(struct writing *writing, uint32_t state);

/* Return the only successor of |state| if nothing ends or stays there;
 * otherwise DFA_DEAD. */
static uint32_t find_only(const struct dfa *dfa, uint32_t state)
{
    uint32_t only = DFA_DEAD;
    for (unsigned class = 0; class < dfa->class_count; class ++) {
        uint32_t to = dfa_next(dfa, state, class);
        if (to == DFA_DEAD) {
            continue;
        }
        if (to == state || (only != DFA_DEAD && only != to)) {
            return DFA_DEAD;
        }
        only = to;
    }
    return dfa->accepts[state] != 0 ? DFA_DEAD : only;
}

/* Write the path from |state| to |to|, and further as long as there is a single
 * successor with the same octets; then the rest. */
static void write_way(struct writing *writing, uint32_t state, uint32_t to)
{
    const struct octets octets = find_octets(writing, state, to);
    unsigned count = 1;
    for (;;) {
        uint32_t next = find_only(writing->dfa, to);
        if (next == DFA_DEAD || count == DEPTH) {
            break;
        }
        const struct octets others = find_octets(writing, to, next);
        if (memcmp(&octets, &others, sizeof octets) != 0) {
            break;
        }
        to = next;
        count++;
    }
    struct text before = writing->text;
    write_set(&writing->text, &octets);
    if (count > 3 || (count > 1 && writing->text.length - before.length > 2)) {
        ddds_text_char(&writing->text, '{');
        ddds_text_number(&writing->text, count);
        ddds_text_char(&writing->text, '}');
    } else {
        for (unsigned i = 1; i < count; i++) {
            write_set(&writing->text, &octets);
        }
    }
    write_state(writing, to);
}

/* List the successors of |state| except itself, without duplicates. */
static size_t list_next(const struct dfa *dfa, uint32_t state,
                        uint32_t next[256])
{
    size_t count = 0;
    for (unsigned class = 0; class < dfa->class_count; class ++) {
        uint32_t to = dfa_next(dfa, state, class);
        size_t place = 0;
        while (place < count && next[place] != to) {
            place++;
        }
        if (to != DFA_DEAD && to != state && place == count) {
            next[count++] = to;
        }
    }
    return count;
}

static bool is_on_way(const struct writing *writing, uint32_t state)
{
    for (size_t i = 0; i < writing->depth; i++) {
        if (writing->way[i] == state) {
            return true;
        }
    }
    return false;
}

/* The depth of the recursion is the number of states of a path, at most DEPTH.
 * Writing stops at the first failure, which limits the work. */
static void write_state(struct writing *writing, uint32_t state)
{
    uint32_t next[256];
    if (writing->depth == DEPTH || is_on_way(writing, state)) {
        writing->text.failed = true;
    }
    if (writing->text.failed) {
        return;
    }
    writing->way[writing->depth++] = state;
    const struct octets octets = find_octets(writing, state, state);
    if (octets.bits[0] != 0 || octets.bits[1] != 0) {
        write_set(&writing->text, &octets);
        ddds_text_char(&writing->text, '*');
    }
    size_t count = list_next(writing->dfa, state, next);
    bool is_optional = count > 0 && writing->dfa->accepts[state] != 0;
    ddds_text_string(&writing->text, count > 1 || is_optional ? "(" : "");
    for (size_t i = 0; i < count && !writing->text.failed; i++) {
        ddds_text_string(&writing->text, i > 0 ? "|" : "");
        write_way(writing, state, next[i]);
    }
    ddds_text_string(&writing->text, count > 1 || is_optional ? ")" : "");
    ddds_text_string(&writing->text, is_optional ? "?" : "");
    writing->depth--;
}

bool ddds_write_ere(const struct dfa *dfa, char ere[WRITE_ERE_SIZE])
{
    struct writing writing = {.dfa = dfa};
    for (unsigned octet = 1; octet < 128; octet++) {
        writing.classes[dfa->classes[octet]].bits[octet / 64] |= UINT64_C(1)
                                                                 << octet % 64;
    }
    ddds_text_init(&writing.text, ere, WRITE_ERE_SIZE);
    for (unsigned octet = 128; octet < 256; octet++) {
        writing.text.failed |= dfa->classes[octet] != dfa->classes[0];
    }
    write_state(&writing, 0);
    return !writing.text.failed && writing.text.length > 0;
}
