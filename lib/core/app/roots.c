/* First keys, and the caller's roots for them.
 *
 * RFC 3404 section 4.2 makes the first key from a scheme or namespace
 * identifier, and RFC 3405 appends uri.arpa or urn.arpa. Callers that test
 * unpublished rules, or have their own resolvers, replace these roots.
 *
 * SPDX-License-Identifier: MIT */
#include "app/roots.h"

#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/utf8.h"
#include "base/domain.h"
#include "name/idna.h"
#include "base/octet.h"
#include "name/uri.h"
#include "name/urn.h"

_Static_assert(LIMIT_KEY_SIZE == (int)DDDS_KEY_SIZE,
               "keys have the same size within the library and in its API");

const struct root_kind ddds_root_nid = {"nid", "urn.arpa", ddds_urn_is_nid};
const struct root_kind ddds_root_scheme = {"scheme", "uri.arpa",
                                           ddds_uri_is_scheme};

/* An entry of the roots: for all names of an application, if |kind| is NULL, or
 * for the |name| of a kind. */
struct root_entry {
    const struct root_kind *kind;
    struct ddds_span name;
    char key[LIMIT_KEY_SIZE];
};

static ddds_status refuse_entry(struct ddds_span text, size_t offset,
                                const char *why, struct ddds_error *error)
{
    return ddds_error_set(error, DDDS_BAD_OPTION, offset, "root \"%.*s%s\": %s",
                          ERROR_QUOTE(text.text, text.length), why);
}

/* Parse "nid:foo" or "scheme:http" from the |length| octets at |text|; return
 * false if it is neither. */
static bool read_selector(const char *text, size_t length,
                          struct root_entry *entry)
{
    const struct root_kind *const kinds[] = {&ddds_root_nid, &ddds_root_scheme};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t word = strlen(kinds[i]->word);
        if (length > word && text[word] == ':' &&
            ascii_equal_span(text, kinds[i]->word, word)) {
            entry->kind = kinds[i];
            entry->name.text = text + word + 1;
            entry->name.length = length - word - 1;
            return entry->kind->is_name(entry->name.text, entry->name.length);
        }
    }
    return false;
}

/* Parse an entry, which starts at |offset| in the roots. */
static ddds_status read_entry(struct ddds_span text, size_t offset,
                              struct root_entry *entry,
                              struct ddds_error *error)
{
    entry->kind = NULL;
    const char *key = text.text;
    const char *equals = memchr(text.text, '=', text.length);
    if (equals != NULL) {
        key = equals + 1;
        if (!read_selector(text.text, (size_t)(equals - text.text), entry)) {
            return refuse_entry(text, offset,
                                "expected \"nid:\" and a namespace identifier, "
                                "or \"scheme:\" and a scheme, before \"=\"",
                                error);
        }
    } else if (memchr(text.text, ':', text.length) != NULL) {
        return refuse_entry(text, offset,
                            "write nid:NID=NAME or scheme:SCHEME=NAME", error);
    }
    struct ddds_error why;
    size_t skipped = (size_t)(key - text.text);
    ddds_status status =
        ddds_idna_parse_key(key, text.length - skipped, entry->key, &why);
    if (status == DDDS_LIMIT || status == DDDS_NO_MEMORY) {
        return ddds_error_set(error, status, why.offset, "%s", why.detail);
    }
    if (status != DDDS_OK) {
        return refuse_entry(text, offset + skipped + why.offset, why.detail,
                            error);
    }
    return DDDS_OK;
}

static bool is_for(const struct root_entry *entry, const struct root_kind *kind,
                   struct ddds_span name)
{
    return entry->kind == kind && ascii_same(entry->name, name);
}

/* Parse |roots|. |key| becomes the key of |name| if an entry is only for it,
 * otherwise "". |domain| becomes the domain of the last entry for all names;
 * without such an entry it is unchanged. */
static ddds_status read_roots(const struct root_kind *kind,
                              struct ddds_span name, const char *roots,
                              char *domain, char *key, struct ddds_error *error)
{
    key[0] = '\0';
    const char *next = roots;
    struct ddds_span text;
    while (ascii_next_item(&next, &text)) {
        struct root_entry entry;
        ddds_status status =
            read_entry(text, (size_t)(text.text - roots), &entry, error);
        if (status != DDDS_OK) {
            return status;
        }
        if (entry.kind == NULL) {
            memcpy(domain, entry.key, sizeof entry.key);
        } else if (is_for(&entry, kind, name)) {
            memcpy(key, entry.key, sizeof entry.key);
        }
    }
    return DDDS_OK;
}

/* Add |more| to |offset|, if both are known. */
static size_t advance(size_t offset, size_t more)
{
    return offset == DDDS_NO_OFFSET || more == DDDS_NO_OFFSET ? DDDS_NO_OFFSET
                                                              : offset + more;
}

static ddds_status refuse_length(struct ddds_span name, size_t offset,
                                 const char *domain, struct ddds_error *error)
{
    return ddds_error_set(error, DDDS_BAD_INPUT, offset,
                          "first key \"%.*s%s%s%s\" is longer than 255 octets",
                          ERROR_QUOTE(name.text, name.length),
                          domain[0] != '\0' ? "." : "", domain);
}

/* Convert |key|, which has non-ASCII labels and whose name starts at |offset|
 * in the input. */
