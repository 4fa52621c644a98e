/* Prove where every input of a set leads: resolutions of all of them at once,
 * with the rules of zones in memory.
 *
 * A resolution answers for one input, a proof for all: the inputs of a set are
 * split into classes, each of which goes one path through the rules to one
 * outcome.
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
 * Classes are exact: no input is in two of them or in none. What cannot be
 * proved is in a class of its own, which says why. Inputs are strings of ASCII
 * characters. A resolution that needs more steps than are allowed ends at a
 * limit: |because| of a class says "unless LIMIT" if a rule may take so many.
 * Inputs of more than 8192 octets end at a limit that a proof does not see.
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

/* How a set is proved. Zero means the default. */
struct ddds_prove_options {
    size_t size; /* set by DDDS_PROVE_OPTIONS_INIT */

    /* Those of the resolutions, or NULL; |near| and |own_hosts| must not be
     * set. They are copied, but not what they point to. */
    const struct ddds_options *request;

    /* The states of automata that may be made; 0: 2,000,000. What takes more is
     * unknown. */
    size_t max_states;

    uint64_t seed; /* of members at random */
};
#define DDDS_PROVE_OPTIONS_INIT DDDS_INIT(struct ddds_prove_options)

/* The state of a class. */
enum ddds_proof_status {
    DDDS_PROOF_RESOLVED,
    DDDS_PROOF_FAILED,    /* |reason| says why they lead nowhere */
    DDDS_PROOF_BAD_INPUT, /* the application does not accept them */
    DDDS_PROOF_UNKNOWN,   /* |because| says why */
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
    const char *inputs;  /* an ERE of the inputs; NULL if it would be long */
    const char *witness; /* the shortest input, or "": see |key| */
    const char *count;   /* in decimal; NULL: infinitely many, or too many to be
                            counted */
    bool is_infinite;
    enum ddds_proof_status status;
    enum ddds_reason reason; /* of the witness; RESOLVED if it has an outcome */
    const char *because; /* what else is known of a failure, why the class is
                            unknown, or which rule may reach the limit of
                            steps; or NULL */

    /* If it is resolved: the kind of outcome, the replacement that makes it,
     * with its back-references, and the services of the last rule. */
    enum ddds_outcome_kind kind;
    const char *output;
    const char *services;

    const struct ddds_proof_hop *path;
    size_t path_count;

    /* If the first key is a hash, and the inputs are too many to be hashed:
     * |key|, not NULL, is that of all inputs of the class, of which none is
     * known: |witness| is "". |is_rest|: the inputs of such classes are not in
     * this one. Neither has a count, nor an expression. */
    const char *key;
    bool is_rest;
};

/* Prove where the inputs of |set| lead, an extended regular expression that
 * matches whole inputs of |application| (NULL: urn, or uri if the set begins as
 * no URN does). NULL: all inputs whose first keys
 * have rules; of ENUM, the numbers without separators. |database| is zones in
 * memory (ddds_memory_new), and outlives the proof, as do |application| and
 * the request's strings. |options| may be NULL. Returns NULL on failure:
 * DDDS_MALFORMED (the set is not a valid expression; the offset is in it),
 * DDDS_LIMIT (it is too large, or memory for its states is missing),
 * DDDS_BAD_OPTION or DDDS_NO_MEMORY. */
DDDS_API ddds_proof *ddds_prove(ddds_database *database,
                                const struct ddds_application *application,
                                const char *set,
                                const struct ddds_prove_options *options,
                                struct ddds_error *error);

/* The class at |index|: the largest first, and failures before others of the
 * same size. NULL from the number of classes on, and if |proof| is NULL. It
 * belongs to the proof. */
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

/* The number of all inputs, in decimal; NULL if they are infinitely many, or
 * too many to be counted. It belongs to the proof. */
DDDS_API const char *ddds_proof_count(const ddds_proof *proof);

/* Called with a member of a class; |input| is valid until this returns. */
typedef void ddds_member_fn(void *context, const char *input);

/* Call |member| with |context| for at most |count| members of the class at
 * |index|: the first, the last if there is one, and others at random; some may
 * come twice. Fails with DDDS_BAD_OPTION if there is no such class, or
 * DDDS_NO_MEMORY. */
DDDS_API ddds_status ddds_proof_members(const ddds_proof *proof, size_t index,
                                        size_t count, ddds_member_fn *member,
                                        void *context);

