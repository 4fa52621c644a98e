/* Find the origin of a zone file that does not start with $ORIGIN. Most files
 * of BIND do not: the server's configuration has the name.
 *
 * An SOA with an absolute owner determines the origin. The caller's origin is
 * ignored if it is outside the zone of the SOA: it is a mistake, and would
 * displace all relative names. A guess is accepted unless an absolute owner, or
 * an $ORIGIN, is outside it.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/error.h"
#include "db/text/zonefile.h"
#include "base/domain.h"
#include "name/idna.h"

struct origin_search {
    const char *likely; /* NULL: contradicted or missing */
    bool wants_soa;     /* accept an owner that an $ORIGIN completes */
    enum zonefile_origin found;
    char *origin;
    size_t records;
    bool is_open;  /* the last owner is relative to an unknown origin */
    bool has_open; /* some owner is relative to an unknown origin */
};

/* A record without an owner has the previous owner. */
static void follow_owner(struct origin_search *search,
                         const struct zonefile_record *record)
{
    const struct token *owner = &record->owner_word;
    if (record->origin != NULL) {
        search->is_open = false;
    } else if (owner->text != NULL) {
        search->is_open = !ddds_domain_is_absolute(owner->text, owner->length);
    }
    search->has_open |= search->is_open;
}

static bool search_record(void *context, const struct zonefile_record *record)
{
    struct origin_search *search = context;
    const char *owner = record->base.owner;
    if (search->records++ == 0 && record->origin != NULL &&
        !search->wants_soa) {
        return false;
    }
    bool has_more = search->records < LIMIT_ORIGIN_RECORDS;
    bool is_soa = record->base.type == TYPE_SOA;
    follow_owner(search, record);
    if (search->is_open) {
        return has_more && (!is_soa || search->likely != NULL);
    }
    if (is_soa && (record->origin == NULL || search->wants_soa)) {
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

/* Find the origin without the caller's. */
static enum zonefile_origin find(struct zonefile *file, const char *likely,
                                 char origin[LIMIT_NAME_SIZE])
{
    struct origin_search search = {
        .likely = likely,
        .found = ZONEFILE_ORIGIN_UNKNOWN,
        .origin = origin,
    };
    ddds_zonefile_survey(file, NULL, search_record, skip_problem, &search,
                         NULL);
    if (search.found == ZONEFILE_ORIGIN_UNKNOWN && search.likely != NULL &&
        search.has_open) {
        memcpy(origin, search.likely, strlen(search.likely) + 1);
        return ZONEFILE_ORIGIN_LIKELY;
    }
    return search.found;
}

/* Replace |origin|, the caller's, by the owner of the SOA if it is outside the
 * zone. */
static enum zonefile_origin correct(struct zonefile *file,
                                    char origin[LIMIT_NAME_SIZE])
{
    char apex[LIMIT_NAME_SIZE];
    struct origin_search search = {.wants_soa = true, .origin = apex};
    ddds_zonefile_survey(file, NULL, search_record, skip_problem, &search,
                         NULL);
    if (search.found != ZONEFILE_ORIGIN_SOA ||
        ddds_domain_is_within(origin, apex)) {
        return ZONEFILE_ORIGIN_GIVEN;
    }
    memcpy(origin, apex, strlen(apex) + 1);
    return ZONEFILE_ORIGIN_CORRECTED;
}

/* Parse |text|, the caller's origin for |file|. */
static ddds_status read_name(const char *file, const char *text,
                             char name[LIMIT_NAME_SIZE],
                             struct ddds_error *error)
{
    struct ddds_error why;
    if (ddds_idna_parse_name(text, strlen(text), name, &why) == DDDS_OK) {
        return DDDS_OK;
    }
    return ddds_error_set(error, DDDS_BAD_OPTION, why.offset,
                          "origin of %s: %s", file, why.detail);
}

ddds_status ddds_zonefile_find_origin(struct zonefile *file, const char *name,
                                      const struct ddds_zone_options *options,
                                      char origin[LIMIT_NAME_SIZE],
                                      enum zonefile_origin *found,
                                      struct ddds_error *error)
{
    char likely[LIMIT_NAME_SIZE];
    ddds_status status = DDDS_OK;
    ddds_zonefile_allow(file, options);
    if (options->origin != NULL) {
        status = read_name(name, options->origin, origin, error);
        *found =
            status == DDDS_OK ? correct(file, origin) : ZONEFILE_ORIGIN_UNKNOWN;
    } else {
        const char *guess = options->likely_origin;
        status =
            guess != NULL ? read_name(name, guess, likely, error) : DDDS_OK;
        *found = status == DDDS_OK
                     ? find(file, guess != NULL ? likely : NULL, origin)
                     : ZONEFILE_ORIGIN_UNKNOWN;
    }
    if ((*found == ZONEFILE_ORIGIN_LIKELY ||
         *found == ZONEFILE_ORIGIN_CORRECTED) &&
        options->assumed != NULL) {
        options->assumed(options->context, origin);
    }
    return status;
}
