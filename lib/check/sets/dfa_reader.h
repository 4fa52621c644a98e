/* Readers: deterministic automata whose states are computed lazily. A reader
 * reads a string octet by octet and then labels it: as a match of an
 * expression, as a name with some owner, or as a URI, for example.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_SETS_DFA_READER_H
#define CHECK_SETS_DFA_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct reader;

struct reader_class {
    /* Returns the state after |octet|, which is not NUL. */
    uint32_t (*step)(struct reader *reader, uint32_t state,
                     unsigned char octet);

    /* Returns the label of the strings that lead to |state|; 0: rejected. */
    uint32_t (*label)(struct reader *reader, uint32_t state);

    /* Frees the reader. NULL: it has no memory. */
    void (*free)(struct reader *reader);
};

/* Reasons why a reader has failed, as bits. */
enum { READER_LIMIT = 1, READER_NO_MEMORY = 2 };

/* The first member of every reader. Octets of a class always lead to the same
 * state. After it has |failed|, its states and labels are meaningless. */
struct reader {
    const struct reader_class *methods;
    uint32_t start;
    uint8_t classes[256];
    unsigned class_count;
    bool is_unguessable; /* too many states to guess */
    unsigned failed;
};

/* Budget of states for all readers of a proof. */
enum { READER_STATES = 2000000 };

/* Return the failure of a reader with at most |most| states if |number| is that
 * of a new state, or INTERN_FAILED; 0 without failure. */
static inline unsigned reader_failure(uint32_t number, uint32_t most)
{
    return number == UINT32_MAX ? READER_NO_MEMORY
           : number >= most     ? READER_LIMIT
                                : 0;
}

static inline uint32_t reader_step(struct reader *reader, uint32_t state,
                                   unsigned char octet)
{
    return reader->failed ? 0 : reader->methods->step(reader, state, octet);
}

static inline uint32_t reader_label(struct reader *reader, uint32_t state)
{
    return reader->failed ? 0 : reader->methods->label(reader, state);
}

/* Return the state after the |length| octets at |text|. */
static inline uint32_t reader_run(struct reader *reader, uint32_t state,
                                  const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        state = reader_step(reader, state, (unsigned char)text[i]);
    }
    return state;
}

/* The method of a reader that was allocated and has no other memory. */
static inline void reader_free_alone(struct reader *reader)
{
    free(reader);
}

/* Free |reader|, which may be NULL. */
static inline void reader_free(struct reader *reader)
{
    if (reader != NULL && reader->methods->free != NULL) {
        reader->methods->free(reader);
    }
}

/* Steps and labels of a reader that are known; all zero is empty. */
struct reader_memo {
    uint32_t *found;
    size_t room; /* for states */
};

enum { MEMO_UNKNOWN = UINT32_MAX, MEMO_LABEL = 256 };

/* Return the place in |memo| for the step of |reader| from |state| by |octet|, or
 * for its label if that is MEMO_LABEL; it has MEMO_UNKNOWN at first. NULL: it is
 * not kept, as there are too many states. */
uint32_t *ddds_memo_place(struct reader_memo *memo, const struct reader *reader,
                          uint32_t state, unsigned octet);

/* Divide the octets into classes, one for each of the |marks|; NULL: all octets
 * are of one class. */
void ddds_octets_begin(struct reader *reader, const uint8_t marks[256]);

/* Split the classes of |reader| by |marks|: octets with different marks get
 * different classes. */
void ddds_octets_split(struct reader *reader, const uint8_t marks[256]);

#endif
