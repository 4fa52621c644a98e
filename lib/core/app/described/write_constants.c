/* Build-time generator: writes described applications as C constants, and the
 * catalogue of all applications. It parses the files like
 * ddds_application_open.
 *
 * usage: write_constants OUTPUT FILE...
 *
 * SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/description_file.h"
#include "app/grammars.h"
#include "app/policies.h"
#include "app/rfc3404.h"
#include "app/rfc3958.h"
#include "base/limits.h"

/* An entry of the catalogue: the name of the application, its C identifier, and
 * the text of the constant around that identifier. */
struct entry {
    char name[64];
    char word[64];
    const char *before;
    const char *after;
};

static struct entry entries[100];
static size_t entry_count;

/* ---- Functions ---------------------------------------------------------- */

typedef void function(void);

#define FUNCTION(name)                                                         \
    {                                                                          \
        (function *)(name), #name                                              \
    }

static const struct {
    function *function;
    const char *name;
} functions[] = {
    FUNCTION(ddds_described_default_port), FUNCTION(ddds_described_fall_back),
    FUNCTION(ddds_described_first_rule),   FUNCTION(ddds_described_shorten),
    FUNCTION(ddds_grammar_read_ddi),       FUNCTION(ddds_grammar_read_diameter),
    FUNCTION(ddds_grammar_read_enum),      FUNCTION(ddds_grammar_read_mih),
    FUNCTION(ddds_grammar_read_nothing),   FUNCTION(ddds_grammar_read_whole),
    FUNCTION(ddds_radius_read_services),   FUNCTION(ddds_rfc3404_is_offered),
    FUNCTION(ddds_rfc3404_read_services),  FUNCTION(ddds_rfc3958_read_services),
    FUNCTION(ddds_sip_read_services),
};

static bool has_failed;

static void print_function(const char *member, function *value)
{
    size_t i = 0;
    if (value == NULL) {
        return;
    }
    while (i < sizeof functions / sizeof functions[0] &&
           functions[i].function != value) {
        i++;
    }
    if (i == sizeof functions / sizeof functions[0]) {
        fprintf(stderr,
                "write_constants: a function of %s is not in the "
                "table\n",
                member);
        has_failed = true;
        return;
    }
    printf("        .%s = %s,\n", member, functions[i].name);
}

/* ---- Values ------------------------------------------------------------- */

static void print_literal(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        unsigned char octet = (unsigned char)*text;
        if (octet == '"' || octet == '\\' || octet == '?') {
            printf("\\%c", octet);
        } else if (octet < 0x20 || octet > 0x7e) {
            printf("\\%03o", octet);
        } else {
            putchar(octet);
        }
    }
    putchar('"');
}

static void print_text(const char *member, const char *text)
{
    if (text != NULL) {
        printf("        .%s = ", member);
        print_literal(text);
        puts(",");
    }
}

static void print_number(const char *member, unsigned number)
{
    if (number != 0) {
        printf("        .%s = %u,\n", member, number);
    }
}

/* Convert |name| to a C identifier. */
static const char *write_word(const char *name, char word[64])
{
    size_t length = 0;
    for (; name[length] != '\0' && length < 63; length++) {
        word[length] = name[length] == '-' ? '_' : name[length];
    }
    word[length] = '\0';
    return word;
}

/* ---- Applications ------------------------------------------------------- */

static void print_steps(const char *word, const char *member,
                        const struct transformations *all)
{
    if (all->count == 0) {
        return;
    }
    printf("static const struct step %s_%s[] = {\n", word, member);
    for (size_t i = 0; i < all->count; i++) {
        const struct step *step = &all->steps[i];
        printf("    {\n        .kind = &ddds_step_kinds[%zu],\n",
               (size_t)(step->kind - ddds_step_kinds));
        print_text("argument", step->argument);
        print_text("part", step->part);
        print_number("digest", step->digest);
        print_number("is_hexadecimal", step->is_hexadecimal);
        puts("    },");
    }
    puts("};\n");
}

