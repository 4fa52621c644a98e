/* Corrections are corrections.
 *
 * The input is the data of up to three NAPTR records of one owner. Every
 * correction that lint offers is put into the zone file, which is linted again.
 * The finding must be gone, the record must be readable, no word of it may be
 * lost, and no new finding may have at least that severity. Findings of whole
 * keys and zones may be new, because they need a readable record.
 *
 * SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>

#include <ddds/check.h>

#include "fuzz.h"

enum { CODES_MAX = 256, OFFERS_MAX = 8, INPUT_MAX = 600, RECORDS_MAX = 3 };

/* The lines of the zone: five before the records, and theirs. */
enum { LINES_MAX = 16 };

/* A correction, as it was offered. */
struct offer {
    const struct ddds_check_code *code;
    struct ddds_region region;
    char record[8192];
};

struct look {
    bool found[CODES_MAX];
    size_t found_at[CODES_MAX][LINES_MAX]; /* how many begin on the line */
    struct offer offers[OFFERS_MAX];
    size_t count;
    struct ddds_check_summary summary;
    const struct offer *applied; /* or NULL */
};

static size_t number_of(const struct ddds_check_code *code)
{
    size_t number = 0;
    while (ddds_check_code_at(number) != code) {
        number++;
    }
    require(number < CODES_MAX);
    return number;
}

static void take(void *context, const struct ddds_finding *finding)
{
    struct look *look = context;
    size_t number = number_of(finding->code);
    require(finding->region.line < LINES_MAX);
    look->found[number] = true;
    look->found_at[number][finding->region.line]++;
    if (finding->fix != NULL && look->count < OFFERS_MAX &&
        look->applied == NULL) {
        struct offer *offer = &look->offers[look->count++];
        offer->code = finding->code;
        offer->region = finding->replaced;
        require(strlen(finding->fix) < sizeof offer->record);
        strcpy(offer->record, finding->fix);
    }
}

static void lint(const char *text, const struct offer *applied,
                 struct look *look)
{
    const struct ddds_check_options options = {.size = sizeof options,
                                               .origin = "o"};
    ddds_check *check = ddds_check_new(&options, NULL);
    require(check != NULL);
    memset(look, 0, sizeof *look);
    look->applied = applied;
    look->summary.size = sizeof look->summary;
    require(ddds_check_text(check, "t", text, strlen(text), NULL, NULL) ==
            DDDS_OK);
    require(ddds_check_report(check, take, look, &look->summary, NULL) ==
            DDDS_OK);
    ddds_check_free(check);
}

/* ---- Putting it in ------------------------------------------------------ */

static const char *find_place(const char *text, uint32_t line, uint32_t column)
{
    for (; line > 1; line--) {
        text = strchr(text, '\n');
        require(text != NULL);
        text++;
    }
    require(strlen(text) + 1 >= column);
    return text + column - 1;
}

static void apply(const char *text, const struct offer *offer, char *result,
                  size_t size)
{
    const struct ddds_region *region = &offer->region;
    const char *begin = find_place(text, region->line, region->column);
    const char *end = find_place(text, region->end_line, region->end_column);
    int length = snprintf(result, size, "%.*s%s%s", (int)(begin - text), text,
                          offer->record, end);
    require(length > 0 && (size_t)length < size);
}

/* ---- Words -------------------------------------------------------------- */

/* Write the letters and digits of |length| octets, in lower case. */
static size_t squeeze(char *out, const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        if (isalnum((unsigned char)text[i])) {
            out[count++] = (char)tolower((unsigned char)text[i]);
        }
    }
    out[count] = '\0';
    return count;
}

/* Longer words than any that is replaced by another, as in "N2L" for "I2L". */
enum { WORD_MIN = 5, PIECE = 3 };

static bool has_word(const char *word, size_t length, const char *record)
{
    char plain[INPUT_MAX + 1];
    bool has_letter = false;
    bool may_change = false;
    size_t count = squeeze(plain, word, length);
    for (size_t i = 0; i < count; i++) {
        has_letter |= isalpha((unsigned char)plain[i]) != 0;
    }
    /* An escape stands for another octet, and a repetition may be too long. */
    for (size_t i = 0; i < length; i++) {
        may_change |=
            strchr("\\{", word[i]) != NULL || (unsigned char)word[i] > 0x7e;
    }
    if (!has_letter || may_change || count < WORD_MIN) {
        return true;
    }
    for (size_t i = 0; i + PIECE <= count; i++) {
        char piece[PIECE + 1] = {plain[i], plain[i + 1], plain[i + 2], '\0'};
        if (strstr(record, piece) != NULL) {
            return true;
        }
    }
    return false;
}

