/* The flags field of a rule.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_FLAGS_H
#define RULE_FLAGS_H

#include <ddds/rule.h>

/* What |flags| make of a rule's output, for an application that knows those of
 * the letters S, A, U and P that stand in |known| (lib/DECISIONS.md, "flags").
 * A flag that it does not know counts for more than any that it does. */
enum ddds_next ddds_flags_interpret(const char *flags, const char *known);

#endif
