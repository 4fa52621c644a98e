/* COUNT names that do not exist below one wildcard, all at once, with their
 * signatures validated by libddds-validate or libunbound alone, or by nothing.
 * Prints microseconds of processor time for each, and KiB in all.
 *
 * usage: validated ddds|libunbound|dns ADDRESS PORT ANCHORS ZONE COUNT
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unbound.h>

#include <sys/resource.h>

#include <ddds/validate.h>

enum { NAPTR = 35, INTERNET = 1 };

static unsigned count;
static unsigned done;
static unsigned good;

static void write_name(char name[300], unsigned number, const char *zone)
{
    snprintf(name, 300, "n%u.%.250s", number, zone);
}

/* ---- Databases of libddds ------------------------------------------------- */

static bool is_validated;

static void take(void *context, uint32_t id, const struct ddds_answer *answer)
{
    (void)context;
    (void)id;
    done++;
    good += answer->reply == DDDS_REPLY_DATA &&
            answer->authenticated == is_validated;
}

static ddds_database *open_database(char **words, const char *address)
{
    const char *const servers[] = {address};
    const char *const files[] = {words[4]};
    struct ddds_validator_options options = DDDS_VALIDATOR_OPTIONS_INIT;
    struct ddds_dns_options dns = DDDS_DNS_OPTIONS_INIT;
    is_validated = strcmp(words[1], "ddds") == 0;
    options.servers = dns.servers = servers;
    options.server_count = dns.server_count = 1;
    options.trust_anchor_files = files;
    options.trust_anchor_file_count = 1;
    return is_validated
               ? ddds_validator_database(ddds_validator_new(&options, NULL))
               : ddds_dns_database(ddds_dns_new(&dns, NULL));
}

static void ask_database(char **words)
{
    char address[100];
    char name[300];
    snprintf(address, sizeof address, "%.60s:%.10s", words[2], words[3]);
    ddds_database *database = open_database(words, address);
    if (database == NULL) {
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        struct ddds_question question = DDDS_QUESTION_INIT;
        write_name(name, i, words[5]);
        question.kind = DDDS_ASK_RULES;
        question.name = name;
        database->methods->lookup(database, &question, 0, take, NULL);
    }
    while (done < count && ddds_database_wait(database) == DDDS_OK) {
    }
    ddds_database_free(database);
}

/* ---- libunbound ----------------------------------------------------------- */

static void take_result(void *context, int status, struct ub_result *result)
{
    (void)context;
    done++;
    good += status == 0 && result->havedata && result->secure;
    ub_resolve_free(result);
}

static void ask_libunbound(char **words)
{
    char address[100];
    char name[300];
    struct ub_ctx *context = ub_ctx_create();
    snprintf(address, sizeof address, "%.60s@%.10s", words[2], words[3]);
    if (context == NULL || ub_ctx_set_fwd(context, address) != 0 ||
        ub_ctx_add_ta_file(context, words[4]) != 0 ||
        ub_ctx_async(context, 1) != 0) {
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        write_name(name, i, words[5]);
        ub_resolve_async(context, name, NAPTR, INTERNET, NULL, take_result,
                         NULL);
    }
    ub_wait(context);
    ub_ctx_delete(context);
}

/* The most memory in use so far. getrusage counts that of the parent, too. */
static long read_most_memory(void)
{
    char line[200];
    long kibibytes = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "VmHWM:", 6) == 0) {
            kibibytes = strtol(line + 6, NULL, 10);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return kibibytes;
}

int main(int argc, char **argv)
{
    struct rusage used;
    if (argc != 7) {
        return 2;
    }
    count = (unsigned)strtoul(argv[6], NULL, 10);
    if (strcmp(argv[1], "libunbound") == 0) {
        ask_libunbound(argv);
    } else {
        ask_database(argv);
    }
    getrusage(RUSAGE_SELF, &used);
    double seconds =
        (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
        (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
    printf("%.3f %ld\n", seconds * 1e6 / count, read_most_memory());
    if (good < count) {
        fprintf(stderr, "%u of %u names were found\n", good, count);
    }
    return good > count / 2 ? 0 : 1; /* a busy machine loses some */
}
