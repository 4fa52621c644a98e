/* The services field of a rule.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_SERVICES_H
#define RULE_SERVICES_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/rule.h>
#include <ddds/status.h>

/* Split |text|, "[protocol] *("+" service)" (RFC 3404 section 4.4), into
 * |services|, of which only counts and counted spans are written. Either part
 * may be absent: a field that names nothing says nothing. Fails with
 * DDDS_MALFORMED, the offset of the first octet that does not fit, and what
 * was expected there; |services| is then undefined. */
ddds_status ddds_services_read(const char *text, struct ddds_services *services,
                               struct ddds_error *error);

/* The same for "[service] *(":" protocol)" (RFC 3958 section 6.5), in which a
 * tag is a letter or digit, then letters, digits, "+", "-", "." and "_", of
 * any length: what is deployed, rather than what the grammar allows
 * (lib/DECISIONS.md, "tags"). */
ddds_status ddds_services_read_tags(const char *text,
                                    struct ddds_services *services,
                                    struct ddds_error *error);

/* The same for "E2U" 1*("+" type *(":" subtype)) (RFC 6116 section 3.4.3) and
 * its older form with "+E2U" at the end (RFC 2916). Each Enumservice, "sms" or
 * "voice:tel", is a service; there are no protocols, and none may be absent. */
ddds_status ddds_services_read_enum(const char *text,
                                    struct ddds_services *services,
                                    struct ddds_error *error);

/* Is |list| one of services or protocols that somebody wants: names of graphic
 * characters with single commas between them, LIMIT_SERVICES at most? If not,
 * |*offset| is that of the first item that is none. */
bool ddds_services_is_list(const char *list, size_t *offset);

#endif
