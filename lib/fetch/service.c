/* Names of services: of RFC 2483, RFC 2169 and BDXL.
 *
 * SPDX-License-Identifier: MIT */
#include "fetch/service.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "fetch/smp.h"

static const struct {
    const char *name;
    enum service_kind kind;
} rows[SERVICE_COUNT] = {
    [DDDS_FETCH_I2L] = {"I2L", SERVICE_URI},
    [DDDS_FETCH_I2LS] = {"I2Ls", SERVICE_LIST},
    [DDDS_FETCH_I2R] = {"I2R", SERVICE_CONTENT},
    [DDDS_FETCH_I2RS] = {"I2Rs", SERVICE_CONTENT},
    [DDDS_FETCH_I2C] = {"I2C", SERVICE_CONTENT},
    [DDDS_FETCH_I2CS] = {"I2Cs", SERVICE_CONTENT},
    [DDDS_FETCH_I2N] = {"I2N", SERVICE_URI},
    [DDDS_FETCH_I2NS] = {"I2Ns", SERVICE_LIST},
    [DDDS_FETCH_SMP] = {"Meta", SERVICE_CONTENT},
};

const char *ddds_fetch_service_name(enum ddds_fetch_service service)
{
    return (unsigned)service < SERVICE_COUNT ? rows[service].name : "unknown";
}

enum service_kind ddds_service_kind(enum ddds_fetch_service service)
{
    return rows[service].kind;
}

bool ddds_service_find(struct ddds_span name, enum ddds_fetch_service *service)
{
    if (ddds_smp_version(name) > 0) {
        *service = DDDS_FETCH_SMP;
        return true;
    }
    for (unsigned i = 0; i < DDDS_FETCH_SMP; i++) {
        /* I2L, N2L and L2L differ in the first letter only */
        if (name.length == strlen(rows[i].name) && name.text[0] != '\0' &&
            strchr("INLinl", name.text[0]) != NULL &&
            strncasecmp(name.text + 1, rows[i].name + 1, name.length - 1) ==
                0) {
            *service = (enum ddds_fetch_service)i;
            return true;
        }
    }
    return false;
}

void ddds_service_old_name(enum ddds_fetch_service service, bool is_urn,
                           char name[SERVICE_NAME_SIZE])
{
    snprintf(name, SERVICE_NAME_SIZE, "%c%s", is_urn ? 'N' : 'L',
             rows[service].name + 1);
}

static int list_all(enum ddds_fetch_service services[SERVICE_COUNT])
{
    /* Default order: a URI is the most common request; lists come after the
     * services that return a single item. */
    static const enum ddds_fetch_service order[SERVICE_COUNT] = {
        DDDS_FETCH_I2L,  DDDS_FETCH_I2R,  DDDS_FETCH_I2LS,
        DDDS_FETCH_I2C,  DDDS_FETCH_I2RS, DDDS_FETCH_I2CS,
        DDDS_FETCH_I2NS, DDDS_FETCH_I2N,  DDDS_FETCH_SMP,
    };
    memcpy(services, order, sizeof order);
    return SERVICE_COUNT;
}

static bool is_listed(const enum ddds_fetch_service *services, int count,
                      enum ddds_fetch_service service)
{
    for (int i = 0; i < count; i++) {
        if (services[i] == service) {
            return true;
        }
    }
    return false;
}

int ddds_services_wanted(const char *names,
                         enum ddds_fetch_service services[SERVICE_COUNT],
                         struct ddds_span *bad)
{
    if (names == NULL) {
        return list_all(services);
    }
    int count = 0;
    for (const char *at = names; *at != '\0';) {
        struct ddds_span name = {at, strcspn(at, ",")};
        at += name.length;
        at += *at == ',';
        enum ddds_fetch_service service;
        if (!ddds_service_find(name, &service)) {
            *bad = name;
            return -1;
        }
        if (!is_listed(services, count, service)) {
            services[count++] = service;
        }
    }
    return count > 0 ? count : list_all(services);
}
