/* Prove where every input of a set leads, by the rules of zones in memory.
 *
 * A proof splits the inputs of the set into classes. All inputs of a class take
 * the same path through the rules, to the same outcome.
 *
 *     ddds_database *zones = ddds_memory_new(NULL);
 *     ddds_memory_load(zones, "urn.arpa.zone", NULL, NULL);
 *     ddds_proof *proof = ddds_prove(zones, ddds_application_urn(),
 *                                    "urn:foo:[0-9]{4}", NULL, NULL);
 *     for (size_t i = 0; ddds_proof_class_at(proof, i) != NULL; i++)
 *         puts(ddds_proof_class_at(proof, i)->witness);
 *     ddds_proof_free(proof);
 *     ddds_database_free(zones);
 *
 * Classes are exact: no input is in two of them or in none. Inputs about which
 * nothing can be proved are in separate classes, with the reason. A resolution
 * may end at the limit of steps: |because| of a class says "unless LIMIT" if its
 * rules may exceed it, by an estimate; steps of the application do not count. Of
 * some such classes of at most 1000 inputs each input is resolved instead.
 * Inputs, strings and outputs of more than 8192 octets are ignored, and keys of
 * more than 253 octets that steps of the application or DNAME records rewrite.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_PROVE_H
#define DDDS_PROVE_H

#include <ddds/database.h>
#include <ddds/options.h>
#include <ddds/result.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A proof about a set of inputs. Opaque; created by ddds_prove, freed by
 * ddds_proof_free. One thread at a time may use it. */
typedef struct ddds_proof ddds_proof;

/* Options of a proof. Zero means the default. */
struct ddds_prove_options {
    size_t size; /* set by DDDS_PROVE_OPTIONS_INIT */

    /* Options of the resolutions, or NULL; |near| and |own_hosts| must not be
     * set. They are copied, except for the data they point to. */
    const struct ddds_options *request;

    /* Limit on the states of automata; 0: 2,000,000. Inputs that need more are
     * unknown. Each property, and each comparison that starts with the proof,
     * may need as many again. */
    size_t max_states;

    uint64_t seed; /* for random members */
};
#define DDDS_PROVE_OPTIONS_INIT DDDS_INIT(struct ddds_prove_options)

/* The state of a class. */
enum ddds_proof_status {
    DDDS_PROOF_RESOLVED,
    DDDS_PROOF_FAILED,    /* without an outcome, for |reason| */
    DDDS_PROOF_BAD_INPUT, /* the application does not accept them */
    DDDS_PROOF_UNKNOWN,   /* for the reason |because| */
};

/* A rule on the path of a class. */
struct ddds_proof_hop {
    const char *key; /* of the witness */
    uint16_t order;
    uint16_t preference;
    const char *file; /* and line of the rule's record; NULL: it was not read
                         from a file */
    uint32_t line;
};

/* A class of inputs. Later versions may append members. */
struct ddds_proof_class {
    const char *inputs;  /* an ERE of the inputs; NULL if it would be long, or
                            not ASCII */
    const char *witness; /* the shortest input; or "": see |key|, or none is
                            known that the application accepts */
    const char *count;   /* in decimal; NULL: infinitely many, or too many to be
                            counted */
    bool is_infinite;
    enum ddds_proof_status status;
    enum ddds_reason reason; /* of the witness; RESOLVED if it has an outcome */
    const char *because; /* details of a failure, why the class is unknown, or
                            which rule may reach the limit of steps; or NULL */

    /* If it is resolved: the kind of outcome; the replacement that produces it,
     * with back-references, NULL if it is of each input alone; the services of
     * the last rule. */
    enum ddds_outcome_kind kind;
    const char *output;
    const char *services;

    const struct ddds_proof_hop *path;
    size_t path_count;

    /* If the first key is a hash, and the inputs are too many to hash: |key| is
     * the first key of all inputs of the class, and |witness| is "", because no
     * input is known. |is_rest|: the class excludes the inputs of such classes.
     * Such classes have neither a count nor an expression. */
    const char *key;
    bool is_rest;
};

