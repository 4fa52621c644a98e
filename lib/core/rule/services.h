/* The services field of a rule.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_SERVICES_H
#define RULE_SERVICES_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/rule.h>
#include <ddds/status.h>

/* Empty |services|. Fails with DDDS_BAD_OPTION if it does not say its size. */
ddds_status ddds_services_clear(struct ddds_services *services,
                                struct ddds_error *error);

/* Split |text|, "[protocol] *("+" service)" (RFC 3404 section 4.4), into
 * |services|, of which only counts and counted spans are written. Either part
 * may be absent. Fails with DDDS_MALFORMED, the offset of the first octet that
 * does not fit, and what was expected there; |services| is then undefined. */
ddds_status ddds_services_read(const char *text, struct ddds_services *services,
                               struct ddds_error *error);

/* Split |text|, "[service] *(":" protocol)" (RFC 3958 section 6.5), into
 * |services|, of which only counts and counted spans are written. A tag is a
 * letter or digit, then letters, digits, "+", "-", "." and "_", of any length:
 * what is deployed, rather than what the grammar allows (lib/DECISIONS.md,
 * "tags"). Fails with DDDS_MALFORMED, the offset of the first octet that does
 * not fit, and what was expected there; |services| is then undefined. */
ddds_status ddds_services_read_tags(const char *text,
                                    struct ddds_services *services,
                                    struct ddds_error *error);

/* Split |text|, "E2U" 1*("+" type *(":" subtype)) (RFC 6116 section 3.4.3) or
 * the older form with "+E2U" at the end (RFC 2916), into |services|, of which
 * only counts and counted spans are written. Each Enumservice, "sms" or
 * "voice:tel", is a service; there are no protocols. Fails with DDDS_MALFORMED,
 * the offset of the first octet that does not fit, and what was expected there;
 * |services| is then undefined. */
ddds_status ddds_services_read_enum(const char *text,
                                    struct ddds_services *services,
                                    struct ddds_error *error);

/* Is |list| a valid list of requested services or protocols: names of graphic
 * characters with single commas between them, LIMIT_SERVICES at most? If not,
 * |*offset| is that of the first invalid item. */
bool ddds_services_is_list(const char *list, size_t *offset);

#endif
