/* Corrections of expressions.
 *
 * SPDX-License-Identifier: MIT */
#include "check/report/repair.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/text.h"
#include "rule/ere_scan.h"

/* ---- Joining the parts ---------------------------------------------- */

char ddds_repair_delimiter(char wish, const char *ere, const char *replacement)
{
    static const char usual[] = "!/#|~%&=,;:_";
    if (wish != '\0' && (unsigned char)wish < 0x80 &&
        strchr(ere, wish) == NULL && strchr(replacement, wish) == NULL) {
        return wish;
    }
    for (const char *each = usual; *each != '\0'; each++) {
        if (strchr(ere, *each) == NULL && strchr(replacement, *each) == NULL) {
            return *each;
        }
    }
    return '\0';
}

/* Write an expression; return false if it is too long. */
static __attribute__((format(printf, 2, 3))) bool
write_regexp(char repaired[DRAFT_FIELD_SIZE], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(repaired, DRAFT_FIELD_SIZE, format, arguments);
    va_end(arguments);
    return length < DRAFT_FIELD_SIZE;
}

bool ddds_repair_compose(char wish, const char *ere, const char *replacement,
                         const char *flags, char repaired[DRAFT_FIELD_SIZE])
{
    char delimiter = ddds_repair_delimiter(wish, ere, replacement);
    return delimiter != '\0' &&
           write_regexp(repaired, "%c%s%c%s%c%s", delimiter, ere, delimiter,
                        replacement, delimiter, flags);
}

/* Copy |length| octets, without the backslashes before |delimiter|. */
static void copy_plain(const char *text, size_t length, char delimiter,
                       char plain[DRAFT_FIELD_SIZE])
{
    struct text out;
    ddds_text_init(&out, plain, DRAFT_FIELD_SIZE);
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\\' && i + 1 < length) {
            if (text[i + 1] != delimiter) {
                ddds_text_char(&out, '\\');
            }
            i++;
        }
        ddds_text_char(&out, text[i]);
    }
}

void ddds_repair_plain_replacement(const struct ddds_substitution *read,
                                   char plain[DRAFT_FIELD_SIZE])
{
    copy_plain(read->replacement, strlen(read->replacement), *read->delimiter,
               plain);
}

/* Replace |gone| octets of |regexp| at |at| by |come|, which must not contain
 * the delimiter. */
static bool splice(const char *regexp, size_t at, size_t gone, const char *come,
                   char repaired[DRAFT_FIELD_SIZE])
{
    return strchr(come, regexp[0]) == NULL &&
           write_regexp(repaired, "%.*s%s%s", (int)at, regexp, come,
                        regexp + at + gone);
}

/* ---- Delimiters and flags ------------------------------------------- */

/* The unescaped delimiters: their number, and the offsets of the second, the
 * third and the last. */
struct delimiters {
    size_t count;
    size_t second;
    size_t third;
    size_t last;
};

static struct delimiters find_delimiters(const char *regexp)
{
    size_t length = strlen(regexp);
    struct delimiters found = {0};
    for (size_t at = 0; at < length;
         at = ddds_ere_scan_delimiter(regexp, length, at + 1)) {
        found.count++;
        found.last = at;
        found.second = found.count == 2 ? at : found.second;
        found.third = found.count == 3 ? at : found.third;
    }
    return found;
}

static bool are_flags(const char *flags)
{
    return flags[strspn(flags, "iI")] == '\0';
}

/* Compose the parts between the offsets |second| and |third| again. */
static bool recompose(const char *regexp, size_t second, size_t third,
                      char repaired[DRAFT_FIELD_SIZE])
{
    char ere[DRAFT_FIELD_SIZE];
    char replacement[DRAFT_FIELD_SIZE];
    const char *flags = regexp + third + 1;
    if (!are_flags(flags)) {
        return false;
    }
    copy_plain(regexp + 1, second - 1, regexp[0], ere);
    copy_plain(regexp + second + 1, third - second - 1, regexp[0], replacement);
    return ddds_repair_compose('!', ere, replacement, *flags == '\0' ? "" : "i",
                               repaired);
}

static bool repair_delimiter(const char *regexp,
                             char repaired[DRAFT_FIELD_SIZE])
{
    struct delimiters found = find_delimiters(regexp);
    return found.count == 3 &&
           recompose(regexp, found.second, found.third, repaired);
}

