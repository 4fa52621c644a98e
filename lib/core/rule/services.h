/* The services field of a rule.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_SERVICES_H
#define RULE_SERVICES_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/rule.h>
#include <ddds/status.h>

/* Empty |services|. Fails with DDDS_BAD_OPTION if its size is not set. */
ddds_status ddds_services_clear(struct ddds_services *services,
                                struct ddds_error *error);

/* Split |text|, "[protocol] *("+" service)" (RFC 3404 section 4.4), into
 * |services|, of which only counts and counted spans are written. Either part
 * may be absent. Fails with DDDS_MALFORMED, the offset of the first wrong
 * octet, and the expected text; |services| is then undefined. */
ddds_status ddds_services_read(const char *text, struct ddds_services *services,
                               struct ddds_error *error);

/* Split |text|, "[service] *(":" protocol)" (RFC 3958 section 6.5), into
 * |services|, of which only counts and counted spans are written. A tag is a
 * letter or digit, then letters, digits, "+", "-", "." and "_", of any length:
 * as deployed, not as in the grammar (lib/DECISIONS.md, "tags"). Fails with
 * DDDS_MALFORMED, the offset of the first wrong octet, and the expected text;
 * |services| is then undefined. */
ddds_status ddds_services_read_tags(const char *text,
                                    struct ddds_services *services,
                                    struct ddds_error *error);

/* Split |text|, "E2U" 1*("+" type *(":" subtype)) (RFC 6116 section 3.4.3) or
 * the older form with "+E2U" at the end (RFC 2916), into |services|, of which
 * only counts and counted spans are written. Each Enumservice, "sms" or
 * "voice:tel", is a service; protocols are empty. Fails with DDDS_MALFORMED,
 * the offset of the first wrong octet, and the expected text; |services|
 * is then undefined. */
ddds_status ddds_services_read_enum(const char *text,
                                    struct ddds_services *services,
                                    struct ddds_error *error);

/* Return true if |list| is a valid list of requested services or protocols: up
 * to LIMIT_SERVICES names of graphic characters, separated by single commas.
 * Otherwise |*offset| is that of the first invalid item. */
bool ddds_services_is_list(const char *list, size_t *offset);

#endif
