/* Forks are noticed.
 *
 * SPDX-License-Identifier: MIT */
#include <unistd.h>

#include "base/process.h"
#include "base/assertions.h"

/* In a child, was a change noticed, once? */
static bool child_notices(struct process *process)
{
    pid_t child = fork();
    if (child == 0) {
        bool first = ddds_process_changed(process);
        bool second = ddds_process_changed(process);
        _exit(first && !second ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(a_fork_is_noticed_with_and_without_a_wiped_page)
{
    struct process with;
    ddds_process_enter(&with);
    struct process without = {NULL, getpid()};
    assert_false(ddds_process_changed(&with));
    assert_false(ddds_process_changed(&without));
    assert_true(child_notices(&with));
    assert_true(child_notices(&without));
    assert_false(ddds_process_changed(&with));
    assert_false(ddds_process_changed(&without));
    ddds_process_leave(&with);
    ddds_process_leave(&without);
}
