/* Signals that come together are one.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/interrupt.h"
#include "base/assertions.h"

#include <signal.h>

TEST(two_signals_at_once_do_not_end_the_process)
{
    interrupt_begin();
    assert_false(interrupt_came());
    raise(SIGTERM);
    raise(SIGTERM); /* by timeout(1), to the group */
    assert_true(interrupt_came());
}
