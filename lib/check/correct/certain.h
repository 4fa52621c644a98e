/* Which corrections are certain.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_CORRECT_CERTAIN_H
#define CHECK_CORRECT_CERTAIN_H

#include <stdbool.h>

/* Return whether a correction of |code|, such as "L204", may be made without
 * asking: it keeps the meaning of the record, or gives a record that servers or
 * clients reject the one meaning that it can have. Others choose among
 * meanings: an order, a flag, a group, a name that may be complete. */
bool ddds_certain_code(const char *code);

/* Return whether a correction chooses among meanings if it corrects |code|,
 * whatever else it corrects. */
bool ddds_certain_choice(const char *code);

#endif
