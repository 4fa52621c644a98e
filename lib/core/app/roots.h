/* Domains of first keys, and the caller's roots to replace them.
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
    const char *word;   /* prefix of entries for a single name: "nid" */
    const char *domain; /* default domain of keys */
    bool (*is_name)(const char *text, size_t length);
};

/* Namespaces of URNs, and schemes of URIs. */
extern const struct root_kind ddds_root_nid;
extern const struct root_kind ddds_root_scheme;

/* Write the first key for |name|, a part of the input: |name| below the domain
 * of |kind|, or as defined by the roots of |request|. Roots are comma-separated
 * entries: "NAME" replaces that domain, "nid:foo=NAME" is the key itself for a
 * namespace, "scheme:http=NAME" for a scheme. An entry for a single name has
 * precedence, otherwise the last entry; entries of the other kind are ignored.
 * Fails with DDDS_BAD_OPTION for a malformed entry, with its offset within the
 * roots; with DDDS_BAD_INPUT if |name| gives an invalid key. */
ddds_status ddds_roots_first_key(const struct root_kind *kind,
                                 const struct ddds_request *request,
                                 struct ddds_span name, char key[DDDS_KEY_SIZE],
                                 struct ddds_error *error);

/* Return true if |roots|, which may be NULL, have an entry for |name|, or for all
 * names, or are malformed. */
bool ddds_roots_apply(const struct root_kind *kind, struct ddds_span name,
                      const char *roots);

/* Write the first key for |name|, which may be any text: |name| below the last
 * root of |request|, or below |root| without roots; |name| alone if |root| is
 * NULL too. Entries for a single name are ignored. Fails with DDDS_BAD_OPTION
 * for a malformed entry, with its offset within the roots; with DDDS_BAD_INPUT
 * if |name| gives an invalid key. */
ddds_status ddds_roots_below(const char *root,
                             const struct ddds_request *request,
                             const char *name, char key[DDDS_KEY_SIZE],
                             struct ddds_error *error);

#endif
