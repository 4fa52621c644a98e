/* The reader of master files: every directive, escape and order, and the place
 * of every error.
 *
 * SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <unistd.h>

#include "base/format.h"
#include "db/wire/rdata.h"
#include "db/text/zonefile.h"
#include "base/table.h"

#define TABLE "fixtures/tables/zonefile.tsv"

/* ---- Listing ------------------------------------------------------------- */

/* The records that were read, a line for each. */
struct listing {
    struct text text;
    char memory[16384];
    bool places; /* and not contents */
    struct ddds_error error;
    unsigned records;
    unsigned most; /* after which to stop, or 0 */
};

static void list_contents(struct listing *listing,
                          const struct zonefile_record *record)
{
    struct text *text = &listing->text;
    text_format(text, "%s %u %u ", record->base.owner,
                (unsigned)record->base.ttl, record->base.type);
    for (size_t i = 0;
         record->base.rdata != NULL && i < record->base.rdata_length; i++) {
        text_format(text, "%02x",
                    ((const unsigned char *)record->base.rdata)[i]);
    }
    ddds_text_string(text, record->base.rdata == NULL ? "opaque\n" : "\n");
}

static void list_place(struct listing *listing,
                       const struct zonefile_record *record)
{
    text_format(&listing->text, "%s:%u:%u |%.*s|\n", record->file,
                (unsigned)record->line, (unsigned)record->column,
                (int)record->raw_length, record->raw);
}

static bool list_record(void *context, const struct zonefile_record *record)
{
    struct listing *listing = context;
    listing->records++;
    if (listing->places) {
        list_place(listing, record);
    } else {
        list_contents(listing, record);
    }
    return listing->records != listing->most;
}

static ddds_status list_file(struct zonefile *file, const char *origin,
                             struct listing *listing)
{
    ddds_text_init(&listing->text, listing->memory, sizeof listing->memory);
    listing->records = 0;
    ddds_status status =
        ddds_zonefile_read(file, origin, list_record, listing, &listing->error);
    ddds_zonefile_free(file);
    return status;
}

/* Read |text|, named "t", whose relative names begin at |origin|. */
static ddds_status list_text(const char *text, const char *origin,
                             struct listing *listing)
{
    struct zonefile *file;
    ddds_status status = ddds_zonefile_over("t", text, strlen(text), false,
                                            &file, &listing->error);
    return status == DDDS_OK ? list_file(file, origin, listing) : status;
}

static ddds_status list_path(const char *path, struct listing *listing)
{
    struct zonefile *file;
    ddds_status status = ddds_zonefile_open(path, &file, &listing->error);
    return status == DDDS_OK ? list_file(file, NULL, listing) : status;
}

/* ---- Records and directives ---------------------------------------------- */

/* Read every text below |heading| with the origin "o". */
static void check_readings(const char *heading, bool places)
{
    for (const char **row = table_rows(TABLE, heading, 3); table_next(row);) {
        static struct listing listing;
        listing.places = places;
        print_message("%s: %s\n", heading, row[2]);
        if (list_text(row[0], "o", &listing) != DDDS_OK && !places) {
            fail_msg("%s", listing.error.detail);
        }
        assert_string_equal(listing.memory, row[1]);
    }
}

TEST(records_and_directives_are_read)
{
    static const char *const headings[] = {
        "TTL and class come in either order or not at all",
        "Owners are absolute relative or those before",
        "A TTL is stated or inherited",
        "Data become octets",
        "Escapes stand for octets",
        "Words end where others begin",
        "Parentheses join lines",
        "Origin changes where names begin",
        "Generate makes records",
    };
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
        check_readings(headings[i], false);
    }
    check_readings("Places", true);
}

