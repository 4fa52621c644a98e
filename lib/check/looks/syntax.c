/* 1xx: what the text of the file says, or fails to say (RFC 1035 section 5).
 *
 * The reader of master files has refused what no server loads; this file says
 * in its own words what NAPTR records get wrong, and looks for what loads but
 * is not what was meant. Where a record could not be read, its draft is the
 * correction already: it began with what the words probably mean.
 *
 * SPDX-License-Identifier: MIT */
#include <assert.h>
#include <string.h>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/text.h"
#include "check/check.h"
#include "name/domain.h"

static const char *const field_names[NAPTR_FIELDS] = {
    "order", "preference", "flags", "services", "regexp", "replacement"};

/* Arguments for "%.*s" that show a word, though not all of a long one. */
#define WORD_SHOWN(word)                                                       \
    (int)((word)->length < 60 ? (word)->length : 60), (word)->text

/* What the draft began with is the correction. */
static void correct(struct ddds_check *check)
{
    check->draft.is_touched = true;
    check->is_explained = true;
}

/* ---- Lines ---------------------------------------------------------- */

/* Is |word| a name with a label or a length beyond what there may be? The
 * origin counts as |more| octets. */
static bool is_too_long(const struct word *word, size_t more)
{
    const char *at = word->text;
    const char *end = at + word->length;
    size_t label = 0;
    size_t total = 1;
    while (at < end) {
        bool is_dot = *at == '.';
        if (ddds_escape_read(&at, end) < 0) {
            return false;
        }
        label = is_dot ? 0 : label + 1;
        total++;
        if (label > LIMIT_LABEL) {
            return true;
        }
    }
    bool is_relative = word->length > 0 && end[-1] != '.';
    return total + (is_relative ? more : 0) > LIMIT_NAME_WIRE;
}

static void check_line(struct ddds_check *check, struct zone *zone,
                       const struct zonefile_problem *problem)
{
    const struct token *token = &problem->refusal->token;
    const struct word word = {.text = token->text,
                              .length = (uint32_t)token->length};
    bool is_name = token->kind == TOKEN_WORD && token->length > LIMIT_LABEL;
    ddds_report_problem(check, zone, problem,
                        is_name && is_too_long(&word, 0) ? CODE_LONG_NAME
                                                         : CODE_NO_SYNTAX,
                        "%s", problem->refusal->what);
}

/* ---- Numbers -------------------------------------------------------- */

static bool is_number(const struct word *word)
{
    uint32_t number = 0;
    for (uint32_t i = 0; i < word->length; i++) {
        if (!ascii_is_digit((unsigned char)word->text[i]) ||
            number > UINT16_MAX) {
            return false;
        }
        number = number * 10 + (uint32_t)(word->text[i] - '0');
    }
    return word->length > 0 && !word->is_quoted && number <= UINT16_MAX;
}

static void check_number(struct ddds_check *check, const struct record *record)
{
    for (int i = NAPTR_ORDER; i <= NAPTR_PREFERENCE; i++) {
        const struct word *word = &record->naptr->words[i];
        if (word->text != NULL && !is_number(word)) {
            ddds_report_whole_field(check, record, CODE_NUMBER_RANGE,
                                    (enum naptr_field)i,
                                    "%s \"%.*s\" is no number from 0 to 65535",
                                    field_names[i], WORD_SHOWN(word));
            correct(check);
        }
    }
}

/* ---- Escapes -------------------------------------------------------- */

/* One octet of a string as it is written. */
struct octet {
    const char *text;
    size_t length;
    size_t offset; /* in what the string means */
    int value;     /* -1: an escape that is none */
};

/* The next octet of |word| behind |octet|, which is {0} at first; false at the
 * end. */
static bool next_octet(const struct word *word, struct octet *octet)
{
    bool is_first = octet->text == NULL;
    if (word->text == NULL) {
        return false;
    }
    const char *at = is_first ? word->text : octet->text + octet->length;
    const char *end = word->text + word->length;
    if (at == end) {
        return false;
    }
    octet->offset = is_first ? 0 : octet->offset + 1;
    octet->text = at;
    octet->value = ddds_escape_read(&at, end);
    octet->length = octet->value < 0 ? 1 : (size_t)(at - octet->text);
    return true;
}

static bool is_escaped(const struct octet *octet)
{
    return octet->length > 1;
}

