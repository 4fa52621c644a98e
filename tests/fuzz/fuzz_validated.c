/* Callbacks of libunbound, whose data are from servers: the first octet selects
 * the question, the second the verdict and the RCODE, the next three are its
 * reason; the rest is the message. Bogus answers never have data, insecure
 * answers are not authenticated, and each question has a single answer.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>

#include <unbound-event.h>
#include <unbound.h>

#include <ddds/validate.h>

#include "fuzz.h"

enum { HEAD = 5, VERDICTS = 3, BOGUS = 1, SECURE = 2 };

/* Results of the next calls of libunbound. */
static const uint8_t *given;
static size_t given_size;
static unsigned verdict;

int __wrap_ub_resolve_event(struct ub_ctx *context, const char *name, int type,
                            int class_number, void *user,
                            ub_event_callback_type callback, int *number);

int __wrap_ub_resolve_event(struct ub_ctx *context, const char *name, int type,
                            int class_number, void *user,
                            ub_event_callback_type callback, int *number)
{
    char reason[4];
    size_t size = given_size - HEAD;
    char *packet = copy_of(given + HEAD, size);
    *number = 0;
    memcpy(reason, given + 2, sizeof reason - 1);
    reason[sizeof reason - 1] = '\0';
    callback(user, given[1] / VERDICTS % 11, size > 0 ? packet : NULL,
             (int)size, (int)verdict, verdict == BOGUS ? reason : NULL, 0);
    free(packet);
    return 0;
}

static void take(void *context, uint32_t id, const struct ddds_answer *answer)
{
    ++*(unsigned *)context;
    bool has_data = answer->reply == DDDS_REPLY_DATA;
    require(!has_data || verdict != BOGUS);
    require(!answer->authenticated || verdict == SECURE);
    require((verdict == BOGUS) == (answer->reply == DDDS_REPLY_BOGUS));
    for (const char *at = answer->detail; at != NULL && *at != '\0'; at++) {
        require((unsigned char)*at >= ' ' && *at != 0x7f);
    }
    require(has_data || answer->ruleset == NULL);
    require(has_data || answer->address_count == 0);
}

static ddds_database *open_validator(void)
{
    static const char *const servers[] = {"127.0.0.1:1"};
    struct ddds_validator_options options = DDDS_VALIDATOR_OPTIONS_INIT;
    options.servers = servers;
    options.server_count = 1;
    options.trust_anchors = "example. DS 1 13 2 0000000000000000000000000000000"
                            "000000000000000000000000000000000\n";
    ddds_database *database =
        ddds_validator_database(ddds_validator_new(&options, NULL));
    require(database != NULL);
    return database;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum ddds_question_kind kinds[] = {
        DDDS_ASK_RULES, DDDS_ASK_SERVERS, DDDS_ASK_ADDRESSES, DDDS_ASK_URIS,
        DDDS_ASK_RECORDS};
    static ddds_database *database;
    unsigned answers = 0;
    if (size < HEAD || size > UINT16_MAX) {
        return 0;
    }
    if (database == NULL) {
        database = open_validator();
    }
    given = data;
    given_size = size;
    verdict = data[1] % VERDICTS;
    struct ddds_question question = DDDS_QUESTION_INIT;
    question.kind = kinds[data[0] % (sizeof kinds / sizeof *kinds)];
    question.type = 48; /* DNSKEY */
    question.name = (data[0] & 0x80) != 0 ? "a.example" : "urn.arpa";
    database->methods->lookup(database, &question, 0, take, &answers);
    while (answers == 0 && ddds_database_wait(database) == DDDS_OK) {
    }
    require(answers == 1);
    return 0;
}
