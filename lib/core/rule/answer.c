/* Validation of questions and answers from callers, copies of answers, and
 * addresses as text.
 *
 * SPDX-License-Identifier: MIT */
#include "rule/answer.h"

#include <arpa/inet.h>
#include <string.h>

#include "base/sized.h"

_Static_assert(DDDS_ADDRESS_TEXT_SIZE == INET6_ADDRSTRLEN,
               "room for any address");

/* The number of replies. */
#define NUMBER(name, text) NUMBER_##name,
enum { DDDS_REPLY_LIST(NUMBER) REPLIES };

/* Return why |answer| is invalid for a question of |kind|, or NULL. */
static const char *find_misuse(enum ddds_question_kind kind,
                               const struct ddds_answer *answer)
{
    if (answer->reply != DDDS_REPLY_DATA) {
        return (unsigned)answer->reply < REPLIES
                   ? NULL
                   : "the database answered with a reply that does not exist";
    }
    if (kind == DDDS_ASK_RULES && answer->ruleset == NULL) {
        return "the database answered with data, but without a rule set";
    }
    if ((answer->servers == NULL && answer->server_count > 0) ||
        (answer->addresses == NULL && answer->address_count > 0) ||
        (answer->targets == NULL && answer->target_count > 0)) {
        return "the database answered with a count, but without a list";
    }
    return NULL;
}

const struct ddds_answer *ddds_answer_read(enum ddds_question_kind kind,
                                           const struct ddds_answer *given,
                                           struct ddds_answer *own)
{
    const struct ddds_answer *answer = NULL;
    const char *misuse = "the database passed NULL instead of an answer";
    if (given != NULL) {
        answer =
            ddds_sized_view(given, own, sizeof *own, "DDDS_ANSWER_INIT", NULL);
        misuse = answer != NULL ? find_misuse(kind, answer)
                                : "the database's answer was not initialized "
                                  "with DDDS_ANSWER_INIT";
    }
    if (misuse == NULL) {
        return answer;
    }
    *own = (struct ddds_answer){
        .size = sizeof *own, .reply = DDDS_REPLY_MALFORMED, .detail = misuse};
    return own;
}

/* ---- Copies -------------------------------------------------------------- */

static size_t text_size(const char *text)
{
    return text != NULL ? strlen(text) + 1 : 0;
}

/* Read |given| into |own|, without lists that |kind| does not ask for. */
static void read_asked(enum ddds_question_kind kind,
                       const struct ddds_answer *given, struct ddds_answer *own)
{
    const struct ddds_answer *answer = ddds_answer_read(kind, given, own);
    bool has_data = answer->reply == DDDS_REPLY_DATA;
    if (answer != own) {
        *own = *answer;
    }
    own->ruleset = has_data && kind == DDDS_ASK_RULES ? own->ruleset : NULL;
    own->server_count =
        has_data && kind == DDDS_ASK_SERVERS ? own->server_count : 0;
    own->address_count =
        has_data && kind == DDDS_ASK_ADDRESSES ? own->address_count : 0;
    own->target_count =
        has_data && kind == DDDS_ASK_URIS ? own->target_count : 0;
    own->records = NULL;
    own->record_count = 0;
    own->zone = NULL;
    own->additions = NULL;
    own->addition_count = 0;
}

size_t ddds_answer_octets(enum ddds_question_kind kind,
                          const struct ddds_answer *given)
{
    struct ddds_answer answer;
    read_asked(kind, given, &answer);
    size_t octets = sizeof answer + text_size(answer.detail) +
                    text_size(answer.canonical) + text_size(answer.server) +
                    answer.server_count * sizeof *answer.servers +
                    answer.target_count * sizeof *answer.targets +
                    answer.address_count * sizeof *answer.addresses;
    for (size_t i = 0; i < answer.server_count; i++) {
        octets += text_size(answer.servers[i].target);
    }
    for (size_t i = 0; i < answer.target_count; i++) {
        octets += text_size(answer.targets[i].uri);
    }
    return octets;
}

static const char *copy_text(char **next, const char *text)
{
    size_t size = text_size(text);
    if (size == 0) {
        return NULL;
    }
    char *copy = memcpy(*next, text, size);
    *next += size;
    return copy;
}

/* After the answer are the lists, in the order of alignment, and then the
 * texts. */
struct ddds_answer *ddds_answer_copy(enum ddds_question_kind kind,
                                     const struct ddds_answer *given,
                                     void *memory)
{
    struct ddds_answer *copy = memory;
    struct ddds_answer answer;
    read_asked(kind, given, &answer);
    struct ddds_srv *servers = (struct ddds_srv *)(copy + 1);
    struct ddds_uri_target *targets =
        (struct ddds_uri_target *)(servers + answer.server_count);
    struct ddds_address *addresses =
        (struct ddds_address *)(targets + answer.target_count);
    char *next = (char *)(addresses + answer.address_count);
    for (size_t i = 0; i < answer.server_count; i++) {
        servers[i] = answer.servers[i];
        servers[i].target = copy_text(&next, answer.servers[i].target);
    }
    for (size_t i = 0; i < answer.target_count; i++) {
        targets[i] = answer.targets[i];
        targets[i].uri = copy_text(&next, answer.targets[i].uri);
    }
    if (answer.address_count > 0) {
        memcpy(addresses, answer.addresses,
               answer.address_count * sizeof *addresses);
    }
    *copy = answer;
    copy->servers = servers;
    copy->targets = targets;
    copy->addresses = addresses;
    copy->detail = copy_text(&next, answer.detail);
    copy->canonical = copy_text(&next, answer.canonical);
    copy->server = copy_text(&next, answer.server);
    return copy;
}

/* ---- Failures ------------------------------------------------------------ */

void ddds_answer_no_memory(void (*answer)(void *, uint32_t,
                                          const struct ddds_answer *),
                           void *context, uint32_t id)
{
    const struct ddds_answer failure = {.size = sizeof failure,
                                        .reply = DDDS_REPLY_NO_MEMORY,
                                        .detail = "out of memory"};
    answer(context, id, &failure);
}

void ddds_question_refuse(const struct ddds_question *given,
                          void (*answer)(void *, uint32_t,
                                         const struct ddds_answer *),
                          void *context)
{
    const struct ddds_answer failure = {
        .size = sizeof failure,
        .reply = DDDS_REPLY_MALFORMED,
        .detail = "the question was not initialized with DDDS_QUESTION_INIT",
    };
    answer(context, given->id, &failure);
}

void ddds_address_format(const struct ddds_address *address,
                         char text[DDDS_ADDRESS_TEXT_SIZE])
{
    /* inet_ntop writes IPv6 as in RFC 5952. It cannot fail, because |text| is
     * large enough. */
    inet_ntop(address->length == 4 ? AF_INET : AF_INET6, address->octets, text,
              DDDS_ADDRESS_TEXT_SIZE);
}