/* "\1" in a master file. */
static void check_single_backslash(struct ddds_check *check,
                                   const struct record *record,
                                   enum naptr_field field)
{
    const struct word *word = &record->naptr->words[field];
    struct octet octet = {0};
    while (next_octet(word, &octet)) {
        if (octet.value < 0) {
            ddds_report_field(check, record, CODE_SINGLE_BACKSLASH, field,
                              octet.offset, 2,
                              "\"\\%c\" in the %s is no escape; write \\\\%c",
                              octet.text[1], field_names[field], octet.text[1]);
            correct(check);
            return;
        }
    }
}

/* \065 for an A. Those who write all of these characters so mean no harm. */
static void check_needless_escape(struct ddds_check *check,
                                  const struct record *record,
                                  enum naptr_field field)
{
    const struct word *word = &record->naptr->words[field];
    struct octet octet = {0};
    while (next_octet(word, &octet)) {
        if (octet.length == 4 && octet.value > 0 &&
            ascii_is_graphic((unsigned char)octet.value) &&
            strchr("\"\\;", octet.value) == NULL) {
            ddds_report_field(check, record, CODE_NEEDLESS_ESCAPE, field,
                              octet.offset, 1,
                              "\"%.4s\" in the %s is the character %c; a "
                              "back-reference needs two backslashes",
                              octet.text, field_names[field], octet.value);
            check->draft.is_touched = true;
            return;
        }
    }
}

static void check_long_string(struct ddds_check *check,
                              const struct record *record,
                              enum naptr_field field)
{
    const struct word *word = &record->naptr->words[field];
    struct octet octet = {0};
    while (next_octet(word, &octet)) {
        if (octet.offset == LIMIT_STRING) {
            ddds_report_field(check, record, CODE_LONG_STRING, field,
                              octet.offset, 1, "more than 255 octets in the %s",
                              field_names[field]);
            check->is_explained = true;
            return;
        }
    }
}

static void check_not_ascii(struct ddds_check *check,
                            const struct record *record, enum naptr_field field)
{
    const struct word *word = &record->naptr->words[field];
    struct octet octet = {0};
    bool was_seen = false;
    while (next_octet(word, &octet)) {
        if (octet.value < 0x80) {
            continue;
        }
        if (!was_seen) {
            ddds_report_field(check, record, CODE_NOT_ASCII, field,
                              octet.offset, 1,
                              "octet %d in the %s is not ASCII", octet.value,
                              field_names[field]);
        }
        was_seen = true;
        if (!is_escaped(&octet)) {
            ddds_report_field(check, record, CODE_RAW_OCTET, field,
                              octet.offset, 1, "write \\%03d", octet.value);
            check->draft.is_touched = true;
            return;
        }
    }
}

/* The draft spells NUL octets \000, and loses them. */
static void drop_nuls(struct draft *draft, char field[DRAFT_FIELD_SIZE])
{
    char kept[DRAFT_FIELD_SIZE];
    struct text text;
    ddds_text_init(&text, kept, sizeof kept);
    for (const char *at = field; *at != '\0';) {
        if (strncmp(at, "\\000", 4) == 0) {
            at += 4;
        } else {
            ddds_text_char(&text, *at++);
        }
    }
    ddds_draft_set(draft, field, kept);
}

static void check_nul(struct ddds_check *check, const struct record *record,
                      enum naptr_field field)
{
    struct octet octet = {0};
    if (!record->naptr->has_nul[field]) {
        return;
    }
    while (next_octet(&record->naptr->words[field], &octet) &&
           octet.value != 0) {
    }
    ddds_report_field(check, record, CODE_NUL_OCTET, field, octet.offset, 1,
                      "a NUL octet in the %s", field_names[field]);
    struct draft *draft = &check->draft;
    drop_nuls(draft, field == NAPTR_FLAGS      ? draft->flags
                     : field == NAPTR_SERVICES ? draft->services
                                               : draft->regexp);
}

static void check_strings(struct ddds_check *check, const struct record *record)
{
    for (int i = NAPTR_FLAGS; i <= NAPTR_REGEXP; i++) {
        enum naptr_field field = (enum naptr_field)i;
        check_single_backslash(check, record, field);
        check_needless_escape(check, record, field);
        check_long_string(check, record, field);
        check_not_ascii(check, record, field);
        check_nul(check, record, field);
    }
}

/* ---- Backslashes that get lost -------------------------------------- */

