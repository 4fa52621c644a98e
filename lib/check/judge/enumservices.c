/* The registered Enumservices: a type, and usually a subtype, the scheme of the
 * URI. They are a registry of IANA, for the applications enum and i-enum, which
 * accept unregistered services, too; only checks know them.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/enumservices.h"

#include <string.h>

#include "base/ascii.h"
#include "check/judge/registry.h"

/* IANA, Enumservice Registrations. */
static const struct enumservice services[] = {
    {"acct", "", "acct"},
    {"email", "mailto", ""},
    {"ems", "mailto tel", ""},
    {"fax", "tel", ""},
    {"ft", "ftp", ""},
    {"h323", "", "h323"},
    {"iax", "", "iax"},
    {"ical-access", "http https", ""},
    {"ical-sched", "mailto", ""},
    {"ifax", "mailto", ""},
    {"im", "", "im"},
    {"mms", "mailto tel", ""},
    {"pres", "", "pres"},
    {"pstn", "sip tel", ""},
    {"sip", "", "sip sips"},
    {"sms", "mailto tel", ""},
    {"unifmsg", "http https sip sips", ""},
    {"vcard", "", "http https"},
    {"videomsg", "http https sip sips", ""},
    {"voice", "tel", ""},
    {"voicemsg", "http https sip sips tel", ""},
    {"vpim", "ldap mailto", ""},
    {"web", "http https", ""},
    {"xmpp", "", "xmpp"},
};

enum { SERVICES = sizeof services / sizeof *services };

/* The usual service for a scheme. */
static const struct {
    const char *scheme;
    const char *service;
} usual[] = {
    {"acct", "acct"},       {"ftp", "ft:ftp"},
    {"h323", "h323"},       {"http", "web:http"},
    {"https", "web:https"}, {"iax", "iax"},
    {"im", "im"},           {"mailto", "email:mailto"},
    {"pres", "pres"},       {"sip", "sip"},
    {"sips", "sip"},        {"tel", "voice:tel"},
    {"xmpp", "xmpp"},
};

struct ddds_span ddds_enumservice_subtype(struct ddds_span service)
{
    const char *colon = memchr(service.text, ':', service.length);
    if (colon == NULL) {
        return (struct ddds_span){NULL, 0};
    }
    size_t length = service.length - (size_t)(colon + 1 - service.text);
    const char *next = memchr(colon + 1, ':', length);
    length = next != NULL ? (size_t)(next - colon - 1) : length;
    return (struct ddds_span){colon + 1, length};
}

const struct enumservice *ddds_enumservice_find(struct ddds_span service)
{
    struct ddds_span subtype = ddds_enumservice_subtype(service);
    if (subtype.text != NULL) {
        service.length = (size_t)(subtype.text - 1 - service.text);
    }
    for (size_t i = 0; i < SERVICES; i++) {
        if (ascii_is_word(service, services[i].type)) {
            return &services[i];
        }
    }
    return NULL;
}

bool ddds_enumservice_lists(const char *list, struct ddds_span word)
{
    while (*list != '\0') {
        char each[16] = "";
        size_t length = strcspn(list, " ");
        memcpy(each, list, length < sizeof each ? length : sizeof each - 1);
        if (ascii_is_word(word, each)) {
            return true;
        }
        list += length;
        list += *list == ' ' ? 1 : 0;
    }
    return false;
}

const char *ddds_enumservice_for(struct ddds_span scheme)
{
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        if (ascii_is_word(scheme, usual[i].scheme)) {
            return usual[i].service;
        }
    }
    return NULL;
}

bool ddds_enumservice_find_like(struct ddds_span type,
                                char meant[REGISTRY_WORD_SIZE])
{
    const char *types[SERVICES + 1] = {NULL};
    for (size_t i = 0; i < SERVICES; i++) {
        types[i] = services[i].type;
    }
    return ddds_registry_find_like(type, types, meant);
}