static void print_rules(const char *word, const struct described *described)
{
    if (described->fallback_count == 0) {
        return;
    }
    printf("static const struct described_rule %s_rules[] = {\n", word);
    for (size_t i = 0; i < described->fallback_count; i++) {
        const struct described_rule *own = &described->fallback_rules[i];
        printf("    {.is_relative = %d, .rule = {%u, %u, ", own->is_relative,
               own->rule.order, own->rule.preference);
        const char *const texts[] = {own->rule.flags, own->rule.services,
                                     own->rule.regexp, own->rule.replacement};
        for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
            print_literal(texts[k]);
            fputs(", ", stdout);
        }
        puts("NULL}},");
    }
    puts("};\n");
}

static void print_policy(const struct ddds_application *own, const char *word)
{
    puts("    .application = {\n        .size = sizeof(struct "
         "ddds_application),");
    print_text("name", own->name);
    print_text("label", own->label);
    print_text("title", own->title);
    print_text("specification", own->specification);
    print_text("subject", own->subject);
    print_text("first_key", own->first_key);
    print_text("service", own->service);
    print_text("example", own->example);
    print_text("root", own->root);
    print_function("first_well_known_rule",
                   (function *)own->first_well_known_rule);
    print_text("flags", own->flags);
    print_function("read_services", (function *)own->read_services);
    print_function("is_offered", (function *)own->is_offered);
    print_number("requires_tags", own->requires_tags);
    print_number("protocol_is_optional", own->protocol_is_optional);
    print_text("general_service", own->general_service);
    print_text("service_family", own->service_family);
    print_text("services", own->services);
    print_text("protocols", own->protocols);
    print_text("known_services", own->known_services);
    print_text("known_protocols", own->known_protocols);
    print_text("known_servers", own->known_servers);
    print_number("regexp", own->regexp);
    print_number("delegates_by_replacement", own->delegates_by_replacement);
    print_number("order_closes", own->order_closes);
    print_number("pursues_one_protocol", own->pursues_one_protocol);
    print_number("ranks_protocols", own->ranks_protocols);
    print_number("preference_is_weight", own->preference_is_weight);
    print_number("service_decides", own->service_decides);
    print_number("uri_is_absolute", own->uri_is_absolute);
    print_number("max_hops", own->max_hops);
    print_function("fall_back", (function *)own->fall_back);
    print_number("passes_failures", own->passes_failures);
    print_function("default_port", (function *)own->default_port);
    print_text("unpublished", own->unpublished);
    printf("        .data = &ddds_described_%s,\n    },\n", word);
}

static void print_shortenings(const struct described *described)
{
    for (size_t i = 0; i < described->shortening_count; i++) {
        const struct described_shortening *own = &described->shortenings[i];
        printf("    .shortenings[%zu] = {", i);
        print_literal(own->suffix);
        fputs(", {", stdout);
        for (size_t k = 0; k < own->count; k++) {
            printf("%u, ", own->labels[k]);
        }
        printf("}, %zu},\n", own->count);
    }
    printf("    .shortening_count = %zu,\n", described->shortening_count);
}

static void print_ports(const struct described *described)
{
    for (size_t i = 0; i < described->port_count; i++) {
        printf("    .ports[%zu] = {.port = %u, .protocols = ", i,
               described->ports[i].port);
        if (described->ports[i].protocols != NULL) {
            print_literal(described->ports[i].protocols);
        } else {
            fputs("NULL", stdout);
        }
        puts("},");
    }
    printf("    .port_count = %zu,\n", described->port_count);
}

