/* Chains of four queries with Sofia-SIP's resolver and the C library's
 * expressions: PORT COUNT, one at a time.
 *
 * SPDX-License-Identifier: MIT */
#include <netinet/in.h>
#include <regex.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sofia-resolv/sres.h>
#include <sofia-resolv/sres_record.h>

/* Replacement with \1 to \9; the delimiter is an exclamation mark. */
static void rewrite(const char *field, const char *urn, char *key, size_t size)
{
    char ere[256];
    regex_t regex;
    regmatch_t match[10];
    const char *middle = strchr(field + 1, '!');
    const char *end = strrchr(field, '!');
    size_t length = 0;
    snprintf(ere, sizeof ere, "%.*s", (int)(middle - field - 1), field + 1);
    int flags = REG_EXTENDED | (end[1] == 'i' ? REG_ICASE : 0);
    if (regcomp(&regex, ere, flags) != 0 ||
        regexec(&regex, urn, 10, match, 0) != 0) {
        exit(1);
    }
    for (const char *at = middle + 1; at < end; at++) {
        if (*at == '\\') {
            regmatch_t group = match[*++at - '0'];
            length += (size_t)snprintf(key + length, size - length, "%.*s",
                                       (int)(group.rm_eo - group.rm_so),
                                       urn + group.rm_so);
        } else {
            key[length++] = *at;
        }
    }
    key[length] = '\0';
    regfree(&regex);
}

static void resolve(sres_resolver_t *resolver, const char *urn)
{
    char key[256];
    snprintf(key, sizeof key, "%.8s.test.", urn + 4);
    for (bool is_last = false; !is_last;) {
        sres_record_t **answers = NULL;
        if (sres_blocking_query(resolver, sres_type_naptr, key, 1, &answers) <
                0 ||
            answers == NULL) {
            exit(1);
        }
        sres_sort_answers(resolver, answers);
        const sres_naptr_record_t *rule = answers[0]->sr_naptr;
        is_last = strcmp(rule->na_flags, "s") == 0;
        if (rule->na_regexp[0] != '\0') {
            rewrite(rule->na_regexp, urn, key, sizeof key - 1);
            strcat(key, ".");
        } else {
            snprintf(key, sizeof key, "%s", rule->na_replace);
        }
        sres_free_answers(resolver, answers);
    }
    sres_record_t **answers = NULL;
    if (sres_blocking_query(resolver, sres_type_srv, key, 1, &answers) < 0 ||
        answers == NULL || answers[0]->sr_srv->srv_port != 80) {
        exit(1);
    }
    sres_free_answers(resolver, answers);
}

int main(int argc, char **argv)
{
    char name[] = "/tmp/sofia-XXXXXX";
    int file = argc > 2 ? mkstemp(name) : -1;
    if (file < 0) {
        return 2;
    }
    dprintf(file, "nameserver 127.0.0.1\nport %s\n", argv[1]);
    sres_resolver_t *resolver = sres_resolver_new(name);
    unlink(name);
    if (resolver == NULL) {
        return 1;
    }
    for (long i = 0; i < atol(argv[2]); i++) {
        char urn[32];
        snprintf(urn, sizeof urn, "urn:k9-%05ld:x", i % 50000);
        resolve(resolver, urn);
    }
    sres_resolver_unref(resolver);
    return 0;
}
