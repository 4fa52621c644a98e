/* SPDX-License-Identifier: MIT */
#include "rule/ere_resources.h"

#include <stdlib.h>

#include "base/limits.h"

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
