/* From inputs to Application Unique Strings and first keys, by the steps of an
 * application.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_READERS_INPUT_READER_H
#define CHECK_READERS_INPUT_READER_H

#include <ddds/application.h>
#include <ddds/options.h>

#include "check/readers/either.h"
#include "check/readers/name_reader.h"
#include "check/sets/intern.h"

enum { CHAIN = 160 };

/* Readers, each of which reads the output of the reader after it. The
 * caller frees it with reader_chain_free. */
struct reader_chain {
    struct reader *readers[CHAIN];
    size_t count;
    bool failed;         /* without memory, or as |because| says */
    const char *because; /* in static storage, or NULL */
};

/* The readers of an application's inputs; opaque. */
struct input_readers;

/* Return the readers of inputs of |application| with |options|. NULL if allocation
 * fails, or, with |*unknown|, if the proof does not know the application or the
 * options: static storage. All arguments outlive the result, which the caller
 * frees with ddds_input_free. */
struct input_readers *ddds_input_new(const struct ddds_application *application,
                                     const struct ddds_options *options,
                                     struct known_names *names,
                                     const char **unknown);

/* Free |input|, which may be NULL. */
void ddds_input_free(struct input_readers *input);

/* The reader whose labels are those of enum input_label: owned by |input|. */
struct reader *ddds_input_reader(struct input_readers *input);

/* The reader of inputs that labels their first keys as the readers of names do:
 * owned by |input|. */
struct reader *ddds_input_key_reader(struct input_readers *input);

/* Make a reader of inputs that labels the name |prefix|, a dot and the first
 * key for questions of |kind|; |prefix| "" is the key itself. It is part of
 * |chain|; NULL if that fails. */
struct reader *ddds_input_name_reader(struct input_readers *input,
                                      enum ddds_question_kind kind,
                                      const char *prefix,
                                      struct reader_chain *chain);

/* Return true if first keys have hashes of the inputs. Then the readers of keys
 * read them as if no name had their hashes. */
bool ddds_input_is_hashed(const struct input_readers *input);

/* The hashes that names have: strings with their NULs. */
const struct intern *ddds_input_hashes(const struct input_readers *input);

/* Make a reader of inputs that labels their first keys as if |hash| were the
 * hash of each. It is part of |chain|; NULL if that fails. */
struct reader *ddds_input_hashed_reader(struct input_readers *input,
                                        const char *hash,
                                        struct reader_chain *chain);

/* Make a reader of inputs that has the labels of |of_strings|, which reads
 * their Application Unique Strings. It is part of |chain|, which |of_strings|
 * outlives; NULL if that fails. */
struct reader *ddds_input_through(const struct input_readers *input,
                                  struct reader *of_strings,
                                  struct reader_chain *chain);

/* Return true if strings may be longer than their inputs. */
bool ddds_input_lengthens(const struct input_readers *input);

/* Free the readers of |chain|. */
static inline void reader_chain_free(struct reader_chain *chain)
{
    while (chain->count > 0) {
        reader_free(chain->readers[--chain->count]);
    }
}

/* The inputs that a proof without a set is about, an ERE in static storage: one
 * spelling of each, where inputs have infinitely many. NULL: all. */
const char *ddds_input_plain(const struct ddds_application *application);

#endif
