/* The origin of a zone file that does not begin with $ORIGIN, as most files of
 * BIND: the name of the zone is in the server's configuration.
 *
 * A SOA with an absolute owner says the name. Otherwise a guess is accepted
 * unless an absolute owner, or an $ORIGIN, lies outside it.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "db/text/zonefile.h"
#include "name/domain.h"

struct origin_search {
    const char *likely; /* NULL if it is contradicted, or there is none */
    enum zonefile_origin found;
    char *origin;
    size_t records;
    bool is_open;  /* the owner of the last record is relative to an unknown
                     origin */
    bool has_open; /* some owner is */
};

/* A record without an owner of its own has that of the record before it. */
static void follow_owner(struct origin_search *search,
                         const struct zonefile_record *record)
{
    const struct token *owner = &record->owner_word;
    if (record->origin != NULL) {
        search->is_open = false;
    } else if (owner->text != NULL) {
        search->is_open =
            !ddds_presentation_is_absolute(owner->text, owner->length);
    }
    search->has_open |= search->is_open;
}

static bool search_record(void *context, const struct zonefile_record *record)
{
    struct origin_search *search = context;
    const char *owner = record->base.owner;
    if (search->records++ == 0 && record->origin != NULL) {
        search->found = ZONEFILE_ORIGIN_KNOWN;
        return false;
    }
    bool has_more = search->records < LIMIT_ORIGIN_RECORDS;
    bool is_soa = record->base.type == TYPE_SOA;
    follow_owner(search, record);
    if (search->is_open) {
        return has_more && (!is_soa || search->likely != NULL);
    }
    if (is_soa && record->origin == NULL) {
        search->found = ZONEFILE_ORIGIN_SOA;
        memcpy(search->origin, owner, strlen(owner) + 1);
        return false;
    }
    if (search->likely != NULL &&
        !ddds_domain_is_within(owner, search->likely)) {
        search->likely = NULL;
    }
    return has_more;
}

static bool skip_problem(void *context, const struct zonefile_problem *problem)
{
    struct origin_search *search = context;
    (void)problem;
    return ++search->records < LIMIT_ORIGIN_RECORDS;
}

enum zonefile_origin ddds_zonefile_find_origin(struct zonefile *file,
                                               const char *likely,
                                               char origin[LIMIT_NAME_SIZE])
{
    struct origin_search search = {
        .likely = likely,
        .found = ZONEFILE_ORIGIN_UNKNOWN,
        .origin = origin,
    };
    ddds_zonefile_survey(file, NULL, search_record, skip_problem, &search,
                         NULL);
    if (search.records == 0) {
        return ZONEFILE_ORIGIN_KNOWN;
    }
    if (search.found == ZONEFILE_ORIGIN_UNKNOWN && search.likely != NULL &&
        search.has_open) {
        memcpy(origin, likely, strlen(likely) + 1);
        return ZONEFILE_ORIGIN_LIKELY;
    }
    return search.found;
}