/* Prove where the inputs of |set| lead. |set| is an extended regular expression
 * that matches whole inputs; NULL: all inputs whose first keys have rules, in
 * one spelling (ddds(1), "prove"). |application| may be NULL: urn, or uri
 * if the first input is not a URN. |database| is from ddds_memory_new. It must
 * outlive the proof, like |application| and the strings of the request.
 * |options| may be NULL. If |set| is too large, there is one unknown class, of
 * which no input is known. Returns NULL on failure: DDDS_MALFORMED (the set is
 * not a valid expression, or no input matches it; the offset is in it),
 * DDDS_BAD_OPTION (also without |set|, if no zone has a first key of the
 * application) or DDDS_NO_MEMORY. */
DDDS_API ddds_proof *ddds_prove(ddds_database *database,
                                const struct ddds_application *application,
                                const char *set,
                                const struct ddds_prove_options *options,
                                struct ddds_error *error);

/* Return the class at |index|. Larger classes come first, and failures before
 * others of equal size. NULL if |index| is out of range, or |proof| is NULL.
 * The proof owns it. */
DDDS_API const struct ddds_proof_class *
ddds_proof_class_at(const ddds_proof *proof, size_t index);

/* Return the word for the state of |shown|, as the JSON of results has it:
 * "resolved", "not_found", "bad_input" and so on, or "unknown". Static
 * storage. */
DDDS_API const char *
ddds_proof_class_status(const struct ddds_proof_class *shown);

/* Return the application of |proof|. */
DDDS_API const struct ddds_application *
ddds_proof_application(const ddds_proof *proof);

/* Return the number of all inputs in decimal; NULL if it is infinite or too
 * large to compute. The proof owns it. */
DDDS_API const char *ddds_proof_count(const ddds_proof *proof);

/* Called with a member of a class; |input| is valid until this returns. */
typedef void ddds_member_fn(void *context, const char *input);

/* Call |member| with |context| for |count| members of the class at |index|, or
 * all if it has fewer, each once: the first, the last if the class is finite,
 * random members, and the first others. With |key| there may be fewer. Fails
 * with DDDS_BAD_OPTION if |index| is out of range, or DDDS_NO_MEMORY. */
DDDS_API ddds_status ddds_proof_members(const ddds_proof *proof, size_t index,
                                        size_t count, ddds_member_fn *member,
                                        void *context);

/* Return true if |input| is in the class at |index|. With |key| or |is_rest|
 * the input is hashed: false also if allocation fails. */
DDDS_API bool ddds_proof_has(const ddds_proof *proof, size_t index,
                             const char *input);

/* The verdict on a property of all inputs of a set. */
enum ddds_proof_verdict {
    DDDS_PROOF_PROVED,
    DDDS_PROOF_REFUTED,
    DDDS_PROOF_UNDECIDED, /* "unknown": some inputs may refute it */
};

/* A decision about a property. Later versions may append members. */
struct ddds_proof_property {
    const char *property; /* as given */
    enum ddds_proof_verdict verdict;
    const char *witness; /* the shortest input that refutes it, or for which it
                            is unknown; of several the first in the order of
                            octets. NULL if no single input does */
    size_t class_index;  /* the class of the witness, or SIZE_MAX */
    const char *because; /* the rule that refutes it, or why it is unknown; or
                            NULL */
    const char *inputs;  /* the number of inputs that refute it, or for which it
                            is unknown, in decimal; NULL: infinitely many, or
                            too many to be counted */
};

/* Decide whether all inputs of |proof| have |property|:
 *
 * - "found": they have an outcome.
 * - "kind KIND": of this kind, the word of ddds_outcome_name.
 * - "uri URI", "uri PREFIX*", "uri /ERE/": it is this URI, a URI with this
 *   prefix, or one that the expression matches as a whole.
 * - "not REASON": they do not fail for this reason.
 * - "hops <= N": at most N delegations lead to the outcome.
 * - "only below NAME": keys that rules lead to, also in vain, the last
 *   targets of aliases, and hosts are this name or below it.
 * - "every rule used": each rule of the keys reached is on the path of an
 *   input.
 * - "one to one": no two inputs have outcomes of the same kind with the same
 *   URI, name or text.
 * - "host NAME", "servers NAME", "protocol TEXT", "uuid UUID", "key NAME": the
 *   outcome is this, or this key is looked up: expectations of `ddds test`.
 *
 * The proof owns the result. Returns NULL on failure: DDDS_MALFORMED (the
 * property is invalid; the offset is in it) or DDDS_NO_MEMORY. */
