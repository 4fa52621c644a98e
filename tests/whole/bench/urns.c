/* Namespaces and URNs.
 *
 * SPDX-License-Identifier: MIT */
#include "urns.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <ddds/ddds.h>

#include "bench.h"

static void *alloc(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL) {
        bench_fail("out of memory");
    }
    return memory;
}

struct urns urns_new(size_t namespaces)
{
    struct urns urns = {alloc(URNS * sizeof urns.text[0])};
    uint64_t chance = UINT64_C(0x9e3779b97f4a7c15);
    for (size_t i = 0; i < URNS; i++) {
        chance ^= chance << 13;
        chance ^= chance >> 7;
        chance ^= chance << 17;
        snprintf(urns.text[i], sizeof urns.text[i],
                 "urn:n%zu:report-%u:annual-%u",
                 (size_t)(chance >> 32) % namespaces,
                 (unsigned)(chance & 0xfff), (unsigned)(chance >> 12 & 0xfff));
    }
    return urns;
}

void urns_free(struct urns *urns)
{
    free(urns->text);
}

size_t urns_namespace(const char *urn)
{
    struct ddds_urn parsed;
    if (ddds_urn_parse(urn, &parsed, NULL) != DDDS_OK) {
        bench_fail(urn);
    }
    size_t number = 0;
    for (size_t i = 1; i < parsed.nid.length; i++) {
        number = number * 10 + (size_t)(parsed.nid.text[i] - '0');
    }
    return number;
}

char *urns_field(size_t namespace)
{
    char *field = alloc(96);
    snprintf(field, 96, "!^urn:n%zu:([^:]+):(.+)$!http://\\1.example.com/\\2!",
             namespace);
    return field;
}

struct posix_rule urns_posix_rule(size_t namespace)
{
    char *ere = alloc(48);
    snprintf(ere, 48, "^urn:n%zu:([^:]+):(.+)$", namespace);
    return (struct posix_rule){ere, "http://\\1.example.com/\\2", false};
}

void urns_free_rule(struct posix_rule *rule)
{
    free((char *)(uintptr_t)rule->ere);
}

ddds_database *urns_database(size_t namespaces)
{
    ddds_database *database = ddds_memory_new(NULL);
    size_t size = 64 + namespaces * 128;
    char *zone = alloc(size);
    if (database == NULL) {
        bench_fail("out of memory");
    }
    size_t length = (size_t)snprintf(
        zone, size, "$ORIGIN urn.arpa.\n$TTL 3600\n@ SOA a b 1 2 3 4 5\n");
    for (size_t i = 0; i < namespaces; i++) {
        length += (size_t)snprintf(
            zone + length, size - length,
            "n%zu NAPTR 100 10 \"u\" \"http+I2L\" "
            "\"!^urn:n%zu:([^:]+):(.+)$!http://\\\\1.example.com/\\\\2!\" .\n",
            i, i);
    }
    struct ddds_error error;
    if (ddds_memory_load_text(database, "bench", zone, length, NULL, &error) !=
        DDDS_OK) {
        bench_fail(error.detail);
    }
    free(zone);
    return database;
}
