/* Untrusted master files, read and then asked for their records.
 *
 * A record stands where it says it stands, its owner has its one spelling, its
 * data fit its type; a refusal names a place in the file; whatever loads
 * answers every question once.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>

#include <ddds/database.h>

#include "db/wire/rdata.h"
#include "db/text/zonefile.h"
#include "fuzz.h"
#include "base/domain.h"

/* $GENERATE makes thousands of records of one line; a few tell as much, and
 * fuzz_generate.c reads more of them. */
enum { RECORDS_MAX = 32 };

struct reading {
    const char *text;
    size_t length;
    ddds_database *memory; /* to be asked, or NULL */
    unsigned records;
    unsigned answers;
};

static void check_owner(const char *owner)
{
    char again[LIMIT_NAME_SIZE];
    const char *text = *owner == '\0' ? "." : owner;
    require(ddds_domain_parse(text, strlen(text), again, NULL) == DDDS_OK);
    require(strcmp(again, owner) == 0);
}

/* Return true if the octet at |at| is in the claimed line and column. */
static void check_place(const struct reading *reading, const char *at,
                        uint32_t line, uint32_t column)
{
    require(at >= reading->text && at < reading->text + reading->length);
    uint32_t lines = 1;
    const char *begin = reading->text;
    for (const char *octet = begin; octet < at; octet++) {
        if (*octet == '\n') {
            lines++;
            begin = octet + 1;
        }
    }
    require(lines == line && (size_t)(at - begin) + 1 == column);
}

static void check_record(const struct reading *reading,
                         const struct zonefile_record *record)
{
    check_owner(record->base.owner);
    require(record->base.ttl <= INT32_MAX);
    require(!ddds_type_is_meta(record->base.type));
    check_place(reading, record->raw, record->line, record->column);
    require(record->raw_length > 0 &&
            record->raw_length <=
                reading->length - (size_t)(record->raw - reading->text));
    if (record->base.rdata == NULL) {
        require(ddds_rdata_layout(record->base.type) == NULL);
        return;
    }
    bool is_empty_uri =
        record->base.type == TYPE_URI && record->base.rdata_length == 4;
    require(is_empty_uri ||
            ddds_rdata_check(record->base.type, record->base.rdata,
                             record->base.rdata_length, NULL) == DDDS_OK);
    for (size_t i = 0; i < record->field_count; i++) {
        const struct token *field = &record->fields[i];
        size_t quote = field->kind == TOKEN_QUOTED ? 1 : 0;
        check_place(reading, field->text - quote, field->line, field->column);
    }
}

static bool take_record(void *context, const struct zonefile_record *record)
{
    struct reading *reading = context;
    check_record(reading, record);
    return ++reading->records < RECORDS_MAX;
}

static void take_answer(void *context, uint32_t id,
                        const struct ddds_answer *answer)
{
    struct reading *reading = context;
    reading->answers++;
    if (answer->canonical != NULL) {
        check_owner(answer->canonical);
    }
    for (size_t i = 0; i < answer->server_count; i++) {
        check_owner(answer->servers[i].target);
    }
    if (answer->ruleset != NULL) {
        require(ddds_ruleset_count(answer->ruleset) > 0);
    }
    require(answer->reply == DDDS_REPLY_DATA || answer->ruleset == NULL);
}

static bool ask_owner(void *context, const struct zonefile_record *record)
{
    struct reading *reading = context;
    static const enum ddds_question_kind kinds[] = {
        DDDS_ASK_RULES, DDDS_ASK_RULES, DDDS_ASK_SERVERS, DDDS_ASK_ADDRESSES,
        DDDS_ASK_URIS};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const struct ddds_question question = {.size = sizeof question,
                                               .id = 1,
                                               .kind = kinds[i],
                                               .name = record->base.owner};
        reading->answers = 0;
        reading->memory->methods->lookup(reading->memory, &question, 0,
                                         take_answer, reading);
        require(reading->answers == 1);
    }
    return true;
}

/* A refusal begins with a place in the file, unless it is about the whole. */
static void check_refusal(const struct reading *reading,
                          const struct ddds_error *error)
{
    unsigned long line = strtoul(error->detail + 2, NULL, 10);
    require(error->status == DDDS_SYNTAX || error->status == DDDS_LIMIT);
    require(strncmp(error->detail, "t:", 2) == 0 && line >= 1);
    for (const char *octet = reading->text;
         octet < reading->text + reading->length; octet++) {
        line -= *octet == '\n' && line > 1;
    }
    require(line == 1);
}

static void load(struct reading *reading, struct zonefile *file)
{
    const struct ddds_zone_options options = {
        .size = sizeof options, .origin = "o", .max_generated = RECORDS_MAX};
    struct ddds_error error;
    reading->memory = ddds_memory_new(NULL);
    require(reading->memory != NULL);
    if (ddds_memory_load_text(reading->memory, "t", reading->text,
                              reading->length, &options, &error) == DDDS_OK) {
        require(ddds_zonefile_read(file, "o", ask_owner, reading, NULL) ==
                DDDS_OK);
    } else {
        check_refusal(reading, &error);
    }
    ddds_database_free(reading->memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Memory of its own size, so that a read past its end is seen. */
    char *text = malloc(size > 0 ? size : 1);
    require(text != NULL);
    memcpy(text, data, size);
    struct reading reading = {.text = text, .length = size};
    struct ddds_error error;
    struct zonefile *file;
    ddds_status status =
        ddds_zonefile_over("t", text, size, false, &file, &error);
    if (status == DDDS_OK) {
        ddds_zonefile_max_generated(file, RECORDS_MAX);
        status = ddds_zonefile_read(file, "o", take_record, &reading, &error);
    }
    if (status != DDDS_OK) {
        check_refusal(&reading, &error);
    } else if (reading.records < RECORDS_MAX) {
        load(&reading, file);
    }
    ddds_zonefile_free(file);
    free(text);
    return 0;
}