/* Where in an expression a walk is. */
struct walk {
    char delimiter;
    unsigned part; /* 0: nothing, 1: the ERE, 2: the replacement, 3: flags */
    bool in_bracket;
    size_t members;   /* of the bracket */
    bool after_slash; /* an escape of the expression itself has begun */
};

/* Go on with |octet|, an octet that is meant. */
static void walk_on(struct walk *walk, char octet)
{
    if (walk->part == 0) {
        walk->delimiter = octet;
        walk->part = 1;
    } else if (walk->after_slash) {
        walk->after_slash = false;
    } else if (octet == '\\' && !walk->in_bracket) {
        walk->after_slash = true;
    } else if (octet == walk->delimiter) {
        walk->part++;
        walk->in_bracket = false;
    } else if (walk->part == 1 && !walk->in_bracket) {
        walk->in_bracket = octet == '[';
        walk->members = 0;
    } else if (walk->in_bracket) {
        bool is_first = walk->members == 0;
        walk->in_bracket = octet != ']' || is_first;
        walk->members += octet != '^' || walk->members > 0;
    }
}

/* Does the expression, where |walk| is, need the backslash that stands before
 * |octet|? */
static bool needs_backslash(const struct walk *walk, char octet)
{
    if (walk->part == 0 || walk->part == 3) {
        return false;
    }
    if (octet == walk->delimiter) {
        return true;
    }
    return walk->part == 1 && !walk->in_bracket &&
           (ascii_is_alpha((unsigned char)octet) ||
            strchr(".*+?()[]{}^$|", octet) != NULL);
}

/* "!^\+44!" is served as "!^+44!". Write the expression as it was meant into
 * |meant|, and return where the first backslash is lost, or DDDS_NO_OFFSET. */
static size_t find_lost_backslash(const struct word *word, struct text *meant)
{
    struct walk walk = {0};
    struct octet octet = {0};
    size_t lost = DDDS_NO_OFFSET;
    while (next_octet(word, &octet)) {
        char value = octet.value < 0 ? '\\' : (char)octet.value;
        if (octet.length == 2 && value != '\\' && value != '"' &&
            !walk.after_slash && needs_backslash(&walk, value)) {
            lost = lost == DDDS_NO_OFFSET ? octet.offset : lost;
            ddds_text_char(meant, '\\');
            walk_on(&walk, '\\');
        }
        ddds_text_char(meant, value);
        walk_on(&walk, value);
    }
    return lost;
}

static void check_lost_backslash(struct ddds_check *check,
                                 const struct record *record)
{
    char memory[DRAFT_FIELD_SIZE];
    struct text meant;
    const struct word *word = &record->naptr->words[NAPTR_REGEXP];
    ddds_text_init(&meant, memory, sizeof memory);
    size_t lost = find_lost_backslash(word, &meant);
    if (lost == DDDS_NO_OFFSET) {
        return;
    }
    const char octet = record->naptr->rule.regexp[lost];
    ddds_report_field(check, record, CODE_LOST_BACKSLASH, NAPTR_REGEXP, lost, 1,
                      "\"\\%c\" is served as %c; write \\\\%c", octet, octet,
                      octet);
    if (!meant.failed) {
        ddds_draft_set(&check->draft, check->draft.regexp, memory);
    }
}

/* ---- Quotes --------------------------------------------------------- */

static void check_quotes(struct ddds_check *check, const struct record *record)
{
    const struct word *word = &record->naptr->words[NAPTR_REGEXP];
    if (word->text != NULL && !word->is_quoted &&
        record->naptr->words[NAPTR_REPLACEMENT].text != NULL &&
        !record->naptr->has_surplus) {
        ddds_report_whole_field(check, record, CODE_UNQUOTED_EXPRESSION,
                                NAPTR_REGEXP, "put quotes around \"%.*s\"",
                                WORD_SHOWN(word));
        check->draft.is_touched = true;
    }
}

static void check_foreign_quotes(struct ddds_check *check,
                                 const struct record *record)
{
    for (int i = 0; i < NAPTR_FIELDS; i++) {
        const struct word *word = &record->naptr->words[i];
        if (word->is_foreign) {
            ddds_report_whole_field(check, record, CODE_FOREIGN_QUOTES,
                                    (enum naptr_field)i,
                                    "master files quote with \" and nothing "
                                    "else; replace the quotes around \"%.*s\"",
                                    WORD_SHOWN(word));
            correct(check);
            return;
        }
    }
}

