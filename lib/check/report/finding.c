/* Collects findings, and delivers them in the order of the files.
 *
 * SPDX-License-Identifier: MIT */
#include "check/report/finding.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/limits.h"
#include "base/text.h"
#include "check/report/same_place.h"

/* ---- Places ---------------------------------------------------------- */

struct finding_place ddds_place_region(const struct checked_record *record,
                                       struct ddds_region region)
{
    return (struct finding_place){
        .zone = record->from->zone,
        .file = record->from->file,
        .begin = record->raw,
        .length = record->raw_length,
        .line = record->line,
        .region = region,
        .owner = record->base.owner,
    };
}

struct finding_place ddds_place_octets(const struct checked_record *record,
                                       enum naptr_field field, size_t offset,
                                       size_t length)
{
    return ddds_place_region(
        record, ddds_checked_record_region(record, field, offset, length));
}

struct finding_place ddds_place_field(const struct checked_record *record,
                                      enum naptr_field field)
{
    return ddds_place_region(record,
                             ddds_checked_record_field_region(record, field));
}

struct finding_place ddds_place_record(const struct checked_record *record)
{
    return ddds_place_region(record, ddds_checked_record_whole(record));
}

struct finding_place ddds_place_problem(const struct checked_zone *zone,
                                        const struct zonefile_problem *problem)
{
    const struct token *token = &problem->refusal->token;
    return (struct finding_place){
        .zone = zone,
        .file = problem->file,
        .begin = token->text,
        .length = token->length,
        .line = token->line,
        .region = ddds_checked_record_refusal_region(problem->refusal),
        .owner = problem->record != NULL ? problem->record->base.owner : NULL,
    };
}

struct finding_place ddds_place_owner(const struct checked_zone *zone,
                                      const char *owner)
{
    return (struct finding_place){
        .zone = zone,
        .file = zone->name,
        .owner = owner,
    };
}

/* ---- Comments that ignore findings ---------------------------------- */

const char *ddds_findings_comment(const char *at, const char *end)
{
    bool is_quoted = false;
    for (; at < end && *at != '\n'; at++) {
        if (*at == '\\' && end - at > 1 && at[1] != '\n') {
            at++;
        } else if (*at == '"') {
            is_quoted = !is_quoted;
        } else if (*at == ';' && !is_quoted) {
            return at + 1;
        }
    }
    return at;
}

static const char *end_of_line(const char *at, const char *end)
{
    const char *feed = memchr(at, '\n', (size_t)(end - at));
    return feed == NULL ? end : feed;
}

/* Return true if the list of codes at |at| contains |code|. */
static bool lists_code(const char *at, const char *end, const char *code)
{
    size_t length = strlen(code);
    for (;;) {
        const char *begin = at;
        while (at < end && ascii_is_alnum((unsigned char)*at)) {
            at++;
        }
        if ((size_t)(at - begin) == length &&
            ascii_equal_span(begin, code, length)) {
            return true;
        }
        if (at == end || *at != ',') {
            return false;
        }
        at++;
    }
}

/* Return true if the comment from |at| to |end| ignores |code|. */
static bool comment_ignores(const char *at, const char *end, const char *code)
{
    static const char word[] = "ddds:ignore=";
    for (; (size_t)(end - at) > sizeof word - 1; at++) {
        if (memcmp(at, word, sizeof word - 1) == 0 &&
            lists_code(at + sizeof word - 1, end, code)) {
            return true;
        }
    }
    return false;
}

/* Return the start of the line before |line| if that has only a comment,
 * otherwise |line|. */
static const char *comment_above(const char *text, const char *line)
{
    if (line == text) {
        return line;
    }
    const char *above = line - 1;
    while (above > text && above[-1] != '\n') {
        above--;
    }
    const char *at = above;
    while (ascii_is_blank(*at)) {
        at++;
    }
    return *at == ';' ? above : line;
}

/* Return true if a comment for |place| ignores |code|. */
static bool is_ignored(const struct finding_place *place, const char *code)
{
    size_t length;
    const struct checked_zone *zone = place->zone;
    if (place->begin == NULL ||
        (!zone->has_ignores && strcmp(place->file, zone->name) == 0)) {
        return false;
    }
    const char *text = ddds_zonefile_text(zone->file, place->begin, &length);
    if (text == NULL) {
        return false;
    }
    const char *end = text + length;
    const char *line = place->begin;
    while (line > text && line[-1] != '\n') {
        line--;
    }
    const char *last = place->begin + place->length;
    for (line = comment_above(text, line); line <= last && line < end;
         line = end_of_line(line, end) + 1) {
        if (comment_ignores(ddds_findings_comment(line, end),
                            end_of_line(line, end), code)) {
            return true;
        }
    }
    return false;
}

