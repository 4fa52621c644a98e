/* Flags, as sets of letters.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_FLAGS_H
#define RULE_FLAGS_H

#include <ddds/rule.h>

/* The letters of a flags field, or those that an application knows: a bit for
 * each letter that has a meaning, and one for all others. */
typedef unsigned char flag_letters;

/* Return the letters in |flags|, a field, in either case. */
flag_letters ddds_flags_letters(const char *flags);

/* Return the letters that an application knows, which it lists in |known|. */
flag_letters ddds_flags_known(const char *known);

/* Return what the output of a rule with |letters| is, as ddds_flags_interpret
 * does, for an application that knows the letters in |known|. */
enum ddds_next ddds_flags_meaning(flag_letters letters, flag_letters known);

#endif
