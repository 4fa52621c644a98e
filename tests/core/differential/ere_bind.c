/* Our reader of substitution expressions beside BIND's.
 *
 * A resolver behind BIND gets SERVFAIL for a whole record set if BIND refuses
 * one expression in it, so the library must never be laxer: what it accepts,
 * BIND accepts. That is asserted, for thousands of expressions in one zone,
 * with named-checkzone, and for some of them with named-rrchecker. Two
 * exceptions are the flag "I", which RFC 3402 allows, and a hyphen after a
 * range, which POSIX allows. BIND refuses all that lint says it refuses.
 *
 * The other direction is counted by reason, with named-rrchecker: what we
 * refuse and BIND does not. Each reason must be known.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ddds/rule.h>

#include "expressions.h"
#include "rule/ere_scan.h"
#include "rule/substitution.h"
#include "seed.h"

enum {
    FIELDS = 60000,
    ACCEPTED_ASKED = 150, /* of each kind, those asked singly: */
    HYPHENS_ASKED = 50,   /* a process each */
    REFUSED_ASKED = 600,
    ASKED_AT_ONCE = 8,
    FIELD_SIZE = 256,
};

/* Why we refuse what BIND may accept: a piece of the detail, our reason. */
static struct class
{
    const char *detail;
    const char *why;
    unsigned refused;
    unsigned asked;
    unsigned accepted_by_bind;
} classes[] = {
    {"as its delimiter", "RFC 3402: no digit, no flag, no backslash", 0, 0, 0},
    {"fewer than three delimiters", "RFC 3402: exactly three", 0, 0, 0},
    {"more than three delimiters", "RFC 3402: exactly three", 0, 0, 0},
    {"a flag that is not", "RFC 3402: only i", 0, 0, 0},
    {"uses \\", "no such group", 0, 0, 0},
    {"backslash in its replacement", "readers disagree on \\x", 0, 0, 0},
    {"delimiter in a bracket", "three readings", 0, 0, 0},
    {"is empty", "POSIX leaves it undefined", 0, 0, 0},
    {"is not UTF-8", "RFC 3403: UTF-8", 0, 0, 0},
    {"lone backslash", "undefined in POSIX", 0, 0, 0},
    {"back-reference, which", "BREs only", 0, 0, 0},
    {"backslash before an ordinary", "Perl: a class; POSIX: undefined", 0, 0,
     0},
    {"closes a parenthesis that", "undefined in POSIX; PCRE2 refuses", 0, 0, 0},
    {"has an empty ", "undefined in POSIX", 0, 0, 0},
    {"which is Perl syntax", "undefined in POSIX", 0, 0, 0},
    {"repetition with nothing", "undefined in POSIX", 0, 0, 0},
    {"repeats an anchor", "undefined in POSIX", 0, 0, 0},
    {"repeats a repetition", "undefined in POSIX; lazy in Perl", 0, 0, 0},
    {"does not begin {m}", "undefined in POSIX; literal in Perl", 0, 0, 0},
    {"repeats more than", "RE_DUP_MAX", 0, 0, 0},
    {"counts down", "an error everywhere", 0, 0, 0},
    {"after a range or a class", "undefined in POSIX", 0, 0, 0},
    {"no character class", "an error everywhere", 0, 0, 0},
    {"ends a range with a class", "undefined in POSIX", 0, 0, 0},
    {"runs backwards", "an error in POSIX", 0, 0, 0},
    {"never closes a bracket", "an error everywhere", 0, 0, 0},
    {"equivalence class", "depends on a locale", 0, 0, 0},
    {"collating symbol", "few engines know it", 0, 0, 0},
    {"never closes a parenthesis", "an error everywhere", 0, 0, 0},
    {"longer than 255", "no character-string", 0, 0, 0},
    {"too often", "a limit of ours", 0, 0, 0},
    {"too large to compile", "a limit of ours", 0, 0, 0},
};

/* Those that we accept and say that BIND refuses. */
static struct class hyphen;
static uint64_t first_seed;

