/* Findings in a zone as HTML, each with its line, its reasons and its
 * correction, which a button applies.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/page/answers.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <ddds/check.h>

#include "print/html.h"
#include "serve/page/members.h"

enum {
    MOST_LISTED = 200,
    AROUND = 90,       /* octets shown on each side of the region */
    MOST_MARKED = 400, /* limit on the octets shown of the region */
    MOST_WORDS = 64,   /* limit on the words of a record that are compared */
};

/* The zone of the request. |sent| counts the octets of all copies in the page.
 * |line| and |at| cache a line's offset; findings are in the order of lines. */
struct zone {
    const char *text;
    size_t length;
    size_t sent;
    uint32_t line;
    size_t at;
    const char *origin;
    const char *app;
    bool is_piece; /* scripts apply corrections to the text in the editor */
};

/* ---- Positions ---------------------------------------------------------- */

/* Return the offset of |line|, which counts from 1; at most the length. */
static size_t find_line(struct zone *zone, uint32_t line)
{
    if (line < zone->line) {
        zone->line = 1;
        zone->at = 0;
    }
    for (; zone->line < line && zone->at < zone->length; zone->line++) {
        const char *end =
            memchr(zone->text + zone->at, '\n', zone->length - zone->at);
        zone->at = end != NULL ? (size_t)(end - zone->text) + 1 : zone->length;
    }
    return zone->at;
}

static size_t line_end(const struct zone *zone, size_t at)
{
    const char *end = memchr(zone->text + at, '\n', zone->length - at);
    return end != NULL ? (size_t)(end - zone->text) : zone->length;
}

/* Return the offset of a position. */
static size_t find_place(struct zone *zone, uint32_t line, uint32_t column)
{
    size_t at = find_line(zone, line);
    size_t end = line_end(zone, at);
    return end - at < column - 1 ? end : at + column - 1;
}

static struct ddds_region read_region(const json_t *object)
{
    struct ddds_region region = {
        .line = (uint32_t)member_number(object, "line"),
        .column = (uint32_t)member_number(object, "column"),
        .end_line = (uint32_t)member_number(object, "end_line"),
        .end_column = (uint32_t)member_number(object, "end_column"),
    };
    region.column += region.column == 0;
    region.end_column += region.end_column == 0;
    return region;
}

/* Return the offset of a region's start, and set |*end| to that after it. */
static size_t find_region(struct zone *zone, const json_t *object, size_t *end)
{
    struct ddds_region region = read_region(object);
    size_t begin = find_place(zone, region.line, region.column);
    *end = find_place(zone, region.end_line, region.end_column);
    *end = *end < begin ? begin : *end;
    return begin;
}

/* Return true if |octet| continues a character of UTF-8. */
static bool is_inside(char octet)
{
    return ((unsigned char)octet & 0xc0) == 0x80;
}

/* Return |at|, moved back to the start of its character. */
static size_t round_down(const struct zone *zone, size_t at)
{
    while (at > 0 && is_inside(zone->text[at])) {
        at--;
    }
    return at;
}

/* Write a piece of the zone, with its tabs and line ends. */
static void write_piece(FILE *out, const char *begin, const char *end)
{
    for (const char *at = begin; at < end; at++) {
        if (*at == '\t' || *at == '\n') {
            html_span(out, begin, (size_t)(at - begin));
            putc(*at, out);
            begin = at + 1;
        }
    }
    if (end > begin) {
        html_span(out, begin, (size_t)(end - begin));
    }
}

/* Write the line of a finding, shortened, with the region marked. */
static void write_excerpt(FILE *out, struct zone *zone, const json_t *finding,
                          const char *severity)
{
    size_t end;
    size_t begin = find_region(zone, finding, &end);
    size_t first = find_line(zone, read_region(finding).line);
    size_t last = line_end(zone, begin);
    if (last > first && zone->text[last - 1] == '\r') {
        last--;
    }
    begin = begin > last ? last : begin;
    end = end > last ? last : end;
    size_t from =
        begin - first > AROUND ? round_down(zone, begin - AROUND) : first;
    size_t shown =
        end - begin > MOST_MARKED ? round_down(zone, begin + MOST_MARKED) : end;
    size_t to = last - shown > AROUND ? round_down(zone, shown + AROUND) : last;
    fputs("<pre class=\"source\" dir=\"ltr\">\n", out);
    fputs(from > first ? "…" : "", out);
    write_piece(out, zone->text + from, zone->text + begin);
    fprintf(out, "<mark class=\"%s\">", severity);
    write_piece(out, zone->text + begin, zone->text + shown);
    fputs(shown == begin ? " </mark>" : "</mark>", out);
    write_piece(out, zone->text + shown, zone->text + to);
    fputs(to < last ? "…</pre>\n" : "</pre>\n", out);
}

/* ---- Corrections -------------------------------------------------------- */

static void write_hidden(FILE *out, const char *name, const char *value)
{
    if (value != NULL && value[0] != '\0') {
        fprintf(out, "<input type=\"hidden\" name=\"%s\" value=\"", name);
        html_value(out, value, strlen(value));
        fputs("\">", out);
    }
}

