/* The words in a result, beside those of its verdicts, reasons and replies,
 * which are in the public headers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RESOLVE_WORDING_H
#define RESOLVE_WORDING_H

#include <ddds/result.h>

/* The title of a result with |reason_class|, for example "Not found". Static
 * storage. */
const char *ddds_wording_class(enum ddds_reason_class reason_class);

/* The title of an outcome of |kind|. Static storage. */
const char *ddds_wording_kind(enum ddds_outcome_kind kind);

/* The RCODE of |reply| (RFC 1035 section 4.1.1), for example "NXDOMAIN"; NULL
 * if |reply| does not come from an RCODE, as a timeout. Static storage. */
const char *ddds_wording_rcode(enum ddds_reply reply);

/* The types of record that a question of |kind| asks for, as "A+AAAA"; "?" for
 * DDDS_ASK_RECORDS, which an engine never asks. Static storage. */
const char *ddds_wording_types(enum ddds_question_kind kind);

/* What the output of a rule is, for example "the next key"; NULL if there is
 * nothing to add. Static storage. */
const char *ddds_wording_use(enum ddds_next next);

/* The sentence for the verdict on |judged|, a rule of |result|; NULL if the
 * verdict and the use of the output say all. It is in static storage, in the
 * result, or in |memory|. */
enum { WORDING_SIZE = 512 };
const char *ddds_wording_verdict(const struct ddds_judged_rule *judged,
                                 const struct ddds_result *result,
                                 char memory[WORDING_SIZE]);

#endif
