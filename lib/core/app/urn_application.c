/* The URN application: RFC 3404, from the namespace identifier of a URN.
 *
 * SPDX-License-Identifier: MIT */
#include "app/policies.h"
#include "app/rfc3404.h"
#include "app/roots.h"
#include "name/namespace.h"

/* Return a note about components of |urn| that are not looked up, or NULL. Only
 * locators can have the q-component; a UUID, which has none (|is_uuid|), would
 * lose it silently. */
static const char *find_note(const struct ddds_urn *urn, bool is_uuid)
{
    static const char f_alone[] =
        "the f-component was left off: it is for the client that opens the "
        "resource (RFC 8141 section 2.3.3)";
    static const char *const of_uuids[] = {
        [0] = NULL,
        [1] = "the r-component is not part of the UUID, so it was left off",
        [2] = "the q-component is not part of the UUID, so it was left off",
        [3] = "the r- and q-components are not part of the UUID, so they were "
              "left off",
        [4] = f_alone,
        [5] = "the r- and f-components are not part of the UUID, so they were "
              "left off",
        [6] = "the q- and f-components are not part of the UUID, so they were "
              "left off",
        [7] = "the r-, q- and f-components are not part of the UUID, so they "
              "were left off",
    };
    bool has_f = urn->f.text != NULL;
    if (!is_uuid) {
        return has_f ? f_alone : NULL;
    }
    return of_uuids[(urn->r.text != NULL ? 1 : 0) +
                    (urn->q.text != NULL ? 2 : 0) + (has_f ? 4 : 0)];
}

/* RFC 3404 section 4.2: the namespace identifier, not the scheme, below
 * urn.arpa (RFC 3405 section 3.2). */
static ddds_status first_well_known_rule(const struct ddds_application *self,
                                         const struct ddds_request *request,
                                         struct ddds_start *start,
                                         struct ddds_error *error)
{
    (void)self;
    ddds_status status = ddds_rfc3404_start_urn(request, start, error);
    if (status != DDDS_OK) {
        return status;
    }
    bool is_uuid =
        request->is_local && ddds_namespace_is_uuid(&start->urn) &&
        !ddds_roots_apply(&ddds_root_nid, start->urn.nid, request->roots);
    start->note = find_note(&start->urn, is_uuid);
    /* No rule is registered or needed for UUIDs: a UUID contains all
     * information about it (lib/DECISIONS.md, "urn:uuid"). */
    if (is_uuid) {
        start->beginning = DDDS_BEGIN_UUID;
        return ddds_namespace_read_uuid(&start->urn, &start->uuid, error);
    }
    return ddds_roots_first_key(&ddds_root_nid, request, start->urn.nid,
                                start->key, error);
}

const struct ddds_application ddds_policy_urn = {
    .size = sizeof ddds_policy_urn,
    .name = "urn",
    .label = "URN resolution",
    .title = "what a URN's namespace delegates to",
    .subject = "URN",
    .example = "urn:isbn:0451450523",
    .first_key = "the namespace identifier, below urn.arpa",
    .root = "urn.arpa",
    .first_well_known_rule = first_well_known_rule,
    RFC3404_POLICY,
    .unpublished = "no rules are published for this namespace",
};
