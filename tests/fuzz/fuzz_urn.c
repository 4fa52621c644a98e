/* Untrusted URNs. The canonical form of an accepted URN is accepted, equivalent
 * to it, and no longer.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/uri.h>
#include <ddds/urn.h>

#include "fuzz.h"
#include "name/urn.h"

static void check_span(const char *text, struct ddds_span span)
{
    require(span.text == NULL ? span.length == 0
                              : span.text >= text && span.text + span.length <=
                                                         text + strlen(text));
}

static void check_error(const char *text, const struct ddds_error *error)
{
    require(error->status == DDDS_BAD_INPUT);
    require(error->offset <= strlen(text));
    require(strlen(error->detail) > 0);
    require(strpbrk(error->detail, "\n\r\t\x1b\x7f") == NULL);
}

/* The canonical form of the |text| that was split into |urn|. */
static void check_canonical(const char *text, const struct ddds_urn *urn,
                            const char *canonical)
{
    require(strlen(canonical) <= strlen(text));

    char *again = malloc(strlen(canonical) + 1);
    require(again != NULL);
    require(ddds_urn_normalize(canonical, again, strlen(canonical) + 1, NULL) ==
            DDDS_OK);
    require(strcmp(again, canonical) == 0);
    require(ddds_uri_normalize(text, again, strlen(canonical) + 1, NULL) ==
            DDDS_OK);
    require(strcmp(again, canonical) == 0);
    free(again);

    struct ddds_urn parsed;
    require(ddds_urn_parse(canonical, &parsed, NULL) == DDDS_OK);
    require(parsed.nid.length == urn->nid.length);
    require(parsed.nss.length == urn->nss.length);
    require(parsed.nss.text - canonical == urn->nss.text - text);
    require(parsed.r.text == NULL && parsed.q.text == NULL &&
            parsed.f.text == NULL);

    bool there = false;
    bool back = false;
    require(ddds_urn_equal(text, canonical, &there, NULL) == DDDS_OK && there);
    require(ddds_urn_equal(canonical, text, &back, NULL) == DDDS_OK && back);

    /* RFC 8141 section 2: every URN is a URI. */
    struct ddds_uri uri;
    require(ddds_uri_parse(text, &uri, NULL) == DDDS_OK);
}

/* The first line and the second: are they equivalent both ways? */
static void check_symmetry(char *text)
{
    char *other = strchr(text, '\n');
    if (other == NULL) {
        return;
    }
    *other++ = '\0';
    bool there = false;
    bool back = false;
    ddds_status status = ddds_urn_equal(text, other, &there, NULL);
    require(ddds_urn_equal(other, text, &back, NULL) == status);
    require(there == back);
    if (status == DDDS_OK) {
        char *one = malloc(strlen(text) + 1);
        char *two = malloc(strlen(other) + 1);
        require(one != NULL && two != NULL);
        ddds_urn_normalize(text, one, strlen(text) + 1, NULL);
        ddds_urn_normalize(other, two, strlen(other) + 1, NULL);
        require((strcmp(one, two) == 0) == there);
        free(one);
        free(two);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = copy_of(data, size);
    check_symmetry(text);

    struct ddds_urn urn;
    struct ddds_error error;
    char *canonical = malloc(strlen(text) + 1);
    require(canonical != NULL);
    ddds_status status = ddds_urn_parse(text, &urn, &error);
    if (status == DDDS_OK) {
        check_span(text, urn.nid);
        check_span(text, urn.nss);
        check_span(text, urn.r);
        check_span(text, urn.q);
        check_span(text, urn.f);
        require(ddds_urn_has_scheme(text));
        require(ddds_urn_normalize(text, canonical, strlen(text) + 1, NULL) ==
                DDDS_OK);
        check_canonical(text, &urn, canonical);
    } else {
        check_error(text, &error);
        require(ddds_urn_normalize(text, canonical, strlen(text) + 1, NULL) ==
                status);
    }
    free(canonical);
    free(text);
    return 0;
}
