/* The names of zones, as their readers see them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_READERS_KNOWN_NAMES_H
#define CHECK_READERS_KNOWN_NAMES_H

#include "base/limits.h"
#include "check/sets/intern.h"
#include "check/readers/name_reader.h"
#include "db/memory/facts.h"

enum {
    NOWHERE = UINT32_MAX,
    PLACES = LIMIT_NAME_WIRE / 2 + 3, /* of a state */
    KINDS = 5,                        /* of questions */
    TARGET = 1 << 30,
};

/* A place in the tree; its children form a list. */
struct name_place {
    uint32_t first;
    uint32_t next;
    uint32_t owner;  /* the name that ends here, or NOWHERE */
    uint32_t target; /* likewise, of the rules' targets */
    unsigned char octet;
};

/* A name in the deepest zone that contains it. |parent| is NOWHERE at the apex,
 * |wildcard| without one directly below. */
struct owner {
    struct memory_name name;
    uint32_t parent;
    uint32_t wildcard;
};

struct names_reader {
    struct reader base;
    struct known_names *names;
    enum ddds_question_kind kind;
};

struct known_names {
    struct owner *owners;
    size_t count;
    size_t room;
    struct intern apexes; /* names, as text */
    const void **zones;   /* of the apexes */
    struct name_place *places;
    size_t place_count;
    size_t place_room;
    struct intern targets; /* names that rules name, which need not exist */
    struct intern states;  /* of the readers: see step() */
    struct intern labels;  /* struct label */
    struct names_reader readers[KINDS];
    bool failed;
};

/* The names that a label, from 2 on, stands for. */
struct label {
    uint32_t kind;
    uint32_t
        owner; /* of EXACT, WILDCARD and REDIRECTED, or TARGET + a target */
    const void *zone; /* of NO_DATA and MISSING */
};

/* Return the owner named |name|; NOWHERE if it does not exist. */
uint32_t ddds_names_find(const struct known_names *names, const char *name);

/* Return the label of |owner|, or of names below it that do not exist: all but
 * targets, or that |target|. |owner| NOWHERE: no zone contains the name. */
uint32_t ddds_names_label(struct known_names *names,
                          enum ddds_question_kind kind, uint32_t owner,
                          bool is_below, uint32_t target);

#endif