/* "u""x" are two fields to some, and an error to others. */
static void check_blanks(struct ddds_check *check, const struct record *record)
{
    for (int i = NAPTR_PREFERENCE; i < NAPTR_FIELDS; i++) {
        const struct word *before = &record->naptr->words[i - 1];
        const struct word *word = &record->naptr->words[i];
        if (before->text != NULL && word->text != NULL &&
            (before->is_quoted || word->is_quoted) &&
            before->text + before->length + before->quote ==
                word->text - word->quote) {
            ddds_report_whole_field(
                check, record, CODE_NO_BLANK, (enum naptr_field)i,
                "write a blank before the %s", field_names[i]);
            check->draft.is_touched = true;
            return;
        }
    }
}

static bool is_blank(char octet)
{
    return octet == ' ' || octet == '\t';
}

/* What was meant by an unquoted expression from |begin| to |end|, of which a
 * semicolon has cut off a part; the replacement stands behind it. */
static void restore_cut(struct draft *draft, const char *begin, const char *end)
{
    const char *stop = begin;
    while (stop < end && !is_blank(*stop)) {
        stop++;
    }
    const char *name = stop;
    while (name < end && is_blank(*name)) {
        name++;
    }
    const char *name_end = name;
    while (name_end < end && !is_blank(*name_end) && *name_end != '\r') {
        name_end++;
    }
    char regexp[DRAFT_FIELD_SIZE];
    char replacement[LIMIT_NAME_SIZE];
    struct text text;
    ddds_text_init(&text, regexp, sizeof regexp);
    while (begin < stop) {
        int octet = ddds_escape_read(&begin, stop);
        begin += octet < 0 ? 1 : 0;
        ddds_text_char(&text, octet > 0 ? (char)octet : '\\');
    }
    if (!text.failed && name < name_end &&
        ddds_domain_parse(name, (size_t)(name_end - name), replacement, NULL) ==
            DDDS_OK) {
        ddds_draft_set(draft, draft->regexp, regexp);
        ddds_draft_set(draft, draft->replacement, replacement);
    }
}

/* !^.*$!tel:+1;npdi! . */
static void check_semicolon(struct ddds_check *check,
                            const struct record *record)
{
    const struct naptr *naptr = record->naptr;
    const struct word *last = NULL;
    if (!naptr->is_refused || naptr->words[NAPTR_REPLACEMENT].text != NULL) {
        return;
    }
    for (int i = NAPTR_FLAGS; i <= NAPTR_REGEXP; i++) {
        last = naptr->words[i].text != NULL ? &naptr->words[i] : last;
    }
    size_t length;
    const char *text = last == NULL ? NULL
                                    : ddds_zonefile_text(record->zone->file,
                                                         last->text, &length);
    if (text == NULL || last->is_quoted) {
        return;
    }
    const char *cut = last->text + last->length;
    const char *end = memchr(cut, '\n', (size_t)(text + length - cut));
    end = end == NULL ? text + length : end;
    if (cut == end || *cut != ';') {
        return;
    }
    uint32_t column = last->column + last->length;
    ddds_report_region(
        check, record, CODE_UNQUOTED_SEMICOLON,
        (struct ddds_region){last->line, column, last->line, column + 1},
        "the semicolon begins a comment; put the string between "
        "quotes");
    check->is_explained = true;
    if (last == &naptr->words[NAPTR_REGEXP]) {
        restore_cut(&check->draft, last->text, end);
    }
}

/* ---- Fields that are not there -------------------------------------- */

static void check_missing(struct ddds_check *check, const struct record *record)
{
    static const char *const missing[NAPTR_FIELDS] = {
        [NAPTR_PREFERENCE] = "the order or the preference is missing",
        [NAPTR_FLAGS] = "the flags are missing",
        [NAPTR_SERVICES] = "the services are missing",
        [NAPTR_REGEXP] = "the regexp is missing; write \"\" for none",
    };
    const struct naptr *naptr = record->naptr;
    if (!naptr->is_short || check->is_explained ||
        naptr->missing == NAPTR_REPLACEMENT) {
        return;
    }
    check->is_explained = true;
    if (naptr->missing == NAPTR_FIELDS) {
        ddds_report_record(check, record, CODE_MISSING_FIELD,
                           "too few fields; a NAPTR record has six: order, "
                           "preference, flags, services, regexp, replacement");
        return;
    }
    ddds_report_whole_field(check, record, CODE_MISSING_FIELD,
                            (enum naptr_field)(naptr->missing + 1),
                            "five fields, where a NAPTR record has six: %s",
                            missing[naptr->missing]);
    check->draft.is_touched = true;
}