static bool repair_delimiters(const char *regexp,
                              char repaired[DRAFT_FIELD_SIZE])
{
    struct delimiters found = find_delimiters(regexp);
    if (found.count == 2 && regexp[found.second + 1] != '\0') {
        return write_regexp(repaired, "%s%c", regexp, regexp[0]);
    }
    return found.count > 3 &&
           recompose(regexp, found.second, found.last, repaired);
}

/* Maximum of letters after the last delimiter that may be flags; more have
 * another meaning. */
enum { FLAGS_MAX = 3 };

static bool repair_flag(const char *regexp, char repaired[DRAFT_FIELD_SIZE])
{
    size_t begin = find_delimiters(regexp).third + 1;
    const char *flags = regexp + begin;
    bool has_i = strpbrk(flags, "iI") != NULL;
    return strlen(flags) <= FLAGS_MAX &&
           splice(regexp, begin, strlen(flags), has_i ? "i" : "", repaired);
}

/* ---- Inside the expression ------------------------------------------ */

/* Start to scan the text after the first delimiter and before |end|. */
static void begin_scan(struct ere_scan *scan, const char *regexp, size_t end)
{
    ddds_ere_scan_begin(scan, regexp + 1, end - 1, regexp);
}

/* Return the number of groups that start before |end|. */
static unsigned count_groups(const char *regexp, size_t end)
{
    struct ere_scan scan;
    struct ere_token token;
    unsigned count = 0;
    begin_scan(&scan, regexp, end);
    while (ddds_ere_scan_next(&scan, &token)) {
        count += token.kind == ERE_TOKEN_OPEN;
    }
    return count;
}

/* Return the bracket for a class of Perl. */
static const char *find_class(char letter)
{
    switch (letter) {
    case 'd':
        return "[0-9]";
    case 'D':
        return "[^0-9]";
    case 'w':
        return "[[:alnum:]_]";
    case 'W':
        return "[^[:alnum:]_]";
    case 's':
        return "[[:space:]]";
    case 'S':
        return "[^[:space:]]";
    default:
        return NULL;
    }
}

/* Replace every \d of the expression, and similar classes. */
static bool repair_classes(const char *regexp, size_t end,
                           char repaired[DRAFT_FIELD_SIZE])
{
    struct ere_scan scan;
    struct ere_token token;
    struct text text;
    bool was_any = false;
    ddds_text_init(&text, repaired, DRAFT_FIELD_SIZE);
    ddds_text_char(&text, regexp[0]);
    begin_scan(&scan, regexp, end);
    while (ddds_ere_scan_next(&scan, &token)) {
        const char *octets = scan.text + token.at;
        const char *class =
            token.kind == ERE_TOKEN_ESCAPE ? find_class(octets[1]) : NULL;
        if (class == NULL) {
            ddds_text_add(&text, octets, token.length);
        } else if (strchr(class, regexp[0]) != NULL) {
            return false;
        } else {
            ddds_text_string(&text, class);
            was_any = true;
        }
    }
    ddds_text_string(&text, regexp + end);
    return was_any && !text.failed;
}

bool ddds_repair_move_groups(const char *text, unsigned first, int more,
                             char moved[DRAFT_FIELD_SIZE])
{
    struct text out;
    ddds_text_init(&out, moved, DRAFT_FIELD_SIZE);
    for (const char *at = text; *at != '\0'; at++) {
        ddds_text_char(&out, *at);
        if (at[0] != '\\' || at[1] == '\0') {
            continue;
        }
        int group = *++at - '0';
        if (group >= (int)first && group <= 9) {
            group += more;
            if (group < 0 || group > 9) {
                return false;
            }
            ddds_text_char(&out, (char)('0' + group));
        } else {
            ddds_text_char(&out, *at);
        }
    }
    return !out.failed;
}

/* Replace "(?:" by "(", which captures: later groups get higher numbers. |at|
 * is on the "?". */
