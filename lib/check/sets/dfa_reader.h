/* Readers: deterministic automata whose states are made when they are needed.
 * A reader takes a string octet by octet and then has a label for it: whether
 * an expression matches, which owner a name has, whether a text is a URI.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_SETS_DFA_READER_H
#define CHECK_SETS_DFA_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct reader;

struct reader_class {
    /* The state after |octet|, which is not NUL. */
    uint32_t (*step)(struct reader *reader, uint32_t state,
                     unsigned char octet);

    /* The label of the strings that lead to |state|; 0: the reader rejects
     * them. */
    uint32_t (*label)(struct reader *reader, uint32_t state);

    /* Free the reader. NULL: it holds no memory. */
    void (*free)(struct reader *reader);
};

/* Why a reader has failed, as bits. */
enum { READER_LIMIT = 1, READER_NO_MEMORY = 2 };

/* The first member of every reader. Octets of one class lead to the same state,
 * wherever they are. Once it has |failed|, its states and labels mean nothing. */
struct reader {
    const struct reader_class *methods;
    uint32_t start;
    uint8_t classes[256];
    unsigned class_count;
    bool is_unguessable; /* its states are too many to guess one */
    unsigned failed;
};

/* Budget of states for all readers of a proof. */
enum { READER_STATES = 2000000 };

/* How a reader with at most |most| states fails if |number| is that of the next,
 * or INTERN_FAILED; 0: it does not. */
static inline unsigned reader_failure(uint32_t number, uint32_t most)
{
    return number == UINT32_MAX ? READER_NO_MEMORY
           : number >= most     ? READER_LIMIT
                                : 0;
}

static inline uint32_t reader_step(struct reader *reader, uint32_t state,
                                   unsigned char octet)
{
    return reader->methods->step(reader, state, octet);
}

static inline uint32_t reader_label(struct reader *reader, uint32_t state)
{
    return reader->methods->label(reader, state);
}

/* The state after the |length| octets at |text|. */
static inline uint32_t reader_run(struct reader *reader, uint32_t state,
                                  const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        state = reader_step(reader, state, (unsigned char)text[i]);
    }
    return state;
}

/* Free |reader|, which may be NULL. */
static inline void reader_free(struct reader *reader)
{
    if (reader != NULL && reader->methods->free != NULL) {
        reader->methods->free(reader);
    }
}

/* Begin with one class of octets. */
void ddds_classes_begin(struct reader *reader);

/* Split the classes of |reader|, so that octets with different |marks| are in
 * different classes. */
void ddds_classes_split(struct reader *reader, const uint8_t marks[256]);

#endif