static struct class *find_class(const char *detail)
{
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        if (strstr(detail, classes[i].detail) != NULL) {
            return &classes[i];
        }
    }
    return NULL;
}

static void make_field(unsigned number, char field[FIELD_SIZE])
{
    struct chance chance = {(first_seed + number + 1) *
                            UINT64_C(0x9e3779b97f4a7c15)};
    struct text text;
    ddds_text_init(&text, field, FIELD_SIZE);
    field_write(&chance, &text);
    if (text.length == 0) { /* it became too long */
        ddds_text_init(&text, field, FIELD_SIZE);
        ddds_text_char(&text, '!');
    }
}

/* Only the flag "I" keeps BIND from accepting it: then it is spelt "i". */
static void lower_flags(char *field)
{
    char *flags = strrchr(field, field[0]) + 1;
    memset(flags, 'i', strlen(flags));
}

/* Write a NAPTR record as master files have it. */
static void print_rdata(FILE *file, const char *field)
{
    fputs("IN NAPTR 1 1 \"u\" \"\" \"", file);
    for (const char *at = field; *at != '\0'; at++) {
        unsigned char octet = (unsigned char)*at;
        if (octet < ' ' || octet > '~') {
            fprintf(file, "\\%03u", octet);
        } else {
            fprintf(file, "%s%c", octet == '"' || octet == '\\' ? "\\" : "",
                    octet);
        }
    }
    fputs("\" .\n", file);
}

/* ---- BIND -------------------------------------------------------------- */

static void need_tool(const char *tool, const char *package)
{
    char command[128];
    snprintf(command, sizeof command, "command -v %s >/dev/null", tool);
    if (system(command) != 0) {
        fprintf(stderr, "ere_bind: %s is missing (Debian: %s)\n", tool,
                package);
        exit(1);
    }
}

/* A field that BIND is asked about by itself, and the class of our refusal, or
 * NULL if we accept it. */
struct asked {
    char field[FIELD_SIZE];
    struct class *class;
    bool is_accepted;
};

/* Ask about |count| fields, several at once. */
static void ask_bind(struct asked *asked, unsigned count)
{
    FILE *checkers[ASKED_AT_ONCE];
    for (unsigned first = 0; first < count; first += ASKED_AT_ONCE) {
        unsigned some =
            count - first < ASKED_AT_ONCE ? count - first : ASKED_AT_ONCE;
        for (unsigned i = 0; i < some; i++) {
            checkers[i] = popen("exec named-rrchecker >/dev/null 2>&1", "w");
            if (checkers[i] == NULL) {
                perror("named-rrchecker");
                exit(1);
            }
            print_rdata(checkers[i], asked[first + i].field);
            fflush(checkers[i]);
        }
        for (unsigned i = some; i-- > 0;) {
            asked[first + i].is_accepted = pclose(checkers[i]) == 0;
        }
    }
}

/* Have BIND load all that is in |zone|; false, and its complaints, if it
 * refuses something. */
static bool load_zone(const char *zone)
{
    char command[128];
    snprintf(command, sizeof command,
             "named-checkzone -q -i none example %s 2>&1", zone);
    if (system(command) == 0) {
        return true;
    }
    snprintf(command, sizeof command, "named-checkzone -i none example %s",
             zone);
    (void)!system(command); /* to show its messages */
    return false;
}

/* ---- The two directions ------------------------------------------------ */

struct tally {
    unsigned accepted;
    unsigned refused;
    unsigned wrong;
    struct asked asked[ACCEPTED_ASKED + HYPHENS_ASKED + REFUSED_ASKED];
    unsigned asked_count;
    unsigned accepted_asked;
};

static void ask_later(struct tally *tally, const char *field,
                      struct class *class)
{
    struct asked *asked = &tally->asked[tally->asked_count++];
    snprintf(asked->field, sizeof asked->field, "%s", field);
    asked->class = class;
}

static void take_accepted(struct tally *tally, char *field, FILE *zone)
{
    lower_flags(field);
    fprintf(zone, "n%u ", tally->accepted++);
    print_rdata(zone, field);
    if (tally->accepted_asked < ACCEPTED_ASKED) {
        tally->accepted_asked++;
        ask_later(tally, field, NULL);
    }
}

