/* Settings of a description, in a table of names and parsers. A missing setting
 * has the value of RFC 3404. Errors have the position of the mistake and its
 * correction.
 *
 * SPDX-License-Identifier: MIT */
#include "app/description_reader.h"

#include <stdint.h>
#include <string.h>

#include "app/grammars.h"
#include "base/ascii.h"
#include "base/error.h"
#include "base/nearest.h"
#include "name/idna.h"
#include "rule/flags.h"
#include "rule/services.h"

/* Maxima of the length of an application's name, and of max-hops. */
enum { NAME_MAX_LENGTH = 31, HOPS_MAX = 1000 };

/* ---- Values ------------------------------------------------------------ */

static void *member_at(const struct description_reader *reader,
                       const struct setting *setting)
{
    return (char *)reader->described + setting->offset;
}

static ddds_status read_text(const struct description_reader *reader,
                             const struct setting *setting, const char *value)
{
    return ddds_setting_copy(reader, value, member_at(reader, setting));
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

/* Parse a list of items TAG=_service._transport. */
static ddds_status read_servers(const struct description_reader *reader,
                                const struct setting *setting,
                                const char *value)
{
    const char *next = value;
    struct ddds_span item;
    while (ascii_next_item(&next, &item)) {
        size_t tag = strcspn(item.text, "=,");
        size_t labels = tag + strspn(item.text + tag, "=");
        size_t dot = labels + strcspn(item.text + labels, ".,");
        if (tag == 0 || labels != tag + 1 || item.text[labels] != '_' ||
            dot + 2 >= item.length || item.text[dot + 1] != '_') {
            return ddds_setting_refuse(
                reader, (size_t)(item.text - value),
                "%s: write a service or protocol, \"=\" and the labels of its "
                "SRV records, with single commas between: %s",
                setting->name, setting->example);
        }
    }
    return read_list(reader, setting, value);
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

/* Check that the step urn is first: it reads the input, and would undo steps
 * before it. */
static ddds_status check_step(const struct description_reader *reader,
                              const struct transformations *all, bool is_string)
{
    const struct step *step = &all->steps[all->count - 1];
    return strcmp(step->kind->word, "urn") == 0 &&
                   (!is_string || all->count > 1)
               ? ddds_setting_refuse(reader, 0,
                                     "urn reads the input: write it as the "
                                     "first step of string")
               : DDDS_OK;
}

static ddds_status read_step(const struct description_reader *reader,
                             const struct setting *setting, const char *value)
{
    struct described *described = reader->described;
    bool is_string = setting->name[0] == 's';
    struct transformations *all =
        is_string ? &described->string : &described->key;
    struct ddds_error why;
    return ddds_transformations_add(all, value, &described->arena, &why) ==
                   DDDS_OK
               ? check_step(reader, all, is_string)
               : ddds_setting_pass_on(reader, 0, &why);
}

/* Parse an expression for the input. */
static ddds_status read_expression(const struct description_reader *reader,
                                   const struct setting *setting,
                                   const char *value, bool is_condition)
{
    struct transformations *all = member_at(reader, setting);
    struct ddds_error why;
    return ddds_transformations_add_expression(all, value, is_condition,
                                               &reader->described->arena,
                                               &why) == DDDS_OK
               ? DDDS_OK
               : ddds_setting_pass_on(reader, 0, &why);
}

static ddds_status read_given(const struct description_reader *reader,
                              const struct setting *setting, const char *value)
{
    return read_expression(reader, setting, value, false);
}

static ddds_status read_condition(const struct description_reader *reader,
                                  const struct setting *setting,
                                  const char *value)
{
    return read_expression(reader, setting, value, true);
}

static ddds_status read_root(const struct description_reader *reader,
                             const struct setting *setting, const char *value)
{
    static const char required[] = "required";
    char key[LIMIT_KEY_SIZE];
    struct ddds_error why;
    size_t length = strlen(value);
    if (strcmp(value, required) == 0) {
        return read_text(reader, setting, "");
    }
    if (strchr(value, '.') == NULL &&
        ddds_nearest_is_likely(
            length, ddds_nearest_distance(value, length, required))) {
        return ddds_setting_refuse(reader, 0,
                                   "did you mean \"%s\"? If \"%s\" is a "
                                   "domain, write a dot after it",
                                   required, value);
    }
    return ddds_idna_parse_key(value, length, key, &why) == DDDS_OK
               ? read_text(reader, setting, key)
               : ddds_setting_pass_on(reader, 0, &why);
}

static ddds_status read_flags(const struct description_reader *reader,
                              const struct setting *setting, const char *value)
{
    static const char known[] = FLAG_LETTERS "0123456789";
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

static ddds_status read_from_1(const struct description_reader *reader,
                               const struct setting *setting, const char *value,
                               unsigned most, unsigned *number)
{
    return ddds_setting_read_number(value, strlen(value), most, number) &&
                   *number > 0
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

/* Parse a port, and the list of its protocols. */
static ddds_status read_port(const struct description_reader *reader,
                             const struct setting *setting, const char *value)
{
    struct described *described = reader->described;
    struct described_port own = {.protocols = NULL};
    unsigned port;
    size_t fault = 0;
    size_t length = strcspn(value, " \t");
    const char *list = value + length + strspn(value + length, " \t");
    if (described->port_count == PORTS) {
        return ddds_setting_refuse(reader, 0,
                                   "%s: there are more than %d of them",
                                   setting->name, (int)PORTS);
    }
    bool is_port =
        ddds_setting_read_number(value, length, UINT16_MAX, &port) && port > 0;
    if (!is_port || (*list != '\0' && !ddds_services_is_list(list, &fault))) {
        return ddds_setting_refuse(
            reader, is_port ? (size_t)(list - value) + fault : 0,
            "%s: write a number from 1 to 65535, and protocols with single "
            "commas between them or none: %s",
            setting->name, setting->example);
    }
    own.port = (uint16_t)port;
    described->application.default_port = ddds_described_default_port;
    ddds_status status = *list != '\0'
                             ? ddds_setting_copy(reader, list, &own.protocols)
                             : DDDS_OK;
    described->ports[described->port_count++] = own;
    return status;
}

/* Parse decreasing numbers of labels after a suffix. */
static ddds_status read_labels(const struct description_reader *reader,
                               const struct setting *setting, const char *value,
                               const char *at, struct described_shortening *own)
{
    unsigned before = LIMIT_KEY_SIZE / 2;
    while (*at != '\0') {
        unsigned labels;
        size_t length = strcspn(at, " \t");
        if (own->count == LIMIT_SHORTER_KEYS ||
            !ddds_setting_read_number(at, length, before - 1, &labels) ||
            labels == 0) {
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
        return ddds_setting_pass_on(reader, 0, &why);
    }
    ddds_status status =
        read_labels(reader, setting, value,
                    value + length + strspn(value + length, " \t"), &own);
    if (status == DDDS_OK) {
        status = ddds_setting_copy(reader, suffix, &own.suffix);
    }
    if (status == DDDS_OK) {
        described->shortenings[described->shortening_count++] = own;
    }
    return status;
}

/* Parse a general service, and the prefix of the services of its family. */
static ddds_status read_general(const struct description_reader *reader,
                                const struct setting *setting,
                                const char *value)
{
    struct ddds_application *application = &reader->described->application;
    size_t length = strcspn(value, " \t");
    const char *family = value + length + strspn(value + length, " \t");
    if (*family == '\0' || strpbrk(family, " \t") != NULL) {
        return ddds_setting_refuse(
            reader, 0,
            "%s: write a service, and how those that it is for "
            "begin: %s",
            setting->name, setting->example);
    }
    application->general_service =
        ddds_arena_copy(&reader->described->arena, value, length);
    return application->general_service != NULL
               ? ddds_setting_copy(reader, family, &application->service_family)
               : ddds_error_no_memory(reader->error);
}

static ddds_status read_because(const struct description_reader *reader,
                                const struct setting *setting,
                                const char *value)
{
    (void)setting;
    return ddds_setting_copy(reader, value, &reader->described->because);
}

/* ---- Settings ---------------------------------------------------------- */

#define MEMBER(name) offsetof(struct described, application.name)

static const struct setting settings[] = {
    {"name", "name plate", read_name, MEMBER(name), false},
    {"label", "label Plate", read_text, MEMBER(label), false},
    {"title", "title who keeps the file on a car", read_text, MEMBER(title),
     false},
    {"specification", "specification the Plates Act", read_text,
     MEMBER(specification), false},
    {"subject", "subject licence plate", read_text, MEMBER(subject), false},
    {"example", "example K-XY 1", read_text, MEMBER(example), false},
    {"string", "string upper", read_step, 0, true},
    {"key", "key labels", read_step, 0, true},
    {"first-key", "first-key its letters, below plates.example", read_text,
     MEMBER(first_key), false},
    {"given-port", "given-port !^[^:]+:([0-9]+)$!\\1!", read_given,
     offsetof(struct described, given_port), true},
    {"given-protocols", "given-protocols !^fast:!fax!", read_given,
     offsetof(struct described, given_protocols), true},
    {"skips-rules", "skips-rules !^fast:!", read_condition,
     offsetof(struct described, skips_rules), true},
    {"addresses-if", "addresses-if !^host:!", read_condition,
     offsetof(struct described, addresses_if), true},
    {"root", "root plates.example", read_root, MEMBER(root), false},
    {"flags", "flags SAU", read_flags, MEMBER(flags), false},
    {"p-delegates", "p-delegates yes", read_yes_or_no,
     offsetof(struct described, p_delegates), false},
    {"grammar", "grammar rfc3404", read_grammar, 0, false},
    {"service", "service office", read_text, MEMBER(service), false},
    {"services", "services I2L,I2R", read_list, MEMBER(services), false},
    {"protocols", "protocols http", read_list, MEMBER(protocols), false},
    {"known-services", "known-services I2L,I2R,I2N", read_list,
     MEMBER(known_services), false},
    {"known-protocols", "known-protocols http,ftp", read_list,
     MEMBER(known_protocols), false},
    {"known-servers", "known-servers fax=_fax._tcp,post=_post._tcp",
     read_servers, MEMBER(known_servers), false},
    {"protocol-optional", "protocol-optional yes", read_yes_or_no,
     MEMBER(protocol_is_optional), false},
    {"general-service", "general-service office office+", read_general, 0,
     false},
    {"expressions", "expressions any", read_expressions, 0, false},
    {"delegates-by-replacement", "delegates-by-replacement yes", read_yes_or_no,
     MEMBER(delegates_by_replacement), false},
    {"order-closes", "order-closes no", read_yes_or_no, MEMBER(order_closes),
     false},
    {"pursues-one-protocol", "pursues-one-protocol yes", read_yes_or_no,
     MEMBER(pursues_one_protocol), false},
    {"protocols-by-rank", "protocols-by-rank yes", read_yes_or_no,
     MEMBER(ranks_protocols), false},
    {"preference-is-weight", "preference-is-weight yes", read_yes_or_no,
     MEMBER(preference_is_weight), false},
    {"service-decides", "service-decides yes", read_yes_or_no,
     MEMBER(service_decides), false},
    {"uri-is-absolute", "uri-is-absolute yes", read_yes_or_no,
     MEMBER(uri_is_absolute), false},
    {"max-hops", "max-hops 5", read_max_hops, 0, false},
    {"port", "port 2083 fax,post", read_port, 0, true},
    {"fallback", "fallback 10 10 \"s\" \"\" \"\" _plate._udp",
     ddds_setting_read_fallback, 0, true},
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
               "seen_at has an entry for every setting");

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

struct description_place
ddds_setting_place(const struct description_reader *reader, const char *name)
{
    size_t i = 0;
    while (i < SETTINGS && strcmp(settings[i].name, name) != 0) {
        i++;
    }
    return i < SETTINGS ? reader->seen_at[i]
                        : (struct description_place){.line = 0};
}

const struct setting *ddds_setting_find(struct description_reader *reader,
                                        const char *word, size_t length)
{
    for (size_t i = 0; i < SETTINGS; i++) {
        if (strlen(settings[i].name) != length ||
            memcmp(settings[i].name, word, length) != 0) {
            continue;
        }
        if (reader->seen_at[i].line != 0 && !settings[i].repeats) {
            ddds_setting_refuse(reader, 0, "%s is already set in line %zu",
                                settings[i].name, reader->seen_at[i].line);
            return NULL;
        }
        reader->seen_at[i] = reader->place;
        return &settings[i];
    }
    refuse_setting(reader, word, length);
    return NULL;
}
