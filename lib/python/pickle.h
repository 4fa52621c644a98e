/* Results as pickles: the bytes that Python's pickle.Unpickler turns into
 * objects, much faster than Python code could make them one by one.
 *
 * Only values are written: None, booleans, integers, strings, octets, tuples,
 * and records, that is subclasses of tuple that ddds/_records.py names by
 * number. Python's documentation of the format is Lib/pickletools.py.
 *
 * If memory runs out, |is_failed| is set, and everything else does nothing.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_PYTHON_PICKLE_H
#define DDDS_PYTHON_PICKLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The classes of records: the order of CLASSES in ddds/_results.py. */
enum ddds_pickle_class {
    PICKLE_RESULT,
    PICKLE_REASON,
    PICKLE_OUTCOME,
    PICKLE_ENDPOINT,
    PICKLE_URI_TARGET,
    PICKLE_UUID_FIELDS,
    PICKLE_STEP,
    PICKLE_QUERY,
    PICKLE_ANSWER,
    PICKLE_SERVER,
    PICKLE_RULE,
    PICKLE_FINDING,
    PICKLE_REGION,
    PICKLE_UUID,   /* uuid.UUID: its argument is a string */
    PICKLE_DECODE, /* a function: octets that need not be UTF-8 to a string */
    PICKLE_LIKE,   /* a function: a result from a pattern; see below */
    PICKLE_TRACE,  /* its argument is octets, a pickle of steps */
    PICKLE_CLASSES
};

/* How many words are remembered, so that they are written once. */
enum { PICKLE_WORDS = 64 };

/* A pickle that is being written. Zero is an empty one. */
struct ddds_pickle {
    unsigned char *octets;
    size_t length;
    size_t size;
    size_t opened;                    /* where the last tuple begins */
    size_t memos;                     /* objects that can be referred to */
    uint32_t classes[PICKLE_CLASSES]; /* 1 + their number, or 0 */
    const char *words[PICKLE_WORDS];
    uint32_t word_memos[PICKLE_WORDS];
    bool is_failed;
};

/* Free what |pickle| holds. */
void ddds_pickle_clear(struct ddds_pickle *pickle);

/* Begin a list of objects, in the memory that |pickle| has; and end it. */
void ddds_pickle_begin(struct ddds_pickle *pickle);
void ddds_pickle_end(struct ddds_pickle *pickle);

void ddds_pickle_none(struct ddds_pickle *pickle);
void ddds_pickle_bool(struct ddds_pickle *pickle, bool value);
void ddds_pickle_number(struct ddds_pickle *pickle, uint32_t value);

/* A number if |is_known|, or else None. */
void ddds_pickle_known(struct ddds_pickle *pickle, bool is_known,
                       uint32_t value);

/* A string of |length| octets; or None if |text| is NULL. */
void ddds_pickle_span(struct ddds_pickle *pickle, const char *text,
                      size_t length);

/* A NUL-terminated string, or None if |text| is NULL. */
void ddds_pickle_text(struct ddds_pickle *pickle, const char *text);

/* A string in static storage, or None: strings at one address are written
 * once. */
void ddds_pickle_word(struct ddds_pickle *pickle, const char *word);

/* The object that was written last, once more. */
void ddds_pickle_again(struct ddds_pickle *pickle);

/* Remember the object that was written last; and take it back, to write it
 * later, any number of times. */
uint32_t ddds_pickle_remember(struct ddds_pickle *pickle);
uint32_t ddds_pickle_set_aside(struct ddds_pickle *pickle);
void ddds_pickle_recall(struct ddds_pickle *pickle, uint32_t memo);

/* What |class| makes of octets: the whole of |inner|, which is ended. */
void ddds_pickle_nested(struct ddds_pickle *pickle,
                        enum ddds_pickle_class class,
                        const struct ddds_pickle *inner);

/* A tuple: what is written between the two. */
void ddds_pickle_open(struct ddds_pickle *pickle);
void ddds_pickle_close(struct ddds_pickle *pickle);

/* A record of |class|: its members are written between the two. */
void ddds_pickle_open_record(struct ddds_pickle *pickle,
                             enum ddds_pickle_class class);
void ddds_pickle_close_record(struct ddds_pickle *pickle);

/* The next of the inputs that the reader has. */
void ddds_pickle_input(struct ddds_pickle *pickle);

/* A result like the pattern |memo|: its input and its output are written between
 * the two. A pattern is the tuple ((O,), (R,)), where O is the tuple of the
 * members of an outcome, and R that of a result. */
void ddds_pickle_open_like(struct ddds_pickle *pickle, uint32_t memo);
void ddds_pickle_close_like(struct ddds_pickle *pickle);

/* What |class| makes of the string |text|. */
void ddds_pickle_made(struct ddds_pickle *pickle, enum ddds_pickle_class class,
                      const char *text);

#endif
