/* Messages of strangers, as ddds query prints their records: decoder, readings,
 * lint, and the three formats. The question is that of the message.
 *
 * The first octet chooses the format. Pieces of the message follow: an octet N,
 * an octet for the length, and so many octets, which are repeated 16 * N times
 * if N is less than 32. Small inputs can thus make messages of 64 KiB, which
 * exhaust the budget for names.
 *
 * Every record has an owner. The text is printable, JSON is valid, and the text
 * without comments is a zone file.
 *
 * SPDX-License-Identifier: MIT */
#include <jansson.h>

#include <ddds/database.h>

#include "db/wire/progress.h"
#include "fuzz.h"
#include "lint/findings.h"
#include "query/query_text.h"

enum { MESSAGE_MAX = 65535, REPEATED = 32, REPETITIONS = 16 };

/* Compose a message of the pieces at |data|; return its length. */
static size_t compose(const uint8_t *data, size_t size,
                      unsigned char message[MESSAGE_MAX])
{
    size_t length = 0;
    const uint8_t *end = data + size;
    while (end - data > 2) {
        int copies = data[0] < REPEATED ? 1 + data[0] * REPETITIONS : 1;
        size_t octets = data[1];
        data += 2;
        octets = octets < (size_t)(end - data) ? octets : (size_t)(end - data);
        for (; copies > 0 && octets <= MESSAGE_MAX - length; copies--) {
            memcpy(message + length, data, octets);
            length += octets;
        }
        data += octets;
    }
    return length;
}

/* ---- What is printed ----------------------------------------------------- */

/* Printable, but for the ends of lines. */
static void check_text(const char *text, size_t length)
{
    require(strlen(text) == length);
    for (size_t i = 0; i < length; i++) {
        unsigned char octet = (unsigned char)text[i];
        require(octet == '\n' || (octet >= ' ' && octet < 0x7f));
    }
}

static void check_json(const char *text, const struct ddds_answer *answer)
{
    json_t *object = json_loads(text, JSON_ALLOW_NUL, NULL);
    require(object != NULL);
    require(json_array_size(json_object_get(object, "aliases")) +
                json_array_size(json_object_get(object, "records")) <=
            answer->record_count);
    json_decref(object);
}

/* Data that other servers load, and we do not, are no error of the text. */
static void take_unreadable(void *context, const struct ddds_record *record,
                            const struct ddds_error *error)
{
    require(record != NULL && error->detail[0] != '\0');
}

static void check_zone(const char *text, size_t length)
{
    const struct ddds_zone_options options = {.size = sizeof options,
                                              .origin = "."};
    const struct ddds_memory_reports reports = {.size = sizeof reports,
                                                .unreadable = take_unreadable};
    ddds_database *memory = ddds_memory_new(NULL);
    require(memory != NULL);
    require(ddds_memory_report(memory, &reports, NULL) == DDDS_OK);
    require(ddds_memory_load_text(memory, "records", text, length, &options,
                                  NULL) == DDDS_OK);
    ddds_database_free(memory);
}

static void print(unsigned how, uint16_t type, const struct ddds_answer *answer)
{
    static ddds_check *check;
    static const enum format formats[] = {FORMAT_TEXT, FORMAT_SHORT,
                                          FORMAT_JSON, FORMAT_TEXT};
    struct query_line line = {.common.output.format = formats[how % 4]};
    line.common.output.hides_comments = how % 4 == 3;
    line.common.request.resolving.require_authenticated = (how & 4) != 0;
    if (check == NULL) {
        check = findings_check((how & 8) != 0);
    }
    struct query_text text = {.text = NULL};
    struct query_result result = {
        .input = {"a", 1}, .name = "a", .type = type, .answer = answer};
    query_text_make(&text, &line, how % 4 != 1 ? check : NULL, &result);
    if (how % 4 == 2) {
        check_json(text.text, answer);
    } else {
        check_text(text.text, text.length);
    }
    if (how % 4 == 3) {
        check_zone(text.text, text.length);
    }
    if (text.failure != NULL) {
        check_text(text.failure, strlen(text.failure));
    }
    require((text.status == EXIT_FOUND) ==
            (result.reason == DDDS_REASON_RESOLVED));
    query_text_free(&text);
}

/* ---- The answer ---------------------------------------------------------- */

/* Take the records of |message| as those of an answer to its question. */
static void answer_question(unsigned how, struct message *message,
                            struct arena *arena)
{
    struct progress progress;
    struct ddds_error error;
    struct plain_name name;
    struct message_names names = message->names; /* the budget is unchanged */
    struct ddds_answer answer = {.size = sizeof answer, .ttl = UINT32_MAX};
    require(ddds_wire_expand(&names, MESSAGE_HEADER, &name) == NULL);
    ddds_wire_lower(&name);
    const struct name_view wanted = {name.octets, name.length};
    ddds_progress_begin(&progress, &wanted, message->question_type, arena);
    if (ddds_progress_check(&progress, message, &error) != DDDS_OK) {
        return;
    }
    const struct progress begin = progress;
    ddds_progress_read(&progress, message);
    answer.reply = progress.reply;
    answer.detail = progress.detail;
    answer.authenticated = progress.authenticated;
    ddds_status status =
        ddds_progress_take_records(&begin, message, arena, &answer, &error);
    if (status != DDDS_OK) {
        require(answer.record_count == 0 && status != DDDS_NO_MEMORY);
        answer.reply = DDDS_REPLY_MALFORMED;
        answer.detail = error.detail;
    }
    for (size_t i = 0; i < answer.record_count; i++) {
        require(answer.records[i].owner != NULL);
    }
    print(how, message->question_type, &answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static unsigned char composed[MESSAGE_MAX];
    struct arena arena = {.next = NULL};
    struct message message;
    struct ddds_error error;
    if (size == 0) {
        return 0;
    }
    size_t length = compose(data + 1, size - 1, composed);
    unsigned char *octets = (unsigned char *)copy_of(composed, length);
    if (ddds_message_read(octets, length, &arena, &message, &error) ==
            DDDS_OK &&
        message.question.length > 0) {
        answer_question(data[0], &message, &arena);
    }
    ddds_arena_free(&arena);
    free(octets);
    return 0;
}