/* ---- Names ---------------------------------------------------------- */

static void check_replacement(struct ddds_check *check,
                              const struct record *record)
{
    const struct naptr *naptr = record->naptr;
    const struct word *word = &naptr->words[NAPTR_REPLACEMENT];
    if (!naptr->is_refused || check->is_explained) {
        return;
    }
    if (word->text != NULL && word->length == 0) {
        ddds_report_whole_field(check, record, CODE_NO_REPLACEMENT,
                                NAPTR_REPLACEMENT,
                                "an empty string is no domain name; write a "
                                "single dot for no replacement");
        correct(check);
    } else if (word->text == NULL && naptr->words[NAPTR_REGEXP].text != NULL) {
        ddds_report_record(check, record, CODE_NO_REPLACEMENT,
                           "the record ends before its replacement; write a "
                           "single dot for none");
        correct(check);
    }
}

/* The length on the wire of a name that is spelt as in name/domain.h. */
static size_t wire_length(const char *name)
{
    unsigned char wire[LIMIT_NAME_WIRE];
    return name == NULL ? 1 : ddds_domain_write(name, wire);
}

static void check_long_name(struct ddds_check *check,
                            const struct record *record)
{
    const struct word *word = &record->naptr->words[NAPTR_REPLACEMENT];
    if (record->naptr->is_refused && word->text != NULL &&
        !record->naptr->has_replacement &&
        is_too_long(word, wire_length(record->origin) - 1)) {
        ddds_report_whole_field(check, record, CODE_LONG_NAME,
                                NAPTR_REPLACEMENT, "%s",
                                record->naptr->rule.defect);
        check->is_explained = true;
    }
}

/* The last label of |name|. */
static const char *last_label(const char *name)
{
    for (const char *parent = ddds_domain_parent(name);
         parent != NULL && *parent != '\0'; parent = ddds_domain_parent(name)) {
        name = parent;
    }
    return name;
}

/* Does |name|, written without its final dot, end as a name in |apex| does, so
 * that it was meant to be complete? */
static bool looks_complete(const char *name, const char *apex)
{
    const char *last = last_label(name);
    return *apex != '\0' &&
           (ddds_domain_is_within(name, apex) ||
            (last != name && strcmp(last, last_label(apex)) == 0));
}

bool ddds_record_is_doubled(const struct record *record,
                            char meant[LIMIT_NAME_SIZE])
{
    const struct word *word = &record->naptr->words[NAPTR_REPLACEMENT];
    const char *apex =
        record->zone->apex != NULL ? record->zone->apex : record->origin;
    return ddds_word_is_relative(word) && record->naptr->has_replacement &&
           apex != NULL && record->origin != NULL && *record->origin != '\0' &&
           !(word->length == 1 && *word->text == '@') &&
           ddds_domain_parse(word->text, word->length, meant, NULL) ==
               DDDS_OK &&
           looks_complete(meant, apex);
}

static void check_doubled_origin(struct ddds_check *check,
                                 const struct record *record)
{
    const struct word *word = &record->naptr->words[NAPTR_REPLACEMENT];
    char name[LIMIT_NAME_SIZE];
    if (!ddds_record_is_doubled(record, name)) {
        return;
    }
    ddds_report_whole_field(check, record, CODE_DOUBLED_ORIGIN,
                            NAPTR_REPLACEMENT,
                            "\"%.*s\" becomes %.100s.; end it with a dot",
                            WORD_SHOWN(word), record->naptr->rule.replacement);
    ddds_draft_set(&check->draft, check->draft.replacement, name);
}

/* Domains that names on the Internet end in, of those that nobody calls a host
 * of his own: the first ones (RFC 1591 section 2), and of the later ones those
 * in common use. */
static bool is_top_level(const char *label)
{
    static const char *const labels[] = {
        "arpa", "com", "edu", "gov", "info", "int",
        "mil",  "net", "org", "biz", NULL,
    };
    for (const char *const *each = labels; *each != NULL; each++) {
        if (strcmp(label, *each) == 0) {
            return true;
        }
    }
    return false;
}

