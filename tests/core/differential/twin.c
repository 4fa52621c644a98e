/* Matching by the definition: an expression maps the set of positions where
 * it may begin to the set of those where it may end.
 *
 * Nothing is compiled and nothing is remembered; repetitions read their atom
 * once more for each round. It shares no line with the library, and knows
 * nothing of groups, so that it can decide which of two matchers is right about
 * a match and its place.
 *
 * SPDX-License-Identifier: MIT */
#include "twin.h"

#include <stdint.h>
#include <string.h>

typedef uint64_t positions; /* bit n: before character n */

struct twin {
    bool is_utf;
    bool ignore_case;
    unsigned long subject[64];
    size_t offsets[65];
    size_t length; /* in characters */
};

/* Read a character and move |*text| after it. */
static unsigned long read_character(const struct twin *twin, const char **text)
{
    unsigned long character = (unsigned char)*(*text)++;
    if (!twin->is_utf || character < 0xc0) {
        return character;
    }
    character &= character < 0xe0 ? 0x1f : character < 0xf0 ? 0x0f : 0x07;
    while (((unsigned char)**text & 0xc0) == 0x80) {
        character = character << 6 | ((unsigned char)*(*text)++ & 0x3f);
    }
    return character;
}

static unsigned long swap_case(unsigned long character)
{
    bool is_upper = character >= 'A' && character <= 'Z';
    bool is_lower = character >= 'a' && character <= 'z';
    return is_upper   ? character + ('a' - 'A')
           : is_lower ? character - ('a' - 'A')
                      : character;
}

/* ---- Brackets ---------------------------------------------------------- */

static bool is_in_range(unsigned long character, const char *range)
{
    for (; *range != '\0'; range += 2) {
        if (character >= (unsigned char)range[0] &&
            character <= (unsigned char)range[1]) {
            return true;
        }
    }
    return false;
}

/* Return true if |character| is in the class whose name begins at |name|. */
static bool is_in_class(unsigned long character, const char *name)
{
    static const struct {
        const char *name;
        const char *ranges;
    } classes[] = {{"alnum", "09AZaz"},   {"alpha", "AZaz"},
                   {"blank", "  \t\t"},   {"cntrl", "\001\037\177\177"},
                   {"digit", "09"},       {"graph", "!~"},
                   {"lower", "az"},       {"print", " ~"},
                   {"punct", "!/:@[`{~"}, {"space", "  \t\r"},
                   {"upper", "AZ"},       {"xdigit", "09AFaf"}};
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        if (strncmp(name, classes[i].name, strlen(classes[i].name)) == 0) {
            return is_in_range(character, classes[i].ranges);
        }
    }
    return false;
}

/* Return true if the bracket at |*ere| contains |character|. Move |*ere| after
 * it. */
static bool is_in_bracket(const struct twin *twin, const char **ere,
                          unsigned long character)
{
    const char *at = *ere + 1;
    bool is_negated = *at == '^';
    at += is_negated;
    bool is_in = false;
    do {
        if (at[0] == '[' && at[1] == ':') {
            is_in |= is_in_class(character, at + 2);
            at = strstr(at, ":]") + 2;
            continue;
        }
        unsigned long first = read_character(twin, &at);
        unsigned long last = first;
        if (at[0] == '-' && at[1] != ']') {
            at++;
            last = read_character(twin, &at);
        }
        is_in |= character >= first && character <= last;
    } while (*at != ']');
    *ere = at + 1;
    return is_in != is_negated;
}

/* Likewise, ignoring case if the expression does: a bracket contains both cases
 * of its members, and is negated after that. */
static bool is_held(const struct twin *twin, const char *ere,
                    unsigned long character)
{
    bool is_negated = ere[1] == '^';
    const char *at = ere;
    bool one = is_in_bracket(twin, &at, character) != is_negated;
    at = ere;
    bool other = twin->ignore_case &&
                 is_in_bracket(twin, &at, swap_case(character)) != is_negated;
    return (one || other) != is_negated;
}

/* ---- Expressions ------------------------------------------------------- */

static positions read_alternatives(const struct twin *twin, const char **ere,
                                   positions from);

