/* Taking records into the check, and asking for what they lead to.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LIVE_LIVE_TAKE_H
#define CHECK_LIVE_LIVE_TAKE_H

#include "check/live/live_state.h"

/* Put what |asked| was answered with into the check, and ask for what that
 * leads to, which |from| is then the reason of. Returns the set that was asked
 * for, or NULL. */
struct checked_zone *ddds_live_take(struct live *live,
                                    const struct live_question *asked,
                                    const struct live_question *from);

/* Ask for |type| at |name|, because the answer to |from| says so. NULL if there
 * are too many questions, or without memory. */
struct live_question *ddds_live_ask_from(struct live *live, const char *name,
                                         uint16_t type,
                                         const struct live_question *from);

/* Ask for the addresses of |name|, because the answer to |from| says so. */
void ddds_live_ask_addresses(struct live *live, const char *name,
                             const struct live_question *from);

#endif
