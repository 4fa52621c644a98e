/* Decisions about properties of all inputs of a set.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_DECIDE_H
#define CHECK_PROVE_DECIDE_H

#include <ddds/resolve.h>

#include "base/limits.h"
#include "check/prove/proof.h"
#include "check/prove/property.h"
#include "check/sets/dfa_members.h"

#define NO_KNOWN_INPUT "no input is known whose first key is this hash"

/* The number of inputs with the same verdict, and the first of them.
 * |has_others|: there are others, of which none is known. */
struct tally {
    struct count count;
    bool is_uncounted;
    bool has_others;
    char *witness; /* on the heap; NULL: no input yet */
    size_t class_index;
    const char *because;
};

enum {
    TRIED = 100,  /* members of a part that may refute a property */
    TRIES = 2000, /* of all parts */
};

struct deciding {
    ddds_proof *proof;
    const struct property *property;
    struct ddds_error *error;
    struct tally refuted;
    struct tally unknown;
    size_t class_index; /* the present class */
    bool is_refuted;
    const char *because; /* reason if no input refutes it */
    size_t step;    /* of the rule whose names are decided, or DDDS_NO_STEP */
    unsigned tries; /* inputs of unknown parts that may still be resolved */
    bool no_memory;
};

/* Set |deciding->no_memory|; return false. */
bool ddds_decide_no_memory(struct deciding *deciding);

/* Make |input| the witness of |tally| if it precedes the present witness. The
 * functions below return false if allocation fails. */
bool ddds_decide_witness(struct deciding *deciding, struct tally *tally,
                         const char *input, const char *because);

/* Write the first member of |dfa|, a part of class |class_index|, as
 * ddds_members_first; MEMBERS_INFINITE: its members are not known. */
enum members_result ddds_decide_first(const struct deciding *deciding,
                                      const struct dfa *dfa,
                                      char input[LIMIT_INPUT + 1]);

/* Add the members of |dfa|, a part of class |class_index|, to |tally|. */
bool ddds_decide_add(struct deciding *deciding, struct tally *tally,
                     const struct dfa *dfa, const char *because);

/* Add the inputs of |class|, at |class_index|, to |tally|. */
bool ddds_decide_all(struct deciding *deciding, struct tally *tally,
                     const struct class *class, const char *because);

/* Resolve at most |most| of the shortest members of |dfa|, and as many of those
 * that are an octet longer. */
bool ddds_decide_shortest(struct deciding *deciding, const struct dfa *dfa,
                          unsigned most);

/* Resolve the members of |dfa| individually if they are few; otherwise they are
 * unknown, for the reason |because|, unless one of the first is a
 * counterexample. */
bool ddds_decide_each(struct deciding *deciding, const struct dfa *dfa,
                      const char *because);

/* Return the resolution of |input|, to be freed; NULL without memory. */
ddds_resolution *ddds_decide_resolve(struct deciding *deciding,
                                     const char *input);

/* Free the memory of |tally|. */
void ddds_tally_free(struct tally *tally);

/* Decide whether every rule is used. */
bool ddds_decide_used(struct deciding *deciding);

/* Return true if all inputs of |class| have the same outcome: its last rule has
 * no back-references, and no components of URNs are appended. */
bool ddds_decide_is_constant(const struct deciding *deciding,
                             const struct class *class);

/* Decide whether no two inputs have the same outcome. */
bool ddds_decide_one_to_one(struct deciding *deciding);

#endif
