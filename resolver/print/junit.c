/* SPDX-License-Identifier: MIT */
#include "print/junit.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "print/output_file.h"
#include "print/xml.h"

static void print_time(FILE *out, uint64_t nanoseconds)
{
    unsigned long long microseconds = nanoseconds / 1000;
    fprintf(out, " time=\"%llu.%06llu\"", microseconds / 1000000,
            microseconds % 1000000);
}

/* ---- Cases -------------------------------------------------------------- */

static void print_failure(FILE *out, const char *element,
                          const struct junit_case *added)
{
    fprintf(out, "      <%s", element);
    print_attribute(out, "message", added->message);
    print_attribute(out, "type", added->type);
    if (added->story == NULL) {
        fputs("/>\n", out);
        return;
    }
    putc('>', out);
    print_xml(out, added->story);
    fprintf(out, "</%s>\n", element);
}

static void print_case(FILE *out, const struct junit_case *added)
{
    fputs("    <testcase", out);
    print_attribute(out, "name", added->name);
    print_attribute(out, "classname", added->class);
    print_time(out, added->nanoseconds);
    if (added->verdict == JUNIT_PASSED) {
        fputs("/>\n", out);
        return;
    }
    fputs(">\n", out);
    if (added->verdict == JUNIT_SKIPPED) {
        fputs("      <skipped", out);
        print_attribute(out, "message", added->message);
        fputs("/>\n", out);
    } else {
        print_failure(out, added->verdict == JUNIT_FAILED ? "failure" : "error",
                      added);
    }
    fputs("    </testcase>\n", out);
}

/* ---- Suites ------------------------------------------------------------- */

static void begin_suite(struct junit *junit, const char *name)
{
    junit->is_broken |= !output_rewind(junit->cases);
    junit->is_broken |= ftruncate(fileno(junit->cases), 0) != 0;
    junit->suite = strdup(name);
    memset(junit->counts, 0, sizeof junit->counts);
    junit->nanoseconds = 0;
}

static void end_suite(struct junit *junit)
{
    char now[32];
    time_t seconds = time(NULL);
    struct tm date;
    FILE *out = junit->out;
    size_t tests = 0;
    if (junit->suite == NULL) {
        return;
    }
    for (int i = JUNIT_PASSED; i <= JUNIT_SKIPPED; i++) {
        tests += junit->counts[i];
    }
    gmtime_r(&seconds, &date);
    strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%S", &date);
    fputs("  <testsuite", out);
    print_attribute(out, "name", junit->suite);
    print_attribute(out, "package", "ddds");
    fprintf(out, " id=\"%zu\" timestamp=\"%s\" hostname=\"localhost\"",
            junit->suites++, now);
    fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"", tests,
            junit->counts[JUNIT_FAILED], junit->counts[JUNIT_BROKEN]);
    fprintf(out, " skipped=\"%zu\"", junit->counts[JUNIT_SKIPPED]);
    print_time(out, junit->nanoseconds);
    fputs(">\n    <properties/>\n", out);
    junit->is_broken |= !output_copy(junit->cases, out);
    fputs("    <system-out/>\n    <system-err/>\n  </testsuite>\n", out);
    free(junit->suite);
    junit->suite = NULL;
}

/* ---- The document ------------------------------------------------------- */

bool junit_begin(struct junit *junit, FILE *out)
{
    *junit = (struct junit){.out = out, .cases = tmpfile()};
    if (junit->cases == NULL) {
        return false;
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", out);
    return true;
}

void junit_add(struct junit *junit, const char *suite,
               const struct junit_case *added)
{
    if (junit->suite == NULL || strcmp(junit->suite, suite) != 0) {
        end_suite(junit);
        begin_suite(junit, suite);
    }
    junit->counts[added->verdict]++;
    junit->nanoseconds += added->nanoseconds;
    print_case(junit->cases, added);
}

bool junit_end(struct junit *junit)
{
    end_suite(junit);
    fputs("</testsuites>\n", junit->out);
    fclose(junit->cases);
    return !junit->is_broken;
}
