/* The applications that are written in C, as constants. Callers get them by
 * function (catalogue.c), so that their size is not part of the ABI.
 *
 * SPDX-License-Identifier: MIT */
#ifndef APP_POLICIES_H
#define APP_POLICIES_H

#include <ddds/application.h>

#define APPLICATION(name)                                                      \
    extern const struct ddds_application ddds_policy_##name;
#include "app/catalogue.def"
#undef APPLICATION

#endif
