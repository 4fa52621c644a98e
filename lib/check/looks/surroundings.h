/* What surrounds rules: how long they are kept, wildcards, and who may register
 * them. Each is a check of its type (check.h).
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LOOKS_SURROUNDINGS_H
#define CHECK_LOOKS_SURROUNDINGS_H

#include "check/check.h"

check_set_fn ddds_check_ttl;
check_set_fn ddds_check_hijacking;
check_zone_fn ddds_check_negative_ttl;
check_all_fn ddds_check_wildcards;

#endif
