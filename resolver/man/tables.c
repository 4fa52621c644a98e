/* The lists of applications in ddds-apps(7) and in openapi.json, from the
 * structs. It runs while both are built.
 *
 * usage: tables            the part of ddds-apps(7), for scdoc
 *        tables --names    the names, with commas between
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include <ddds/application.h>
#include <ddds/engine.h>

/* Print |text| in a page, escaping scdoc's markup. */
static void print_plain(const char *text)
{
    for (; *text != '\0'; text++) {
        if (strchr("\\*_#<", *text) != NULL) {
            putchar('\\');
        }
        putchar(*text);
    }
}

static void print_cell(const char *text)
{
    fputs(":  ", stdout);
    print_plain(text);
    putchar('\n');
}

static const char *regexp_word(enum ddds_regexp_use use)
{
    switch (use) {
    case DDDS_REGEXP_ANY:
        return "any";
    case DDDS_REGEXP_CONSTANT:
        return "a constant URI";
    case DDDS_REGEXP_NONE:
        return "none";
    }
    return "?";
}

/* Return how rules of a worse order are treated. */
static const char *order_words(const struct ddds_application *application)
{
    return application->order_closes           ? "closed by a match"
           : application->pursues_one_protocol ? "open, one protocol at a time"
           : application->preference_is_weight ? "open, preferences are weights"
                                               : "open";
}

static void print_beginnings(const struct ddds_application *const *all)
{
    puts("[[ *application*\n:[ *input*\n:[ *first key*");
    for (; *all != NULL; all++) {
        printf("|  *%s*\n", (*all)->name);
        print_cell((*all)->subject);
        fputs(":  ", stdout);
        print_plain((*all)->first_key);
        if ((*all)->root != NULL &&
            strstr((*all)->first_key, (*all)->root) == NULL) {
            printf(" (%s)", (*all)->root);
        }
        putchar('\n');
    }
}

/* Lists can be broken after their commas: columns are narrow. */
static void print_list(const char *list)
{
    for (; *list != '\0'; list++) {
        putchar(*list);
        fputs(*list == ',' ? " " : "", stdout);
    }
}

static void print_wanted(const struct ddds_application *application)
{
    const char *services = application->services;
    const char *protocols = application->protocols;
    fputs(":  ", stdout);
    print_list(services != NULL    ? services
               : protocols != NULL ? ""
                                   : "anything");
    fputs(services != NULL && protocols != NULL ? "; " : "", stdout);
    print_list(protocols != NULL ? protocols : "");
    putchar('\n');
}

static void print_policies(const struct ddds_application *const *all)
{
    puts("[[ *application*\n:[ *flags*\n:[ *expressions*\n:[ *worse orders*\n"
         ":[ *wanted by default*");
    for (; *all != NULL; all++) {
        printf("|  *%s*\n", (*all)->name);
        print_cell((*all)->flags);
        print_cell(regexp_word((*all)->regexp));
        print_cell(order_words(*all));
        print_wanted(*all);
    }
}

static void print_titles(const struct ddds_application *const *all)
{
    for (; *all != NULL; all++) {
        printf("*%s*\n\t", (*all)->name);
        print_plain((*all)->title);
        printf(" (%s). An input: ", (*all)->specification);
        print_plain((*all)->example);
        puts("\n");
    }
}

static void print_names(const struct ddds_application *const *all)
{
    for (; *all != NULL; all++) {
        printf("%s%s", (*all)->name, all[1] != NULL ? ", " : "");
    }
}

int main(int argc, char **argv)
{
    const struct ddds_application *const *all = ddds_applications();
    if (argc == 2 && strcmp(argv[1], "--names") == 0) {
        print_names(all);
        return 0;
    }
    print_titles(all);
    print_beginnings(all);
    putchar('\n');
    print_policies(all);
    return 0;
}
