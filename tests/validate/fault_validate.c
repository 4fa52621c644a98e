/* Answers that are validated, without memory: every caller gets an answer. Only
 * allocations of libddds and libddds-validate fail here; halves denies those of
 * libunbound, too.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ddds/resolve.h>
#include <ddds/validate.h>

#include "core/fault/harness.h"
#include "core/server/misbehave.h"

#define ANCHOR                                                                 \
    " DS 1 13 2 "                                                              \
    "0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF\n"

static struct misbehaving server;
static char address[32];

/* ---- The validator -------------------------------------------------------- */

static ddds_database *open_with(const char *const *servers, size_t count,
                                const struct ddds_validator_stub *stubs,
                                size_t stub_count)
{
    struct ddds_validator_options options = DDDS_VALIDATOR_OPTIONS_INIT;
    struct ddds_error error;
    options.servers = servers;
    options.server_count = count;
    options.trust_anchors = "anchored.example" ANCHOR "other.example" ANCHOR;
    options.stubs = stubs;
    options.stub_count = stub_count;
    ddds_validator *validator = ddds_validator_new(&options, &error);
    fault_demand(validator != NULL || error.status == DDDS_NO_MEMORY,
                 "NO_MEMORY");
    return ddds_validator_database(validator);
}

static ddds_database *open_one(void)
{
    const char *const servers[] = {address};
    return open_with(servers, 1, NULL, 0);
}

static bool open_and_close(void)
{
    const char *const servers[] = {"192.0.2.1", address};
    const struct ddds_validator_stub stubs[] = {{"stub.example", servers, 2}};
    ddds_database *database = open_with(servers, 2, stubs, 1);
    ddds_database_free(database);
    return database != NULL;
}

/* ---- Lookups -------------------------------------------------------------- */

struct kept {
    unsigned count;
    unsigned data;
};

static void keep(void *context, uint32_t id, const struct ddds_answer *answer)
{
    struct kept *kept = context;
    kept->count++;
    kept->data += answer->reply == DDDS_REPLY_DATA;
    fault_demand(answer->reply != DDDS_REPLY_NO_NAME &&
                     answer->reply != DDDS_REPLY_NO_DATA,
                 "data or a failure");
}

static bool ask_all(ddds_database *database)
{
    static const struct {
        enum ddds_question_kind kind;
        const char *name;
    } rows[] = {{DDDS_ASK_RULES, "good.test"},
                {DDDS_ASK_RULES, "loop.test"},
                {DDDS_ASK_ADDRESSES, "host.test"}};
    enum { COUNT = sizeof rows / sizeof *rows };
    struct kept kept = {0};
    for (size_t i = 0; i < COUNT; i++) {
        struct ddds_question question = DDDS_QUESTION_INIT;
        question.id = (uint32_t)i;
        question.kind = rows[i].kind;
        question.name = rows[i].name;
        database->methods->lookup(database, &question, 0, keep, &kept);
    }
    while (kept.count < COUNT && ddds_database_wait(database) == DDDS_OK) {
    }
    fault_demand(kept.count == COUNT, "an answer to each question");
    return kept.data == COUNT;
}

static bool look_up(void)
{
    ddds_database *database = open_one();
    if (database == NULL) {
        return false;
    }
    bool ok = ask_all(database);
    fault_end();
    ask_all(database); /* libunbound keeps failures for some seconds */
    ddds_database_free(database);
    return ok;
}

/* Nothing answers, and TLS is missing: the entrance to a server over TLS
 * accepts connections and ends them. */
static bool fail_over_tls(void)
{
    char tls[sizeof address + 32];
    const char *const servers[] = {tls};
    struct kept kept = {0};
    snprintf(tls, sizeof tls, "tls://%s#name.example", address);
    ddds_database *database = open_with(servers, 1, NULL, 0);
    if (database == NULL) {
        return false;
    }
    struct ddds_question question = DDDS_QUESTION_INIT;
    question.kind = DDDS_ASK_RULES;
    question.name = "good.test";
    database->methods->lookup(database, &question, 0, keep, &kept);
    while (kept.count == 0 && ddds_database_wait(database) == DDDS_OK) {
    }
    fault_demand(kept.count == 1 && kept.data == 0, "a failure");
    ddds_database_free(database);
    return true;
}

int main(void)
{
    static const struct fault_case cases[] = {
        {"validator", open_and_close, 0},
        {"lookups", look_up, 0},
        {"server without TLS", fail_over_tls, 0},
    };
    setenv("SSL_CERT_FILE", "/dev/null", 1); /* those of a system take long */
    misbehave_start(&server);
    snprintf(address, sizeof address, "127.0.0.1:%u", server.port);
    fault_run(cases, sizeof cases / sizeof *cases, NULL, NULL);
    misbehave_stop(&server);
    return 0;
}