static bool repair_perl_group(const char *regexp, size_t at, size_t second,
                              char repaired[DRAFT_FIELD_SIZE])
{
    char rest[DRAFT_FIELD_SIZE];
    if (strncmp(regexp + at, "?i)", 3) == 0 && at == 2) {
        return write_regexp(repaired, "%c%s%s", regexp[0], regexp + at + 3,
                            regexp[strlen(regexp) - 1] == 'i' ? "" : "i");
    }
    return strncmp(regexp + at, "?:", 2) == 0 &&
           ddds_repair_move_groups(regexp + second,
                                   count_groups(regexp, at - 1) + 1, 1, rest) &&
           write_regexp(repaired, "%.*s%.*s%s", (int)at, regexp,
                        (int)(second - at - 2), regexp + at + 2, rest);
}

/* Replace ".*?" before a character c by "[^c]*". |at| is on the "?". */
static bool repair_lazy(const char *regexp, size_t at,
                        char repaired[DRAFT_FIELD_SIZE])
{
    char bracket[] = "[^c]*";
    size_t after = at + 1;
    after += regexp[after] == ')' ? 1 : 0;
    after += regexp[after] == '\\' ? 1 : 0;
    char stop = regexp[after];
    if (at < 3 || regexp[at] != '?' || regexp[at - 2] != '.' ||
        regexp[at - 3] == '\\' || strchr("*+", regexp[at - 1]) == NULL ||
        !ascii_is_graphic((unsigned char)stop) || stop == regexp[0] ||
        strchr("\\]^-", stop) != NULL ||
        (regexp[after - 1] != '\\' && strchr(".[()|*+?{}$", stop) != NULL)) {
        return false;
    }
    bracket[2] = stop;
    bracket[4] = regexp[at - 1];
    return splice(regexp, at - 2, 3, bracket, repaired);
}

/* Remove or escape the repetition at |at|, which has no operand. */
static bool repair_repetition(const char *regexp, size_t at,
                              char repaired[DRAFT_FIELD_SIZE])
{
    const char *here = regexp + at;
    char before = regexp[at - 1];
    bool was_escaped = at > 1 && regexp[at - 2] == '\\';
    size_t length = *here == '{' ? strcspn(here, "}") + 1 : 1;
    bool is_interval = *here == '{' && here[length - 1] == '}' &&
                       strspn(here + 1, "0123456789,") == length - 2;
    if (at == 1 || (strchr("^$(|", before) != NULL && !was_escaped)) {
        return splice(regexp, at, 0, "\\", repaired);
    }
    if (repair_lazy(regexp, at, repaired)) {
        return true;
    }
    if (strncmp(here, "{,", 2) == 0) {
        return splice(regexp, at, 2, "{0,", repaired);
    }
    if (is_interval && strchr("*+?}", before) == NULL) {
        size_t comma = strcspn(here, ",");
        return comma < length &&
               splice(regexp, at + comma, length - comma, ",}", repaired);
    }
    if (*here == '{' && !is_interval) {
        return splice(regexp, at, 0, "\\", repaired);
    }
    return splice(regexp, at, length, "", repaired);
}

/* Replace "(a|)" and "(|a)" by "(a)?". |at| is at the empty branch. */
static bool repair_alternative(const char *regexp, size_t at,
                               char repaired[DRAFT_FIELD_SIZE])
{
    char shorter[DRAFT_FIELD_SIZE];
    if (regexp[at] == ')' && regexp[at - 1] == '|') {
        return splice(regexp, at - 1, 2, ")?", repaired);
    }
    if (regexp[at] != '|' || regexp[at - 1] != '(' ||
        !splice(regexp, at, 1, "", shorter)) {
        return false;
    }
    size_t end = at + strcspn(shorter + at, "()[\\");
    return shorter[end] == ')' && splice(shorter, end, 1, ")?", repaired);
}

/* Return the offset of the members of the bracket around |at|; 0 if not
 * found. */
static size_t find_members(const char *regexp, size_t at)
{
    struct ere_scan scan;
    struct ere_token token;
    size_t begin = 0;
    begin_scan(&scan, regexp, at);
    while (ddds_ere_scan_next(&scan, &token)) {
        if (token.kind == ERE_TOKEN_BRACKET) {
            begin = 1 + token.at + token.length;
        }
    }
    return scan.in_bracket ? begin : 0;
}

