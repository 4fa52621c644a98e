/* Write a database: rules from a table in memory.
 *
 *     cc table_database.c $(pkg-config --cflags --libs ddds) -o table_database
 *     ./table_database urn:table:1 urn:table:two urn:other:3
 *
 * A database has a lookup function, which answers questions. A builder makes the
 * answer from records in wire form, follows aliases, and knows what is missing.
 * With SQL the loop over |table| is a query for the rows of one name.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <ddds/ddds.h>

/* One row of the table. An alias has only |name|. */
struct row {
    const char *owner;
    const char *flags;
    const char *services;
    const char *regexp;
    const char *name; /* the replacement of a rule, the target of an alias */
};

static const struct row table[] = {
    {"table.urn.arpa", NULL, NULL, NULL, "rules.example"},
    {"rules.example", "u", "http+I2L",
     "!^urn:table:([0-9]+)$!https://example.com/\\1!i", ""},
};

struct wire {
    unsigned char octets[1024];
    size_t length;
};

static void add_octets(struct wire *wire, const void *octets, size_t length)
{
    memcpy(wire->octets + wire->length, octets, length);
    wire->length += length;
}

/* A length in one octet, then the text: a string, or a label of a name. */
static void add_string(struct wire *wire, const char *text, size_t length)
{
    wire->octets[wire->length++] = (unsigned char)length;
    add_octets(wire, text, length);
}

static void add_name(struct wire *wire, const char *name)
{
    while (*name != '\0') {
        size_t length = strcspn(name, ".");
        add_string(wire, name, length);
        name += length + (name[length] == '.' ? 1 : 0);
    }
    add_string(wire, "", 0); /* the root */
}

/* The data of |row| in wire form: RFC 3403 section 4.1, RFC 1035 section 3.3. */
static void write_rdata(const struct row *row, struct wire *wire)
{
    static const unsigned char order_and_preference[] = {0, 100, 0, 10};
    if (row->flags != NULL) {
        add_octets(wire, order_and_preference, sizeof order_and_preference);
        add_string(wire, row->flags, strlen(row->flags));
        add_string(wire, row->services, strlen(row->services));
        add_string(wire, row->regexp, strlen(row->regexp));
    }
    add_name(wire, row->name);
}

/* Add the records at |name|, of all types. */
static ddds_status add_rows(ddds_builder *builder, const char *name)
{
    ddds_status status = DDDS_OK;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (status == DDDS_OK && strcasecmp(table[i].owner, name) == 0) {
            struct wire wire = {.length = 0};
            write_rdata(&table[i], &wire);
            const struct ddds_record record = {
                .owner = name,
                .type =
                    table[i].flags != NULL ? DDDS_TYPE_NAPTR : DDDS_TYPE_CNAME,
                .ttl = 3600,
                .rdata = wire.octets,
                .rdata_length = wire.length,
            };
            status = ddds_builder_add(builder, &record, NULL);
        }
    }
    return status;
}

static void look_up(ddds_database *database,
                    const struct ddds_question *question, uint64_t now,
                    ddds_answer_fn *answer, void *context)
{
    char name[DDDS_NAME_SIZE];
    ddds_status status = DDDS_OK;
    ddds_builder *builder = ddds_builder_new(NULL, question, NULL);
    (void)database;
    (void)now;
    while (builder != NULL && status == DDDS_OK &&
           ddds_builder_next(builder, name)) {
        status = add_rows(builder, name);
    }
    if (builder == NULL || status != DDDS_OK) {
        struct ddds_answer failure = DDDS_ANSWER_INIT;
        failure.reply = DDDS_REPLY_SERVER_FAILURE;
        answer(context, question->id, &failure);
    } else {
        answer(context, question->id, ddds_builder_answer(builder));
    }
    ddds_builder_free(builder);
}

static void do_nothing(ddds_database *database)
{
    (void)database; /* It is a constant. */
}

static const struct ddds_database_class methods = {
    .size = sizeof methods, .lookup = look_up, .free = do_nothing};

int main(int argc, char **argv)
{
    ddds_database database = {&methods};
    for (int i = 1; i < argc; i++) {
        struct ddds_error error = {0};
        ddds_resolution *resolution = ddds_resolve(
            &database, ddds_application_for(argv[i]), argv[i], NULL, &error);
        if (resolution == NULL) {
            fprintf(stderr, "%s: %s\n", argv[i], error.detail);
            return 1;
        }
        const struct ddds_result *result = ddds_resolution_result(resolution);
        const struct ddds_outcome *best = ddds_result_outcome(result, 0);
        printf("%s: %s\n", argv[i],
               best != NULL ? best->uri : ddds_reason_name(result->reason));
        ddds_resolution_free(resolution);
    }
    return 0;
}
