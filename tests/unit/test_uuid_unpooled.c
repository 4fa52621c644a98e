/* lib/uuid/entropy.c on a kernel that wipes no pages in a child: each UUID has
 * octets that were read for it.
 *
 * The C library's madvise and getrandom are replaced here.
 *
 * SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* syscall */
#include "unit/uuid_testing.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

static unsigned calls;

int madvise(void *octets, size_t length, int advice)
{
    (void)octets;
    (void)length;
    (void)advice;
    errno = EINVAL;
    return -1;
}

ssize_t getrandom(void *octets, size_t length, unsigned flags)
{
    calls++;
    return syscall(SYS_getrandom, octets, length, flags);
}

static void every_uuid_asks_the_kernel(void **state)
{
    (void)state;
    for (unsigned i = 1; i <= 1000; i++) {
        struct ddds_uuid uuid;
        assert_int_equal(ddds_uuid_generate_v4(&uuid, 1, NULL), DDDS_OK);
        assert_int_equal(calls, 2 * i - 1);
        assert_int_equal(ddds_uuid_generate_v7(&uuid, 1, NULL, NULL), DDDS_OK);
        assert_int_equal(calls, 2 * i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_uuid_asks_the_kernel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