TEST(included_files_are_read_where_they_are_named)
{
    static struct listing listing;
    listing.places = false;
    assert_ok(list_path("fixtures/zones-odd/include.zone", &listing));
    /* After the SOA and the NS. */
    const char *records = strstr(listing.memory, "a.odd");
    assert_non_null(records);
    assert_string_equal(records, "a.odd.example 3600 1 c0000201\n"
                                 "in.odd.example 60 1 c000020a\n"
                                 "in.other.odd.example 60 1 c000020b\n"
                                 "a.odd.example 60 1 c0000202\n"
                                 "b.odd.example 60 1 c0000203\n"
                                 "in.sub.odd.example 60 1 c000020a\n"
                                 "in.other.odd.example 60 1 c000020b\n"
                                 "b.odd.example 60 1 c0000204\n"
                                 "c.odd.example 60 1 c0000205\n");
    listing.places = true;
    assert_ok(list_path("fixtures/zones-odd/include-beside.zone", &listing));
    assert_non_null(strstr(listing.memory,
                           "fixtures/zones-odd/included/deeper/inner.inc"
                           ":1:1 |inner           A       192.0.2.2|\n"));
    listing.places = false;
}

TEST(text_may_not_include_files)
{
    static struct listing listing;
    assert_int_equal(
        list_text("\n$INCLUDE fixtures/zones-odd/blank.inc\n", "o", &listing),
        DDDS_SYNTAX);
    assert_string_equal(
        listing.error.detail,
        "t:2:1: $INCLUDE is allowed only in zone files that are read by name");
}

/* ---- Where it stood ------------------------------------------------------ */

static bool check_fields(void *context, const struct zonefile_record *record)
{
    static const struct {
        enum token_kind kind;
        const char *text;
        uint32_t line;
        uint32_t column;
    } expected[] = {
        {TOKEN_WORD, "100", 1, 9},          {TOKEN_WORD, "10", 1, 13},
        {TOKEN_QUOTED, "u", 2, 2},          {TOKEN_QUOTED, "E2U+sip", 2, 6},
        {TOKEN_QUOTED, "!a!\\\\1!", 2, 16}, {TOKEN_WORD, ".", 3, 1},
    };
    bool *called = context;
    *called = true;
    assert_int_equal(record->field_count, 6);
    for (size_t i = 0; i < record->field_count; i++) {
        const struct token *field = &record->fields[i];
        assert_int_equal(field->kind, expected[i].kind);
        assert_int_equal(field->length, strlen(expected[i].text));
        assert_memory_equal(field->text, expected[i].text, field->length);
        assert_int_equal(field->line, expected[i].line);
        assert_int_equal(field->column, expected[i].column);
    }
    return true;
}

TEST(fields_know_where_they_stand)
{
    static const char text[] = "a NAPTR 100 10 (\n"
                               " \"u\" \"E2U+sip\" \"!a!\\\\1!\"\n"
                               ". )\n";
    bool called = false;
    struct zonefile *file;
    assert_ok(ddds_zonefile_over("t", text, strlen(text), false, &file, NULL));
    assert_ok(ddds_zonefile_read(file, "o", check_fields, &called, NULL));
    assert_true(called);
    ddds_zonefile_free(file);
}

TEST(a_file_may_be_read_in_part_and_again)
{
    static const char text[] = "$ORIGIN p.\n$TTL 5\na A 1.2.3.4\n"
                               "$GENERATE 1-9 b$ A 1.2.3.4\n$ORIGIN q.\n";
    static struct listing listing;
    struct zonefile *file;
    assert_ok(ddds_zonefile_over("t", text, strlen(text), false, &file, NULL));
    assert_null(ddds_zonefile_first_origin(file));
    for (listing.most = 1; listing.most <= 10; listing.most++) {
        listing.records = 0;
        ddds_text_init(&listing.text, listing.memory, sizeof listing.memory);
        assert_ok(ddds_zonefile_read(file, NULL, list_record, &listing, NULL));
        assert_int_equal(listing.records, listing.most);
        assert_memory_equal(listing.memory, "a.p 5 1 01020304\n", 17);
    }
    assert_string_equal(ddds_zonefile_first_origin(file), "p");
    ddds_zonefile_free(file);
    listing.most = 0;
}

/* ---- Errors -------------------------------------------------------------- */

/* Each file of fixtures/zones-bad says in its first line where it is wrong.
 * Two are read without complaint: only the loader knows that a zone has one
 * SOA. */
