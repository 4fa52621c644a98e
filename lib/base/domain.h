/* Domain names: the keys of a resolution.
 *
 * In the library a name has a canonical spelling: absolute, lower case, without
 * the final dot; the root is "". Octets that are not graphic ASCII are written
 * \DDD, and . \ " ; ( ) @ $ have a backslash (RFC 1035 section 5.1). Two names
 * are equal if their spellings are.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_DOMAIN_H
#define BASE_DOMAIN_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/status.h>

#include "base/cursor.h"
#include "base/limits.h"

/* The octets with a backslash, besides the dot and the backslash itself. */
#define DOMAIN_ESCAPED "\";()@$"

/* Parse |length| octets of presentation form (RFC 1035 section 5.1) into
 * |name|. The final dot is optional. A label may contain any octet, literal or
 * escaped. Fails with DDDS_MALFORMED for an empty label, a label over 63
 * octets, a name over 255 octets, and an invalid escape. */
ddds_status ddds_domain_parse(const char *text, size_t length,
                              char name[LIMIT_NAME_SIZE],
                              struct ddds_error *error);

/* Parse an uncompressed name at |cursor| (RFC 1035 section 3.1), and move the
 * cursor beyond it. Fails with DDDS_MALFORMED for a pointer, a name over 255
 * octets, and a truncated name; the cursor has then failed too. */
ddds_status ddds_domain_read(struct cursor *cursor, char name[LIMIT_NAME_SIZE],
                             struct ddds_error *error);

/* Move |cursor| beyond an uncompressed name. Fails like ddds_domain_read. */
ddds_status ddds_domain_skip(struct cursor *cursor, struct ddds_error *error);

/* Write |length| octets of valid labels, with the root's octet, to |name|.
 * Return the length of the text. */
size_t ddds_domain_spell(const unsigned char *labels, size_t length,
                         char name[LIMIT_NAME_SIZE]);

/* Like ddds_domain_spell, but in the original case, for display, not
 * canonical. */
size_t ddds_domain_show(const unsigned char *labels, size_t length,
                        char name[LIMIT_NAME_SIZE]);

/* Write |name|, in canonical spelling, to |wire| as labels. Return their
 * length: 1 to 255 octets. */
size_t ddds_domain_write(const char *name, unsigned char wire[LIMIT_NAME_WIRE]);

/* Return the length of canonical |name| as labels: 1 to 255 octets. */
size_t ddds_domain_wire_length(const char *name);

/* Set |error|: |length| octets of |text| are not a domain name because of
 * |why|, at |at|. Return DDDS_MALFORMED. */
ddds_status ddds_domain_refuse(const char *text, size_t length, size_t at,
                               const char *why, struct ddds_error *error);

/* Parse |length| octets of |text|, the output of an expression, as a key, host
 * or SRV owner: labels of letters, digits, `-' and `_' (lib/DECISIONS.md,
 * "legal keys"). A final dot is removed. |key| may overlap |text| unless it
 * starts after it. Fails with DDDS_MALFORMED, offset and reason. */
ddds_status ddds_domain_parse_key(const char *text, size_t length,
                                  char key[LIMIT_KEY_SIZE],
                                  struct ddds_error *error);

/* Likewise for a replacement, which may be any domain name except the root and
 * an address. |name| must not overlap |text|. */
ddds_status ddds_domain_parse_replacement(const char *text, size_t length,
                                          char name[LIMIT_NAME_SIZE],
                                          struct ddds_error *error);

/* Return true if resolvers would interpret |key| as an IPv4 address. */
bool ddds_domain_is_address(const char *key, size_t length);

/* Copy |name|, in canonical spelling; truncate it if it is too long. */
void ddds_domain_copy(char copy[LIMIT_NAME_SIZE], const char *name);

/* Return |name| without its first label; NULL for the root. */
const char *ddds_domain_parent(const char *name);

/* Return true if |name| equals |ancestor| or is below it. */
bool ddds_domain_is_within(const char *name, const char *ancestor);

/* Replace |ancestor| at the end of |name|, which is below it, by |target| (RFC
 * 6672 section 2.2). Return false if the result is too long. */
bool ddds_domain_redirect(const char *name, const char *ancestor,
                          const char *target, char redirected[LIMIT_NAME_SIZE]);

/* Return whether the |length| octets at |text|, a name as written, end with a
 * dot that is not a part of a label. */
bool ddds_domain_is_absolute(const char *text, size_t length);

#endif
