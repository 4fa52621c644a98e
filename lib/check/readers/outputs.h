/* Readers of the outputs of rules that decide whether they are usable.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_READERS_OUTPUTS_H
#define CHECK_READERS_OUTPUTS_H

#include "check/sets/dfa_reader.h"
#include "check/readers/rewriting.h"

enum output_label {
    OUTPUT_EMPTY = LABEL_NO_MATCH,
    OUTPUT_GOOD,
    OUTPUT_BAD,
    OUTPUT_UNSURE, /* the reader cannot decide */
};

/* These functions return a reader that the caller frees with reader_free; NULL
 * if allocation fails. */

/* Every output except the empty string is good. */
struct reader *ddds_output_any(void);

/* Text without spaces and control characters, for the flag P. */
struct reader *ddds_output_text(void);

/* URIs (RFC 3986); only absolute URIs (RFC 6116 section 3.4.1). */
struct reader *ddds_output_uri(bool is_absolute);

/* Keys: host names whose labels may have underscores. Outputs have at most
 * |most| octets, and labels |most_label|; if these are within the limits,
 * lengths are not counted. Outputs with %-encodings are unsure. */
struct reader *ddds_output_key(size_t most, size_t most_label);

/* Likewise, but unsure of keys of more than 63 octets. It has few states, because
 * the labels of shorter keys need not be counted. */
struct reader *ddds_output_short_key(void);

/* Domains as applications accept them, ASCII only. */
struct reader *ddds_output_domain(void);

/* First keys, which may contain any octet, labelled by enum input_label. Unsure
 * are keys that are too long with a prefix of |prefix| octets, addresses,
 * backslashes, and octets that are not graphic. |is_turned|: keys are reversed. Unless
 * |is_counted|, only the lengths of labels are limited. */
struct reader *ddds_output_first_key(bool is_turned, bool is_counted,
                                     size_t prefix);

/* Ports from 1 to 65535. */
struct reader *ddds_output_port(void);

#endif
