/* Zone files that are read through a window: the same records, places and
 * errors as if they were read as a whole, wherever the window ends.
 *
 * SPDX-License-Identifier: MIT */
#include <unistd.h>

#include "db/text/zonefile.h"
#include "base/assertions.h"

/* A file has many windows, and lines that are longer than one. */
enum { OCTETS = 60000, WINDOW = 500, FOLDER_SIZE = 32, PATH_SIZE = 64 };

/* ---- What was read ------------------------------------------------------- */

struct digest {
    uint64_t all;
    size_t records;
    size_t problems;
    size_t most; /* after which to stop; 0: never */
};

static void add(struct digest *digest, const void *octets, size_t length)
{
    const unsigned char *next = octets;
    for (size_t i = 0; i < length; i++) {
        digest->all = (digest->all ^ next[i]) * UINT64_C(0x100000001b3);
    }
}

static void add_number(struct digest *digest, uint64_t number)
{
    add(digest, &number, sizeof number);
}

static bool add_record(void *context, const struct zonefile_record *record)
{
    struct digest *digest = context;
    add(digest, record->base.owner, record->owner_length);
    add_number(digest, record->base.type);
    add_number(digest, record->base.ttl);
    if (record->base.rdata != NULL) {
        add(digest, record->base.rdata, record->base.rdata_length);
    }
    add(digest, record->file, strlen(record->file));
    add_number(digest, record->line);
    add_number(digest, record->column);
    add(digest, record->raw, record->raw_length);
    for (size_t i = 0; i < record->field_count; i++) {
        add(digest, record->fields[i].text, record->fields[i].length);
        add_number(digest, record->fields[i].line);
        add_number(digest, record->fields[i].column);
    }
    digest->records++;
    return digest->records != digest->most;
}

static bool add_problem(void *context, const struct zonefile_problem *problem)
{
    struct digest *digest = context;
    add_number(digest, problem->refusal->line);
    add_number(digest, problem->refusal->column);
    add(digest, problem->refusal->what, strlen(problem->refusal->what));
    digest->problems++;
    return problem->record == NULL || add_record(digest, problem->record);
}

/* ---- Files --------------------------------------------------------------- */

struct scratch {
    char folder[FOLDER_SIZE];
    char zone[PATH_SIZE];
    char part[PATH_SIZE];
};

static void begin(struct scratch *scratch)
{
    memcpy(scratch->folder, "/tmp/ddds-window-XXXXXX", 24);
    assert_non_null(mkdtemp(scratch->folder));
    snprintf(scratch->zone, sizeof scratch->zone, "%s/zone", scratch->folder);
    snprintf(scratch->part, sizeof scratch->part, "%s/part", scratch->folder);
    FILE *part = fopen(scratch->part, "w");
    assert_non_null(part);
    fputs("in A 192.0.2.9\n$ORIGIN deep\nin A 192.0.2.10\n", part);
    assert_int_equal(fclose(part), 0);
}

static void end(const struct scratch *scratch)
{
    remove(scratch->zone);
    remove(scratch->part);
    assert_int_equal(rmdir(scratch->folder), 0);
}

/* Lines that are good, in all ways that lines may belong together. */
static const char *const good_lines[] = {
    "a%u NAPTR 100 10 \"u\" \"E2U+sip\" \"!^.*$!sip:u@example.com!\" .\n",
    "a%u 60 IN A 192.0.2.1 ; a comment ( that opens nothing\n",
    "  TXT \"of the owner (before\" ; \"%u\n",
    "b%u ( A\n\n ; (within\n192.0.2.2 )\n",
    "d%u TXT ( \"a\" ; )\n \"b\" (\n \"c\" ) )\r\n",
    "$TTL %u\n",
    "$ORIGIN o%u.example.\n",
    "$ORIGIN p%u\n@ A 192.0.2.4\n$ORIGIN example.\n",
    "$INCLUDE part i%u\n",
    "$GENERATE 1-2 g$-%u A 192.0.2.$\n",
    "\n; nothing but %u\n \t\r\n",
};
enum { RECORD_LINES = 5 };

