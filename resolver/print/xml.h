/* Escaping for XML.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PRINT_XML_H
#define PRINT_XML_H

#include <stdio.h>

/* Print |octet|, escaped for text and quoted values of XML or HTML. */
void print_markup_octet(FILE *out, char octet);

/* Print |text| as character data. Control characters, which XML excludes, and
 * octets outside ASCII become \DDD. */
void print_xml(FILE *out, const char *text);

/* Print " name="value"", with |value| escaped as print_xml() does. */
void print_attribute(FILE *out, const char *name, const char *value);

#endif