static void write_button(FILE *out, const char *type, json_int_t line)
{
    fprintf(out,
            "<button type=\"%s\" class=\"apply\">Apply this correction"
            "<span class=\"unseen\"> of line %" JSON_INTEGER_FORMAT
            "</span></button>",
            type, line);
}

/* Write a form that sends the zone with |record| in place of the octets from
 * |begin| to |end|; write nothing if the page is too long already. */
static void write_form(FILE *out, struct zone *zone, size_t begin, size_t end,
                       const char *record, json_int_t line)
{
    if (zone->sent + zone->length > MOST_REPEATED) {
        return;
    }
    zone->sent += zone->length;
    fputs("<form method=\"post\" action=\"/lint#lint-result\">"
          "<input type=\"hidden\" name=\"zone\" value=\"",
          out);
    html_value(out, zone->text, begin);
    html_value(out, record, strlen(record));
    html_value(out, zone->text + end, zone->length - end);
    fputs("\">", out);
    write_hidden(out, "origin", zone->origin);
    write_hidden(out, "app", zone->app);
    write_button(out, "submit", line);
    fputs("</form>", out);
}

/* Write the region of |object| for scripts. */
static void write_place(FILE *out, const json_t *object)
{
    struct ddds_region region = read_region(object);
    fprintf(out,
            " data-place=\"%" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 "\"",
            region.line, region.column, region.end_line, region.end_column);
}

static bool is_blank(char octet)
{
    return octet == ' ' || octet == '\t' || octet == '\n' || octet == '\r';
}

/* Find the words of |text|; the last of MOST_WORDS has the rest. */
static size_t find_words(struct ddds_span text, struct ddds_span *words)
{
    size_t count = 0;
    bool is_within = false;
    for (const char *at = text.text; at < text.text + text.length; at++) {
        if (is_blank(*at)) {
            is_within = false;
            continue;
        }
        if (!is_within && count < MOST_WORDS) {
            words[count++].text = at;
        }
        words[count - 1].length = (size_t)(at - words[count - 1].text) + 1;
        is_within = true;
    }
    return count;
}

/* Write |word|, of which |tag| marks what differs from |twin|. */
static void write_word(FILE *out, const char *tag, struct ddds_span word,
                       struct ddds_span twin)
{
    const char *text = word.text;
    size_t length = word.length;
    size_t both = length < twin.length ? length : twin.length;
    size_t head = 0;
    size_t tail = 0;
    while (head < both && text[head] == twin.text[head]) {
        head++;
    }
    while (tail < both - head &&
           text[length - tail - 1] == twin.text[twin.length - tail - 1]) {
        tail++;
    }
    while (head > 0 && is_inside(text[head])) {
        head--;
    }
    while (tail > 0 && is_inside(text[length - tail])) {
        tail--;
    }
    write_piece(out, text, text + head);
    if (length > head + tail) {
        fprintf(out, "<%s>", tag);
        write_piece(out, text + head, text + length - tail);
        fprintf(out, "</%s>", tag);
    }
    write_piece(out, text + length - tail, text + length);
}

/* Write |text| as a line of a change. Each word is compared with that of
 * |other|: counted from the end, after the words that both begin with. */
static void write_change(FILE *out, const char *tag, const char *name,
                         const char *sign, struct ddds_span text,
                         struct ddds_span other)
{
    struct ddds_span words[MOST_WORDS];
    struct ddds_span twins[MOST_WORDS];
    size_t count = find_words(text, words);
    size_t others = find_words(other, twins);
    size_t same = 0;
    const char *at = text.text;
    while (same < count && same < others &&
           words[same].length == twins[same].length &&
           memcmp(words[same].text, twins[same].text, words[same].length) ==
               0) {
        same++;
    }
    fprintf(out,
            "<div class=\"change %s\"><span class=\"unseen\">%s: </span>"
            "<span class=\"sign\" aria-hidden=\"true\">%s</span>"
            "<code dir=\"ltr\">",
            tag, name, sign);
    for (size_t i = 0; i < count; i++) {
        size_t twin = i < same ? i : i + others - count;
        bool has_twin = i < same || i + others >= same + count;
        write_piece(out, at, words[i].text);
        write_word(out, tag, words[i],
                   has_twin ? twins[twin] : (struct ddds_span){"", 0});
        at = words[i].text + words[i].length;
    }
    write_piece(out, at, text.text + text.length);
    fputs("</code></div>", out);
}

static void write_fix(FILE *out, struct zone *zone, const json_t *fix)
{
    const char *record = member(fix, "record");
    json_int_t line = member_number(fix, "line");
    size_t end;
    if (!json_is_object(fix) || record == NULL) {
        return;
    }
    size_t begin = find_region(zone, fix, &end);
    fputs("<div class=\"fix\"", out);
    write_place(out, fix);
    fputs(" data-record=\"", out);
    html_value(out, record, strlen(record));
    fputs("\">", out);
    struct ddds_span before = {zone->text + begin, end - begin};
    struct ddds_span after = {record, strlen(record)};
    write_change(out, "del", "Before", "−", before, after);
    write_change(out, "ins", "After", "+", after, before);
    if (zone->is_piece) {
        write_button(out, "button", line);
    } else {
        write_form(out, zone, begin, end, record, line);
    }
    fputs("</div>\n", out);
}