/* Lines whose effect must wait for their end. */
static const char *const late_lines[] = {
    "(\nc%u A\n 192.0.2.3 ) \n",
    "$TTL ( %u\n) \n",
    "(\n$ORIGIN q%u\n)\n@ A 192.0.2.4\n$ORIGIN example.\n",
    "$ORIGIN ( r%u\n)\n@ A 192.0.2.4\n$ORIGIN example.\n",
};

/* Lines that are wrong. */
static const char *const bad_lines[] = {
    "e%u NAPTR 100 10 \"u\" \"E2U+sip\n",
    "f%u NAPTR 100 99999 u x y .\n",
    "g%u NOTATYPE x\n",
    "h%u A ( 192.0.2.5\n 192.0.2.6 )\n",
    "i%u A ( 192.0.2.5\nj A 192.0.2.6\n\nk A 192.0.2.7\n",
    "l%u TXT ( \"a\n \"b\" )\n",
    "$ORIGIN s%u t u\n",
    "m%u A 192.0.2.8 )\n",
};

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

static void write_line(FILE *file, const char *line, unsigned number)
{
    const char *place = strstr(line, "%u");
    fprintf(file, "%.*s%u%s", (int)(place - line), line, number, place + 2);
}

/* Write a zone with good lines at random, every |bad|th one a wrong one, and
 * |last| at its end. */
static void write_zone(const char *path, unsigned seed, unsigned bad,
                       const char *last)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("$ORIGIN example.\n@ SOA . . 1 2 3 4 5\n", file);
    for (unsigned i = 1; ftell(file) < OCTETS; i++) {
        seed = seed * 1103515245 + 12345;
        unsigned chance = seed >> 16;
        if (bad != 0 && i % bad == 0) {
            write_line(file, bad_lines[chance % COUNT(bad_lines)], i);
        } else if (chance % 128 == 0 && ftell(file) > OCTETS / 4 * 3) {
            write_line(file, late_lines[(chance >> 7) % COUNT(late_lines)], i);
        } else {
            unsigned kinds =
                chance % 16 == 0 ? COUNT(good_lines) : RECORD_LINES;
            write_line(file, good_lines[(chance >> 4) % kinds], i);
        }
        if (i % 150 == 0) {
            fprintf(file, "; %0*u\n", (int)(chance % 3000), i);
        }
        if (i % 150 == 75) {
            fprintf(file, "long A ( ; %0*u\n 192.0.2.%u ; %0*u\n )\n",
                    (int)(chance % 900), i, i % 256, (int)(chance % 700), i);
        }
    }
    fputs(last, file);
    assert_int_equal(fclose(file), 0);
}

/* ---- The two ways -------------------------------------------------------- */

/* Read |path| twice, through a window of |window| octets, or as a whole if that
 * is 0. */
static ddds_status read_with(size_t window, const char *path, bool survey,
                             struct digest *digest, struct ddds_error *error)
{
    struct zonefile *file;
    ddds_status status =
        window > 0 ? ddds_zonefile_open_window(path, window, &file, error)
                   : ddds_zonefile_open(path, &file, error);
    digest->records = 0;
    for (unsigned i = 0; status == DDDS_OK && i < 2; i++) {
        /* Reading begins again wherever it stopped. */
        digest->most = i == 0 ? 600 : 0;
        digest->records = 0;
        status =
            survey ? ddds_zonefile_survey(file, NULL, add_record, add_problem,
                                          digest, error)
                   : ddds_zonefile_read(file, NULL, add_record, digest, error);
    }
    ddds_zonefile_free(file);
    return status;
}

/* Read |path| as a whole and through a window, which must not differ. */
static ddds_status compare(const char *path, bool survey, struct digest *digest,
                           struct ddds_error *error)
{
    struct digest whole = {0};
    struct ddds_error why = {0};
    ddds_status status = read_with(0, path, survey, &whole, &why);
    *digest = (struct digest){0};
    *error = (struct ddds_error){0};
    assert_int_equal(read_with(WINDOW, path, survey, digest, error), status);
    if (status != DDDS_OK) {
        assert_string_equal(error->detail, why.detail);
    }
    assert_int_equal(digest->records, whole.records);
    assert_int_equal(digest->problems, whole.problems);
    assert_true(digest->all == whole.all);
    return status;
}