TEST(illegal_files_are_refused_where_they_are_wrong)
{
    static struct listing listing;
    unsigned count = 0;
    DIR *folder = opendir("fixtures/zones-bad");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[512];
        char line[512];
        const char *end = strrchr(entry->d_name, '.');
        if (end == NULL || strcmp(end, ".zone") != 0 ||
            strstr(entry->d_name, "-soa.zone") != NULL) {
            continue;
        }
        snprintf(path, sizeof path, "fixtures/zones-bad/%s", entry->d_name);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        assert_non_null(fgets(line, sizeof line, file));
        fclose(file);
        assert_int_not_equal(list_path(path, &listing), DDDS_OK);

        char place[1024];
        line[2 + strcspn(line + 2, " ")] = '\0';
        snprintf(place, sizeof place, "%s:%s: ", path, line + 2);
        print_message("%s\n", listing.error.detail);
        assert_memory_equal(listing.error.detail, place, strlen(place));
        assert_int_equal(listing.error.offset, DDDS_NO_OFFSET);
        count++;
    }
    closedir(folder);
    assert_true(count > 50);
}

TEST(errors_say_where_what_and_what_to_do)
{
    for (const char **row = table_rows(TABLE, "Messages", 3);
         table_next(row);) {
        static struct listing listing;
        assert_int_equal(list_text(row[0], row[1], &listing), DDDS_SYNTAX);
        assert_int_equal(listing.error.status, DDDS_SYNTAX);
        assert_string_equal(listing.error.detail, row[2]);
    }
}

TEST(errors_stand_at_the_octet_that_is_wrong)
{
    for (const char **row = table_rows(TABLE, "Columns", 3); table_next(row);) {
        static struct listing listing;
        listing.error.detail[0] = '\0';
        assert_int_equal(list_text(row[0], "o", &listing), DDDS_SYNTAX);
        print_message("%s: %s\n", row[2], listing.error.detail);
        assert_memory_equal(listing.error.detail, row[1], strlen(row[1]));
    }
}

