/* Readers of the outputs of rules: whether they can be used.
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

/* Each of these returns a reader that the caller frees with reader_free, or
 * NULL if allocation fails. */

/* Any output is good that is not empty. */
struct reader *ddds_output_any(void);

/* Text without spaces and control characters: of the flag P. */
struct reader *ddds_output_text(void);

/* URIs (RFC 3986), or only absolute ones (RFC 6116 section 3.4.1). */
struct reader *ddds_output_uri(bool is_absolute);

/* Keys: host names whose labels may have underscores. No output has more than
 * |most| octets, nor any of its labels more than |most_label|; lengths below
 * the limits are not counted. Outputs with %-encodings are unsure. */
struct reader *ddds_output_key(size_t most, size_t most_label);

/* Domains, as applications take them: ASCII only. */
struct reader *ddds_output_domain(void);

/* First keys, of any octets, with the labels of enum input_label. Those that are
 * too long with another |prefix| octets are unsure, as are addresses and
 * octets that names spell with a backslash. |is_turned|: they are read from the end. Unless
 * |is_counted|, none is too long but for its labels. */
struct reader *ddds_output_first_key(bool is_turned, bool is_counted,
                                     size_t prefix);

/* Ports from 1 to 65535. */
struct reader *ddds_output_port(void);

#endif
