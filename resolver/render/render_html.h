/* Format of a result as HTML.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RENDER_RENDER_HTML_H
#define RENDER_RENDER_HTML_H

#include <stdio.h>

#include <ddds/result.h>

/* Write |result| as HTML: status, outcomes, and every rule with its verdict.
 * Style and scripts of ddds serve depend on classes and data. */
void html_result(FILE *out, const struct ddds_result *result);

#endif