/* ---- Collecting ----------------------------------------------------- */

/* Return a copy of |detail| in printable ASCII, with escapes. */
static const char *escape(struct arena *arena, const char *detail)
{
    char memory[4 * DDDS_DETAIL_SIZE];
    struct text text;
    ddds_text_init(&text, memory, sizeof memory);
    ddds_text_printable(&text, detail, strlen(detail));
    return ddds_arena_copy(arena, text.bytes, text.length);
}

/* Remove the offset at the end of |detail|, such as ", at 12": offsets of
 * errors are relative to a string, and findings have lines and columns. */
static void cut_offset(char *detail)
{
    static const char *const words[] = {", at offset ", " at offset ", ", at ",
                                        " at "};
    size_t end = strlen(detail);
    size_t digits = end;
    while (digits > 0 && ascii_is_digit((unsigned char)detail[digits - 1])) {
        digits--;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words && digits < end; i++) {
        size_t length = strlen(words[i]);
        if (digits > length &&
            memcmp(detail + digits - length, words[i], length) == 0) {
            detail[digits - length] = '\0';
            return;
        }
    }
}

/* Return true if a single finding reports |code| for a whole zone. */
static bool is_habit(enum check_code code)
{
    return code == CODE_UPPER_CASE || code == CODE_RELATIVE_REPLACEMENT ||
           code == CODE_ODD_TTL || code == CODE_WORK_LIMIT;
}

/* Return true, after counting it, if |code| was already reported for this zone;
 * of TTLs, the same |detail|. Zones are read one after another;
 * CODE_WORK_LIMIT is of the whole check. */
static bool is_said(const struct findings *findings,
                    const struct finding_place *place, enum check_code code,
                    const char *detail)
{
    struct finding *newest = findings->newest_of[code];
    if (!is_habit(code) || findings->most == SIZE_MAX || newest == NULL ||
        !(code == CODE_WORK_LIMIT || newest->last_zone == place->zone)) {
        return false;
    }
    if (code == CODE_ODD_TTL && strcmp(detail, newest->detail) != 0) {
        return false;
    }
    newest->more++;
    return true;
}

/* Return true if |code| is already reported at |place|; a code reported per
 * zone is then recorded there, too. */
static bool joins(struct findings *findings, const struct finding_place *place,
                  enum check_code code, const char *detail)
{
    struct finding *found = ddds_same_place_join(findings, place, code, detail);
    if (found != NULL) {
        findings->newest_of[code] = found;
    }
    return found != NULL;
}

struct findings *ddds_findings_new(struct arena *arena)
{
    struct findings *findings = calloc(1, sizeof *findings);
    if (findings != NULL) {
        findings->arena = arena;
        findings->most = LIMIT_FINDINGS;
    }
    return findings;
}

void ddds_findings_reset(struct findings *findings)
{
    size_t kept = offsetof(struct findings, is_probing);
    memset((char *)findings + kept, 0, sizeof *findings - kept);
}

/* Record |code|, except CODE_WORK_LIMIT, which does not make a correction
 * worse. */
static void note(struct findings *findings, const struct finding_place *place,
                 enum check_code code)
{
    const char *here = findings->here.text;
    if (code == CODE_WORK_LIMIT) {
        return;
    }
    code_set_add(&findings->notes.found, code);
    if (here != NULL && place->begin != NULL && place->begin >= here &&
        place->begin <= here + findings->here.length) {
        code_set_add(&findings->notes.here, code);
    }
}

/* Return true, after recording it, if |code| is ignored at |place|. */
static bool is_silenced(struct findings *findings,
                        const struct finding_place *place, enum check_code code)
{
    if (!findings->is_ignored[code] &&
        !is_ignored(place, ddds_check_code_at(code)->code)) {
        return false;
    }
    code_set_add(&findings->notes.silenced, code);
    return true;
}

struct finding *ddds_findings_add(struct findings *findings,
                                  const struct finding_place *place,
                                  enum check_code code, const char *format,
                                  va_list arguments)
{
    char detail[DDDS_DETAIL_SIZE];
    findings->reported++;
    note(findings, place, code);
    if (is_silenced(findings, place, code) || findings->is_probing) {
        return NULL;
    }
    vsnprintf(detail, sizeof detail, format, arguments);
    cut_offset(detail);
    if (is_said(findings, place, code, detail) ||
        joins(findings, place, code, detail)) {
        return NULL;
    }
    if (++findings->counts[code] > findings->most) {
        findings->omitted++;
        return NULL;
    }
    struct finding *finding =
        ddds_arena_array(findings->arena, 1, sizeof *finding);
    const char *kept = escape(findings->arena, detail);
    const char *owner = place->owner != NULL
                            ? ddds_arena_string(findings->arena, place->owner)
                            : NULL;
    if (finding == NULL || kept == NULL ||
        (owner == NULL && place->owner != NULL)) {
        return NULL;
    }
    *finding = (struct finding){
        .next = findings->newest,
        .zone = place->zone,
        .code = code,
        .file = place->file,
        .at = place->begin,
        .length = place->length,
        .at_line = place->line,
        .region = place->region,
        .owner = owner,
        .detail = kept,
        .last_zone = place->zone,
    };
    findings->newest = finding;
    findings->newest_of[code] = finding;
    ddds_same_place_note(findings, finding);
    return finding;
}

