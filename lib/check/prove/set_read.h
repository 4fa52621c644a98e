/* Parsing of sets; selection of parts of sets.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_SET_READ_H
#define CHECK_PROVE_SET_READ_H

#include <ddds/status.h>

#include "check/sets/dfa.h"

/* Parse |text|, an expression that matches the members of |*set|, which is NULL
 * without members, as a whole. Fails with DDDS_MALFORMED (the offset is in
 * |text|), DDDS_LIMIT or DDDS_NO_MEMORY. */
ddds_status ddds_set_read(const char *text, bool ignores_case,
                          struct dfa_budget *budget, struct dfa **set,
                          struct ddds_error *error);

#endif
