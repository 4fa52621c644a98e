/* The record types and classes that a command line may name.
 *
 * SPDX-License-Identifier: MIT */
#ifndef QUERY_RECORD_TYPES_H
#define QUERY_RECORD_TYPES_H

#include <stdbool.h>
#include <stdint.h>

/* The supported types, for messages. */
#define SHOWN_TYPES                                                            \
    "NAPTR, SRV, URI, A, AAAA, CNAME or DNAME, or TYPE and the number of a "   \
    "record type"

/* The type that |word| names, in any case, as NAPTR or TYPE35; 0 if it is not
 * supported. Of any number there are records, but not of 0, of OPT, and of
 * types that only queries have; records of other types are not read. */
uint16_t type_find(const char *word);

/* The name of |type|, as SRV or TYPE65280: static storage, or |text|. */
enum { TYPE_NAME_SIZE = sizeof "TYPE65535" };
const char *type_name(uint16_t type, char text[TYPE_NAME_SIZE]);

/* Does |word| name, in any case, an unsupported type of DNS? */
bool type_is_foreign(const char *word);

/* The supported type that |word|, in upper case and without a dot, seems to
 * mean; NULL if there is none. */
const char *type_suggest(const char *word);

/* Return the class that |word| names, in any case, as IN or CLASS1. */
enum class_word { CLASS_NONE, CLASS_IN, CLASS_FOREIGN };
enum class_word class_find(const char *word);

#endif
