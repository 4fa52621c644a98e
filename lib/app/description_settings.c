/* The settings of a description: one table knows their names and how to read
 * their values. A setting that is missing has the value of RFC 3404. Every
 * error message says where the mistake is and what to write instead.
 *
 * SPDX-License-Identifier: MIT */
#include "app/description_settings.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "app/grammars.h"
#include "base/ascii.h"
#include "base/error.h"
#include "base/nearest.h"
#include "name/idna.h"
#include "rule/services.h"

/* The greatest length of an application's name, and the greatest max-hops. */
enum { NAME_MAX_LENGTH = 31, HOPS_MAX = 1000 };

/* ---- Errors ------------------------------------------------------------ */

ddds_status ddds_setting_refuse(const struct description_reader *reader,
                                size_t offset, const char *format, ...)
{
    char why[DDDS_DETAIL_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return ddds_error_set(reader->error, DDDS_SYNTAX, DDDS_NO_OFFSET,
                          "%s:%zu:%zu: %s", reader->source->name, reader->line,
                          (size_t)(reader->at - reader->begin) + offset + 1,
                          why);
}

/* Pass on the error |why| of another parser of the value, whose offsets count
 * from |offset| octets after |reader->at|. */
static ddds_status pass_on(const struct description_reader *reader,
                           size_t offset, const struct ddds_error *why)
{
    if (why->status == DDDS_NO_MEMORY) {
        return ddds_error_no_memory(reader->error);
    }
    return ddds_setting_refuse(
        reader, why->offset == DDDS_NO_OFFSET ? offset : offset + why->offset,
        "%s", why->detail);
}

static ddds_status copy(const struct description_reader *reader,
                        const char *text, const char **member)
{
    *member = ddds_arena_string(&reader->described->arena, text);
    return *member != NULL ? DDDS_OK : ddds_error_no_memory(reader->error);
}

/* ---- Values ------------------------------------------------------------ */

static void *member_at(const struct description_reader *reader,
                       const struct setting *setting)
{
    return (char *)&reader->described->application + setting->offset;
}

static ddds_status read_text(const struct description_reader *reader,
                             const struct setting *setting, const char *value)
{
    return copy(reader, value, member_at(reader, setting));
}

static ddds_status read_yes_or_no(const struct description_reader *reader,
                                  const struct setting *setting,
                                  const char *value)
{
    bool is_yes = strcmp(value, "yes") == 0;
    if (!is_yes && strcmp(value, "no") != 0) {
        return ddds_setting_refuse(reader, 0, "%s: write yes or no",
                                   setting->name);
    }
    *(bool *)member_at(reader, setting) = is_yes;
    return DDDS_OK;
}

static ddds_status read_list(const struct description_reader *reader,
                             const struct setting *setting, const char *value)
{
    size_t fault;
    if (!ddds_services_is_list(value, &fault)) {
        return ddds_setting_refuse(
            reader, fault,
            "%s: expected names with single commas between them and "
            "no spaces",
            setting->name);
    }
    return read_text(reader, setting, value);
}

static ddds_status read_name(const struct description_reader *reader,
                             const struct setting *setting, const char *value)
{
    size_t length = strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789-");
    if (value[length] != '\0' || value[0] == '-' || length > NAME_MAX_LENGTH) {
        return ddds_setting_refuse(
            reader, value[0] == '-' ? 0 : length,
            "a name has lower-case letters, digits and hyphens, %d "
            "at most, and does not begin with a hyphen",
            (int)NAME_MAX_LENGTH);
    }
    if (reader->is_taken != NULL && reader->is_taken(value)) {
        return ddds_setting_refuse(
            reader, 0,
            "\"%s\" is the name of another application; write "
            "a different name",
            value);
    }
    return read_text(reader, setting, value);
}

static ddds_status read_step(const struct description_reader *reader,
                             const struct setting *setting, const char *value)
{
    struct described *described = reader->described;
    struct ddds_error why;
    return ddds_transformations_add(setting->name[0] == 's' ? &described->string
                                                            : &described->key,
                                    value, &described->arena, &why) == DDDS_OK
               ? DDDS_OK
               : pass_on(reader, 0, &why);
}

static ddds_status read_root(const struct description_reader *reader,
                             const struct setting *setting, const char *value)
{
    char key[LIMIT_KEY_SIZE];
    struct ddds_error why;
    if (strcmp(value, "required") == 0) {
        return read_text(reader, setting, "");
    }
    return ddds_idna_parse_key(value, strlen(value), key, &why) == DDDS_OK
               ? read_text(reader, setting, key)
               : pass_on(reader, 0, &why);
}

static ddds_status read_flags(const struct description_reader *reader,
                              const struct setting *setting, const char *value)
{
    static const char known[] = "SAUPD0123456789";
    char flags[sizeof known];
    size_t count = 0;
    for (; value[count] != '\0'; count++) {
        char flag = ascii_to_upper(value[count]);
        if (strchr(known, flag) == NULL || memchr(flags, flag, count) != NULL) {
            return ddds_setting_refuse(
                reader, count,
                "write flags as letters of S, A, U, P and D, and digits, each "
                "once, without separators");
        }
        flags[count] = flag;
    }
    flags[count] = '\0';
    return read_text(reader, setting, flags);
}

static ddds_status read_grammar(const struct description_reader *reader,
                                const struct setting *setting,
                                const char *value)
{
    const struct grammar *grammar = ddds_grammar_find(value);
    (void)setting;
    if (grammar == NULL) {
        char names[160];
        struct text text;
        ddds_text_init(&text, names, sizeof names);
        for (size_t i = 0; ddds_grammar_at(i) != NULL; i++) {
            ddds_text_string(&text, i > 0 ? ", " : "");
            ddds_text_string(&text, ddds_grammar_at(i)->name);
        }
        return ddds_setting_refuse(
            reader, 0, "unknown grammar \"%.*s\"; write one of %s",
            ddds_error_quoted(value, strlen(value)), value, names);
    }
    ddds_grammar_use(&reader->described->application, grammar);
    return DDDS_OK;
}

static ddds_status read_expressions(const struct description_reader *reader,
                                    const struct setting *setting,
                                    const char *value)
{
    static const char *const words[] = {
        [DDDS_REGEXP_ANY] = "any",
        [DDDS_REGEXP_CONSTANT] = "constant",
        [DDDS_REGEXP_NONE] = "none",
    };
    (void)setting;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(value, words[i]) == 0) {
            reader->described->application.regexp = (enum ddds_regexp_use)i;
            return DDDS_OK;
        }
    }
    return ddds_setting_refuse(reader, 0,
                               "expressions: write any, constant or none");
}

