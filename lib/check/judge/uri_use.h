/* Whether a URI suits the service of a rule, and is valid for its scheme.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_URI_USE_H
#define CHECK_JUDGE_URI_USE_H

#include <stdbool.h>

#include <ddds/uri.h>

#include "base/text.h"
#include "check/judge/rule_view.h"
#include "check/report/codes.h"

/* Find a service of the rule whose URIs do not have the scheme
 * |question->word|. Return false if it suits all of them, or nothing is known
 * about them. |list| receives the schemes of the service, as in "sip or
 * sips". */
bool ddds_uri_use_is_foreign(const struct clean_question *question,
                             struct ddds_span *service, struct text *list);

/* Return true if all protocols of a U-NAPTR rule have URIs of certain schemes,
 * so that it cannot lead to a host. */
bool ddds_uri_use_needs_uri(const struct rule_view *view);

/* Write the services field with which |scheme| suits the rule into |meant|.
 * Return false if none or several exist. */
bool ddds_uri_use_suggest(const struct rule_view *view, struct ddds_span scheme,
                          struct text *meant);

/* Return why |uri| is invalid by the rules of its scheme, or NULL. */
const char *ddds_uri_use_fault(const struct ddds_uri *uri);

/* Write the number that the tel URI |literal| probably means into |meant|, with
 * "+": |owner| is the ENUM name of a number with the same country code. Return
 * false if it is unknown. */
bool ddds_uri_use_mend_number(const char *literal, const char *owner,
                              struct text *meant);

/* Return why |uri| is invalid as that of a Peppol metadata service, or NULL.
 * |*code| receives the code. */
const char *ddds_uri_use_metadata_fault(const struct ddds_uri *uri,
                                        enum check_code *code);

#endif