/* Move the hyphen in the bracket around |at| to its start. */
static bool repair_hyphen(const char *regexp, size_t at,
                          char repaired[DRAFT_FIELD_SIZE])
{
    size_t begin = find_members(regexp, at);
    return begin != 0 && regexp[begin] != ']' && regexp[at] == '-' &&
           regexp[at + 1] == ']' &&
           write_regexp(repaired, "%.*s-%.*s%s", (int)begin, regexp,
                        (int)(at - begin), regexp + begin, regexp + at + 1);
}

static bool repair_ere(const char *regexp, enum ere_fault fault, size_t at,
                       char repaired[DRAFT_FIELD_SIZE])
{
    struct delimiters found = find_delimiters(regexp);
    if (found.count < 2 || at == 0) {
        return false;
    }
    switch (fault) {
    case ERE_FAULT_EMPTY:
        return splice(regexp, 1, 0, "^.*$", repaired);
    case ERE_FAULT_PERL:
        return regexp[at] == '?'
                   ? repair_perl_group(regexp, at, found.second, repaired)
                   : repair_classes(regexp, found.second, repaired);
    case ERE_FAULT_REPETITION:
        return repair_repetition(regexp, at, repaired);
    case ERE_FAULT_UNDEFINED:
        return repair_alternative(regexp, at, repaired);
    case ERE_FAULT_HYPHEN:
        return repair_hyphen(regexp, at, repaired);
    case ERE_FAULT_NONE:
    case ERE_FAULT_SYNTAX:
    case ERE_FAULT_SIZE:
        break;
    }
    return false;
}

/* ---- The replacement ------------------------------------------------ */

/* In other languages \0 is the whole match: put a group around the expression,
 * within its anchors. */
static bool repair_zero(const char *regexp, char repaired[DRAFT_FIELD_SIZE])
{
    struct delimiters found = find_delimiters(regexp);
    char rest[DRAFT_FIELD_SIZE];
    size_t begin = regexp[1] == '^' ? 2 : 1;
    size_t end = found.second;
    end -= end > begin && regexp[end - 1] == '$' && regexp[end - 2] != '\\';
    return found.count >= 3 &&
           ddds_repair_move_groups(regexp + found.second, 0, 1, rest) &&
           write_regexp(repaired, "%.*s(%.*s)%.*s%s", (int)begin, regexp,
                        (int)(end - begin), regexp + begin,
                        (int)(found.second - end), regexp + end, rest);
}

/* Replace the back-reference by that to the only group. */
static bool repair_backreference(const char *regexp, size_t at,
                                 char repaired[DRAFT_FIELD_SIZE])
{
    struct delimiters found = find_delimiters(regexp);
    return found.count == 3 && count_groups(regexp, found.second) == 1 &&
           splice(regexp, at + 1, 1, "1", repaired);
}

bool ddds_repair_refused(const char *regexp, enum substitution_fault fault,
                         enum ere_fault ere_fault, size_t offset,
                         char repaired[DRAFT_FIELD_SIZE])
{
    size_t length = strlen(regexp);
    if (offset > length || ddds_ere_delimiter_length(regexp, length) != 1) {
        return false;
    }
    switch (fault) {
    case SUBSTITUTION_FAULT_DELIMITER:
        return repair_delimiter(regexp, repaired);
    case SUBSTITUTION_FAULT_DELIMITERS:
        return repair_delimiters(regexp, repaired);
    case SUBSTITUTION_FAULT_FLAG:
        return repair_flag(regexp, repaired);
    case SUBSTITUTION_FAULT_ERE:
        return repair_ere(regexp, ere_fault, offset, repaired);
    case SUBSTITUTION_FAULT_ZERO:
        return repair_zero(regexp, repaired);
    case SUBSTITUTION_FAULT_BACKREFERENCE:
        return repair_backreference(regexp, offset, repaired);
    case SUBSTITUTION_FAULT_ESCAPE:
        return splice(regexp, offset, 1, "", repaired);
    case SUBSTITUTION_FAULT_NONE:
    case SUBSTITUTION_FAULT_LENGTH:
        break;
    }
    return false;
}

/* ---- Valid expressions with defects --------------------------------- */

bool ddds_repair_with_ere(const struct ddds_substitution *read, const char *ere,
                          char repaired[DRAFT_FIELD_SIZE])
{
    char plain[DRAFT_FIELD_SIZE];
    ddds_repair_plain_replacement(read, plain);
    return ddds_repair_compose(*read->delimiter, ere, plain, read->flags,
                               repaired);
}
