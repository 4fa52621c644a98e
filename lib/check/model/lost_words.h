/* Words of a record that a correction would lose.
 *
 * A correction writes the fields of a record and nothing else. So there is
 * none for a record with words that belong to no field, and none that empties
 * a field, or writes another over it, of which nothing remains.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_LOST_WORDS_H
#define CHECK_MODEL_LOST_WORDS_H

#include "check/model/checked_record.h"

/* Return whether the text of |record|, up to the end of its last line, has a
 * word that is in no field of |naptr|. |end| is the end of that text, or
 * NULL. */
bool ddds_lost_words_in_text(const struct checked_record *record,
                             const struct naptr *naptr, const char *end);

/* Return whether |line|, which |corrected| was read from, has nothing of the
 * words in a field of |original|, except short ones that others replace. */
bool ddds_lost_words_in_line(const struct checked_record *original,
                             const struct checked_record *corrected,
                             const char *line);

#endif
