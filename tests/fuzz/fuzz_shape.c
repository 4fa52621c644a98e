/* Shapes of strangers (see fuzz_expression.h).
 *
 * What is read as a shape is an expression for the reader, too; and a shape
 * matches what PCRE2 matches, with the same groups, or leaves it to PCRE2.
 *
 * SPDX-License-Identifier: MIT */
#include "core/differential/shape_twin.h"
#include "fuzz_expression.h"

static void compare(const char *ere, bool ignore_case, const char *subject)
{
    struct shape_twin twin;
    bool is_wrong = false;
    bool matched = false;
    if (shape_twin_begin(&twin, ere, ignore_case, &is_wrong)) {
        require(shape_twin_compare(&twin, subject, &matched) !=
                SHAPE_TWIN_WRONG);
        shape_twin_end(&twin);
    }
    require(!is_wrong);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_expression(data, size, compare);
    return 0;
}
