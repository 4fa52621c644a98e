/* A corrected record with the layout of the old one.
 *
 * SPDX-License-Identifier: MIT */
#ifndef MEND_MERGE_H
#define MEND_MERGE_H

#include <stddef.h>

/* How much of the old record is kept. */
enum merge_level {
    MERGE_MEANING, /* words of the same meaning, the layout, comments */
    MERGE_WORDS,   /* the same words, the layout, comments */
    MERGE_NOTHING, /* only comments, behind the record */
};

/* Return |fix| in place of the |length| octets of the record at |old|, to be
 * freed with free(). If the words of the two do not match, only comments are
 * kept. NULL without memory. */
char *merge_record(const char *old, size_t length, const char *fix,
                   enum merge_level level);

#endif
