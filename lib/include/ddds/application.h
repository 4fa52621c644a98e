/* Applications of the DDDS (RFC 3401 section 3): what differs between them.
 *
 * One algorithm serves all; an application is a constant struct of policy.
 * A caller may bring one of its own.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_APPLICATION_H
#define DDDS_APPLICATION_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/export.h>
#include <ddds/question.h>
#include <ddds/rule.h>
#include <ddds/span.h>
#include <ddds/status.h>
#include <ddds/urn.h>
#include <ddds/uuid.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is asked for. */
struct ddds_request {
    const char *input;
    size_t length;     /* of |input| */
    const char *roots; /* see struct ddds_options; NULL if there are none */
    bool is_local;     /* an answer that needs no database is welcome */
};

/* Where a resolution starts. The first well-known rule (RFC 3402 section 3)
 * writes the Application Unique String into |aus|, which holds |aus_size|
 * octets, no fewer than the input and 64 more, and the first key into |key|.
 * It may set the others, which are cleared: |urn| and |is_urn| if the input
 * is a URN, to say what the AUS left off (pieces of the input); |uuid| and
 * |is_answered| if that is the answer, and there is nothing to ask; |note|,
 * which lives for ever, to say what a person should know. */
struct ddds_start {
    char *aus;
    size_t aus_size;
    char key[DDDS_KEY_SIZE];
    bool is_urn;
    struct ddds_urn urn;
    bool is_answered;
    struct ddds_uuid uuid;
    const char *note;
};

/* Which substitution expressions an application's rules may have. */
enum ddds_regexp_use {
    DDDS_REGEXP_ANY,      /* RFC 3404 */
    DDDS_REGEXP_CONSTANT, /* "!.*!URI!" only: RFC 4848 section 2.2 */
    DDDS_REGEXP_NONE,     /* RFC 3958 section 2.2 */
};

struct ddds_application {
    /* How users call it: lower case. */
    const char *name;

    /* RFC 3402 section 3: from the input to Application Unique String and
     * first key. Fails with DDDS_BAD_INPUT, or DDDS_BAD_OPTION for roots that
     * it cannot use. */
    ddds_status (*first_well_known_rule)(const struct ddds_application *self,
                                         const struct ddds_request *request,
                                         struct ddds_start *start,
                                         struct ddds_error *error);

    /* What |flags| make of the output. */
    enum ddds_next (*interpret_flags)(const struct ddds_application *self,
                                      const char *flags);

    /* Split the services field |text|. Fails with DDDS_MALFORMED if it is
     * outside the application's grammar. */
    ddds_status (*read_services)(const struct ddds_application *self,
                                 const char *text,
                                 struct ddds_services *services,
                                 struct ddds_error *error);

    enum ddds_regexp_use regexp;

    /* Once a rule has matched, are rules of a worse order closed (RFC 3403
     * section 4.1, RFC 3404 section 6), or still considered (RFC 3958 section
     * 2.2.2, RFC 6116 section 5.2)? */
    bool order_closes;

    /* Must a rule's URI be absolute, that is without a fragment (RFC 6116)? */
    bool uri_is_absolute;

    /* A limit on delegations of its own, or 0. */
    unsigned max_hops;

    /* What to tell a person when the first key is not there and the database
     * does not say why; or NULL. */
    const char *unpublished;
};

/* RFC 3404, by the namespace of a URN or the scheme of a URI. */
DDDS_API extern const struct ddds_application ddds_application_urn;
DDDS_API extern const struct ddds_application ddds_application_uri;

/* The application called |name|, or NULL. */
DDDS_API const struct ddds_application *ddds_application_find(const char *name);

/* All of them, NULL-terminated, in the order in which they are documented. */
DDDS_API const struct ddds_application *const *ddds_applications(void);

/* The one that |input| is for when nobody says: urn if it begins with "urn:",
 * otherwise uri. */
DDDS_API const struct ddds_application *ddds_application_for(const char *input);

#ifdef __cplusplus
}
#endif

#endif
