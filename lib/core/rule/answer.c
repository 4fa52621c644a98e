/* Finds questions and answers that were not filled as documented, and writes
 * addresses as text.
 *
 * SPDX-License-Identifier: MIT */
#include "rule/answer.h"

#include <arpa/inet.h>

#include "base/hot.h"
#include "base/sized.h"

_Static_assert(DDDS_ADDRESS_TEXT_SIZE == INET6_ADDRSTRLEN,
               "room for any address");

/* Return what is wrong with |answer| to a question of |kind|, or NULL. */
static const char *find_misuse(enum ddds_question_kind kind,
                               const struct ddds_answer *answer)
{
    if (answer->reply != DDDS_REPLY_DATA) {
        return (unsigned)answer->reply <= DDDS_REPLY_LIMIT
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

HOT const struct ddds_answer *ddds_answer_read(enum ddds_question_kind kind,
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
    /* inet_ntop writes IPv6 as in RFC 5952. It cannot fail: |text| is large
     * enough. */
    inet_ntop(address->length == 4 ? AF_INET : AF_INET6, address->octets, text,
              DDDS_ADDRESS_TEXT_SIZE);
}
