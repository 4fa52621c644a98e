/* Print the records of a master file as the house's reader sees them, in a form
 * that every other reader takes: absolute names, RDATA as octets (RFC 3597).
 * An opaque record keeps its words. Beside it in tests/differential/ stands
 * zone-readers, which compares.
 *
 * usage: dump_zone FILE [ORIGIN]
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "db/zonefile.h"

/* Print the words of |record| from its type on. */
static void print_words(const struct zonefile_record *record)
{
    struct lexer lexer;
    ddds_lexer_init(&lexer, record->file, record->raw, record->raw_length,
                    NULL);
    struct token token;
    uint16_t type;
    bool first = record->column == 1;
    while (ddds_lexer_next(&lexer, &token) == DDDS_OK &&
           !ddds_token_is_end(&token) &&
           (first || !ddds_type_parse(token.text, token.length, &type))) {
        first = false;
    }
    while (!ddds_token_is_end(&token)) {
        const char *quote = token.kind == TOKEN_QUOTED ? "\"" : "";
        printf(" %s%.*s%s", quote, (int)token.length, token.text, quote);
        if (ddds_lexer_next(&lexer, &token) != DDDS_OK) {
            break;
        }
    }
}

static bool print_record(void *context, const struct zonefile_record *record)
{
    (void)context;
    printf("%s. %lu IN", record->owner, (unsigned long)record->ttl);
    if (record->rdata == NULL) {
        print_words(record);
    } else {
        printf(" TYPE%u \\# %zu ", (unsigned)record->type,
               record->rdata_length);
    }
    for (size_t i = 0; record->rdata != NULL && i < record->rdata_length;
         i++) {
        printf("%02x", (unsigned)record->rdata[i]);
    }
    putchar('\n');
    return true;
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: %s FILE [ORIGIN]\n", argv[0]);
        return 2;
    }
    struct ddds_error error;
    struct zonefile *file;
    ddds_status status = ddds_zonefile_open(argv[1], &file, &error);
    if (status == DDDS_OK) {
        status = ddds_zonefile_read(file, argc > 2 ? argv[2] : NULL,
                                    print_record, NULL, &error);
    }
    ddds_zonefile_free(file);
    if (status != DDDS_OK) {
        fprintf(stderr, "%s\n", error.detail);
        return 1;
    }
    return 0;
}
