/* Domain names: the keys of a resolution.
 *
 * Inside the library a name has one spelling: absolute, lower case, without the
 * final dot; the root is "". An octet of a label that is not graphic ASCII is
 * written \DDD, and one of . \ " ; ( ) @ $ has a backslash before it (RFC 1035
 * section 5.1). Two names are the same if their spellings are.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NAME_DOMAIN_H
#define NAME_DOMAIN_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/status.h>

#include "base/cursor.h"
#include "base/hot.h"
#include "base/limits.h"

/* Read |length| octets of presentation form (RFC 1035 section 5.1; a final dot
 * is optional) into |name|. A label may hold any octet, as itself or
 * escaped. Fails with DDDS_MALFORMED: a label is empty or over 63 octets, the
 * name is over 255, or an escape is invalid. */
ddds_status ddds_domain_parse(const char *text, size_t length,
                              char name[LIMIT_NAME_SIZE],
                              struct ddds_error *error);

/* Read an uncompressed name at |cursor| (RFC 1035 section 3.1), and leave the
 * cursor after it. Fails with DDDS_MALFORMED: it has a pointer, is over 255
 * octets or does not end; the cursor has then failed, too. */
ddds_status ddds_domain_read(struct cursor *cursor, char name[LIMIT_NAME_SIZE],
                             struct ddds_error *error);

/* Write |length| octets of labels that are well formed, with the root's octet,
 * to |name|, and return the length of the text. */
size_t ddds_domain_spell(const unsigned char *labels, size_t length,
                         char name[LIMIT_NAME_SIZE]);

/* The same in the case of the labels, for people: not the library's spelling. */
size_t ddds_domain_show(const unsigned char *labels, size_t length,
                        char name[LIMIT_NAME_SIZE]);

/* Write |name|, in the library's spelling, to |wire| as labels, and return
 * their length: 1 to 255 octets. */
size_t ddds_domain_write(const char *name, unsigned char wire[LIMIT_NAME_WIRE]);

/* How many octets |name|, spelt as above, takes as labels: 1 to 255. */
size_t ddds_domain_wire_length(const char *name);

/* Set |error| to say that the |length| octets at |text| are not a domain name
 * because of |why|, at |at|. Returns DDDS_MALFORMED. */
COLD ddds_status ddds_domain_refuse(const char *text, size_t length, size_t at,
                                    const char *why, struct ddds_error *error);

/* Read |length| octets that shall be a key, a host or an SRV owner, produced by
 * an expression: labels of letters, digits, `-' and `_' (lib/DECISIONS.md,
 * "legal keys"). One final dot is dropped. |key| may be |text|'s own memory.
 * Fails with DDDS_MALFORMED, offset and reason. */
ddds_status ddds_domain_parse_key(const char *text, size_t length,
                                  char key[LIMIT_KEY_SIZE],
                                  struct ddds_error *error);

/* The same for a replacement, which may be any domain name but the root and an
 * address. |name| must not be |text|'s own memory. */
ddds_status ddds_domain_parse_replacement(const char *text, size_t length,
                                          char name[LIMIT_NAME_SIZE],
                                          struct ddds_error *error);

/* Would a resolver take the |length| octets at |key| for an IPv4 address? */
bool ddds_domain_is_address(const char *key, size_t length);

/* Copy |name|, in the library's spelling; what is too long is cut off. */
void ddds_domain_copy(char copy[LIMIT_NAME_SIZE], const char *name);

/* The name without its first label; NULL above the root. */
const char *ddds_domain_parent(const char *name);

/* Is |name| |ancestor|, or below it? */
bool ddds_domain_is_within(const char *name, const char *ancestor);

/* Write |target| in the place of |ancestor| at the end of |name|, which is
 * below it (RFC 6672 section 2.2). False if that makes too long a name. */
bool ddds_domain_redirect(const char *name, const char *ancestor,
                          const char *target, char redirected[LIMIT_NAME_SIZE]);

#endif
