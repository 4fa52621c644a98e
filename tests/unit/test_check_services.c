/* Whose rules they are, and what their services were meant to be.
 *
 * SPDX-License-Identifier: MIT */
#include "base/ascii.h"
#include "check/judge/application.h"
#include "check/judge/registry.h"
#include "check/judge/services_field.h"
#include "unit/assertions.h"

static const char *name_of(const struct ddds_application *application)
{
    return application != NULL ? application->name : "none";
}

static void services_and_owners_tell_the_application(void **state)
{
    const struct {
        const char *owner;
        const char *flags;
        const char *services;
        const char *application;
    } rows[] = {
        {"a.example", "u", "E2U+sip", "enum"},
        {"a.example", "u", "sip+E2U", "enum"},
        {"a.example", "u", "e2u_sip", "enum"},
        {"1.2.e164.arpa", "", "", "enum"},
        {"1.2.e164.arpa", "u", "bad service!", "enum"},
        {"1.2.e164.example", "", "", "enum"},
        {"1.2.3.example", "", "", "none"},
        {"a.example", "s", "SIP+D2U", "sip"},
        {"a.example", "s", "sipsd2t", "sip"},
        {"a.example", "s", "sip", "none"},
        {"a.urn.arpa", "s", "SIP+D2U", "sip"},
        {"a.example", "u", "http+I2L", "urn"},
        {"a.example", "u", "+N2R", "urn"},
        {"a.uri.arpa", "u", "http+I2L", "uri"},
        {"a.urn.arpa", "", "", "urn"},
        {"a.uri.arpa", "", "", "uri"},
        {"a.example", "U", "Meta:SMP", "u-naptr"},
        {"a.tech.peppol.org", "U", "Meta:SMP", "peppol"},
        {"a.example", "U", "meta_smp", "u-naptr"},
        {"b.iso6523-actorid-upis.example", "U", "https://a.example", "peppol"},
        {"a.example", "s", "x-eduroam:radius.tls", "radius"},
        {"a.example", "s", "aaa+auth:radius.tls.tcp", "radius"},
        {"a.example", "s", "aaa+ap6:diameter.sctp", "s-naptr"},
        {"a.example", "s", "aaa+ap6", "s-naptr"},
        {"a.example", "a", "x-3gpp-pgw:x-s5-gtp", "3gpp"},
        {"a.epc.mnc001.mcc001.3gppnetwork.org", "", "", "3gpp"},
        {"a.example", "u", "LoST:https", "u-naptr"},
        {"a.example", "s", "LoST:https", "s-naptr"},
        {"a.example", "u", "https://a.example", "none"},
        {"a.example", "u", "blorf", "none"},
        {"a.example", "", "", "none"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct ddds_rule rule = {
            .flags = rows[i].flags,
            .services = rows[i].services,
            .regexp = "",
            .replacement = "",
        };
        const char *found =
            name_of(ddds_application_guess(rows[i].owner, &rule));
        if (strcmp(found, rows[i].application) != 0) {
            fail_msg("%s \"%s\": %s", rows[i].owner, rows[i].services, found);
        }
    }
}

static void bad_services_were_meant_to_be_good_ones(void **state)
{
    const struct {
        const char *application;
        const char *services;
        const char *meant; /* NULL: unknown */
    } rows[] = {
        {"enum", "E2U_pstn:tel", "E2U+pstn:tel"},
        {"enum", "E2U:sip", "E2U+sip"},
        {"enum", "E2Usip", "E2U+sip"},
        {"enum", "sip", "E2U+sip"},
        {"enum", "E2U++sip", "E2U+sip"},
        {"enum", "sip+E2U", "E2U+sip"},
        {"enum", "mailto:email+E2U", "E2U+mailto:email"},
        {"enum", "E2U+voice:tel sms:tel", "E2U+voice:tel+sms:tel"},
        {"enum", "E2U", NULL},
        {"enum", "E2U+", NULL},
        {"enum", "", NULL},
        {"sip", "SIP_D2U", "SIP+D2U"},
        {"sip", "SIPD2T", "SIP+D2T"},
        {"sip", "sips:d2t", "SIPS+D2T"},
        {"sip", "gopher", NULL},
        {"peppol", "https://a.example", "Meta:SMP"},
        {"u-naptr", "LoST/https", "LoST:https"},
        {"urn", "http+l@r", NULL},
        {NULL, "bad service!", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char memory[256];
        struct text meant;
        const struct ddds_application *application =
            rows[i].application != NULL
                ? ddds_application_find(rows[i].application)
                : NULL;
        ddds_text_init(&meant, memory, sizeof memory);
        bool is_known =
            ddds_services_field_suggest(application, rows[i].services, &meant);
        if (is_known != (rows[i].meant != NULL) ||
            (is_known && strcmp(meant.bytes, rows[i].meant) != 0)) {
            fail_msg("\"%s\": %s", rows[i].services,
                     is_known ? meant.bytes : "nothing");
        }
    }
}

static void what_no_registry_has_is_found(void **state)
{
    const struct {
        const char *application;
        const char *services;
        const char *piece; /* NULL: all are known */
        const char *meant;
    } rows[] = {
        {"enum", "E2U+sip+voice:tel", NULL, NULL},
        {"enum", "E2U+x-foo:sip+P-bar", NULL, NULL},
        {"enum", "E2U+emial:mailto", "emial", "email"},
        {"enum", "E2U+sip+gopher", "gopher", NULL},
        {"urn", "http+I2L+I2Ns", NULL, NULL},
        {"urn", "http", NULL, NULL},
        {"urn", "", NULL, NULL},
        {"urn", "http+N2L", "N2L", "I2L"},
        {"urn", "http+L2Rs", "L2Rs", "I2Rs"},
        {"urn", "http+I2L+Q9", "Q9", NULL},
        {"sip", "sip+d2u", NULL, NULL},
        {"sip", "SIP+D2Z", "SIP+D2Z", NULL},
        {"s-naptr", "aaa+ap4294967295:diameter.tcp", NULL, NULL},
        {"s-naptr", "aaa+ap:diameter.tcp", "aaa+ap", NULL},
        {"s-naptr", "x-mine:x-own", NULL, NULL},
        {"radius", "aaa+auth:radius.tls.tpc", "radius.tls.tpc",
         "radius.tls.tcp"},
        {"u-naptr", "LOST:https", NULL, NULL},
        {"peppol", "Meta:SMQ", "Meta:SMQ", "Meta:SMP"},
        {NULL, "blorf", "blorf", NULL},
        {NULL, "", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct unregistered found = {.what = NULL};
        const struct ddds_application *application =
            rows[i].application != NULL
                ? ddds_application_find(rows[i].application)
                : NULL;
        bool is_found = ddds_services_field_find_unregistered(
            application, rows[i].services, &found);
        if (is_found != (rows[i].piece != NULL) ||
            (is_found && (!ascii_is_word(found.piece, rows[i].piece) ||
                          (found.meant == NULL) != (rows[i].meant == NULL) ||
                          (found.meant != NULL &&
                           strcmp(found.meant, rows[i].meant) != 0)))) {
            fail_msg("\"%s\": %.*s, %s", rows[i].services,
                     is_found ? (int)found.piece.length : 0, found.piece.text,
                     is_found && found.meant != NULL ? found.meant : "none");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(services_and_owners_tell_the_application),
        cmocka_unit_test(bad_services_were_meant_to_be_good_ones),
        cmocka_unit_test(what_no_registry_has_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
