/* Names in messages are written out within the message and within 255 octets.
 *
 * proves  For any message and any offset, also one after its end: reading ends,
 *         reads nothing outside of the message and writes nothing outside of
 *         the name. Only whole labels are written, in turn, none of more than
 *         63 octets and none after the root; if reading succeeds,
 *         the root is the last, and the name has their length. No more labels
 *         and pointers are looked at than the message may have.
 * bound   messages of 300 octets, 6 labels and pointers, which are enough for a
 *         name that is too long. The copying of octets is left to a model of
 *         memcpy, which checks where they are copied.
 * files   -
 * options --unwind 8
 * mutant  lib/core/db/wire/wire_name.c s/name->length + 1 + length + root > LIMIT/name->length + length > LIMIT/
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/ascii.h"
#include "base/limits.h"

#include "proof.h"

/* Octets that were copied to a name so far. */
static struct {
    const unsigned char *begin;
    size_t length;
    bool has_root;
} copied;

static void *copy_label(void *to, const void *from, size_t length)
{
    PROVE(__CPROVER_r_ok(from, length));
    PROVE(__CPROVER_w_ok(to, length));
    PROVE(to == copied.begin + copied.length);
    PROVE(length == 1 + (size_t) * (const unsigned char *)from);
    PROVE(length <= 1 + LIMIT_LABEL);
    PROVE(!copied.has_root);
    copied.length += length;
    copied.has_root = length == 1;
    return to;
}

#define memcpy copy_label
#include "db/wire/wire_name.c"

enum { LENGTH = 300, MOST_LABELS = 6 };

void prove(void)
{
    unsigned char octets[LENGTH];
    struct message_names names = {octets, sizeof octets, nondet_unsigned()};
    ASSUME(names.labels <= MOST_LABELS);
    const unsigned before = names.labels;
    struct plain_name name;
    copied.begin = name.octets;
    const char *why = ddds_wire_expand(&names, nondet_size(), &name);
    PROVE(names.labels <= before);
    PROVE(name.length == copied.length && name.length <= LIMIT_NAME_WIRE);
    PROVE(why != NULL || copied.has_root);
}
