/* What a person probably meant by an input that no application takes when none
 * is named.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_HINTS_H
#define CLI_HINTS_H

/* What is wrong with |input|, which is neither URN nor URI, and what to do
 * about it. Lives for ever. */
const char *hint_for(const char *input);

#endif
