/* A result as HTML.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RENDER_RENDER_HTML_H
#define RENDER_RENDER_HTML_H

#include <stdio.h>

#include <ddds/result.h>

/* Write |result| with its trace as a piece of HTML: its status, outcomes, and
 * every rule with its verdict. Its classes and data are what the style and the
 * scripts of ddds serve know. */
void html_result(FILE *out, const struct ddds_result *result);

#endif
