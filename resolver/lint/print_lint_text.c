/* Print findings as text, with record, position, why and effect, or a line each
 * in the format of compilers.
 *
 *     a.zone:6:33: error: "\1" in the regexp is not an escape; write \\1 [L101]
 *         a NAPTR 1 1 "u" "" "!^(.*)$!sip:\1@example.com!" .
 *                                         ^
 *         why:    RFC 1035 section 5.1: ...
 *         effect: BIND and Knot reject the zone file ...
 *         fix:    a NAPTR 1 1 "u" "" "!^(.*)$!sip:\\1@example.com!" .
 *
 * The position of a live record is the server and the key:
 *
 *     @192.0.2.1:53 a.example: error: ...
 *
 * SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "render/rendering.h"
#include "text/printable.h"
#include "lint/print_lint.h"

/* Maximum width of lines with a caret, which must not wrap. */
enum { WIDEST = 160 };

static const char *paint(bool has_color, const char *code)
{
    return has_color ? code : "";
}

static const char *severity_color(enum ddds_severity severity)
{
    static const char *const codes[] = {"\033[36m", "\033[33m", "\033[31m"};
    return codes[severity];
}

/* Print FILE:LINE:COLUMN, or server and key of a live record. */
static void print_place(FILE *out, const struct ddds_finding *finding)
{
    print_escaped(out, finding->file);
    if (finding->server != NULL) {
        putc(' ', out);
        print_escaped(out, finding->owner != NULL ? finding->owner : "");
        fputs(": ", out);
        return;
    }
    fprintf(out, ":%" PRIu32 ":%" PRIu32 ": ", finding->region.line,
            finding->region.column);
}

/* Print the line, with a caret under the mistake. */
static void print_source(FILE *out, const struct ddds_finding *finding,
                         bool has_color)
{
    const struct ddds_region *region = &finding->region;
    size_t length = finding->source.length;
    if (finding->source.text == NULL || length > WIDEST ||
        region->column > length + 1) {
        return;
    }
    fputs("    ", out);
    char line[WIDEST + 1];
    for (size_t i = 0; i < length; i++) {
        line[i] = finding->source.text[i];
        line[i] = line[i] == '\t' ? ' ' : line[i];
    }
    printable_write(out, line, length);
    size_t begin = region->column - 1;
    size_t end =
        region->end_line == region->line ? region->end_column - 1 : length;
    end = end < length ? end : length;
    fprintf(out, "\n    %*s%s^", (int)printable_columns(line, begin), "",
            paint(has_color, "\033[32m"));
    size_t marked =
        end > begin ? printable_columns(line + begin, end - begin) : 0;
    for (size_t i = 1; i < marked; i++) {
        putc('~', out);
    }
    fprintf(out, "%s\n", paint(has_color, "\033[0m"));
}

void print_finding_text(FILE *out, const struct ddds_finding *finding,
                        bool has_color)
{
    const struct ddds_check_code *code = finding->code;
    fputs(paint(has_color, "\033[1m"), out);
    print_place(out, finding);
    fprintf(out, "%s%s%s: %s [%s]\n",
            paint(has_color, severity_color(code->severity)),
            ddds_severity_text(code->severity), paint(has_color, "\033[0m"),
            finding->detail, code->code);
    print_source(out, finding, has_color);
    fprintf(out, "    why:    %s\n    effect: %s\n", code->why,
            code->consequence);
    if (finding->fix != NULL) {
        fprintf(out, "    fix:    %s\n", finding->fix);
    }
}

static void print_count(FILE *out, size_t count, const char *one,
                        const char *several)
{
    fprintf(out, "%zu %s", count, count == 1 ? one : several);
}

void print_summary_text(FILE *out, const struct ddds_check_summary *summary)
{
    if (summary->queries > 0) {
        print_count(out, summary->queries, "query", "queries");
    } else {
        print_count(out, summary->files, "file", "files");
    }
    fputs(", ", out);
    print_count(out, summary->records, "NAPTR record", "NAPTR records");
    fputs(" at ", out);
    print_count(out, summary->keys, "key", "keys");
    fputs(": ", out);
    print_count(out, summary->found[DDDS_ERROR], "error", "errors");
    fputs(", ", out);
    print_count(out, summary->found[DDDS_WARNING], "warning", "warnings");
    fputs(", ", out);
    print_count(out, summary->found[DDDS_INFO], "note", "notes");
    if (summary->omitted > 0) {
        fprintf(out, " (%zu not shown)", summary->omitted);
    }
    putc('\n', out);
}

void print_finding_gcc(FILE *out, const struct ddds_finding *finding)
{
    enum ddds_severity severity = finding->code->severity;
    print_place(out, finding);
    fprintf(out, "%s: %s [%s]\n",
            severity == DDDS_INFO ? "note" : ddds_severity_text(severity),
            finding->detail, finding->code->code);
}

void print_codes_text(FILE *out)
{
    const struct ddds_check_code *code;
    for (size_t i = 0; (code = ddds_check_code_at(i)) != NULL; i++) {
        fprintf(out, "%s  %-7s  %s\n", code->code,
                ddds_severity_text(code->severity), code->title);
    }
}
