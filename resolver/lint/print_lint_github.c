/* Print findings as GitHub's workflow commands: the runner reads them from the
 * output of a step, and shows them beside the lines of a change.
 *
 *     ::error file=a.zone,line=6,endLine=6,col=33,endColumn=34,title=L101::...
 *
 * SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "lint/print_lint.h"
#include "text/printable.h"

/* Print |text| as data of a command; |more| are characters that would end a
 * property. The runner shows the data: escape as for a terminal. */
static void print_data(FILE *out, const char *text, const char *more)
{
    size_t length = strlen(text);
    while (length > 0) {
        unsigned char octet = (unsigned char)*text;
        size_t size = 1;
        if (octet < 0x20 || octet == 0x7f || octet == '%' ||
            strchr(more, *text) != NULL) {
            fprintf(out, "%%%02X", octet);
        } else {
            size = printable_length(text, length);
            size = size > 0 ? size : 1;
            printable_write(out, text, size);
        }
        text += size;
        length -= size;
    }
}

static void print_property(FILE *out, const char *text)
{
    print_data(out, text, ":,");
}

/* GitHub accepts columns only within a line; endColumn is inclusive. */
static void print_region(FILE *out, const struct ddds_region *region)
{
    fprintf(out, ",line=%" PRIu32 ",endLine=%" PRIu32, region->line,
            region->end_line);
    if (region->end_line == region->line) {
        uint32_t last = region->end_column - 1;
        fprintf(out, ",col=%" PRIu32 ",endColumn=%" PRIu32, region->column,
                last > region->column ? last : region->column);
    }
}

void print_unchecked_github(FILE *out, const char *detail)
{
    fputs("::error title=not checked::", out);
    print_data(out, detail, "");
    putc('\n', out);
}

void print_finding_github(FILE *out, const struct ddds_finding *finding)
{
    const struct ddds_check_code *code = finding->code;
    fprintf(out, "::%s ",
            code->severity == DDDS_INFO ? "notice"
                                        : ddds_severity_text(code->severity));
    if (finding->server == NULL) {
        fputs("file=", out);
        print_property(out, finding->file);
        print_region(out, &finding->region);
        putc(',', out);
    }
    fprintf(out, "title=%s::", code->code);
    if (finding->server != NULL) {
        print_data(out, finding->file, "");
        putc(' ', out);
        print_data(out, finding->owner != NULL ? finding->owner : "", "");
        fputs(": ", out);
    }
    print_data(out, finding->detail, "");
    fputs("%0AWhy: ", out);
    print_data(out, code->why, "");
    fputs("%0AEffect: ", out);
    print_data(out, code->consequence, "");
    if (finding->fix != NULL) {
        fputs("%0AFix: ", out);
        print_data(out, finding->fix, "");
    }
    putc('\n', out);
}
