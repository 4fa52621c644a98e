/* The library never makes executable memory: resolutions through rules that are
 * no shape, which PCRE2 matches, again and again.
 *
 * SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include <sys/mman.h>
#include <unistd.h>

#include <ddds/ddds.h>

#include "base/assertions.h"

/* More uses than it takes until other programs that use PCRE2 translate an
 * expression. */
enum { USES = 500 };

static const char zone[] =
    "$ORIGIN urn.arpa.\n"
    "$TTL 3600\n"
    "@ SOA a b 1 2 3 4 5\n"
    "either NAPTR 1 1 \"u\" \"http+I2L\" "
    "\"!^(urn|URN):either:(.+)$!http://either.example/\\\\2!\" .\n"
    "twice NAPTR 1 1 \"u\" \"http+I2L\" "
    "\"!^urn:twice:(([a-z]+-)*)(.+)$!http://twice.example/\\\\3!i\" .\n";

/* How many mappings of this process are executable and from no file, or
 * executable and writable. Those of the kernel have names in brackets. */
static unsigned count_made(void)
{
    char line[512];
    unsigned made = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    assert_non_null(maps);
    while (fgets(line, sizeof line, maps) != NULL) {
        char rights[5] = "";
        int name = 0;
        assert_int_equal(sscanf(line, "%*s %4s %*s %*s %*s %n", rights, &name),
                         1);
        bool has_name = line[name] == '/' || strstr(line, "[v") != NULL;
        made += rights[2] == 'x' && (!has_name || rights[1] == 'w');
    }
    fclose(maps);
    return made;
}

/* Check that |count_made| counts executable pages. */
TEST(executable_memory_is_seen)
{
    size_t size = (size_t)sysconf(_SC_PAGESIZE);
    unsigned before = count_made();
    void *page = mmap(NULL, size, PROT_READ | PROT_EXEC,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) {
        skip(); /* this system forbids it */
    }
    assert_int_equal(count_made(), before + 1);
    munmap(page, size);
}

static void resolve(ddds_database *database, const char *urn,
                    const char *expected)
{
    ddds_resolution *resolution =
        ddds_resolution_new(database, ddds_application_urn(), urn, NULL, NULL);
    assert_non_null(resolution);
    ddds_resolution_start(resolution, NULL, NULL);
    const struct ddds_result *result = ddds_resolution_result(resolution);
    assert_non_null(result);
    assert_int_equal(result->outcome_count, 1);
    assert_string_equal(result->outcomes[0].uri, expected);
    ddds_resolution_free(resolution);
}

TEST(matching_makes_none)
{
    struct ddds_error error;
    unsigned before = count_made();
    ddds_database *database = ddds_memory_new(NULL);
    assert_non_null(database);
    assert_ok(ddds_memory_load_text(database, "test", zone, strlen(zone), NULL,
                                    &error));
    for (int use = 0; use < USES; use++) {
        resolve(database, "urn:either:x", "http://either.example/x");
        resolve(database, "urn:twice:ab-cd-12", "http://twice.example/12");
    }
    assert_int_equal(count_made(), before);
    ddds_database_free(database);
}
