/* UUIDs by SHA-3 on a system without libcrypto: the message says what to
 * install.
 *
 * SPDX-License-Identifier: MIT */
#include <dlfcn.h>

#include "core/uuid_testing.h"

/* In the place of the system's. */
void *dlopen(const char *file, int mode)
{
    assert_string_equal(file, "libcrypto.so.3");
    return NULL;
}

TEST(the_package_is_named)
{
    struct ddds_uuid uuid = *ddds_uuid_max();
    struct ddds_error error;
    assert_int_equal(ddds_uuid_make_name(DDDS_UUID_SHAKE128, ddds_uuid_nil(),
                                         "a", 1, &uuid, &error),
                     DDDS_BAD_OPTION);
    assert_string_equal(error.detail,
                        "UUID: SHAKE-128 needs libcrypto.so.3, which is "
                        "missing; install the Debian package of OpenSSL 3 "
                        "(libssl3, or libssl3t64 in Debian 13)");
    assert_true(ddds_uuid_equal(&uuid, ddds_uuid_max()));
}

TEST(other_hashes_need_no_library)
{
    struct ddds_uuid uuid;
    assert_ok(ddds_uuid_make_name(DDDS_UUID_SHA512, ddds_uuid_nil(), "a", 1,
                                  &uuid, NULL));
    assert_int_equal(ddds_uuid_get_version(&uuid), 8);
}
