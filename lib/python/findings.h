/* Findings of a check as records of Python: see ddds/_findings.py.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_PYTHON_FINDINGS_H
#define DDDS_PYTHON_FINDINGS_H

#include <ddds/check.h>

#include "pickle.h"

/* Report the findings of |check| as a list in |pickle|. Fails as
 * ddds_check_report does. */
ddds_status ddds_findings_report(ddds_check *check, struct ddds_pickle *pickle,
                                 struct ddds_check_summary *summary,
                                 struct ddds_error *error);

/* Look up |names| as ddds_check_names does, and write the messages about those
 * that could not be looked up to |failures|, a list of strings. Fails as
 * ddds_check_names does. */
ddds_status ddds_findings_query(ddds_check *check, struct ddds_check_live *live,
                                const char *const *names, size_t count,
                                struct ddds_pickle *failures,
                                struct ddds_error *error);

/* Correct the |length| octets at |text|, which findings call |name|, as
 * ddds_check_correct does, and write where each correction begins, how many
 * octets it replaces, and its text to |corrections|, a list. */
ddds_status ddds_findings_correct(const struct ddds_check_options *options,
                                  const char *name, const char *text,
                                  size_t length,
                                  struct ddds_pickle *corrections,
                                  struct ddds_error *error);

#endif