/* Read a number of at most |most|; false if |text| is anything else. */
static bool read_number(const char *text, size_t length, unsigned most,
                        unsigned *number)
{
    uint64_t value;
    const char *at = text;
    bool is_number = ascii_read_number(&at, text + length, most, &value) &&
                     at == text + length;
    *number = (unsigned)value;
    return is_number;
}

static ddds_status read_from_1(const struct description_reader *reader,
                               const struct setting *setting, const char *value,
                               unsigned most, unsigned *number)
{
    return read_number(value, strlen(value), most, number) && *number > 0
               ? DDDS_OK
               : ddds_setting_refuse(reader, 0,
                                     "%s: a whole number from 1 to %u",
                                     setting->name, most);
}

static ddds_status read_max_hops(const struct description_reader *reader,
                                 const struct setting *setting,
                                 const char *value)
{
    return read_from_1(reader, setting, value, HOPS_MAX,
                       &reader->described->application.max_hops);
}

static ddds_status read_port(const struct description_reader *reader,
                             const struct setting *setting, const char *value)
{
    unsigned port;
    ddds_status status = read_from_1(reader, setting, value, UINT16_MAX, &port);
    if (status == DDDS_OK) {
        reader->described->port = (uint16_t)port;
        reader->described->application.default_port =
            ddds_described_default_port;
    }
    return status;
}

/* Read what is after a suffix: numbers of labels, each less than the one
 * before. */