/* Does |name| end in a zone that is given, or in a domain that all know? */
static bool ends_like_others(const struct ddds_check *check, const char *name)
{
    const struct zone *zone = ddds_check_find_zone(check, name);
    const char *last = last_label(name);
    bool is_in_zone = zone != NULL && strchr(zone->apex, '.') != NULL;
    return is_in_zone || (last != name && is_top_level(last));
}

bool ddds_record_seems_complete(const struct ddds_check *check,
                                const struct record *record,
                                char meant[LIMIT_NAME_SIZE])
{
    const struct word *word = &record->naptr->words[NAPTR_REPLACEMENT];
    return ddds_word_is_relative(word) && record->naptr->has_replacement &&
           record->origin != NULL && *record->origin != '\0' &&
           !ddds_record_is_doubled(record, meant) &&
           ddds_domain_parse(word->text, word->length, meant, NULL) ==
               DDDS_OK &&
           ends_like_others(check, meant);
}

static bool has_upper_case(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (ascii_is_upper((unsigned char)text[i])) {
            return true;
        }
    }
    return false;
}

static void check_case(struct ddds_check *check, const struct record *record)
{
    const struct ddds_span *owner = &record->head[0];
    const struct word *word = &record->naptr->words[NAPTR_REPLACEMENT];
    if (owner->text != NULL && has_upper_case(owner->text, owner->length)) {
        ddds_report_record(check, record, CODE_UPPER_CASE,
                           "the owner is not in lower case");
        check->draft.lowers_owner = true;
        check->draft.is_touched = true;
    }
    if (word->text != NULL && has_upper_case(word->text, word->length)) {
        ddds_report_whole_field(check, record, CODE_UPPER_CASE,
                                NAPTR_REPLACEMENT,
                                "the replacement is not in lower case");
        check->draft.is_touched = true;
    }
}

/* ---- What the file leaves open -------------------------------------- */

static void check_origin(struct ddds_check *check, const struct record *record)
{
    const struct ddds_span *owner = &record->head[0];
    struct zone *zone = record->zone;
    bool is_owner_relative = owner->text != NULL && owner->length > 0 &&
                             owner->text[owner->length - 1] != '.';
    if (record->origin == NULL && !zone->has_no_origin &&
        (is_owner_relative ||
         ddds_word_is_relative(&record->naptr->words[NAPTR_REPLACEMENT]))) {
        zone->has_no_origin = true;
        ddds_report_record(check, record, CODE_NO_ORIGIN,
                           "nothing says where relative names begin; begin the "
                           "file with $ORIGIN, or give --origin");
    }
}

static void check_ttl(struct ddds_check *check, const struct record *record)
{
    struct zone *zone = record->zone;
    if (!record->has_ttl && !zone->has_no_ttl) {
        zone->has_no_ttl = true;
        ddds_report_record(check, record, CODE_NO_TTL,
                           "nothing says the TTL of this record; begin the "
                           "file with $TTL");
    }
}

/* Whatever else no server loads. The words are still the best guess there is,
 * unless there are too many, and any of them may be the wrong one. */
static void check_rest(struct ddds_check *check, const struct record *record)
{
    const struct naptr *naptr = record->naptr;
    if (!naptr->is_refused || check->is_explained) {
        return;
    }
    ddds_report_region(check, record,
                       record->zone->server != NULL ? CODE_MALFORMED_RECORD
                                                    : CODE_NO_SYNTAX,
                       naptr->refused, "%s", naptr->rule.defect);
    check->draft.is_touched |=
        naptr->has_replacement &&
        (!naptr->has_surplus || naptr->words[NAPTR_REGEXP].is_quoted);
}

/* ---- Sets and zones ------------------------------------------------- */

static void check_mixed_ttl(struct ddds_check *check,
                            const struct record_set *set)
{
    uint32_t least = set->records[0]->ttl;
    for (size_t i = 1; i < set->count; i++) {
        least = set->records[i]->ttl < least ? set->records[i]->ttl : least;
    }
    for (size_t i = 0; i < set->count; i++) {
        const struct record *record = set->records[i];
        struct draft draft;
        if (record->ttl == least) {
            continue;
        }
        struct finding *finding = ddds_report_record(
            check, record, CODE_MIXED_TTL,
            "the TTL is %lu, another of the set is %lu",
            (unsigned long)record->ttl, (unsigned long)least);
        if (finding != NULL) {
            ddds_check_draft(check, record, &draft);
            draft.has_ttl = true;
            draft.ttl = least;
            ddds_report_fix(check, finding, record, &draft);
        }
    }
}

