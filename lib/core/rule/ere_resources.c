/* SPDX-License-Identifier: MIT */
#include "rule/ere_resources.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/limits.h"
#include "rule/ere.h"

void *ddds_ere_allocate(size_t size, void *context)
{
    (void)context;
    return malloc(size);
}

void ddds_ere_release(void *memory, void *context)
{
    (void)context;
    free(memory);
}

size_t ddds_ere_space(size_t length, unsigned share, bool is_utf)
{
    size_t work = LIMIT_LONGEST_WORK / (length + 1) / share;
    size_t states = LIMIT_LONGEST_SPACE / 6;
    work = is_utf ? work / LIMIT_UTF_COST : work;
    while (states > 8 && states * states > work) {
        states -= states / 8;
    }
    return states * 6;
}

ddds_status ddds_ere_take_steps(const struct ere_subject *subject, size_t count,
                                struct ddds_error *error)
{
    size_t *left = subject->steps_left;
    if (left == NULL) {
        return DDDS_OK;
    }
    bool has_enough = *left > count;
    *left -= has_enough ? count : *left;
    if (has_enough) {
        return DDDS_OK;
    }
    return ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                          "matching takes more steps than are left for the "
                          "input");
}