static ddds_status read_idn(char *key, size_t length, size_t offset,
                            struct ddds_error *error)
{
    struct ddds_error why;
    ddds_status status = ddds_idna_parse_key(key, length, key, &why);
    return status == DDDS_OK
               ? DDDS_OK
               : ddds_error_set(
                     error, status == DDDS_MALFORMED ? DDDS_BAD_INPUT : status,
                     offset, "first key: %s", why.detail);
}

/* Write |name| below |domain| into |key|; |domain| may be "". |offset| is that
 * of |name| in the input, or DDDS_NO_OFFSET. */
static ddds_status put_below(struct ddds_span name, size_t offset,
                             const char *domain, char key[DDDS_KEY_SIZE],
                             struct ddds_error *error)
{
    size_t length = strlen(domain);
    if (name.length + (length > 0 ? 1 : 0) + length >= DDDS_KEY_SIZE) {
        return refuse_length(name, offset, domain, error);
    }
    memcpy(key, name.text, name.length);
    if (length > 0) {
        key[name.length] = '.';
        memcpy(key + name.length + 1, domain, length);
        length++;
    }
    length += name.length;
    if (ddds_domain_parse_key(key, length, key, NULL) == DDDS_OK) {
        return DDDS_OK;
    }
    if (!utf8_is_ascii(key, length)) {
        return read_idn(key, length, offset, error);
    }
    /* First keys may contain more octets than output keys: schemes have "+",
     * and DNS can look that up. */
    struct ddds_error why;
    char spelt[LIMIT_NAME_SIZE];
    if (ddds_domain_parse(key, length, spelt, &why) != DDDS_OK) {
        return ddds_error_set(error, DDDS_BAD_INPUT,
                              advance(offset, why.offset), "first key: %s",
                              why.detail);
    }
    if (spelt[0] == '\0') {
        return ddds_error_set(error, DDDS_BAD_INPUT, offset,
                              "the first key is the root of DNS, which has no "
                              "rules");
    }
    if (strlen(spelt) >= DDDS_KEY_SIZE) {
        return refuse_length(name, offset, domain, error);
    }
    memcpy(key, spelt, strlen(spelt) + 1);
    return DDDS_OK;
}

/* Fast path: write |name| below |domain|, which is a key and ends with a
 * letter, if |name| is a plain label, as usual; otherwise return false. */
static bool put_plain(struct ddds_span name, const char *domain,
                      char key[DDDS_KEY_SIZE])
{
    size_t length = strlen(domain);
    if (name.length == 0 || name.length > LIMIT_LABEL ||
        name.length + 1 + length >= DDDS_KEY_SIZE) {
        return false;
    }
    for (size_t i = 0; i < name.length; i++) {
        if (!octet_is(name.text[i], OCTET_LDH)) {
            return false;
        }
        key[i] = ascii_to_lower(name.text[i]);
    }
    key[name.length] = '.';
    memcpy(key + name.length + 1, domain, length + 1);
    return true;
}

/* Write the first key if it is not a plain label, or the caller has roots. */
static ddds_status write_key(const struct root_kind *kind,
                             const struct ddds_request *request,
                             struct ddds_span name, char key[DDDS_KEY_SIZE],
                             struct ddds_error *error)
{
    char domain[LIMIT_KEY_SIZE];
    domain[0] = '\0';
    if (request->roots != NULL) {
        ddds_status status =
            read_roots(kind, name, request->roots, domain, key, error);
        if (status != DDDS_OK || key[0] != '\0') {
            return status;
        }
    }
    return put_below(name, (size_t)(name.text - request->input),
                     domain[0] == '\0' ? kind->domain : domain, key, error);
}

ddds_status ddds_roots_first_key(const struct root_kind *kind,
                                 const struct ddds_request *request,
                                 struct ddds_span name, char key[DDDS_KEY_SIZE],
                                 struct ddds_error *error)
{
    return request->roots == NULL && put_plain(name, kind->domain, key)
               ? DDDS_OK
               : write_key(kind, request, name, key, error);
}

bool ddds_roots_apply(const struct root_kind *kind, struct ddds_span name,
                      const char *roots)
{
    char domain[LIMIT_KEY_SIZE] = "";
    char key[LIMIT_KEY_SIZE];
    return roots != NULL &&
           (read_roots(kind, name, roots, domain, key, NULL) != DDDS_OK ||
            domain[0] != '\0' || key[0] != '\0');
}

/* Return in |domain| the replacement of |usual| by |roots|; NULL roots have
 * none. Entries for a single name are ignored. */
static ddds_status find_domain(const char *roots, const char *usual,
                               char domain[DDDS_KEY_SIZE],
                               struct ddds_error *error)
{
    char key[LIMIT_KEY_SIZE];
    memcpy(domain, usual, strlen(usual) + 1);
    return roots == NULL ? DDDS_OK
                         : read_roots(NULL, (struct ddds_span){NULL, 0}, roots,
                                      domain, key, error);
}

ddds_status ddds_roots_below(const char *root,
                             const struct ddds_request *request,
                             const char *name, char key[DDDS_KEY_SIZE],
                             struct ddds_error *error)
{
    char domain[LIMIT_KEY_SIZE];
    ddds_status status =
        find_domain(request->roots, root != NULL ? root : "", domain, error);
    return status != DDDS_OK ? status
                             : put_below((struct ddds_span){name, strlen(name)},
                                         DDDS_NO_OFFSET, domain, key, error);
}
