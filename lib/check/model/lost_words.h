/* Words of a record that a correction would lose.
 *
 * A correction only writes the fields of a record. So a record with words
 * outside of fields has no correction, and a correction must not replace a
 * field completely.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_LOST_WORDS_H
#define CHECK_MODEL_LOST_WORDS_H

#include "check/model/checked_record.h"

/* Return true if the text of |record|, up to the end of its last line, has a
 * word outside of the fields of |naptr|. |end| is the end of the text, or
 * NULL. */
bool ddds_lost_words_in_text(const struct checked_record *record,
                             const struct naptr *naptr, const char *end);

/* Return true if |line|, the source of |corrected|, preserves no part of a
 * field of |original|, except short words, which may be replaced. */
bool ddds_lost_words_in_line(const struct checked_record *original,
                             const struct checked_record *corrected,
                             const char *line);

#endif