/* May a record of |type| stand beside a CNAME (RFC 4034 section 2)? */
static bool may_stand_beside_cname(uint16_t type)
{
    return type == TYPE_RRSIG || type == TYPE_NSEC || type == TYPE_SIG ||
           type == TYPE_KEY || type == TYPE_NXT;
}

/* Do both hold the same data? Of what could not be read nothing is known. */
static bool has_same_data(const struct record *one, const struct record *other)
{
    return one->rdata != NULL && other->rdata != NULL &&
           one->rdata_length == other->rdata_length &&
           memcmp(one->rdata, other->rdata, one->rdata_length) == 0;
}

/* Of the |count| records of one owner, |cname| is a CNAME. */
static void check_beside_cname(struct ddds_check *check,
                               const struct record *cname,
                               struct record *const *records, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct record *other = records[i];
        bool is_another_cname =
            other->type == TYPE_CNAME && !has_same_data(other, cname);
        if (other->zone == cname->zone &&
            (is_another_cname || (other->type != TYPE_CNAME &&
                                  !may_stand_beside_cname(other->type)))) {
            ddds_report_record(check, cname, CODE_CNAME_AND_DATA,
                               "%.100s has other records beside this CNAME, in "
                               "line %lu for one",
                               cname->owner, (unsigned long)other->line);
            return;
        }
    }
}

static void check_cnames(struct ddds_check *check)
{
    size_t end;
    for (size_t begin = 0; begin < check->record_count; begin = end) {
        const char *owner = check->sorted[begin]->owner;
        end = begin + 1;
        while (end < check->record_count &&
               strcmp(check->sorted[end]->owner, owner) == 0) {
            end++;
        }
        for (size_t i = begin; i < end; i++) {
            if (check->sorted[i]->type == TYPE_CNAME &&
                check->sorted[i]->rdata != NULL) {
                check_beside_cname(check, check->sorted[i],
                                   check->sorted + begin, end - begin);
                break;
            }
        }
    }
}

/* A zone has one SOA, though a file may say it twice. */
static bool is_second_soa(const struct record *first,
                          const struct record *record)
{
    return record->type == TYPE_SOA && first != NULL &&
           (strcmp(first->owner, record->owner) != 0 ||
            !has_same_data(first, record));
}

static void check_zones(struct ddds_check *check)
{
    const struct zone *zone = NULL;
    const struct record *soa = NULL;
    for (size_t i = 0; i < check->record_count; i++) {
        const struct record *record = check->records[i];
        assert(record->zone != NULL);
        soa = record->zone == zone ? soa : NULL;
        zone = record->zone;
        if (is_second_soa(soa, record)) {
            ddds_report_record(check, record, CODE_SECOND_SOA,
                               "the SOA of %.100s is in line %lu already; a "
                               "file holds one zone",
                               soa->owner, (unsigned long)soa->line);
        } else if (record->type == TYPE_SOA && soa == NULL) {
            soa = record;
        } else if (record->zone->apex != NULL &&
                   !ddds_domain_is_within(record->owner, record->zone->apex)) {
            ddds_report_record(check, record, CODE_OUT_OF_ZONE,
                               "%.100s does not lie in the zone %.100s",
                               record->owner, record->zone->apex);
        }
    }
}

/* ---- The group ------------------------------------------------------ */

static check_problem_fn *const problems[] = {check_line, NULL};

/* Those that explain why a record cannot be loaded come before those that are
 * left with what nobody explained. */
static check_record_fn *const records[] = {
    check_strings,        check_number,
    check_lost_backslash, check_foreign_quotes,
    check_blanks,         check_quotes,
    check_semicolon,      check_missing,
    check_long_name,      check_replacement,
    check_doubled_origin, check_case,
    check_origin,         check_ttl,
    check_rest,           NULL,
};

static check_set_fn *const sets[] = {check_mixed_ttl, NULL};

static check_all_fn *const all[] = {check_cnames, check_zones, NULL};

const struct check_group ddds_check_syntax = {
    .problems = problems,
    .records = records,
    .sets = sets,
    .all = all,
};