/* One that we accept and say that BIND refuses. */
static void take_hyphen(struct tally *tally, const char *field)
{
    hyphen.refused++;
    if (hyphen.asked < HYPHENS_ASKED) {
        hyphen.asked++;
        ask_later(tally, field, &hyphen);
    }
}

static void take_refused(struct tally *tally, const char *field,
                         const char *detail)
{
    struct class *class = find_class(detail);
    tally->refused++;
    if (class == NULL) {
        printf("WRONG: no known reason: %s\n", detail);
        tally->wrong++;
        return;
    }
    class->refused++;
    /* Rare classes get their share, too. */
    if (class->asked < REFUSED_ASKED / 15 &&
        tally->asked_count < ACCEPTED_ASKED + HYPHENS_ASKED + REFUSED_ASKED) {
        class->asked++;
        ask_later(tally, field, class);
    }
}

static void take_answers(struct tally *tally)
{
    ask_bind(tally->asked, tally->asked_count);
    for (unsigned i = 0; i < tally->asked_count; i++) {
        const struct asked *asked = &tally->asked[i];
        if (asked->class == &hyphen && asked->is_accepted) {
            printf("WRONG: BIND accepts \"%s\"\n", asked->field);
            tally->wrong++;
        } else if (asked->class != NULL) {
            asked->class->accepted_by_bind += asked->is_accepted;
        } else if (!asked->is_accepted) {
            printf("WRONG: BIND refuses \"%s\"\n", asked->field);
            tally->wrong++;
        }
    }
}

static void run(struct tally *tally, FILE *zone)
{
    char field[FIELD_SIZE];
    for (unsigned number = 0; number < FIELDS; number++) {
        struct ddds_error error;
        make_field(number, field);
        ddds_substitution *ours = ddds_substitution_new(field, &error);
        if (ours != NULL &&
            ddds_ere_scan_hyphen(field, strlen(field)) != DDDS_NO_OFFSET) {
            lower_flags(field);
            take_hyphen(tally, field);
        } else if (ours != NULL) {
            take_accepted(tally, field, zone);
        } else {
            take_refused(tally, field, error.detail);
        }
        ddds_substitution_free(ours);
    }
    take_answers(tally);
}

static void print_tally(const struct tally *tally)
{
    printf("%u expressions: BIND accepts all %u that we accept (%u of them "
           "asked one by one),\nbut for %u with a hyphen after a range (%u "
           "asked)\nwe refuse %u, of which BIND was asked about "
           "%u:\n\n  refused  asked  BIND accepts  reason\n",
           (unsigned)FIELDS, tally->accepted, tally->accepted_asked,
           hyphen.refused, hyphen.asked, tally->refused,
           tally->asked_count - tally->accepted_asked - hyphen.asked);
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        printf("  %7u  %5u  %12u  %s (%s)\n", classes[i].refused,
               classes[i].asked, classes[i].accepted_by_bind, classes[i].detail,
               classes[i].why);
    }
}

int main(void)
{
    first_seed = take_seed(0);
    static struct tally tally;
    char path[] = "ere_bind.XXXXXX";
    need_tool("named-rrchecker", "bind9");
    need_tool("named-checkzone", "bind9-utils");
    int descriptor = mkstemp(path);
    FILE *zone = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (zone == NULL) {
        perror(path);
        return 1;
    }
    fputs("$TTL 60\n@ IN SOA n. n. 1 1 1 1 1\n@ IN NS n.\n", zone);
    run(&tally, zone);
    fclose(zone);
    bool is_loaded = load_zone(path);
    if (is_loaded) {
        remove(path);
        print_tally(&tally);
    } else {
        printf("WRONG: BIND refuses what we accept; see %s\n", path);
    }
    return !is_loaded || tally.wrong > 0 || tally.accepted < FIELDS / 5 ||
           tally.refused < FIELDS / 5 || hyphen.asked == 0;
}