static void print_application(const struct described *described)
{
    const struct {
        const char *member;
        const struct transformations *all;
    } lists[] = {
        {"string", &described->string},
        {"key", &described->key},
        {"given_port", &described->given_port},
        {"given_protocols", &described->given_protocols},
        {"skips_rules", &described->skips_rules},
        {"addresses_if", &described->addresses_if},
    };
    enum { LISTS = sizeof lists / sizeof *lists };
    char word[64];
    write_word(described->application.name, word);
    for (size_t i = 0; i < LISTS; i++) {
        print_steps(word, lists[i].member, lists[i].all);
    }
    print_rules(word, described);
    printf("const struct described ddds_described_%s = {\n", word);
    print_policy(&described->application, word);
    for (size_t i = 0; i < LISTS; i++) {
        if (lists[i].all->count > 0) {
            printf("    .%s = {%zu, %s_%s},\n", lists[i].member,
                   lists[i].all->count, word, lists[i].member);
        }
    }
    if (described->fallback_count > 0) {
        printf("    .fallback_rules = %s_rules,\n    .fallback_count = %zu,\n",
               word, described->fallback_count);
    }
    print_shortenings(described);
    print_ports(described);
    printf("    .published_decides = %d,\n    .because = ",
           described->published_decides);
    print_literal(described->because);
    puts(",\n};\n");
}

/* ---- The catalogue ------------------------------------------------------ */

static void add_entry(const char *name, const char *word, const char *before,
                      const char *after)
{
    struct entry *entry = &entries[entry_count];
    if (entry_count == sizeof entries / sizeof *entries) {
        fputs("write_constants: make room for more entries\n", stderr);
        has_failed = true;
        return;
    }
    entry_count++;
    snprintf(entry->name, sizeof entry->name, "%s", name);
    snprintf(entry->word, sizeof entry->word, "%s", word);
    entry->before = before;
    entry->after = after;
}

static void add_written_in_c(void)
{
#define APPLICATION(own)                                                       \
    add_entry(ddds_policy_##own.name, #own, "ddds_policy_", "");
#include "app/catalogue.def"
#undef APPLICATION
}

/* URN and URI are the first. */
static int rank(const char *name)
{
    return strcmp(name, "urn") == 0 ? 0 : strcmp(name, "uri") == 0 ? 1 : 2;
}

static int compare(const void *one, const void *other)
{
    const char *own = ((const struct entry *)one)->name;
    const char *its = ((const struct entry *)other)->name;
    return rank(own) != rank(its) ? rank(own) - rank(its) : strcmp(own, its);
}

static void print_catalogue(void)
{
    qsort(entries, entry_count, sizeof *entries, compare);
    puts("const struct ddds_application *const ddds_catalogue[] = {");
    for (size_t i = 0; i < entry_count; i++) {
        printf("    &%s%s%s,\n", entries[i].before, entries[i].word,
               entries[i].after);
    }
    puts("    NULL,\n};");
}

static void add_described(const char *name)
{
    char word[64];
    add_entry(name, write_word(name, word), "ddds_described_", ".application");
}

/* ---- The files ---------------------------------------------------------- */

static void read_and_print(const char *path)
{
    struct source *source;
    struct ddds_error error;
    struct described *described =
        ddds_source_open(path, LIMIT_DESCRIPTION, &source, &error) == DDDS_OK
            ? ddds_description_read(source, NULL, &error)
            : NULL;
    if (described == NULL) {
        fprintf(stderr, "write_constants: %s\n", error.detail);
        has_failed = true;
        return;
    }
    add_described(described->application.name);
    print_application(described);
    ddds_description_free(described);
    ddds_source_free(source);
}

int main(int argc, char **argv)
{
    if (argc < 2 || freopen(argv[1], "w", stdout) == NULL) {
        fputs("usage: write_constants OUTPUT FILE...\n", stderr);
        return 2;
    }
    puts("#include \"app/described_application.h\"\n"
         "#include \"app/grammars.h\"\n"
         "#include \"app/policies.h\"\n"
         "#include \"app/rfc3404.h\"\n"
         "#include \"app/rfc3958.h\"\n");
    for (int i = 2; i < argc; i++) {
        read_and_print(argv[i]);
    }
    add_written_in_c();
    print_catalogue();
    return has_failed || fflush(stdout) != 0 ? 1 : 0;
}
