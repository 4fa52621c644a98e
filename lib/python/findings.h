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

#endif
