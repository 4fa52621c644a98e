/* Print the records of a master file as the library's reader sees them, in a
 * form that every other reader takes: absolute names, RDATA as octets (RFC
 * 3597). An opaque record keeps its words. Then load the file, so that what
 * only the loader refuses is refused here too.
 *
 * tests/core/differential/zone-readers compares it with other readers.
 *
 * usage: dump_zone FILE [ORIGIN]
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>

#include <ddds/database.h>

#include "db/text/zonefile.h"

/* Print the words of |record| from its type on. */
static void print_words(const struct zonefile_record *record)
{
    struct lexer lexer;
    struct token token;
    uint16_t type;
    bool owner = record->column == 1;
    ddds_lexer_init(&lexer, record->file, record->raw, record->raw_length,
                    NULL);
    while (ddds_lexer_next(&lexer, &token) == DDDS_OK &&
           !ddds_token_is_end(&token) &&
           (owner || !ddds_type_parse(token.text, token.length, &type))) {
        owner = false;
    }
    while (!ddds_token_is_end(&token)) {
        const char *quote = token.kind == TOKEN_QUOTED ? "\"" : "";
        printf(" %s%.*s%s", quote, (int)token.length, token.text, quote);
        if (ddds_lexer_next(&lexer, &token) != DDDS_OK) {
            break;
        }
    }
}

static void print_octets(const struct zonefile_record *record)
{
    printf(" TYPE%u \\# %zu ", (unsigned)record->base.type,
           record->base.rdata_length);
    for (size_t i = 0; i < record->base.rdata_length; i++) {
        printf("%02x", ((const unsigned char *)record->base.rdata)[i]);
    }
}

static bool print_record(void *context, const struct zonefile_record *record)
{
    (void)context;
    printf("%s. %lu IN", record->base.owner, (unsigned long)record->base.ttl);
    if (record->base.rdata == NULL) {
        print_words(record);
    } else {
        print_octets(record);
    }
    putchar('\n');
    return true;
}

static ddds_status dump(const char *path, const char *origin,
                        struct ddds_error *error)
{
    struct zonefile *file;
    ddds_status status = ddds_zonefile_open(path, &file, error);
    if (status == DDDS_OK) {
        status = ddds_zonefile_read(file, origin, print_record, NULL, error);
    }
    ddds_zonefile_free(file);
    return status;
}

static ddds_status load(const char *path, const char *origin,
                        struct ddds_error *error)
{
    const struct ddds_zone_options options = {.size = sizeof options,
                                              .origin = origin};
    ddds_database *memory = ddds_memory_new(error);
    if (memory == NULL) {
        return DDDS_NO_MEMORY;
    }
    ddds_status status = ddds_memory_load(memory, path, &options, error);
    ddds_database_free(memory);
    return status;
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: %s FILE [ORIGIN]\n", argv[0]);
        return 2;
    }
    struct ddds_error error;
    const char *origin = argc > 2 ? argv[2] : NULL;
    ddds_status status = dump(argv[1], origin, &error);
    if (status == DDDS_OK) {
        status = load(argv[1], origin, &error);
    }
    if (status != DDDS_OK) {
        fprintf(stderr, "%s\n", error.detail);
        return 1;
    }
    return 0;
}
