/* Any octets as a set, a property and a zone: the first octet chooses the
 * application, the rest of the first line is the set, after a tab the property, and
 * the other lines are the zone. After "@" a description of the application precedes
 * the zone, and an empty line ends it.
 *
 * Members of a class are in no other class, and resolve as it says. An input
 * that refutes a property is in the named class. Nothing takes more than its
 * budget.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/prove.h>
#include <ddds/resolve.h>

#include "fuzz.h"

enum { STATES_MAX = 20000, MEMBERS = 3 };

struct checking {
    ddds_database *zones;
    const struct ddds_application *application;
    const ddds_proof *proof;
    size_t class;
};

static void check_member(void *context, const char *input)
{
    const struct checking *checking = context;
    struct ddds_options options = DDDS_OPTIONS_INIT;
    const struct ddds_proof_class *class =
        ddds_proof_class_at(checking->proof, checking->class);
    size_t count = 0;
    for (size_t i = 0; ddds_proof_class_at(checking->proof, i) != NULL; i++) {
        count += ddds_proof_has(checking->proof, i, input);
    }
    require(count == 1);
    ddds_resolution *resolution = ddds_resolve(
        checking->zones, checking->application, input, &options, NULL);
    const struct ddds_result *result =
        resolution == NULL ? NULL : ddds_resolution_result(resolution);
    bool is_limited = result != NULL && (result->reason == DDDS_REASON_LIMIT ||
                                         result->reason == DDDS_REASON_TIMEOUT);
    require(class->status == DDDS_PROOF_UNKNOWN || is_limited ||
            (result == NULL ? class->status == DDDS_PROOF_BAD_INPUT
                            : result->reason == class->reason &&
                                  class->status != DDDS_PROOF_BAD_INPUT));
    ddds_resolution_free(resolution);
}

static void check_classes(struct checking *checking)
{
    static const char disagrees[] = "the proof and the resolution of ";
    const struct ddds_proof_class *class;
    for (size_t i = 0;
         (class = ddds_proof_class_at(checking->proof, i)) != NULL; i++) {
        require(class->because == NULL ||
                strncmp(class->because, disagrees, sizeof disagrees - 1) != 0);
        checking->class = i;
        require(ddds_proof_members(checking->proof, i, MEMBERS, check_member,
                                   checking) == DDDS_OK);
    }
}

static void check_property(ddds_proof *proof, const char *text)
{
    const struct ddds_proof_property *found =
        ddds_proof_check(proof, text, NULL);
    if (found != NULL) {
        require((found->witness != NULL) == (found->class_index != SIZE_MAX));
        require(found->witness == NULL ||
                ddds_proof_has(proof, found->class_index, found->witness));
        require(found->witness == NULL || found->verdict != DDDS_PROOF_PROVED);
        require(found->inputs == NULL || found->witness != NULL ||
                strcmp(found->inputs, "0") == 0);
    }
}

static void prove(struct checking *checking, const char *set,
                  const char *property)
{
    struct ddds_prove_options options = DDDS_PROVE_OPTIONS_INIT;
    options.max_states = STATES_MAX;
    ddds_proof *proof = ddds_prove(checking->zones, checking->application,
                                   set[0] != '\0' ? set : NULL, &options, NULL);
    checking->proof = proof;
    if (proof != NULL) {
        check_classes(checking);
        check_property(proof, property);
    }
    ddds_proof_free(proof);
}

/* Parse and return the description before |*zone|, and move |*zone| after
 * it. */
static struct ddds_application *read_description(const char **zone)
{
    const char *end = strstr(*zone, "\n\n");
    const char *text = *zone;
    *zone = end != NULL ? end + 2 : text;
    return end == NULL
               ? NULL
               : ddds_application_read("t", text, (size_t)(end - text), NULL);
}

static void prove_zone(struct checking *checking, const char *zone,
                       const char *set, const char *property)
{
    struct ddds_zone_options reading = DDDS_ZONE_OPTIONS_INIT;
    reading.max_generated = 100;
    checking->zones = ddds_memory_new(NULL);
    if (ddds_memory_load_text(checking->zones, "zone", zone, strlen(zone),
                              &reading, NULL) == DDDS_OK) {
        prove(checking, set, property);
    }
    ddds_database_free(checking->zones);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const applications[] = {"urn", "enum", "s-naptr",
                                               "u-naptr", "sip"};
    char *text = copy_of(data, size);
    char *first = strchr(text, '\n');
    if (text[0] == '\0' || first == NULL) {
        free(text);
        return 0;
    }
    *first = '\0';
    const char *zone = first + 1;
    char *property = strchr(text, '\t');
    property = property != NULL ? property : first;
    if (*property != '\0') {
        *property++ = '\0';
    }
    struct ddds_application *own =
        text[0] == '@' ? read_description(&zone) : NULL;
    struct checking checking = {
        .application = own != NULL
                           ? own
                           : ddds_application_find(
                                 applications[(unsigned char)text[0] % 5]),
    };
    prove_zone(&checking, zone, text[0] != '\0' ? text + 1 : text, property);
    ddds_application_free(own);
    free(text);
    return 0;
}