static ddds_status read_labels(const struct description_reader *reader,
                               const struct setting *setting, const char *value,
                               const char *at, struct described_shortening *own)
{
    unsigned before = LIMIT_KEY_SIZE / 2;
    while (*at != '\0') {
        unsigned labels;
        size_t length = strcspn(at, " \t");
        if (own->count == LIMIT_SHORTER_KEYS ||
            !read_number(at, length, before - 1, &labels) || labels == 0) {
            break;
        }
        before = labels;
        own->labels[own->count++] = (uint8_t)labels;
        at += length + strspn(at + length, " \t");
    }
    return *at == '\0' && own->count > 0
               ? DDDS_OK
               : ddds_setting_refuse(
                     reader, (size_t)(at - value),
                     "%s: write a domain and up to %d numbers of labels, each "
                     "less than the one before: %s",
                     setting->name, (int)LIMIT_SHORTER_KEYS, setting->example);
}

static ddds_status read_shorten(const struct description_reader *reader,
                                const struct setting *setting,
                                const char *value)
{
    struct described *described = reader->described;
    struct described_shortening own = {.count = 0};
    char suffix[LIMIT_KEY_SIZE];
    struct ddds_error why;
    size_t length = strcspn(value, " \t");
    if (described->shortening_count == SHORTENINGS) {
        return ddds_setting_refuse(reader, 0,
                                   "%s: there are more than %d of them",
                                   setting->name, (int)SHORTENINGS);
    }
    if (ddds_idna_parse_key(value, length, suffix, &why) != DDDS_OK) {
        return pass_on(reader, 0, &why);
    }
    ddds_status status =
        read_labels(reader, setting, value,
                    value + length + strspn(value + length, " \t"), &own);
    if (status == DDDS_OK) {
        status = copy(reader, suffix, &own.suffix);
    }
    if (status == DDDS_OK) {
        described->shortenings[described->shortening_count++] = own;
    }
    return status;
}

static ddds_status read_because(const struct description_reader *reader,
                                const struct setting *setting,
                                const char *value)
{
    (void)setting;
    return copy(reader, value, &reader->described->because);
}

/* ---- Fallback rules ---------------------------------------------------- */

enum { FIELDS = 6 };

/* Return the end of the field that begins at |at|; NULL if its quote is not
 * closed. */
static const char *find_field_end(const char *at)
{
    if (*at != '"') {
        return at + strcspn(at, " \t");
    }
    for (at++; *at != '\0' && *at != '"'; at++) {
        if (at[0] == '\\' && at[1] != '\0') {
            at++;
        }
    }
    return *at == '"' ? at + 1 : NULL;
}

/* Split |value| into the six fields of a NAPTR record, each with its quotes if
 * it has any. */
static ddds_status split_fields(const struct description_reader *reader,
                                const char *value,
                                struct ddds_span fields[FIELDS])
{
    const char *at = value;
    size_t count = 0;
    for (size_t i = 0; i < FIELDS; i++) {
        fields[i] = (struct ddds_span){value, 0};
    }
    while (count < FIELDS && *at != '\0') {
        const char *end = find_field_end(at);
        if (end == NULL) {
            return ddds_setting_refuse(reader, (size_t)(at - value),
                                       "this quote is not closed");
        }
        fields[count++] = (struct ddds_span){at, (size_t)(end - at)};
        at = end + strspn(end, " \t");
    }
    return count == FIELDS && *at == '\0'
               ? DDDS_OK
               : ddds_setting_refuse(
                     reader, (size_t)(at - value),
                     "a rule has an order, a preference, flags, services, "
                     "an expression and a replacement: 10 10 \"s\" \"\" "
                     "\"\" _x._udp");
}

static ddds_status read_field(const struct description_reader *reader,
                              const char *value, struct ddds_span span,
                              const char **field)
{
    char unescaped[DDDS_FIELD_SIZE];
    struct ddds_error why;
    const char *text =
        ddds_arena_copy(&reader->described->arena, span.text, span.length);
    if (text == NULL) {
        return ddds_error_no_memory(reader->error);
    }
    return ddds_field_unescape(text, unescaped, &why) == DDDS_OK
               ? copy(reader, unescaped, field)
               : pass_on(reader, (size_t)(span.text - value), &why);
}

