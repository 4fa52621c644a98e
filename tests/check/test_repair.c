/* Expressions as they were probably meant.
 *
 * SPDX-License-Identifier: MIT */
#include "check/report/repair.h"
#include "rule/ere_scan.h"
#include "seed.h"
#include "base/table.h"

#define TABLE "fixtures/tables/repair.tsv"

static struct ere_context *context;

/* Return the fault of |regexp| after one correction; "" if it is valid. */
static const char *repair(const char *regexp)
{
    static char repaired[DRAFT_FIELD_SIZE];
    ddds_substitution *read = ddds_substitution_read(context, regexp);
    assert_non_null(read);
    assert_int_not_equal(read->status, DDDS_OK);
    if (!ddds_repair_refused(regexp, read->fault, read->ere_fault, read->offset,
                             repaired)) {
        repaired[0] = '\0';
    }
    ddds_substitution_free(read);
    return repaired;
}

TEST(refused_expressions_become_what_was_meant)
{
    for (const char **row =
             table_rows(TABLE, "Refused expressions become what was meant", 2);
         table_next(row);) {
        const char *repaired = repair(row[0]);
        if (strcmp(repaired, row[1]) != 0) {
            fail_msg("%s became \"%s\", not \"%s\"", row[0], repaired, row[1]);
        }
    }
}

/* Expressions that POSIX allows and BIND does not. */
TEST(a_hyphen_moves_to_the_front)
{
    static const struct {
        const char *regexp;
        const char *repaired;
    } cases[] = {
        {"!^[a-z0-9-]+!c!", "!^[-a-z0-9]+!c!"},
        {"!^[^a-z-]+!c!", "!^[^-a-z]+!c!"},
        {"-^[a-z\\-]+-c-", ""},
        {"!^[a-z[-^]+!c!", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char repaired[DRAFT_FIELD_SIZE] = "";
        const char *regexp = cases[i].regexp;
        size_t hyphen = ddds_ere_scan_hyphen(regexp, strlen(regexp));
        if (!ddds_repair_refused(regexp, SUBSTITUTION_FAULT_ERE,
                                 ERE_FAULT_HYPHEN, hyphen, repaired)) {
            repaired[0] = '\0';
        }
        assert_string_equal(repaired, cases[i].repaired);
    }
}

/* No field of up to 255 octets makes a correction step out of bounds. */
TEST(whatever_is_refused_can_be_looked_at)
{
    static const char alphabet[] = "!()[]{}*+?|\\^$.,-:ad01i";
    uint64_t seed = take_seed(1);
    for (int i = 0; i < 20000; i++) {
        char regexp[32];
        char repaired[DRAFT_FIELD_SIZE];
        size_t length = 1 + (size_t)i % (sizeof regexp - 1);
        for (size_t at = 0; at < length; at++) {
            seed = seed * 6364136223846793005U + 1442695040888963407U;
            regexp[at] = alphabet[(seed >> 33) % (sizeof alphabet - 1)];
        }
        regexp[length] = '\0';
        ddds_substitution *read = ddds_substitution_read(context, regexp);
        assert_non_null(read);
        if (read->status != DDDS_OK &&
            ddds_repair_refused(regexp, read->fault, read->ere_fault,
                                read->offset, repaired)) {
            assert_string_not_equal(repaired, regexp);
        }
        ddds_substitution_free(read);
    }
}

TEST(a_delimiter_is_one_that_does_not_occur)
{
    char repaired[DRAFT_FIELD_SIZE];
    assert_true(ddds_repair_compose('!', "a", "b", "i", repaired));
    assert_string_equal(repaired, "!a!b!i");
    assert_true(ddds_repair_compose('!', "a!", "/", "", repaired));
    assert_string_equal(repaired, "#a!#/#");
    assert_false(ddds_repair_compose('!', "!/#|~", "%&=,;:_", "", repaired));
}

static int make_context(void **state)
{
    context = ddds_ere_context_new();
    return context == NULL;
}

static int free_context(void **state)
{
    ddds_ere_context_free(context);
    return 0;
}

FIXTURES(.begin = make_context, .end = free_context);
