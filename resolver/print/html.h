/* Elements of HTML. Data is escaped, so that it cannot end its text.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PRINT_HTML_H
#define PRINT_HTML_H

#include <stddef.h>
#include <stdio.h>

/* Write |length| octets of UTF-8 for people: controls, tabs and line ends too,
 * invisible characters and those that reorder others are shown as <U+202E>. */
void html_span(FILE *out, const char *text, size_t length);

/* Write a string as html_span() does; NULL is "". */
void html_text(FILE *out, const char *text);

/* Write the value of an attribute or textarea, which a form sends back
 * unchanged. NUL, which HTML excludes, becomes U+FFFD. */
void html_value(FILE *out, const char *text, size_t length);

/* Write |text| as <code>. */
void html_code(FILE *out, const char *text);

/* Write |address| as a link if it is http or https, and breaks no rule of HTTP
 * (ddds_uri_breaks_http); else as <code>. */
void html_link(FILE *out, const char *address);

/* Write |word| in a frame with a sign for its |kind|: "good", "bad", "error",
 * "warning", "info" or "other". */
void html_badge(FILE *out, const char *kind, const char *word);

/* Write a term with its description; nothing if |text| is NULL or "". */
void html_term(FILE *out, const char *name, const char *text);
void html_term_code(FILE *out, const char *name, const char *text);

/* Start a table that can be scrolled by keyboard, until html_table_end().
 * |heads| ends with NULL. */
void html_table(FILE *out, const char *caption, const char *const *heads);
void html_table_end(FILE *out);

#endif
