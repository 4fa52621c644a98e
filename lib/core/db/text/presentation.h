/* From the words of a zone file to wire form: names, numbers, strings, RDATA.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_TEXT_PRESENTATION_H
#define DB_TEXT_PRESENTATION_H

#include <stdint.h>

#include "base/limits.h"
#include "db/text/lexer.h"
#include "db/text/number.h"
#include "db/wire/rdata.h"

/* A domain name as labels, with its letters in the case of the text. */
struct wire_name {
    size_t length; /* 1 for the root; 0: no name */
    unsigned char octets[LIMIT_NAME_WIRE];
};

/* Return whether the |length| octets at |text|, a name as written, end with a
 * dot that is not a part of a label. */
bool ddds_presentation_is_absolute(const char *text, size_t length);

/* Read |token| as a domain name. |origin| completes relative names and replaces
 * `@'. Fails with DDDS_SYNTAX. */
ddds_status ddds_presentation_name(const struct lexer *lexer,
                                   const struct token *token,
                                   const struct wire_name *origin,
                                   struct wire_name *name);

/* The RDATA of a record, and its words. */
struct rdata {
    bool known; /* there are octets; false: only words were read */
    size_t length;
    unsigned char octets[RDATA_SIZE_MAX + 1 + LIMIT_STRING];

    /* One word for each field of the layout; of several strings, the first.
     * None if the type has no layout or is written as in RFC 3597. After the
     * last is the token that follows it. */
    struct token fields[RDATA_FIELDS_MAX + 1];
    size_t field_count;
};

/* Read the rest of the line as RDATA of |type|: by its layout, or in the form
 * "\# LENGTH HEX" of RFC 3597, which must fit the layout. For types without a
 * layout the words are skipped; types without a mnemonic must use that form.
 * Fails with DDDS_SYNTAX. */
ddds_status ddds_presentation_rdata(struct lexer *lexer, uint16_t type,
                                    const struct wire_name *origin,
                                    struct rdata *rdata);

#endif