/* Read a domain name: "." for no replacement, "@" for the first key; a name
 * without a final dot is relative to the first key. */
static ddds_status read_replacement(const struct description_reader *reader,
                                    const char *value, struct ddds_span span,
                                    struct described_rule *described_rule)
{
    char name[LIMIT_NAME_SIZE];
    struct ddds_error why;
    bool is_key = span.length == 1 && span.text[0] == '@';
    described_rule->is_relative = is_key || span.text[span.length - 1] != '.';
    name[0] = '\0';
    if (!is_key &&
        ddds_idna_parse_name(span.text, span.length, name, &why) != DDDS_OK) {
        return pass_on(reader, (size_t)(span.text - value), &why);
    }
    return copy(reader, name, &described_rule->rule.replacement);
}

static ddds_status read_numbers(const struct description_reader *reader,
                                const char *value,
                                const struct ddds_span fields[FIELDS],
                                struct ddds_rule *rule)
{
    unsigned numbers[2];
    for (int i = 0; i < 2; i++) {
        if (!read_number(fields[i].text, fields[i].length, UINT16_MAX,
                         &numbers[i])) {
            return ddds_setting_refuse(
                reader, (size_t)(fields[i].text - value),
                "the %s is a whole number from 0 to 65535",
                i == 0 ? "order" : "preference");
        }
    }
    rule->order = (uint16_t)numbers[0];
    rule->preference = (uint16_t)numbers[1];
    return DDDS_OK;
}

/* Check the expression of a rule. */
static ddds_status check_regexp(const struct description_reader *reader,
                                size_t offset, const char *regexp)
{
    struct ddds_error why;
    if (regexp[0] == '\0') {
        return DDDS_OK;
    }
    ddds_substitution *substitution = ddds_substitution_new(regexp, &why);
    ddds_substitution_free(substitution);
    why.offset = DDDS_NO_OFFSET; /* the field may have escapes */
    return substitution != NULL ? DDDS_OK : pass_on(reader, offset, &why);
}

static ddds_status keep_rule(const struct description_reader *reader,
                             const struct described_rule *described_rule)
{
    struct described *described = reader->described;
    size_t count = described->fallback_count;
    struct described_rule *rules =
        ddds_arena_array(&described->arena, count + 1, sizeof *rules);
    if (rules == NULL) {
        return ddds_error_no_memory(reader->error);
    }
    for (size_t i = 0; i < count; i++) {
        rules[i] = described->fallback_rules[i];
    }
    rules[count] = *described_rule;
    described->fallback_rules = rules;
    described->fallback_count++;
    return DDDS_OK;
}

static ddds_status read_fallback(const struct description_reader *reader,
                                 const struct setting *setting,
                                 const char *value)
{
    struct described *described = reader->described;
    struct described_rule described_rule = {
        .rule = {.flags = "", .services = "", .regexp = "", .replacement = ""}};
    struct ddds_rule *rule = &described_rule.rule;
    struct ddds_span fields[FIELDS];
    if (described->fallback_count == DDDS_FALLBACK_MAX) {
        return ddds_setting_refuse(reader, 0,
                                   "%s: there are more than %d of them",
                                   setting->name, DDDS_FALLBACK_MAX);
    }
    ddds_status status = split_fields(reader, value, fields);
    const char **texts[] = {&rule->flags, &rule->services, &rule->regexp};
    if (status == DDDS_OK) {
        status = read_numbers(reader, value, fields, rule);
    }
    for (size_t i = 0; status == DDDS_OK && i < 3; i++) {
        status = read_field(reader, value, fields[i + 2], texts[i]);
    }
    if (status == DDDS_OK) {
        status = check_regexp(reader, (size_t)(fields[4].text - value),
                              rule->regexp);
    }
    if (status == DDDS_OK) {
        status = read_replacement(reader, value, fields[5], &described_rule);
    }
    return status == DDDS_OK ? keep_rule(reader, &described_rule) : status;
}

/* ---- Settings ---------------------------------------------------------- */

#define MEMBER(name) offsetof(struct ddds_application, name)

