/* SPDX-License-Identifier: MIT */
#include "print/xml.h"

void print_markup_octet(FILE *out, char octet)
{
    switch (octet) {
    case '&':
        fputs("&amp;", out);
        break;
    case '<':
        fputs("&lt;", out);
        break;
    case '>':
        fputs("&gt;", out);
        break;
    case '"':
        fputs("&quot;", out);
        break;
    default:
        putc(octet, out);
    }
}

void print_xml(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char octet = (unsigned char)*text;
        if (octet != '\n' && (octet < 0x20 || octet > 0x7e)) {
            fprintf(out, "\\%03u", octet);
        } else {
            print_markup_octet(out, *text);
        }
    }
}

void print_attribute(FILE *out, const char *name, const char *value)
{
    fprintf(out, " %s=\"", name);
    print_xml(out, value);
    putc('"', out);
}
