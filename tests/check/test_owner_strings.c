/* Which strings come to an owner name.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/owner_strings.h"
#include "base/assertions.h"

static const struct {
    const char *app; /* NULL: none is given */
    const char *roots;
    const char *owner;
    const char *all;  /* NULL: not a first key */
    const char *some; /* NULL: the same */
} cases[] = {
    {NULL, NULL, "foo.urn.arpa", "^urn:foo:.", "^urn:foo:[a-z0-9]+$"},
    {NULL, NULL, "urn-7.urn.arpa", "^urn:urn-7:.", "^urn:urn-7:[a-z0-9]+$"},
    {NULL, NULL, "http.uri.arpa", "^http:.", "^http://[a-z0-9]+$"},
    {NULL, NULL, "mailto.uri.arpa", "^mailto:.", "^mailto:[a-z0-9]+$"},
    {NULL, NULL, "urn.uri.arpa", "^urn:.", "^urn:aa:[a-z0-9]+$"},
    {NULL, NULL, "3.8.0.0.6.9.2.3.6.1.4.4.e164.arpa", "^\\+441632960083$",
     NULL},
    {NULL, NULL, "*.6.9.2.3.6.1.4.4.e164.arpa", "^\\+44163296[0-9]{1,7}$",
     NULL},
    {NULL, NULL, "*.e164.arpa", "^\\+[0-9]{1,15}$", NULL},
    {NULL, NULL, "*.urn.arpa", "^urn:[a-z0-9-]+:.", ""},
    {"enum", NULL, "4.4.e164.arpa", "^\\+44$", NULL},
    {"urn", NULL, "foo.urn.arpa", "^urn:foo:.", "^urn:foo:[a-z0-9]+$"},

    /* Other keys. */
    {NULL, NULL, "a.foo.urn.arpa", NULL, NULL},
    {NULL, NULL, "urn.arpa", NULL, NULL},
    {NULL, NULL, "-a.urn.arpa", NULL, NULL},
    {NULL, NULL, "x.urn.arpa", NULL, NULL},
    {NULL, NULL, "foo.urn.example", NULL, NULL},
    {NULL, NULL, "e164.arpa", NULL, NULL},
    {NULL, NULL, "88.0.4.4.e164.arpa", NULL, NULL},
    {NULL, NULL, "1.2.3.4.5.6.7.8.9.1.2.3.4.5.6.7.e164.arpa", NULL, NULL},
    {NULL, NULL, "*.1.2.3.4.5.6.7.8.9.1.2.3.4.5.6.e164.arpa", NULL, NULL},
    {"s-naptr", NULL, "foo.urn.arpa", NULL, NULL},
    {"enum", NULL, "foo.urn.arpa", NULL, NULL},
    {"urn", NULL, "4.4.e164.arpa", NULL, NULL},
    {NULL, NULL, "", NULL, NULL},
    {NULL, NULL, "*", NULL, NULL},

    /* Roots of the caller. */
    {NULL, "urn.example", "foo.urn.example", "^(urn:foo:|foo:).",
     "^(urn:foo:|foo:)[a-z0-9]+$"},
    {"urn", "urn.example", "foo.urn.example", "^urn:foo:.",
     "^urn:foo:[a-z0-9]+$"},
    {"uri", "urn.example", "foo.urn.example", "^foo:.", "^foo:[a-z0-9]+$"},
    {NULL, "urn.example", "foo.urn.arpa", NULL, NULL},
    {NULL, "nid:foo=lists.example", "lists.example", "^urn:foo:.",
     "^urn:foo:[a-z0-9]+$"},
    {NULL, "scheme:http=a.example,nid:foo=b.example", "a.example", "^http:.",
     "^http://[a-z0-9]+$"},
    {NULL, "e164.example", "4.4.e164.example", "^\\+44$", NULL},
    {"enum", "e164.example", "*.4.e164.example", "^\\+4[0-9]{1,14}$", NULL},
};

TEST(the_owner_says_which_strings_come)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct ddds_check_options options = {
            .size = sizeof options,
            .application = ddds_application_find(cases[i].app),
            .roots = cases[i].roots,
        };
        struct ddds_error error;
        struct owner_strings strings;
        ddds_check *check = ddds_check_new(&options, &error);
        assert_non_null(check);
        bool is_first_key =
            ddds_owner_strings_find(check, cases[i].owner, &strings);
        const char *some = cases[i].some != NULL ? cases[i].some : cases[i].all;
        char eres[2][OWNER_ERE_SIZE] = {"", ""};
        ddds_owner_strings_ere(&strings, eres[0]);
        if (strings.some[0] != '\0') {
            memcpy(strings.all, strings.some, sizeof strings.all);
            ddds_owner_strings_ere(&strings, eres[1]);
        }
        if (is_first_key != (cases[i].all != NULL) ||
            (is_first_key && (strcmp(eres[0], cases[i].all) != 0 ||
                              strcmp(eres[1], some) != 0))) {
            fail_msg("%zu %s: %d %s %s", i, cases[i].owner, is_first_key,
                     eres[0], eres[1]);
        }
        ddds_check_free(check);
    }
}

TEST(invalid_roots_are_refused)
{
    static const char *const roots[] = {"nid:", "a..b", "tel:x=example.com"};
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        const struct ddds_check_options options = {.size = sizeof options,
                                                   .roots = roots[i]};
        struct ddds_error error;
        assert_null(ddds_check_new(&options, &error));
        assert_int_equal(error.status, DDDS_BAD_OPTION);
    }
}
