/* Registries of services, and words that look like registered ones.
 *
 * Registries grow: what is missing in these tables deserves a warning, but
 * is not an error.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/registry.h"

#include <string.h>

#include "base/ascii.h"
#include "base/nearest.h"
#include "base/text.h"

/* RFC 2483 section 4. */
const char *const ddds_registry_resolution_services[] = {
    "I2L", "I2Ls", "I2R", "I2Rs", "I2C", "I2Cs", "I2N", "I2Ns", NULL,
};

/* Names of RFC 2168; the table above has their names of RFC 2483. */
const char *const ddds_registry_retired_services[] = {
    "N2L",  "N2Ls", "N2R",  "N2Rs", "N2C",  "N2Cs", "N2N",  "N2Ns", "L2L",
    "L2Ls", "L2R",  "L2Rs", "L2C",  "L2Cs", "L2N",  "L2Ns", NULL,
};

/* Protocols of RFC 2168, 2169, 3403 and 3404, and of the web. */
const char *const ddds_registry_protocols[] = {
    "http",   "https",   "ftp",    "thttp", "rcds", "hdl", "z3950",
    "rwhois", "whoispp", "gopher", "wais",  "ldap", "dav", NULL,
};

/* IANA, S-NAPTR Application Service Tags. "aaa+ap" with a number is one,
 * too (RFC 6408). */
const char *const ddds_registry_service_tags[] = {
    "aaa",
    "aaa+acct",
    "aaa+auth",
    "aaa+dynauth",
    "ALTO",
    "AREG1",
    "DCHK1",
    "DOTS",
    "DOTS-CALL-HOME",
    "DREG1",
    "EREG1",
    "LIS",
    "LoST",
    "LoST-Validation",
    "no-solicit",
    "RELAY",
    "SFUA.CFG",
    "XCON",
    NULL,
};

/* IANA, S-NAPTR Application Protocol Tags. */
const char *const ddds_registry_protocol_tags[] = {
    "CCMP",
    "data.tcp",
    "diameter.dtls.sctp",
    "diameter.sctp",
    "diameter.tcp",
    "diameter.tls.tcp",
    "HELD",
    "http",
    "https",
    "iris.beep",
    "iris.lwz",
    "iris.xpc",
    "iris.xpcs",
    "radius.tls",
    "radius.tls.tcp",
    "radius.dtls",
    "radius.dtls.udp",
    "signal.tcp",
    "signal.udp",
    "turn.dtls",
    "turn.tcp",
    "turn.tls",
    "turn.udp",
    NULL,
};

/* RFC 3263 section 8, RFC 4168, RFC 7118: whole fields. */
const char *const ddds_registry_sip_fields[] = {
    "SIP+D2U",  "SIP+D2T", "SIPS+D2T", "SIP+D2S",
    "SIPS+D2S", "SIP+D2W", "SIPS+D2W", NULL,
};

/* Whole fields of other applications in use. */
const char *const ddds_registry_peppol_fields[] = {"Meta:SMP", NULL};

/* OASIS BDXL 1.0 section 2.3 and eDelivery: "Meta" is in no registry. */
const char *const ddds_registry_metadata_fields[] = {"Meta:SMP", "Meta:CPPA",
                                                     "Meta:SML", NULL};

/* LoRaWAN Backend Interfaces (TS002) section 19, RFC 5679 section 6, GS1 Object
 * Naming Service, ITU-T X.672. */
const char *const ddds_registry_other_fields[] = {
    "LWN",       "LWNS",      "MIHIS+M2U", "MIHIS+M2T",  "MIHIS+M2S",
    "MIHES+M2U", "MIHES+M2T", "MIHES+M2S", "MIHCS+M2U",  "MIHCS+M2T",
    "MIHCS+M2S", "EPC+epcis", "EPC+html",  "EPC+xmlrpc", "EPC+ws",
    "ORS+COID",  "ORS+CINF",  "ORS+RINF",  "ORS+MINF",   "ORS+UINF",
    "ORS+LINF",  NULL,
};

const char *const ddds_registry_tagged_fields[] = {
    "aaa+auth:radius.tls.tcp",
    "aaa+acct:radius.tls.tcp",
    "aaa+dynauth:radius.tls.tcp",
    "aaa+auth:radius.dtls.udp",
    "aaa+acct:radius.dtls.udp",
    "x-eduroam:radius.tls",
    "aaa:diameter.tcp",
    "aaa:diameter.sctp",
    "aaa:diameter.tls.tcp",
    "ALTO:https",
    "ALTO:http",
    "LIS:HELD",
    "LoST:http",
    "LoST:https",
    "RELAY:turn.udp",
    "RELAY:turn.tcp",
    "RELAY:turn.tls",
    "RELAY:turn.dtls",
    "Meta:SMP",
    NULL,
};

bool ddds_registry_has(const char *const *list, struct ddds_span span)
{
    while (*list != NULL && !ascii_is_word(span, *list)) {
        list++;
    }
    return *list != NULL;
}

/* ---- Words that look alike ------------------------------------------ */

/* Return the only word of |list| that |span| and a dot begin, as
 * "diameter.dtls" begins "diameter.dtls.sctp"; NULL if there is none, or more
 * than one. */
static const char *find_longer(struct ddds_span span, const char *const *list)
{
    const char *found = NULL;
    for (; *list != NULL; list++) {
        if (strlen(*list) > span.length && (*list)[span.length] == '.' &&
            ascii_equal_span(*list, span.text, span.length)) {
            if (found != NULL) {
                return NULL;
            }
            found = *list;
        }
    }
    return found;
}

const char *ddds_registry_find_like(struct ddds_span span,
                                    const char *const *list)
{
    const char *found = find_longer(span, list);
    size_t nearest = NEAREST_LENGTH;
    if (found != NULL) {
        return found;
    }
    for (; *list != NULL; list++) {
        size_t far = ddds_nearest_distance(span.text, span.length, *list);
        if (far == nearest) {
            found = NULL;
        } else if (far < nearest) {
            found = *list;
            nearest = far;
        }
    }
    return span.length > 2 && ddds_nearest_is_likely(span.length, nearest)
               ? found
               : NULL;
}

/* Write the letters and digits of |text| in lower case. */
static void fold(const char *text, struct text *folded)
{
    for (; *text != '\0' && !folded->failed; text++) {
        if (ascii_is_alnum((unsigned char)*text)) {
            ddds_text_char(folded, ascii_to_lower(*text));
        }
    }
}

const char *ddds_registry_find_alike(const char *services,
                                     const char *const *list)
{
    char memory[NEAREST_LENGTH + 1];
    struct text folded;
    ddds_text_init(&folded, memory, sizeof memory);
    fold(services, &folded);
    for (const char *const *each = list; *each != NULL && !folded.failed;
         each++) {
        char other_memory[NEAREST_LENGTH + 1];
        struct text other;
        ddds_text_init(&other, other_memory, sizeof other_memory);
        fold(*each, &other);
        if (strcmp(other.bytes, folded.bytes) == 0) {
            return *each;
        }
    }
    return ddds_registry_find_like(
        (struct ddds_span){services, strlen(services)}, list);
}
