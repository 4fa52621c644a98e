/* Untrusted messages, as answers to the question that they repeat. As in
 * production, the names of a message have one budget (LIMIT_MESSAGE_LABELS) for
 * all that is read of it.
 *
 * SPDX-License-Identifier: MIT */
#include <strings.h>

#include "db/wire/additional.h"
#include "db/wire/progress.h"
#include "db/wire/rdata.h"
#include "fuzz.h"
#include "base/domain.h"

/* Properties of every record. */
static void check_record(struct message *message, size_t index,
                         struct arena *arena)
{
    char name[LIMIT_NAME_SIZE];
    struct ddds_record record;
    struct ddds_error error;
    ddds_status status = ddds_message_record(message, &message->records[index],
                                             arena, &record, &error);
    if (status != DDDS_OK) {
        require(status == DDDS_MALFORMED && error.detail[0] != '\0');
        return;
    }
    const char *text = record.owner[0] == '\0' ? "." : record.owner;
    require(ddds_domain_parse(text, strlen(text), name, NULL) == DDDS_OK);
    require(strcasecmp(name, record.owner) == 0);
    require(record.ttl <= INT32_MAX || record.type == TYPE_OPT);
    /* Every octet can be read. */
    volatile unsigned sum = 0;
    for (size_t i = 0; i < record.rdata_length; i++) {
        sum += ((const unsigned char *)record.rdata)[i];
    }
    if (ddds_rdata_layout(record.type) != NULL && record.defect == NULL) {
        ddds_rdata_check(record.type, record.rdata, record.rdata_length,
                         &error);
    }
}

/* RRsets of the additional section are complete, and of this domain. */
static void check_additional(struct message *message,
                             struct ddds_answer *answer, struct arena *arena)
{
    ddds_additional_take(message, arena, answer);
    require(answer->addition_count <= LIMIT_ADDITIONS);
    for (size_t i = 0; i < answer->addition_count; i++) {
        const struct ddds_addition *addition = &answer->additions[i];
        require(addition->answer->additional &&
                !addition->answer->authenticated);
        require(addition->kind == DDDS_ASK_SERVERS
                    ? addition->answer->server_count > 0
                    : addition->answer->address_count > 1);
        char question[LIMIT_NAME_SIZE];
        ddds_domain_spell(message->question.octets, message->question.length,
                          question);
        const char *above = strrchr(question, '.');
        require(above == NULL ||
                ddds_domain_is_within(addition->name, above + 1));
    }
}

/* Write the name of the question, in lower case, to |name|. */
static struct name_view read_question(const struct message *message,
                                      struct plain_name *name)
{
    struct message_names names = message->names; /* the budget is unchanged */
    require(ddds_wire_expand(&names, MESSAGE_HEADER, name) == NULL);
    ddds_wire_lower(name);
    return (struct name_view){name->octets, name->length};
}

static void check_answer(struct message *message, uint16_t type,
                         struct arena *arena)
{
    struct progress progress;
    struct ddds_error error;
    struct ddds_answer answer = {.size = sizeof answer, .ttl = UINT32_MAX};
    struct plain_name name;
    const struct name_view wanted = read_question(message, &name);
    ddds_progress_begin(&progress, &wanted, type, arena);
    if (ddds_progress_check(&progress, message, &error) != DDDS_OK) {
        return;
    }
    ddds_progress_read(&progress, message);
    require(progress.aliases <= LIMIT_ALIASES);
    if (progress.reply != DDDS_REPLY_DATA || progress.is_elsewhere) {
        return;
    }
    ddds_status status =
        ddds_progress_take(&progress, message, arena, NULL, &answer, &error);
    require((status == DDDS_OK) ==
            (answer.ruleset != NULL || answer.server_count > 0 ||
             answer.address_count > 0 || answer.target_count > 0));
    if (status == DDDS_OK && type != TYPE_A && type != TYPE_AAAA) {
        check_additional(message, &answer, arena);
    }
    ddds_ruleset_free(answer.ruleset);
}

/* Read the message of |size| octets, then each record or, if |is_answer|, its
 * answer. */
static void read_message(const unsigned char *octets, size_t size,
                         bool is_answer)
{
    struct arena arena = {.next = NULL};
    struct message message;
    struct ddds_error error;
    if (ddds_message_read(octets, size, &arena, &message, &error) != DDDS_OK) {
        require(error.status == DDDS_MALFORMED);
    } else if (!is_answer) {
        size_t count = message.answer_count + message.authority_count +
                       message.additional_count;
        for (size_t i = 0; i < count; i++) {
            check_record(&message, i, &arena);
        }
    } else if (message.question.length > 0) {
        check_answer(&message, message.question_type, &arena);
    }
    ddds_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 65535) {
        return 0;
    }
    unsigned char *octets = (unsigned char *)copy_of(data, size);
    read_message(octets, size, false);
    read_message(octets, size, true);
    free(octets);
    return 0;
}
