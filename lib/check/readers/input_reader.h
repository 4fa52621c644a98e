/* Readers of inputs that simulate the steps of an application, to Application
 * Unique Strings and first keys.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_READERS_INPUT_READER_H
#define CHECK_READERS_INPUT_READER_H

#include <ddds/application.h>
#include <ddds/options.h>

#include "check/readers/choice.h"
#include "check/readers/hash_labels.h"
#include "check/readers/name_reader.h"
#include "check/sets/dfa.h"
#include "check/sets/intern.h"

enum { CHAIN = 160 };

/* Readers; each reads the output of the next. The caller frees them with
 * reader_chain_free. */
struct reader_chain {
    struct reader *readers[CHAIN];
    size_t count;
    bool failed;         /* without memory, or for the reason |because| */
    const char *because; /* in static storage, or NULL */
};

/* The readers of an application's inputs; opaque. */
struct input_readers;

/* Return the readers of inputs of |application| with |options|; they read only
 * the inputs in |set|. All arguments but |set| must outlive them; the caller
 * frees them with ddds_input_free. NULL if allocation fails, or if |application|
 * or |options| are not supported: |*unknown| is then the reason, in static
 * storage. */
struct input_readers *ddds_input_new(const struct ddds_application *application,
                                     const struct ddds_options *options,
                                     struct known_names *names,
                                     const struct dfa *set,
                                     const char **unknown);

/* Free |input|, which may be NULL. */
void ddds_input_free(struct input_readers *input);

/* Return the reader whose labels are of enum input_label. |input| owns it. */
struct reader *ddds_input_reader(struct input_readers *input);

/* Return the reader of inputs that labels their first keys like the readers of
 * names. |input| owns it. */
struct reader *ddds_input_key_reader(struct input_readers *input);

/* Make a reader of inputs that labels the name |prefix|, a dot and the first
 * key for questions of |kind|; |prefix| "" is the key itself. |chain| owns it;
 * NULL on failure. */
struct reader *ddds_input_name_reader(struct input_readers *input,
                                      enum ddds_question_kind kind,
                                      const char *prefix,
                                      struct reader_chain *chain);

/* Return true if first keys contain hashes of the inputs. Then the readers of
 * keys assume a hash that no name contains. */
bool ddds_input_is_hashed(const struct input_readers *input);

/* Return the hashes in names. */
const struct hash_labels *ddds_input_hashes(const struct input_readers *input);

/* Make a reader of inputs that labels their first keys as if |hash| were the
 * hash of all inputs. |chain| owns it; NULL on failure. */
struct reader *ddds_input_hashed_reader(struct input_readers *input,
                                        const char *hash,
                                        struct reader_chain *chain);

/* Make a reader of inputs with the labels of |of_strings|, which reads their
 * Application Unique Strings and must outlive |chain|. |chain| owns it; NULL on
 * failure. */
struct reader *ddds_input_through(const struct input_readers *input,
                                  struct reader *of_strings,
                                  struct reader_chain *chain);

/* Return true if Application Unique Strings may be longer than their inputs. */
bool ddds_input_lengthens(const struct input_readers *input);

/* Free the readers of |chain|. */
static inline void reader_chain_free(struct reader_chain *chain)
{
    while (chain->count > 0) {
        reader_free(chain->readers[--chain->count]);
    }
}

#endif