/* Return true if all words of the offer's region are in its record. */
static bool has_words(const char *text, const struct offer *offer,
                      bool had_both)
{
    static char record[8192];
    const struct ddds_region *region = &offer->region;
    const char *at = find_place(text, region->line, region->column);
    const char *end = find_place(text, region->end_line, region->end_column);
    /* A delegation has no services, and a rule has one of two fields. */
    if (strstr(offer->record, " \"\" \"\" ") != NULL || had_both) {
        return true;
    }
    /* So has one whose replacement cannot be read. */
    size_t written = strlen(offer->record);
    if (written > 3 && strcmp(offer->record + written - 3, "\" .") == 0 &&
        strcmp(offer->record + written - 4, "\"\" .") != 0) {
        bool is_quoted = false; /* then it may have blanks */
        while (end > at && (is_quoted || strchr(" \t", end[-1]) == NULL)) {
            is_quoted ^= *--end == '"';
        }
    }
    squeeze(record, offer->record, written);
    while (at < end) {
        size_t length = strcspn(at, " \t\"\n");
        length = at + length < end ? length : (size_t)(end - at);
        if (!has_word(at, length, record)) {
            return false;
        }
        at += length + (at + length < end);
    }
    return true;
}

/* ---- Judging ------------------------------------------------------------ */

/* Unless |holds|, print the correction and the text, and abort. */
static void judge(bool holds, const char *why, const struct offer *offer,
                  const char *text)
{
    if (!holds) {
        fprintf(stderr, "%s corrected: %s\n%s%s\n", offer->code->code, why,
                text, offer->record);
        abort();
    }
}

/* Return true if checks of whole keys and zones report |code|. */
static bool is_about_all(const char *code)
{
    return strchr("458", code[1]) != NULL || strcmp(code, "L226") == 0 ||
           strcmp(code, "L228") == 0 || strcmp(code, "L140") == 0;
}

/* Return true if the finding of |offer| is there again. The unclosed
 * parenthesis of another record may lead to the same line: then the findings
 * are fewer by one. */
static bool was_left(const char *text, const struct look *before,
                     const struct look *after, const struct offer *offer)
{
    size_t number = number_of(offer->code);
    size_t had = before->found_at[number][offer->region.line];
    size_t has = after->found_at[number][offer->region.line];
    return has > 0 && (has >= had || strchr(text, '(') == NULL);
}

static void check_offer(const char *text, const struct look *before,
                        const struct offer *offer)
{
    static struct look after;
    static char corrected[16384];
    const struct ddds_check_code *code;
    apply(text, offer, corrected, sizeof corrected);
    lint(corrected, offer, &after);
    judge(after.summary.records >= before->summary.records, "a record is lost",
          offer, text);
    judge(!was_left(text, before, &after, offer), "it is found again", offer,
          text);
    for (size_t i = 0; (code = ddds_check_code_at(i)) != NULL; i++) {
        bool is_new = after.found[i] && !before->found[i];
        bool is_worse = is_new && !is_about_all(code->code) &&
                        code->severity >= offer->code->severity;
        judge(!is_worse, code->code, offer, text);
    }
    bool had_both = before->found[number_of(ddds_check_code_find("L301"))] ||
                    before->found[number_of(ddds_check_code_find("L316"))];
    judge(has_words(text, offer, had_both), "a word is lost", offer, text);
}

/* The records, with something around them that they can lead to. */
static void write_zone(char *text, size_t size, const uint8_t *data,
                       size_t length)
{
    size_t at = (size_t)snprintf(text, size,
                                 "$TTL 60\n@ SOA a b 1 2 3 4 5\na A 192.0.2.1\n"
                                 "_s._tcp SRV 0 0 1 a\nk NAPTR ");
    size_t records = 1;
    for (size_t i = 0; i < length && at + 16 < size; i++) {
        if (data[i] == '\n' && records++ < RECORDS_MAX) {
            memcpy(text + at, "\nk NAPTR ", 9);
            at += 9;
        } else {
            text[at++] =
                (char)(strchr("\n\r;", data[i]) != NULL ? ' ' : data[i]);
        }
    }
    memcpy(text + at, "\n", 2);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct look before;
    static char text[INPUT_MAX + 256];
    if (size > INPUT_MAX) {
        return 0;
    }
    write_zone(text, sizeof text, data, size);
    lint(text, NULL, &before);
    for (size_t i = 0; i < before.count; i++) {
        check_offer(text, &before, &before.offers[i]);
    }
    return 0;
}
