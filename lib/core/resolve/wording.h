/* Texts for results, except those of verdicts, reasons and replies, which are
 * in the public headers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RESOLVE_WORDING_H
#define RESOLVE_WORDING_H

#include <ddds/result.h>

/* Return the title of a result with |reason_class|, for example "Not found", in
 * static storage. */
const char *ddds_wording_class(enum ddds_reason_class reason_class);

/* Return the title of an outcome of |kind|, in static storage. */
const char *ddds_wording_kind(enum ddds_outcome_kind kind);

/* Return the RCODE of |reply| (RFC 1035 section 4.1.1), for example "NXDOMAIN",
 * in static storage; NULL if |reply| has none, such as a timeout. */
const char *ddds_wording_rcode(enum ddds_reply reply);

/* Return the record types of a question of |kind|, such as "A+AAAA", in static
 * storage; "?" for DDDS_ASK_RECORDS, which an engine never asks. */
const char *ddds_wording_types(enum ddds_question_kind kind);

/* Return the use of a rule's output, for example "the next key", in static
 * storage; NULL if it needs no text. */
const char *ddds_wording_use(enum ddds_next next);

/* Return the sentence for the verdict on |judged|, a rule of |result|; NULL if
 * the verdict and the use of the output suffice. It is in static storage, in
 * the result, or in |memory|. */
enum { WORDING_SIZE = 512 };
const char *ddds_wording_verdict(const struct ddds_judged_rule *judged,
                                 const struct ddds_result *result,
                                 char memory[WORDING_SIZE]);

#endif