/* Return true if |input| is in the class at |index|. Of classes with |key| or
 * |is_rest| inputs are hashed: false if allocation fails, too. */
DDDS_API bool ddds_proof_has(const ddds_proof *proof, size_t index,
                             const char *input);

/* The verdict on a property of all inputs of a set. */
enum ddds_proof_verdict {
    DDDS_PROOF_PROVED,
    DDDS_PROOF_REFUTED,
    DDDS_PROOF_UNDECIDED, /* "unknown": some inputs may refute it */
};

/* A property, as it was decided. Later versions may append members. */
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
 * - "not REASON": this is not the reason why they have none.
 * - "hops <= N": at most N delegations lead to the outcome.
 * - "only below NAME": keys that rules lead to, and hosts, are this name or
 *   below it.
 * - "every rule used": each rule of the keys that they come to is on the path
 *   of an input.
 * - "one to one": no two of them have outcomes of the same kind with the same
 *   URI, name or text.
 *
 * The result belongs to the proof. Returns NULL on failure: DDDS_MALFORMED (it
 * is no property; the offset is in it), DDDS_LIMIT (its expression is too
 * large) or DDDS_NO_MEMORY. */
DDDS_API const struct ddds_proof_property *
ddds_proof_check(ddds_proof *proof, const char *property,
                 struct ddds_error *error);

/* Return the word for |verdict|: "proved", "refuted" or "unknown", also for an
 * invalid value. Never NULL; static storage. */
DDDS_API const char *ddds_proof_verdict_name(enum ddds_proof_verdict verdict);

/* Return |proof| as a JSON object, schema ddds.prove/1: its classes with at most
 * |members| members each, and all properties that were decided. Counts beyond
 * 2^53 are strings. It belongs to the proof. Returns NULL without memory. */
DDDS_API const char *ddds_proof_json(ddds_proof *proof, size_t members,
                                     struct ddds_error *error);

/* ---- Two proofs ---------------------------------------------------------- */

/* A comparison of two proofs about one set: where its inputs lead by the rules
 * of two databases. Opaque; created by ddds_proof_compare, freed by
 * ddds_comparison_free. One thread at a time may use it. */
typedef struct ddds_comparison ddds_comparison;

/* Relations of two results. Callers have numbers of their own from 2 on. */
enum {
    DDDS_COMPARED_SAME = 0,
    DDDS_COMPARED_UNKNOWN = 1,
    DDDS_COMPARED_NUMBERS = 16
};

/* The relation of the results of one input, below DDDS_COMPARED_NUMBERS; both
 * are NULL if the application does not accept it. Inputs with the same path and
 * with outputs that are equal, or that are not, must have one relation. */
typedef unsigned ddds_compare_fn(void *context,
                                 const struct ddds_result *before,
                                 const struct ddds_result *after);

/* Inputs that are compared alike: those of one class of each proof, with one
 * relation. The same are all in one. Later versions may append members. */
struct ddds_compared {
    const char *inputs;  /* an ERE of them; NULL if it would be long */
    const char *witness; /* the shortest */
    const char *count;   /* in decimal; NULL: infinitely many, or too many */
    bool is_infinite;
    unsigned relation;
    const char *because; /* why it is unknown; else NULL */
};

/* Compare two proofs about one set, of one application with one request.
 * |compare| is called with |context| for some inputs, of which others follow:
 * each input has the relation that |compare| would return for it, or is
 * unknown. Outputs that are not followed together are unknown but for those of
 * single inputs. Both proofs and their databases outlive the call. Returns
 * NULL on failure: DDDS_BAD_OPTION (the applications differ), DDDS_LIMIT (it
 * takes too many states) or DDDS_NO_MEMORY. */
DDDS_API ddds_comparison *ddds_proof_compare(const ddds_proof *before,
                                             const ddds_proof *after,
                                             ddds_compare_fn *compare,
                                             void *context,
                                             struct ddds_error *error);

/* The inputs compared alike at |index|, the most first; NULL from their number
 * on, and if |comparison| is NULL. It belongs to the comparison. */
DDDS_API const struct ddds_compared *
ddds_comparison_at(const ddds_comparison *comparison, size_t index);

/* All inputs with |relation|, without an expression; NULL if none has it. It
 * belongs to the comparison. */
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
