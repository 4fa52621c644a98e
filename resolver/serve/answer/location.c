/* SPDX-License-Identifier: MIT */
#include "serve/answer/location.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <ddds/uri.h>

#include "text/text_stream.h"

bool location_is_safe(const char *uri)
{
    static const char *const schemes[] = {
        "http", "https", "ftp",    "ftps", "sip",  "sips", "tel",
        "im",   "pres",  "mailto", "xmpp", "ldap", "ldaps"};
    struct ddds_uri parts;
    if (ddds_uri_parse(uri, &parts, NULL) != DDDS_OK ||
        ddds_uri_breaks_http(&parts)) {
        return false;
    }
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        if (strlen(schemes[i]) == parts.scheme.length &&
            strncasecmp(schemes[i], uri, parts.scheme.length) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- THTTP -------------------------------------------------------------- */

/* Parse the services of the rule. */
static bool read_services(const struct ddds_result *result,
                          const struct ddds_outcome *outcome,
                          struct ddds_services *services)
{
    return result->application->read_services(result->application,
                                              outcome->services, services,
                                              NULL) == DDDS_OK;
}

/* Return the scheme for the protocol of |outcome|; NULL if that is not HTTP. */
static const char *find_scheme(const struct ddds_outcome *outcome,
                               const struct ddds_services *services)
{
    char word[8] = "";
    const char *protocol = outcome->protocol;
    if (protocol == NULL && services->protocol_count > 0 &&
        services->protocols[0].length < sizeof word) {
        memcpy(word, services->protocols[0].text,
               services->protocols[0].length);
        protocol = word;
    }
    if (protocol == NULL) {
        return NULL;
    }
    if (strcasecmp(protocol, "https") == 0) {
        return "https";
    }
    return strcasecmp(protocol, "http") == 0 ||
                   strcasecmp(protocol, "thttp") == 0
               ? "http"
               : NULL;
}

/* True if both name the same service; names of a service differ in the first
 * letter only: I2L, N2L, L2L. */
static bool is_same(struct ddds_span offered, const char *service)
{
    return offered.length == strlen(service) && offered.length > 1 &&
           strncasecmp(offered.text + 1, service + 1, offered.length - 1) == 0;
}

/* Return the service to request, as the rule spells it: |service| or, if that
 * is NULL, the first that the rule offers. */
static struct ddds_span find_service(const struct ddds_services *services,
                                     const char *service)
{
    static const char usual[] = "I2L";
    for (size_t i = 0; i < services->service_count; i++) {
        if (service == NULL || is_same(services->services[i], service)) {
            return services->services[i];
        }
    }
    service = service != NULL ? service : usual;
    return (struct ddds_span){service, strlen(service)};
}

/* Return true if the service returns content, which needs the q-component. */
static bool returns_content(struct ddds_span service)
{
    return service.length >= 3 &&
           (service.text[2] == 'R' || service.text[2] == 'C' ||
            service.text[2] == 'r' || service.text[2] == 'c');
}

/* Return the length of |input| without its fragment, and without its
 * q-component unless |has_q|. */
static size_t measure_input(const char *input, bool has_q)
{
    size_t length = strcspn(input, "#");
    const char *q = strstr(input, "?=");
    return !has_q && q != NULL && (size_t)(q - input) < length
               ? (size_t)(q - input)
               : length;
}

void location_print_input(FILE *out, const struct ddds_result *result,
                          bool has_q)
{
    const char *input = result->input;
    size_t length = measure_input(input, has_q);
    size_t name = strcspn(input, "?#");
    if (strncasecmp(input, "urn:", 4) == 0) {
        fputs(result->aus, out);
        input += name;
        length -= name;
    }
    fprintf(out, "%.*s", (int)length, input);
}

static bool is_default_port(const char *scheme, unsigned port)
{
    return port == (strcmp(scheme, "https") == 0 ? 443 : 80);
}

/* DNS allows any octet in a name; accept those of host names alone. */
static bool is_host(const char *host)
{
    static const char usual[] = "abcdefghijklmnopqrstuvwxyz0123456789-_.";
    return host[0] != '\0' && host[strspn(host, usual)] == '\0';
}

static char *make_thttp(const struct ddds_result *result,
                        const struct ddds_outcome *outcome, const char *service)
{
    struct ddds_services services = DDDS_SERVICES_INIT;
    const struct ddds_endpoint *endpoint = ddds_outcome_endpoint(outcome, 0);
    bool is_known = endpoint != NULL && is_host(endpoint->host) &&
                    read_services(result, outcome, &services);
    const char *scheme = is_known ? find_scheme(outcome, &services) : NULL;
    char *text = NULL;
    size_t length;
    if (scheme == NULL) {
        return NULL;
    }
    struct ddds_span name = find_service(&services, service);
    FILE *out = text_stream_open(&text, &length);
    fprintf(out, "%s://%s", scheme, endpoint->host);
    if (endpoint->has_port && !is_default_port(scheme, endpoint->port)) {
        fprintf(out, ":%u", endpoint->port);
    }
    fprintf(out, "/uri-res/%.*s?", (int)name.length, name.text);
    location_print_input(out, result, returns_content(name));
    fclose(out);
    return text;
}

char *location_make(const struct ddds_result *result,
                    const struct ddds_outcome *outcome, const char *service)
{
    char *uri = NULL;
    if (outcome->kind == DDDS_OUTCOME_URI && outcome->uri != NULL) {
        uri = strdup(outcome->uri);
    } else if (outcome->kind == DDDS_OUTCOME_SERVERS ||
               outcome->kind == DDDS_OUTCOME_HOST) {
        uri = make_thttp(result, outcome, service);
    }
    if (uri != NULL && !location_is_safe(uri)) {
        free(uri);
        uri = NULL;
    }
    return uri;
}