/* Return true if the atom at |ere|, a single character, matches |character|. */
static bool is_match(const struct twin *twin, const char *ere,
                     unsigned long character)
{
    if (*ere == '.') {
        return true;
    }
    if (*ere == '[') {
        return is_held(twin, ere, character);
    }
    ere += *ere == '\\';
    unsigned long wanted = read_character(twin, &ere);
    return wanted == character ||
           (twin->ignore_case && wanted == swap_case(character));
}

/* Move |*ere| after an atom of a single character. */
static void skip_atom(const struct twin *twin, const char **ere)
{
    if (**ere == '[') {
        is_in_bracket(twin, ere, 0);
    } else {
        *ere += **ere == '\\';
        read_character(twin, ere);
    }
}

static positions read_atom(const struct twin *twin, const char **ere,
                           positions from)
{
    positions to = 0;
    const char *atom = *ere;
    switch (*atom) {
    case '(':
        ++*ere;
        to = read_alternatives(twin, ere, from);
        ++*ere;
        return to;
    case '^':
        ++*ere;
        return from & 1;
    case '$':
        ++*ere;
        return from & UINT64_C(1) << twin->length;
    default:
        break;
    }
    skip_atom(twin, ere);
    for (size_t i = 0; i < twin->length; i++) {
        if ((from >> i & 1) != 0 && is_match(twin, atom, twin->subject[i])) {
            to |= UINT64_C(2) << i;
        }
    }
    return to;
}

static int read_number(const char **ere)
{
    int number = 0;
    for (; **ere >= '0' && **ere <= '9'; ++*ere) {
        number = number * 10 + (**ere - '0');
    }
    return number;
}

/* Read how often; once if nothing is said. |*most| -1: any number. */
static void read_repetition(const char **ere, int *least, int *most)
{
    *least = **ere == '*' || **ere == '?' ? 0 : 1;
    *most = **ere == '*' || **ere == '+' ? -1 : 1;
    if (**ere == '{') {
        ++*ere;
        *least = *most = read_number(ere);
        if (**ere == ',') {
            ++*ere;
            *most = **ere == '}' ? -1 : read_number(ere);
        }
        ++*ere;
    } else if (**ere == '*' || **ere == '+' || **ere == '?') {
        ++*ere;
    }
}

static positions read_piece(const struct twin *twin, const char **ere,
                            positions from)
{
    int least;
    int most;
    const char *atom = *ere;
    read_atom(twin, ere, 0);
    read_repetition(ere, &least, &most);
    positions now = from;
    for (int i = 0; i < least; i++) {
        const char *again = atom;
        now = read_atom(twin, &again, now);
    }
    positions all = now;
    for (int i = least; most < 0 || i < most; i++) {
        const char *again = atom;
        now = read_atom(twin, &again, now);
        if ((now & ~all) == 0) {
            break;
        }
        all |= now;
    }
    return all;
}

static positions read_alternatives(const struct twin *twin, const char **ere,
                                   positions from)
{
    positions all = 0;
    for (;; ++*ere) {
        positions now = from;
        while (**ere != '\0' && **ere != '|' && **ere != ')') {
            now = read_piece(twin, ere, now);
        }
        all |= now;
        if (**ere != '|') {
            return all;
        }
    }
}

bool twin_match(const char *ere, bool is_utf, bool ignore_case,
                const char *subject, size_t *begin, size_t *end)
{
    struct twin twin = {.is_utf = is_utf, .ignore_case = ignore_case};
    for (const char *at = subject; *at != '\0';) {
        twin.subject[twin.length++] = read_character(&twin, &at);
        twin.offsets[twin.length] = (size_t)(at - subject);
    }
    for (size_t i = 0; i <= twin.length; i++) {
        const char *at = ere;
        positions ends = read_alternatives(&twin, &at, UINT64_C(1) << i);
        if (ends != 0) {
            size_t last = twin.length;
            while ((ends >> last & 1) == 0) {
                last--;
            }
            *begin = twin.offsets[i];
            *end = twin.offsets[last];
            return true;
        }
    }
    return false;
}
