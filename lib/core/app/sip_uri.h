/* Parser for the parts of a SIP or SIPS URI that RFC 3263 needs.
 *
 * SPDX-License-Identifier: MIT */
#ifndef APP_SIP_URI_H
#define APP_SIP_URI_H

#include <stdbool.h>
#include <stdint.h>

#include <ddds/question.h>
#include <ddds/span.h>
#include <ddds/status.h>

/* A URI (RFC 3261 section 19.1.1). A host alone means "sip:HOST" (RFC 3263
 * section 4). */
struct sip_uri {
    bool is_secure;              /* "sips:" */
    char target[DDDS_KEY_SIZE];  /* the maddr parameter, or the host; addresses
                                    in their usual form */
    struct ddds_address address; /* the target, unless |length| is 0 */
    uint16_t port;               /* 0: missing */
    struct ddds_span transport;  /* parameter, or absent */
    struct ddds_error why;       /* for names without A-labels */
};

/* Parse |text|. Names that are not ASCII become A-labels. Fails with
 * DDDS_BAD_INPUT, the offset, and the expected text, or like ddds_idna_convert;
 * |uri| is then undefined. */
ddds_status ddds_sip_uri_parse(const char *text, struct sip_uri *uri,
                               struct ddds_error *error);

#endif
