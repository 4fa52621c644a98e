/* A program that uses every struct of the public headers as its users do, and
 * prints what comes of it. tests/whole/package/grow runs it with a library whose
 * structs have grown since it was compiled: what it prints must be the same.
 *
 * SPDX-License-Identifier: MIT */
#ifndef GROWN_H
#define GROWN_H

#include <ddds/ddds.h>

/* Print a line: |title|, and whether |status| is DDDS_OK. */
void grown_say(const char *title, ddds_status status);

/* A text, or "-" if it is NULL. */
const char *grown_text(const char *text);

/* The octets of |span|, in static memory that the next call uses again. */
const char *grown_span(struct ddds_span span);

/* Print all of |result|, by the functions that walk through it. */
void grown_print_result(const struct ddds_result *result);

/* Zones in memory with rules, servers, addresses and URI records. */
ddds_database *grown_zones(void);

/* Functions that use the structs, a function per file of the program. */
void grown_use_results(void);
void grown_use_extensions(void);
void grown_use_values(void);
void grown_use_checks(void);
void grown_use_fetch(void);
void grown_use_validate(void);

#endif
