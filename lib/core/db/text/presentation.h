/* Parser for the presentation format: names, numbers, strings, RDATA.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_TEXT_PRESENTATION_H
#define DB_TEXT_PRESENTATION_H

#include <stdint.h>

#include "base/limits.h"
#include "base/lexer.h"
#include "db/text/number.h"
#include "db/wire/rdata.h"

/* A domain name in wire form, with letters as written. */
struct wire_name {
    size_t length; /* 1 for the root; 0: no name */
    unsigned char octets[LIMIT_NAME_WIRE];
};

/* Parse |token| as a domain name. |origin| completes relative names and
 * replaces `@'. Fails with DDDS_SYNTAX. */
ddds_status ddds_presentation_name(const struct lexer *lexer,
                                   const struct token *token,
                                   const struct wire_name *origin,
                                   struct wire_name *name);

/* The RDATA of a record, and its words. */
struct rdata {
    bool known; /* |octets| are set; false: only words were read */
    size_t length;
    unsigned char octets[RDATA_SIZE_MAX + 1 + LIMIT_STRING];

    /* The first word of each field of the layout, and the token after the last
     * field. None if the type has no layout, or is written as in RFC 3597. */
    struct token fields[RDATA_FIELDS_MAX + 1];
    size_t field_count;
};

/* Parse the rest of the line as RDATA of |type|: by its layout, or in the form
 * "\# LENGTH HEX" of RFC 3597, which must fit the layout. For types without a
 * layout the words are skipped; types without a mnemonic must use that form.
 * Fails with DDDS_SYNTAX. */
ddds_status ddds_presentation_rdata(struct lexer *lexer, uint16_t type,
                                    const struct wire_name *origin,
                                    struct rdata *rdata);

#endif
