/* Where first keys live: a domain, or what the caller puts in its place.
 *
 * SPDX-License-Identifier: MIT */
#ifndef APP_ROOTS_H
#define APP_ROOTS_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/application.h>
#include <ddds/span.h>
#include <ddds/status.h>

/* A kind of name from which an application makes its first keys. */
struct root_kind {
    const char *word;   /* how an entry for a single name begins: "nid" */
    const char *domain; /* where keys live unless the caller says otherwise */
    bool (*is_name)(const char *text, size_t length);
};

/* Namespaces of URNs, and schemes of URIs. */
extern const struct root_kind ddds_root_nid;
extern const struct root_kind ddds_root_scheme;

/* Make the first key for |name|, a piece of the input: |name| below the domain
 * of |kind|, or as |request|'s roots have it. They are entries separated by
 * commas: "NAME" stands for that domain, "nid:foo=NAME" is the key itself for
 * one namespace, "scheme:http=NAME" for one scheme. What is said of a single
 * name wins, otherwise the last entry; entries of the other kind are passed
 * over. Fails with DDDS_BAD_OPTION for an entry that is malformed, with its
 * offset within the roots; with DDDS_BAD_INPUT if |name| makes no legal key. */
ddds_status ddds_roots_first_key(const struct root_kind *kind,
                                 const struct ddds_request *request,
                                 struct ddds_span name, char key[DDDS_KEY_SIZE],
                                 struct ddds_error *error);

/* Make the first key for |name|, which need be no piece of the input: |name|
 * below |root|, or below what |request|'s roots have in its place; alone if
 * there is neither. Entries for a single name are passed over. Fails as
 * above. */
ddds_status ddds_roots_below(const char *root,
                             const struct ddds_request *request,
                             const char *name, char key[DDDS_KEY_SIZE],
                             struct ddds_error *error);

#endif