TEST(good_files_have_the_same_records)
{
    struct scratch scratch;
    struct digest digest;
    struct ddds_error error;
    begin(&scratch);
    for (unsigned seed = 1; seed <= 100; seed++) {
        write_zone(scratch.zone, seed, 0, seed % 2 == 0 ? "z A 192.0.2.1" : "");
        if (compare(scratch.zone, seed % 3 == 0, &digest, &error) != DDDS_OK) {
            fail_msg("seed %u: %s", seed, error.detail);
        }
        assert_true(digest.records > 500);
        assert_int_equal(digest.problems, 0);
    }
    end(&scratch);
}

/* For what is wrong, a survey would have to look beyond the window. */
TEST(a_survey_ends_at_the_first_error)
{
    struct scratch scratch;
    struct ddds_error error;
    begin(&scratch);
    for (unsigned seed = 1; seed <= 20; seed++) {
        struct digest digest = {0};
        struct digest before = {0};
        write_zone(scratch.zone, seed, 10 * seed, "( \"\n");
        assert_int_equal(
            read_with(WINDOW, scratch.zone, false, &before, &error),
            DDDS_SYNTAX);
        assert_ok(read_with(WINDOW, scratch.zone, true, &digest, &error));
        assert_int_equal(digest.problems, 2); /* it was read twice */
        assert_int_equal(digest.records, before.records);
    }
    end(&scratch);
}

TEST(the_first_error_is_the_same)
{
    static const char *const last[] = {
        "z A ( 192.0.2.1\n",
        "z TXT \"\n",
        "z A 192.0.2.1 )",
        "z NOTATYPE x",
        "(\n$ORIGIN z\n",
        "$INCLUDE part z z\n",
        "$GENERATE 1-99999999 a A 192.0.2.1\n",
    };
    struct scratch scratch;
    struct digest digest;
    struct ddds_error error;
    begin(&scratch);
    for (unsigned seed = 0; seed < 10 * COUNT(last); seed++) {
        write_zone(scratch.zone, seed, 0, last[seed / 10]);
        assert_int_not_equal(compare(scratch.zone, false, &digest, &error),
                             DDDS_OK);
        assert_true(digest.records > 500);
    }
    end(&scratch);
}

/* A directive that a parenthesis joins to the line where the window ends must
 * not take effect twice. */
TEST(directives_take_effect_once)
{
    struct scratch scratch;
    struct digest digest;
    struct ddds_error error;
    begin(&scratch);
    for (unsigned i = 0; i < WINDOW * COUNT(late_lines); i++) {
        FILE *file = fopen(scratch.zone, "w");
        assert_non_null(file);
        fprintf(file, "$ORIGIN example.\n; %0*u\n",
                (int)(i / COUNT(late_lines)), i);
        write_line(file, late_lines[i % COUNT(late_lines)], i);
        for (unsigned j = 0; j < WINDOW; j++) {
            fputs("a A 192.0.2.1\n", file);
        }
        assert_int_equal(fclose(file), 0);
        assert_ok(compare(scratch.zone, i % 3 == 0, &digest, &error));
    }
    end(&scratch);
}

/* Read as a whole, a NUL is the first error; through a window, one above it
 * is. */
TEST(a_nul_is_refused_where_it_is)
{
    struct scratch scratch;
    struct ddds_error whole;
    struct ddds_error error;
    begin(&scratch);
    for (unsigned survey = 0; survey < 20; survey++) {
        struct digest digest = {0};
        write_zone(scratch.zone, survey, 0, "z TXT \"a");
        FILE *file = fopen(scratch.zone, "a");
        assert_non_null(file);
        fwrite("\0b\"\n", 4, 1, file);
        assert_int_equal(fclose(file), 0);
        assert_int_equal(
            read_with(0, scratch.zone, survey % 2 > 0, &digest, &whole),
            DDDS_SYNTAX);
        assert_int_equal(
            read_with(WINDOW, scratch.zone, survey % 2 > 0, &digest, &error),
            DDDS_SYNTAX);
        assert_string_equal(error.detail, whole.detail);
        assert_true(digest.records > 500);
    }
    end(&scratch);
}
