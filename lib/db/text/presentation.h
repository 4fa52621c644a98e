/* From the words of a master file to octets of the wire: names, numbers,
 * strings, RDATA.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_TEXT_PRESENTATION_H
#define DB_TEXT_PRESENTATION_H

#include <stdint.h>

#include "base/limits.h"
#include "db/text/lexer.h"
#include "db/wire/rdata.h"

/* A domain name as labels, its letters in the case they were written in. */
struct wire_name {
    size_t length; /* 0: there is no name, the root has 1 */
    unsigned char octets[LIMIT_NAME_WIRE];
};

/* Read |token| as a domain name; a relative one, and `@', begins at |origin|.
 * Fails with DDDS_SYNTAX. */
ddds_status ddds_presentation_name(const struct lexer *lexer,
                                   const struct token *token,
                                   const struct wire_name *origin,
                                   struct wire_name *name);

/* Read |token| as a number up to |most|; |what| names it in complaints. Fails
 * with DDDS_SYNTAX. */
ddds_status ddds_presentation_number(const struct lexer *lexer,
                                     const struct token *token,
                                     const char *what, uint32_t most,
                                     uint32_t *number);

/* Read |token| as a TTL: seconds, or numbers with units as in 1h30m, up to 31
 * bits (RFC 2181 section 8). Fails with DDDS_SYNTAX. */
ddds_status ddds_presentation_ttl(const struct lexer *lexer,
                                  const struct token *token, uint32_t *ttl);

/* The RDATA of a record, and the words it was made of. */
struct rdata {
    bool known; /* there are octets, and not words only */
    size_t length;
    unsigned char octets[RDATA_SIZE_MAX];

    /* One for each field of the layout; of several strings, the first. None if
     * the type is opaque or RFC 3597's form was used. */
    struct token fields[RDATA_FIELDS_MAX];
    size_t field_count;
};

/* Read the rest of the line as RDATA of |type|: by its layout, or in RFC 3597's
 * form "\# LENGTH HEX", which is then held against the layout. The words of an
 * opaque type are only counted as words, but a type that has no name must use
 * that form. Fails with DDDS_SYNTAX. */
ddds_status ddds_presentation_rdata(struct lexer *lexer, uint16_t type,
                                    const struct wire_name *origin,
                                    struct rdata *rdata);

#endif
