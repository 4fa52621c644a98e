/* Registries of services, words of applications, and similar words.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_REGISTRY_H
#define CHECK_JUDGE_REGISTRY_H

#include <stdbool.h>

#include <ddds/application.h>
#include <ddds/span.h>

extern const char *const ddds_registry_resolution_services[];

/* Former names, in rounds of RESOLUTION_SERVICES: the present name of each is
 * at the same index of ddds_registry_resolution_services, modulo that
 * number. */
extern const char *const ddds_registry_retired_services[];
enum { RESOLUTION_SERVICES = 8 };

extern const char *const ddds_registry_protocols[];

/* Return true if |span| is in |list|, ignoring case. */
bool ddds_registry_has(const char *const *list, struct ddds_span span);

/* Size of a word, or of a complete field. */
enum { REGISTRY_WORD_SIZE = 64 };

/* Write the word of |list| that |span| may be a misspelling of into |meant|. If
 * |span| resembles none, or several, write "" and return false. */
bool ddds_registry_find_like(struct ddds_span span, const char *const *list,
                             char meant[REGISTRY_WORD_SIZE]);

/* ---- Words of applications -------------------------------------------- */

enum registry_place { REGISTRY_SERVICES, REGISTRY_PROTOCOLS };

/* Return true if |application| itself has |word|. */
bool ddds_registry_has_word(const struct ddds_application *application,
                            enum registry_place place, struct ddds_span word);

/* Return true if rules of |application| can have |word|. Rules of S-NAPTR,
 * U-NAPTR and an unknown application (NULL) can have the words of every
 * application with tags. */
bool ddds_registry_knows(const struct ddds_application *application,
                         enum registry_place place, struct ddds_span word);

/* Write into |meant| the word of rules of |application| that |word| may be a
 * misspelling of. If |word| resembles none, write "" and return false. */
bool ddds_registry_find_word(const struct ddds_application *application,
                             enum registry_place place, struct ddds_span word,
                             char meant[REGISTRY_WORD_SIZE]);

/* Write into |meant| the field of rules of |application| that has the letters
 * and digits of |services|, or that |services| may be a misspelling of. If no
 * field fits, write "" and return false. */
bool ddds_registry_find_field(const struct ddds_application *application,
                              const char *services,
                              char meant[REGISTRY_WORD_SIZE]);

#endif