DDDS_API const struct ddds_proof_property *
ddds_proof_check(ddds_proof *proof, const char *property,
                 struct ddds_error *error);

/* Return the word for |verdict|: "proved", "refuted" or "unknown", also for an
 * invalid value. Never NULL; static storage. */
DDDS_API const char *ddds_proof_verdict_name(enum ddds_proof_verdict verdict);

/* Return |proof| as a JSON object, schema ddds.prove/1: its classes with at
 * most |members| members each, and all decided properties. Counts beyond 2^53
 * are strings. The proof owns it. Returns NULL without memory. */
DDDS_API const char *ddds_proof_json(ddds_proof *proof, size_t members,
                                     struct ddds_error *error);

/* ---- Two proofs ---------------------------------------------------------- */

/* A comparison of two proofs about one set: where its inputs lead by the rules
 * of two databases. Opaque; created by ddds_proof_compare, freed by
 * ddds_comparison_free. One thread at a time may use it. */
typedef struct ddds_comparison ddds_comparison;

/* Relations of two results. Callers may define further relations from 2 on. */
enum {
    DDDS_COMPARED_SAME = 0,
    DDDS_COMPARED_UNKNOWN = 1,
    DDDS_COMPARED_NUMBERS = 16
};

/* Returns the relation of the results of an input, less than
 * DDDS_COMPARED_NUMBERS; both results are NULL if the application rejects the
 * input. It must only depend on the paths and on the equality of outputs. */
typedef unsigned ddds_compare_fn(void *context,
                                 const struct ddds_result *before,
                                 const struct ddds_result *after);

/* Inputs that share a class in each proof, and a relation. A single struct has
 * all inputs with DDDS_COMPARED_SAME. Later versions may append members. */
struct ddds_compared {
    const char *inputs;  /* an ERE; NULL if it would be long, or not ASCII */
    const char *witness; /* the shortest; if the relation is unknown, the
                            application may reject it */
    const char *count;   /* in decimal; NULL: infinitely many, or too many */
    bool is_infinite;
    unsigned relation;
    const char *because; /* why the relation is unknown; otherwise NULL */
};

/* Compare two proofs about one set, of one application and with one request.
 * |compare| is called with |context| for some inputs. The relations of others
 * follow from these, or are unknown: if outputs cannot be compared
 * symbolically, only single inputs are compared. Both proofs and their
 * databases outlive the call. Returns NULL on failure: DDDS_BAD_OPTION (the
 * applications differ) or DDDS_NO_MEMORY. */
DDDS_API ddds_comparison *ddds_proof_compare(const ddds_proof *before,
                                             const ddds_proof *after,
                                             ddds_compare_fn *compare,
                                             void *context,
                                             struct ddds_error *error);

/* Return the compared inputs at |index|, the largest group first; NULL if
 * |index| is out of range, or |comparison| is NULL. The comparison owns it. */
DDDS_API const struct ddds_compared *
ddds_comparison_at(const ddds_comparison *comparison, size_t index);

/* Return the total of the inputs with |relation|, without an expression; NULL
 * if no input has it. The comparison owns it. */
DDDS_API const struct ddds_compared *
ddds_comparison_total(const ddds_comparison *comparison, unsigned relation);

/* Free |comparison|, which may be NULL. */
DDDS_API void ddds_comparison_free(ddds_comparison *comparison);

/* Free |proof|, which may be NULL. */
DDDS_API void ddds_proof_free(ddds_proof *proof);

#ifdef __cplusplus
}
#endif

#endif
