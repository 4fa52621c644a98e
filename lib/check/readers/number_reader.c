/* The names below the root of ENUM, as a tree of digits: telephone numbers are
 * read from the left, which is where their keys end.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "check/readers/known_names.h"
#include "base/domain.h"

/* A number so far: the owner of its key, or the closest encloser. */
struct digits {
    uint32_t next[10]; /* a longer number, or NOWHERE */
    uint32_t owner;    /* the encloser; NOWHERE: none */
    uint32_t target;   /* that is the key, or NOWHERE */
    bool exists;
};

/* State 0 is before the "+", 1 after it. Numbers whose keys do not exist, nor
 * those of longer numbers, have states by their labels, from |count| on. */
struct number_reader {
    struct reader base;
    struct known_names *names;
    struct digits *digits; /* the first is not used */
    uint32_t count;
    uint32_t room;
};

/* The label of numbers below |owner|, or of its own. */
static uint32_t label_of(struct number_reader *reader, uint32_t owner,
                         bool is_below, uint32_t target)
{
    uint32_t label = ddds_names_label(reader->names, DDDS_ASK_RULES, owner,
                                      is_below, target);
    reader->base.failed |= reader->names->failed ? READER_NO_MEMORY : 0;
    return label;
}

static uint32_t step_number(struct reader *base, uint32_t state,
                            unsigned char octet)
{
    struct number_reader *reader = (struct number_reader *)base;
    if (state == 0 || state >= reader->count || !ascii_is_digit(octet)) {
        return state == 0 && octet == '+' ? 1 : state;
    }
    uint32_t next = reader->digits[state].next[octet - '0'];
    return next != NOWHERE
               ? next
               : reader->count + label_of(reader, reader->digits[state].owner,
                                          true, NOWHERE);
}

static uint32_t label_number(struct reader *base, uint32_t state)
{
    struct number_reader *reader = (struct number_reader *)base;
    if (state == 0 || state >= reader->count) {
        return state == 0 ? 0 : state - reader->count;
    }
    const struct digits *digits = &reader->digits[state];
    return label_of(reader, digits->owner, !digits->exists, digits->target);
}

static void free_number(struct reader *base)
{
    free(((struct number_reader *)base)->digits);
    free(base);
}

static bool add_digits(struct number_reader *reader, uint32_t owner)
{
    if (reader->count == reader->room) {
        uint32_t room = reader->room == 0 ? 64 : reader->room * 2;
        struct digits *digits = realloc(reader->digits, room * sizeof *digits);
        if (digits == NULL) {
            return false;
        }
        reader->digits = digits;
        reader->room = room;
    }
    struct digits *added = &reader->digits[reader->count++];
    memset(added->next, 0xff, sizeof added->next);
    added->owner = owner;
    added->target = NOWHERE;
    added->exists = false;
    return true;
}

/* Add the number whose key is |name|, of |length| octets before the root:
 * labels of one digit each, of |owner| or |target|. Keys of longer numbers come
 * later, so that its encloser is known. */
static bool add_number(struct number_reader *reader, const char *name,
                       size_t length, uint32_t owner, uint32_t target)
{
    uint32_t state = 1;
    for (size_t i = 0; i < length; i++) {
        bool fits = i % 2 == 0 ? ascii_is_digit((unsigned char)name[i])
                               : name[i] == '.';
        if (!fits) {
            return true;
        }
    }
    for (size_t i = length; i >= 2; i -= 2) {
        unsigned digit = (unsigned)(name[i - 2] - '0');
        if (reader->digits[state].next[digit] == NOWHERE) {
            if (!add_digits(reader, reader->digits[state].owner)) {
                return false;
            }
            reader->digits[state].next[digit] = reader->count - 1;
        }
        state = reader->digits[state].next[digit];
    }
    if (owner != NOWHERE) {
        reader->digits[state].owner = owner;
        reader->digits[state].exists = true;
    } else {
        reader->digits[state].target = target;
    }
    return true;
}

/* Add the number of |name| if it has |length| octets before |root|. |*is_last|
 * becomes false if it has more. */
static bool add_if(struct number_reader *reader, const char *name,
                   const char *root, size_t length, bool *is_last,
                   uint32_t owner, uint32_t target)
{
    if (!ddds_domain_is_within(name, root)) {
        return true;
    }
    size_t before = strlen(name) - strlen(root);
    *is_last = *is_last && before <= length;
    return before != length || add_number(reader, name, length, owner, target);
}

/* Add the numbers whose keys have |length| octets before |root|. |*is_last|
 * becomes false if there are longer ones. */
static bool add_numbers(struct number_reader *reader, const char *root,
                        size_t length, bool *is_last)
{
    const struct known_names *names = reader->names;
    bool ok = true;
    *is_last = true;
    for (uint32_t i = 0; ok && i < names->count; i++) {
        ok = add_if(reader, names->owners[i].name.name, root, length, is_last,
                    i, NOWHERE);
    }
    for (uint32_t i = 0; ok && i < names->targets.count; i++) {
        ok = add_if(reader, interned(&names->targets, i), root, length, is_last,
                    NOWHERE, i);
    }
    return ok;
}

/* The closest name that exists at |root| or above. */
static uint32_t find_encloser(const struct known_names *names, const char *root)
{
    uint32_t owner = NOWHERE;
    for (; root != NULL && owner == NOWHERE; root = ddds_domain_parent(root)) {
        owner = ddds_names_find(names, root);
    }
    return owner;
}

struct reader *ddds_names_number_reader(struct known_names *names,
                                        const char *root)
{
    static const struct reader_class methods = {step_number, label_number,
                                                free_number};
    struct number_reader *reader = calloc(1, sizeof *reader);
    uint8_t marks[256] = {0};
    if (reader == NULL) {
        return NULL;
    }
    marks['+'] = 1;
    for (unsigned digit = '0'; digit <= '9'; digit++) {
        marks[digit] = (uint8_t)digit;
    }
    reader->base.methods = &methods;
    reader->names = names;
    ddds_classes_begin(&reader->base);
    ddds_classes_split(&reader->base, marks);
    bool is_last = false;
    bool ok = add_digits(reader, NOWHERE) &&
              add_digits(reader, find_encloser(names, root));
    for (size_t length = 2; ok && !is_last && length < LIMIT_NAME_WIRE;
         length += 2) {
        ok = add_numbers(reader, root, length, &is_last);
    }
    if (!ok) {
        free_number(&reader->base);
        return NULL;
    }
    return &reader->base;
}