static const struct setting settings[] = {
    {"name", "name plate", read_name, MEMBER(name), false},
    {"title", "title who keeps the file on a car", read_text, MEMBER(title),
     false},
    {"subject", "subject licence plate", read_text, MEMBER(subject), false},
    {"example", "example K-XY 1", read_text, MEMBER(example), false},
    {"string", "string upper", read_step, 0, true},
    {"key", "key labels", read_step, 0, true},
    {"first-key", "first-key its letters, below plates.example", read_text,
     MEMBER(first_key), false},
    {"root", "root plates.example", read_root, MEMBER(root), false},
    {"flags", "flags SAU", read_flags, MEMBER(flags), false},
    {"grammar", "grammar rfc3404", read_grammar, 0, false},
    {"service", "service office", read_text, MEMBER(service), false},
    {"services", "services I2L,I2R", read_list, MEMBER(services), false},
    {"protocols", "protocols http", read_list, MEMBER(protocols), false},
    {"expressions", "expressions any", read_expressions, 0, false},
    {"delegates-by-replacement", "delegates-by-replacement yes", read_yes_or_no,
     MEMBER(delegates_by_replacement), false},
    {"order-closes", "order-closes no", read_yes_or_no, MEMBER(order_closes),
     false},
    {"pursues-one-protocol", "pursues-one-protocol yes", read_yes_or_no,
     MEMBER(pursues_one_protocol), false},
    {"preference-is-weight", "preference-is-weight yes", read_yes_or_no,
     MEMBER(preference_is_weight), false},
    {"service-decides", "service-decides yes", read_yes_or_no,
     MEMBER(service_decides), false},
    {"uri-is-absolute", "uri-is-absolute yes", read_yes_or_no,
     MEMBER(uri_is_absolute), false},
    {"max-hops", "max-hops 5", read_max_hops, 0, false},
    {"port", "port 2083", read_port, 0, false},
    {"fallback", "fallback 10 10 \"s\" \"\" \"\" _plate._udp", read_fallback, 0,
     true},
    {"published-decides", "published-decides yes", read_yes_or_no,
     offsetof(struct described, published_decides), false},
    {"because", "because the statute of 1903", read_because, 0, false},
    {"shorten", "shorten in-addr.arpa 3 2", read_shorten, 0, true},
    {"passes-failures", "passes-failures yes", read_yes_or_no,
     MEMBER(passes_failures), false},
    {"unpublished", "unpublished no office knows it", read_text,
     MEMBER(unpublished), false},
};

enum { SETTINGS = sizeof settings / sizeof settings[0] };

_Static_assert((int)SETTINGS <= (int)SETTINGS_MAX,
               "seen_in has an entry for every setting");

static ddds_status refuse_setting(const struct description_reader *reader,
                                  const char *word, size_t length)
{
    const struct setting *nearest = &settings[0];
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < SETTINGS; i++) {
        size_t distance = ddds_nearest_distance(word, length, settings[i].name);
        if (distance < least) {
            least = distance;
            nearest = &settings[i];
        }
    }
    const char *ellipsis = ddds_error_ellipsis(length);
    int quoted = ddds_error_quoted(word, length);
    if (ddds_nearest_is_likely(length, least)) {
        return ddds_setting_refuse(
            reader, 0, "unknown setting \"%.*s%s\"; did you mean \"%s\"?",
            quoted, word, ellipsis, nearest->name);
    }
    return ddds_setting_refuse(reader, 0,
                               "unknown setting \"%.*s%s\"; see ddds-app(5)",
                               quoted, word, ellipsis);
}

const struct setting *ddds_setting_find(struct description_reader *reader,
                                        const char *word, size_t length)
{
    for (size_t i = 0; i < SETTINGS; i++) {
        if (strlen(settings[i].name) != length ||
            memcmp(settings[i].name, word, length) != 0) {
            continue;
        }
        if (reader->seen_in[i] != 0 && !settings[i].repeats) {
            ddds_setting_refuse(reader, 0, "%s is already set in line %zu",
                                settings[i].name, reader->seen_in[i]);
            return NULL;
        }
        reader->seen_in[i] = reader->line;
        return &settings[i];
    }
    refuse_setting(reader, word, length);
    return NULL;
}
