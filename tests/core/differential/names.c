/* Says what the library makes of names, one a line, for names.py to compare.
 *
 * Each line of standard input is the hexadecimal of a string. The answer is a
 * line of fields separated by tabs, for it as a URN, as a URI and as a key:
 * "ok", the canonical form and the parts; or "no" and the offset. An absent
 * part is "-", and others begin with "=".
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ddds/uri.h>
#include <ddds/urn.h>

#include "base/domain.h"

enum { TEXT_SIZE = 4096 };

static void print_span(struct ddds_span span)
{
    if (span.text == NULL) {
        fputs("\t-", stdout);
    } else {
        printf("\t=%.*s", (int)span.length, span.text);
    }
}

static void print_urn(const char *text)
{
    char canonical[TEXT_SIZE];
    struct ddds_urn urn;
    struct ddds_error error;
    if (ddds_urn_parse(text, &urn, &error) != DDDS_OK) {
        printf("no\t%zu", error.offset);
        return;
    }
    ddds_urn_normalize(text, canonical, sizeof canonical, NULL);
    printf("ok\t%s", canonical);
    print_span(urn.nid);
    print_span(urn.nss);
    print_span(urn.r);
    print_span(urn.q);
    print_span(urn.f);
}

/* An invalid URN is a URI that has no canonical form: "none". */
static void print_uri(const char *text)
{
    char canonical[TEXT_SIZE];
    struct ddds_uri uri;
    struct ddds_error error;
    if (ddds_uri_parse(text, &uri, &error) != DDDS_OK) {
        printf("\tno\t%zu", error.offset);
        return;
    }
    ddds_status status =
        ddds_uri_normalize(text, canonical, sizeof canonical, NULL);
    printf("\tok\t%s", status == DDDS_OK ? canonical : "none");
    print_span(uri.scheme);
    print_span(uri.userinfo);
    print_span(uri.host);
    print_span(uri.port);
    print_span(uri.path);
    print_span(uri.query);
    print_span(uri.fragment);
}

static void print_key(const char *text)
{
    char key[LIMIT_KEY_SIZE];
    struct ddds_error error;
    if (ddds_domain_parse_key(text, strlen(text), key, &error) == DDDS_OK) {
        printf("\tok\t%s\n", key);
    } else {
        printf("\tno\t%zu\n", error.offset);
    }
}

/* Turn the hexadecimal of |line| into the string it stands for, in place. */
static void decode(char *line)
{
    size_t length = strcspn(line, "\n") / 2;
    for (size_t i = 0; i < length; i++) {
        const char digits[3] = {line[2 * i], line[2 * i + 1], '\0'};
        line[i] = (char)strtoul(digits, NULL, 16);
    }
    line[length] = '\0';
}

int main(void)
{
    static char line[2 * TEXT_SIZE];
    while (fgets(line, sizeof line, stdin) != NULL) {
        decode(line);
        print_urn(line);
        print_uri(line);
        print_key(line);
    }
    return 0;
}
