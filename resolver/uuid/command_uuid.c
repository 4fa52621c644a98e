/* ddds uuid: make, read, check and compare UUIDs (RFC 9562). Finds the
 * subcommand, and holds what the subcommands share.
 *
 * SPDX-License-Identifier: MIT */
#include "uuid/command_uuid.h"

#include <getopt.h>
#include <string.h>

#include "cli/command.h"
#include "cli/complain.h"
#include "cli/exits.h"

/* ---- Forms ------------------------------------------------------------- */

bool uuid_form_find(const char *name, size_t length, unsigned *form)
{
    static const struct {
        const char *name;
        unsigned form;
    } forms[] = {
        {"canon", DDDS_UUID_CANONICAL},
        {"urn", DDDS_UUID_URN},
        {"upper", DDDS_UUID_CANONICAL | DDDS_UUID_UPPER},
        {"simple", DDDS_UUID_SIMPLE},
        {"braced", DDDS_UUID_BRACED},
        {"int", DDDS_UUID_INTEGER},
        {"oid", DDDS_UUID_OID},
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (strlen(forms[i].name) == length &&
            memcmp(forms[i].name, name, length) == 0) {
            *form = forms[i].form;
            return true;
        }
    }
    return false;
}

bool uuid_forms_read(const char *list, unsigned *forms)
{
    *forms = 0;
    for (const char *at = list;; at++) {
        size_t length = strcspn(at, ",");
        unsigned form;
        if (!uuid_form_find(at, length, &form) ||
            (form & DDDS_UUID_UPPER) != 0) {
            complain("--form: \"%.*s\" is not one of canon, urn, simple, "
                     "braced, int and oid",
                     (int)length, at);
            return false;
        }
        *forms |= form;
        at += length;
        if (*at == '\0') {
            return true;
        }
    }
}

/* ---- Complaints -------------------------------------------------------- */

void uuid_refuse(const char *text, const struct ddds_error *error)
{
    complain("\"%.100s%s\": %s", text, strlen(text) > 100 ? "..." : "",
             error->detail);
    point_at(text, error->offset);
}

int uuid_refuse_option(const char *command, int code, char **arguments)
{
    char word[MISTAKE_SIZE];
    optopt = optopt < 256 ? optopt : 0;
    complain("uuid %s: %s: %s; ddds uuid --help says more", command,
             mistaken_option(arguments[optind - 1], optopt, word),
             code == ':' ? "it takes an argument" : "no such option");
    return EXIT_USAGE;
}

/* ---- The command ------------------------------------------------------- */

int command_uuid(int count, char **arguments)
{
    static const struct {
        const char *word;
        int (*run)(int count, char **arguments);
    } verbs[] = {
        {"gen", uuid_gen}, {"parse", uuid_parse}, {"check", uuid_check},
        {"fmt", uuid_fmt}, {"cmp", uuid_cmp},     {"range", uuid_range},
        {"ns", uuid_ns},
    };
    for (int i = 1; i < count && strcmp(arguments[i], "--") != 0; i++) {
        if (strcmp(arguments[i], "--help") == 0 ||
            strcmp(arguments[i], "-h") == 0) {
            return print_help(stdout, "uuid");
        }
        if (strcmp(arguments[i], "--version") == 0 ||
            strcmp(arguments[i], "-V") == 0) {
            print_version();
            return EXIT_FOUND;
        }
    }
    for (size_t i = 0; count > 1 && i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strcmp(arguments[1], verbs[i].word) == 0) {
            opterr = 0;
            return verbs[i].run(count - 1, arguments + 1);
        }
    }
    complain("uuid: say gen, parse, check, fmt, cmp, range or ns; ddds uuid "
             "--help says more");
    return EXIT_USAGE;
}