void ddds_findings_forget(struct findings *findings,
                          const struct findings *before)
{
    const struct same_places places = findings->places;
    for (struct finding *each = findings->newest; each != before->newest;
         each = each->next) {
        each->is_forgotten = true;
    }
    *findings = *before;
    findings->places = places;
}

/* ---- Order ---------------------------------------------------------- */

static int compare_owners(const struct finding *one,
                          const struct finding *other)
{
    return strcmp(one->owner != NULL ? one->owner : "",
                  other->owner != NULL ? other->owner : "");
}

/* Compare by file and line. Findings of an included file follow the file that
 * includes it. */
static int compare_lines(const struct finding *a, const struct finding *b)
{
    if (a->zone != b->zone) {
        return a->zone->number < b->zone->number ? -1 : 1;
    }
    int order = a->file == b->file ? 0 : strcmp(a->file, b->file);
    if (order != 0) {
        bool is_root = strcmp(a->file, a->zone->name) == 0;
        bool other_is_root = strcmp(b->file, b->zone->name) == 0;
        return is_root != other_is_root ? (is_root ? -1 : 1) : order;
    }
    return (a->region.line > b->region.line) -
           (a->region.line < b->region.line);
}

/* Compare by file, line, column and code. */
static int compare_findings(const void *one, const void *other)
{
    const struct finding *a = *(const struct finding *const *)one;
    const struct finding *b = *(const struct finding *const *)other;
    int order = compare_lines(a, b);
    if (order != 0) {
        return order;
    }
    if (a->region.column != b->region.column) {
        return a->region.column < b->region.column ? -1 : 1;
    }
    if (a->code != b->code) {
        return a->code < b->code ? -1 : 1;
    }
    order = strcmp(a->detail, b->detail);
    return order == 0 ? compare_owners(a, b) : order;
}

/* ---- Causes --------------------------------------------------------- */

/* Codes that are not reported where their cause is reported. */
static const struct {
    enum check_code code;
    enum check_code cause;
} consequences[] = {
    {CODE_NOT_ASCII, CODE_DELIMITER},
    {CODE_CONSTANT, CODE_EXPRESSION_FORBIDDEN},
    {CODE_CONSTANT, CODE_EXPRESSION_OF_DELEGATION},
    {CODE_NEVER_MATCHES, CODE_DOUBLED_BACKSLASH},
    {CODE_SERVICES_SYNTAX, CODE_SINGLE_BACKSLASH},
    {CODE_UNREGISTERED_SERVICE, CODE_UNKNOWN_PROTOCOL},
    {CODE_NO_FLAG, CODE_SINGLE_BACKSLASH},
    {CODE_INCOMPLETE_SIP, CODE_SERVICES_SYNTAX},
    {CODE_INCOMPLETE_SIP, CODE_FOREIGN_TO_NUMBERS},
};

enum { CONSEQUENCES = sizeof consequences / sizeof *consequences };

bool ddds_findings_is_explained(const struct code_set *found,
                                enum check_code code)
{
    int i = 0;
    while (i < CONSEQUENCES && !(consequences[i].code == code &&
                                 code_set_has(found, consequences[i].cause))) {
        i++;
    }
    return i < CONSEQUENCES;
}

static int compare_records(const void *one, const void *other)
{
    const struct finding *a = *(const struct finding *const *)one;
    const struct finding *b = *(const struct finding *const *)other;
    int order = compare_lines(a, b);
    return order == 0 ? compare_owners(a, b) : order;
}

/* Mark the findings of |code| in |findings|, all about a line of an owner, that
 * overlap a finding of |cause|. */
static void mark(struct finding **findings, size_t count, enum check_code code,
                 enum check_code cause)
{
    uint32_t begin = UINT32_MAX;
    uint32_t end = 0;
    for (size_t i = 0; i < count; i++) {
        const struct ddds_region *region = &findings[i]->region;
        if (findings[i]->code == cause) {
            begin = region->column < begin ? region->column : begin;
            end = region->end_column > end ? region->end_column : end;
        }
    }
    for (size_t i = 0; i < count; i++) {
        const struct ddds_region *region = &findings[i]->region;
        findings[i]->is_consequence |= findings[i]->code == code &&
                                       region->column < end &&
                                       begin < region->end_column;
    }
}

