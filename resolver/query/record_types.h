/* Mnemonics of types and classes in the command line.
 *
 * SPDX-License-Identifier: MIT */
#ifndef QUERY_RECORD_TYPES_H
#define QUERY_RECORD_TYPES_H

#include <stdbool.h>
#include <stdint.h>

/* Supported types, for messages. */
#define SHOWN_TYPES                                                            \
    "NAPTR, SRV, URI, A, AAAA, CNAME or DNAME, or TYPE and the number of a "   \
    "record type"

/* Return the type with the mnemonic |word|, in either case, for example NAPTR
 * or TYPE35; 0 if it is unknown. 0, OPT and types that only queries use are
 * rejected. Records of types without mnemonic here are not parsed. */
uint16_t type_find(const char *word);

/* Return the mnemonic of |type|, in static storage or |text|: SRV,
 * TYPE65280. */
enum { TYPE_NAME_SIZE = sizeof "TYPE65535" };
const char *type_name(uint16_t type, char text[TYPE_NAME_SIZE]);

/* Return true if |word| is the mnemonic of an unsupported type. */
bool type_is_foreign(const char *word);

/* Return the supported type that |word|, in upper case and without a dot,
 * resembles; NULL if not found. */
const char *type_suggest(const char *word);

/* Return the class with the mnemonic |word|, such as IN or CLASS1. */
enum class_word { CLASS_NONE, CLASS_IN, CLASS_FOREIGN };
enum class_word class_find(const char *word);

#endif