/* ---- Findings ----------------------------------------------------------- */

/* Return the CSS class for the severity of |finding|; "info": unknown. */
static const char *severity_of(const json_t *finding)
{
    const char *word = member(finding, "severity");
    return word == NULL                   ? "info"
           : strcmp(word, "error") == 0   ? "error"
           : strcmp(word, "warning") == 0 ? "warning"
                                          : "info";
}

/* Write "Line 2, column 56 L101 example.com", with a link to the editor. */
static void write_where(FILE *out, const json_t *finding, bool has_place)
{
    fputs("</h3>\n<p class=\"where\">", out);
    if (has_place) {
        fprintf(out,
                "<a class=\"place\" href=\"#lint-zone\">"
                "Line %" JSON_INTEGER_FORMAT ", column %" JSON_INTEGER_FORMAT
                "</a> ",
                member_number(finding, "line"),
                member_number(finding, "column"));
    }
    html_code(out, member(finding, "code"));
    putc(' ', out);
    html_code(out, member(finding, "owner"));
    fputs("</p>\n", out);
}

/* Return true if an earlier finding has the same correction. */
static bool is_corrected(const json_t *findings, size_t index)
{
    const json_t *fix = json_object_get(json_array_get(findings, index), "fix");
    size_t i = 0;
    while (
        i < index &&
        !json_equal(json_object_get(json_array_get(findings, i), "fix"), fix)) {
        i++;
    }
    return i < index && json_is_object(fix);
}

static void write_finding(FILE *out, struct zone *zone, const json_t *findings,
                          size_t index)
{
    const json_t *finding = json_array_get(findings, index);
    const char *severity = severity_of(finding);
    bool has_place = member_number(finding, "line") > 0;
    fprintf(out, "<li class=\"finding %s\" data-severity=\"%s\"", severity,
            severity);
    if (has_place) {
        write_place(out, finding);
    }
    fputs("><h3>", out);
    html_badge(out, severity,
               severity[0] == 'e'   ? "Error"
               : severity[0] == 'w' ? "Warning"
                                    : "Info");
    putc(' ', out);
    html_text(out, member(finding, "detail"));
    write_where(out, finding, has_place);
    if (has_place && zone->text != NULL) {
        write_excerpt(out, zone, finding, severity);
    }
    fputs("<dl>\n", out);
    html_term(out, "Why", member(finding, "why"));
    html_term(out, "Effect", member(finding, "effect"));
    fputs("</dl>\n", out);
    if (zone->text != NULL && is_corrected(findings, index)) {
        fputs("<p class=\"about\">A correction above removes this, too.</p>\n",
              out);
    } else if (zone->text != NULL) {
        write_fix(out, zone, json_object_get(finding, "fix"));
    }
    fputs("</li>\n", out);
}

static void write_count(FILE *out, const char *before, json_int_t count,
                        const char *word)
{
    fprintf(out, "%s%" JSON_INTEGER_FORMAT " %s%s", before, count, word,
            count == 1 ? "" : "s");
}

/* Write "2 NAPTR records at 1 key: 1 error, 0 warnings, 0 notes". */
static void write_summary(FILE *out, const json_t *document)
{
    const json_t *summary = json_object_get(document, "summary");
    fputs("<p class=\"verdict\">", out);
    if (json_array_size(json_object_get(document, "findings")) == 0) {
        html_badge(out, "good", "No findings");
        putc(' ', out);
    }
    write_count(out, "", member_number(document, "records"), "NAPTR record");
    write_count(out, " at ", member_number(document, "keys"), "key");
    write_count(out, ": ", member_number(summary, "error"), "error");
    write_count(out, ", ", member_number(summary, "warning"), "warning");
    write_count(out, ", ", member_number(summary, "info"), "note");
    fputs("</p>\n", out);
}

void answer_with_findings(FILE *out, const struct page_answer *answer)
{
    const json_t *document = answer->document;
    const json_t *text = json_object_get(answer->request, "zone");
    const json_t *findings = json_object_get(document, "findings");
    struct zone zone = {
        .text = json_string_value(text),
        .length = json_string_length(text),
        .sent = members_length(answer->request),
        .line = 1,
        .origin = member(answer->request, "origin"),
        .app = member(answer->request, "app"),
        .is_piece = answer->is_piece,
    };
    size_t count = json_array_size(findings);
    json_int_t left =
        member_number(json_object_get(document, "summary"), "omitted");
    write_summary(out, document);
    fputs("<ol class=\"findings\">\n", out);
    for (size_t i = 0; i < count && i < MOST_LISTED; i++) {
        write_finding(out, &zone, findings, i);
    }
    fputs("</ol>\n", out);
    left += count > MOST_LISTED ? (json_int_t)(count - MOST_LISTED) : 0;
    if (left > 0) {
        write_count(out, "<p>", left, "finding");
        fputs(" not listed.</p>\n", out);
    }
}