/* Mark the findings in |all| whose cause is another finding. */
static void mark_consequences(const struct findings *findings,
                              struct finding **all, size_t count)
{
    bool is_possible = false;
    for (int i = 0; i < CONSEQUENCES; i++) {
        is_possible |= findings->counts[consequences[i].code] > 0 &&
                       findings->counts[consequences[i].cause] > 0;
    }
    if (!is_possible) {
        return;
    }
    qsort(all, count, sizeof *all, compare_records);
    for (size_t begin = 0, end; begin < count; begin = end) {
        end = begin + 1;
        while (end < count && compare_records(&all[begin], &all[end]) == 0) {
            end++;
        }
        for (int i = 0; end - begin > 1 && i < CONSEQUENCES; i++) {
            mark(all + begin, end - begin, consequences[i].code,
                 consequences[i].cause);
        }
    }
}

/* ---- Delivery ------------------------------------------------------- */

/* Return the line on which |finding| starts, and its file as |*file|; without
 * text if it has no position. */
static struct ddds_span find_line(const struct finding *finding,
                                  struct ddds_span *file)
{
    size_t length = 0;
    const char *text =
        finding->at == NULL
            ? NULL
            : ddds_zonefile_text(finding->zone->file, finding->at, &length);
    *file = (struct ddds_span){text, text != NULL ? length : 0};
    if (text == NULL) {
        return *file;
    }
    const char *line = finding->at;
    while (line > text && line[-1] != '\n') {
        line--;
    }
    /* The finding may be about a later line of its record. */
    const char *end = text + length;
    for (uint32_t i = finding->at_line; i < finding->region.line; i++) {
        line = end_of_line(line, end);
        line += line < end ? 1 : 0;
    }
    const char *after = end_of_line(line, end);
    after -= after > line && after[-1] == '\r' ? 1 : 0; /* the CR of CRLF */
    return (struct ddds_span){line, (size_t)(after - line)};
}

/* Append the number of findings that |finding| represents. */
static void add_numbers(struct text *detail, const struct finding *finding)
{
    char number[96];
    if (finding->names > 0) {
        snprintf(number, sizeof number, " (and %zu more %s)", finding->names,
                 finding->names == 1 ? "name" : "names");
        ddds_text_string(detail, number);
    }
    if (finding->more > 0) {
        snprintf(number, sizeof number, "; %zu more %s of this code%s",
                 finding->more, finding->more == 1 ? "finding" : "findings",
                 finding->code == CODE_WORK_LIMIT      ? ""
                 : finding->last_zone == finding->zone ? " in this zone"
                                                       : " in these zones");
        ddds_text_string(detail, number);
    }
}

static void hand_over(const struct finding *finding, ddds_finding_fn *take,
                      void *context)
{
    char memory[DDDS_DETAIL_SIZE + 192];
    struct text detail;
    ddds_text_init(&detail, memory, sizeof memory);
    ddds_text_string(&detail, finding->detail);
    add_numbers(&detail, finding);
    struct ddds_span file;
    const struct ddds_span source = find_line(finding, &file);
    const struct ddds_finding report = {
        .code = ddds_check_code_at(finding->code),
        .file = finding->file,
        .server = finding->zone->server,
        .region = finding->region,
        .source = source,
        .owner = finding->owner,
        .detail = detail.bytes,
        .fix = finding->names == 0 ? finding->fix : NULL,
        .replaced = finding->replaced,
        .fix_chooses =
            finding->correction != NULL && finding->correction->is_choice,
        .text = file,
    };
    take(context, &report);
}

bool ddds_findings_hand_over(struct findings *findings,
                             ddds_finding_fn *finding, void *context)
{
    size_t count = 0;
    for (struct finding *each = findings->newest; each != NULL;
         each = each->next) {
        count++;
    }
    struct finding **sorted = calloc(count + 1, sizeof *sorted);
    if (sorted == NULL) {
        return false;
    }
    size_t i = 0;
    for (struct finding *each = findings->newest; each != NULL;
         each = each->next) {
        sorted[i++] = each;
    }
    mark_consequences(findings, sorted, count);
    qsort(sorted, count, sizeof *sorted, compare_findings);
    for (i = 0; i < count; i++) {
        if (sorted[i]->is_consequence) {
            findings->counts[sorted[i]->code]--;
        } else {
            hand_over(sorted[i], finding, context);
        }
    }
    free(sorted);
    return true;
}
