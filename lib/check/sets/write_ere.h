/* Conversion of a set to an extended regular expression.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_SETS_WRITE_ERE_H
#define CHECK_SETS_WRITE_ERE_H

#include <stdbool.h>

#include "base/text.h"
#include "check/sets/dfa.h"

enum { WRITE_ERE_SIZE = 121 };

/* Write an expression that matches the strings of |dfa| as a whole. False if it
 * is too long, or |dfa| has cycles of several states. */
bool ddds_write_ere(const struct dfa *dfa, char ere[WRITE_ERE_SIZE]);

/* Write the expression that matches |octet| only. */
void ddds_write_literal(struct text *text, unsigned char octet);

#endif
