/* Applications written in C, as constants. Callers use functions instead
 * (catalogue.c), so that the size is not part of the ABI.
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
