/* Pieces of XML.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PRINT_XML_H
#define PRINT_XML_H

#include <stdio.h>

/* Print |octet| of XML or HTML, so that it ends neither the text around it nor
 * the value, which has double quotes. */
void print_markup_octet(FILE *out, char octet);

/* Print |text| as character data. XML cannot represent control characters: they
 * and octets outside ASCII are written as \DDD. */
void print_xml(FILE *out, const char *text);

/* Print " name="value"", with |value| as print_xml prints it. */
void print_attribute(FILE *out, const char *name, const char *value);

#endif