TEST(a_nul_is_refused_wherever_it_is)
{
    static const struct {
        const char *text;
        size_t length;
        const char *place;
    } cases[] = {
        {"\0", 1, "t:1:1: "},
        {"a TXT b ; \0\n", 12, "t:1:11: "},
        {"a TXT b\n\n \"\0\"", 13, "t:3:3: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct zonefile *file;
        struct ddds_error error;
        assert_int_equal(ddds_zonefile_over("t", cases[i].text, cases[i].length,
                                            false, &file, &error),
                         DDDS_SYNTAX);
        assert_null(file);
        assert_memory_equal(error.detail, cases[i].place,
                            strlen(cases[i].place));
    }
}

/* ---- Limits -------------------------------------------------------------- */

#define L10 "abcdefghij"
#define L60 L10 L10 L10 L10 L10 L10
#define L63 L60 "xyz"
#define L250 L60 L60 L60 L60 L10

TEST(names_and_strings_end_at_their_limits)
{
    static const struct {
        const char *text;
        const char *fault; /* or NULL */
    } cases[] = {
        {L63 ". A 1.2.3.4", NULL},
        {L63 "x. A 1.2.3.4", "t:1:1: "},
        /* 3 * 64, 1 + 61, and the root: 255. */
        {L63 "." L63 "." L63 "." L60 "x. A 1.2.3.4", NULL},
        {L63 "." L63 "." L63 "." L60 "xy. A 1.2.3.4", "t:1:1: "},
        {L63 "." L63 "." L63 "." L60 "x.y. A 1.2.3.4", "t:1:1: "},
        {L63 "." L63 "." L63 "." L60 "x A 1.2.3.4", "t:1:1: "},
        /* The origin takes two. */
        {L63 "." L63 "." L63 "." L10 L10 L10 L10 L10 "wwwwwwwww A 1.2.3.4",
         NULL},
        {"a TXT \"" L250 "12345\"", NULL},
        {"a TXT \"" L250 "123456\"", "t:1:7: "},
        {"a TXT " L250 "123456", "t:1:7: "},
        {"a TXT \"" L250 "1234\\065\"", NULL},
        {"a TXT \"" L250 "12345\\065\"", "t:1:7: "},
        {"a TXT \"\\065" L250 "12345\"", "t:1:7: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct listing listing;
        ddds_status status = list_text(cases[i].text, "o", &listing);
        if (cases[i].fault == NULL) {
            assert_ok(status);
            continue;
        }
        assert_int_equal(status, DDDS_SYNTAX);
        assert_memory_equal(listing.error.detail, cases[i].fault,
                            strlen(cases[i].fault));
    }
}

TEST(a_record_has_65535_octets_at_most)
{
    /* 255 strings of 256 octets with their lengths are 65280; 255 are left. */
    static char text[80000] = "a TXT";
    static struct listing listing;
    for (unsigned i = 0; i < 255; i++) {
        strncat(text, " \"" L250 "12345\"", 300);
    }
    size_t length = strlen(text);
    strncat(text, " \"" L250 "1234\"", 300);
    assert_ok(list_text(text, "o", &listing));
    strncat(text, " \"\"", 4);
    assert_int_equal(list_text(text, "o", &listing), DDDS_SYNTAX);
    text[length] = '\0';
    strncat(text, " \"" L250 "12345\"", 300);
    assert_int_equal(list_text(text, "o", &listing), DDDS_SYNTAX);
    assert_non_null(strstr(listing.error.detail, "65535 octets"));
}

/* Octets that a word, "URI 1 2 " or "\\# 65535 ", adds to a record. */
TEST(one_word_has_65535_octets_at_most)
{
    static const struct {
        const char *begin;
        const char *octet;
        const char *end;
        unsigned most; /* octets */
    } cases[] = {
        {"a URI 1 2 \"", "a", "\"", 65535 - 4},
        {"a TYPE65280 \\# 65535 ", "0a", "", 65535},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (unsigned more = 0; more < 2; more++) {
            static char text[2 * 65536 + 64];
            static struct listing listing;
            struct text line;
            ddds_text_init(&line, text, sizeof text);
            ddds_text_string(&line, cases[i].begin);
            for (unsigned k = 0; k < cases[i].most + more; k++) {
                ddds_text_string(&line, cases[i].octet);
            }
            ddds_text_string(&line, cases[i].end);
            assert_false(line.failed);
            if (list_text(text, "o", &listing) !=
                    (more == 0 ? DDDS_OK : DDDS_SYNTAX) ||
                (more > 0 &&
                 strstr(listing.error.detail, "65535 octets") == NULL)) {
                fail_msg("%s: %s", cases[i].begin, listing.error.detail);
            }
        }
    }
}

static bool count_record(void *context, const struct zonefile_record *record)
{
    ++*(unsigned long *)context;
    return true;
}

/* Read |text| and count its records. */
static ddds_status count_text(const char *text, unsigned long *count,
                              struct ddds_error *error)
{
    struct zonefile *file;
    *count = 0;
    ddds_status status =
        ddds_zonefile_over("t", text, strlen(text), false, &file, error);
    if (status == DDDS_OK) {
        status = ddds_zonefile_read(file, "o", count_record, count, error);
        ddds_zonefile_free(file);
    }
    return status;
}

TEST(generated_records_are_bounded_in_all)
{
    unsigned long count;
    struct ddds_error error;
    assert_ok(count_text("$GENERATE 1-65536 a$ A 1.2.3.4\n", &count, &error));
    assert_int_equal(count, LIMIT_GENERATED);
    assert_int_equal(
        count_text("$GENERATE 0-65536 a$ A 1.2.3.4\n", &count, &error),
        DDDS_LIMIT);
    assert_int_equal(count, 0);
    assert_int_equal(error.status, DDDS_LIMIT);
    assert_memory_equal(error.detail, "t:1:1: ", 7);
    assert_int_equal(count_text("$GENERATE 1-65536/64 a$ A 1.2.3.4\n"
                                "$GENERATE 1-65536 a$ A 1.2.3.4\n",
                                &count, &error),
                     DDDS_LIMIT);
    assert_int_equal(count, 1024);
    assert_memory_equal(error.detail, "t:2:1: ", 7);
    assert_int_equal(
        count_text("$GENERATE 0-2147483647 a$ A 1.2.3.4\n", &count, &error),
        DDDS_LIMIT);
}

TEST(generated_text_is_bounded)
{
    unsigned long count;
    struct ddds_error error;
    static char text[4096] = "$GENERATE 1-1 a TXT \"";
    for (unsigned i = 0; i < 9; i++) {
        strncat(text, "${0,250} ", 10);
    }
    size_t length = strlen(text);
    strncat(text, "\"\n", 3);
    assert_int_equal(count_text(text, &count, &error), DDDS_SYNTAX);
    assert_string_equal(error.detail,
                        "t:1:21: the result is longer than 2047 octets");
    text[length - 9] = '"';
    text[length - 8] = '\0';
    assert_ok(count_text(text, &count, &error));
}

/* Write |count| times |line| to a file, which is to be removed. */
static void write_file(char path[32], const char *line, unsigned count)
{
    memcpy(path, "/tmp/ddds-zonefile-XXXXXX", 26);
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "wb");
    assert_non_null(file);
    for (unsigned i = 0; i < count; i++) {
        fputs(line, file);
    }
    assert_int_equal(fclose(file), 0);
}

TEST(includes_are_bounded)
{
    static struct listing listing;
    char path[32];
    char line[64];
    struct zonefile *file;
    assert_int_equal(
        list_path("fixtures/zones-bad/include-loop.zone", &listing),
        DDDS_LIMIT);
    assert_int_equal(listing.error.status, DDDS_LIMIT);
    /* The two records before $INCLUDE, in the file and in ten within it. */
    assert_int_equal(listing.records, 2 * (1 + LIMIT_INCLUDES));

    write_file(path, "", 0);
    snprintf(line, sizeof line, "$INCLUDE %s\n", path);
    for (unsigned over = 0; over < 2; over++) {
        char outer[32];
        write_file(outer, line, LIMIT_INCLUDED + over);
        assert_ok(ddds_zonefile_open(outer, &file, NULL));
        assert_int_equal(list_file(file, "o", &listing),
                         over == 0 ? DDDS_OK : DDDS_LIMIT);
        remove(outer);
    }
    remove(path);
}

TEST(what_cannot_be_read_says_so)
{
    static struct listing listing;
    assert_int_equal(list_path("fixtures/no-such.zone", &listing),
                     DDDS_UNREADABLE);
    assert_string_equal(listing.error.detail,
                        "fixtures/no-such.zone: cannot be read: No such file "
                        "or directory");
    assert_int_equal(list_path("fixtures", &listing), DDDS_UNREADABLE);
    assert_string_equal(listing.error.detail,
                        "fixtures: cannot be read: Is a directory");
    assert_int_equal(
        list_path("fixtures/zones-bad/include-missing.zone", &listing),
        DDDS_UNREADABLE);
    assert_int_equal(listing.error.status, DDDS_UNREADABLE);

    /* Two gigabytes need not be written: a file with a hole has them. */
    char path[32];
    write_file(path, "", 0);
    assert_int_equal(truncate(path, (off_t)LIMIT_ZONE_FILE + 1), 0);
    assert_int_equal(list_path(path, &listing), DDDS_LIMIT);
    remove(path);
}

/* A refused token has a length, so that its text can be shown. */
TEST(refused_tokens_have_a_length)
{
    static const char *const texts[] = {"\\", "a\\\n", "\"", "\"a\\\n", ")"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct zone_refusal refusal;
        struct lexer lexer;
        struct token token;
        ddds_lexer_init(&lexer, "t", texts[i], strlen(texts[i]), NULL);
        lexer.refusal = &refusal;
        memset(&token, 0xff, sizeof token);
        assert_int_equal(ddds_lexer_next(&lexer, &token), DDDS_SYNTAX);
        assert_true(refusal.token.length <= strlen(texts[i]));
    }
}

TEST(a_pipe_is_a_file_too)
{
    static struct listing listing;
    int ends[2];
    char path[32];
    if (access("/dev/fd/0", F_OK) != 0) {
        print_message("skipped: /dev/fd needs /proc, which is missing\n");
        skip();
    }
    assert_int_equal(pipe(ends), 0);
    static const char text[] = "$ORIGIN o.\na A 1.2.3.4\n";
    assert_int_equal(write(ends[1], text, strlen(text)), strlen(text));
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    assert_ok(list_path(path, &listing));
    assert_string_equal(listing.memory, "a.o 3600 1 01020304\n");
    close(ends[0]);
}
