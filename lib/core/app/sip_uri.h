/* The parts of a SIP or SIPS URI that RFC 3263 needs.
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
    char target[DDDS_KEY_SIZE];  /* of the maddr parameter, or the host; an
                                    address as it is usually written */
    struct ddds_address address; /* which the target is, if |length| is not 0 */
    uint16_t port;               /* 0: none is named */
    struct ddds_span transport;  /* of the parameter; absent if that is */
    struct ddds_error why; /* of a name that cannot be converted to A-labels */
};

/* Read |text|. Names that are not ASCII become A-labels. Fails with
 * DDDS_BAD_INPUT, the offset, and what was expected there, or as
 * ddds_idna_convert does; |uri| is then undefined. */
ddds_status ddds_sip_uri_parse(const char *text, struct sip_uri *uri,
                               struct ddds_error *error);

#endif
