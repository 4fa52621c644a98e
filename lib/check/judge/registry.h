/* Registries of services, the words that applications know, and words that look
 * like these.
 *
 * Each list ends with NULL.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_REGISTRY_H
#define CHECK_JUDGE_REGISTRY_H

#include <stdbool.h>

#include <ddds/application.h>
#include <ddds/span.h>

extern const char *const ddds_registry_resolution_services[];

/* Former names, in rounds of RESOLUTION_SERVICES: the present name of each is at
 * the same index of ddds_registry_resolution_services, modulo that number. */
extern const char *const ddds_registry_retired_services[];
enum { RESOLUTION_SERVICES = 8 };

extern const char *const ddds_registry_protocols[];

/* Whole fields of SIP. */
extern const char *const ddds_registry_sip_fields[];

/* Return whether |span| is one of |list|, ignoring case. */
bool ddds_registry_has(const char *const *list, struct ddds_span span);

/* Room for a word, or for a whole field. */
enum { REGISTRY_WORD_SIZE = 64 };

/* Write the word of |list| that |span| may be a misspelling of into |meant|. If
 * |span| resembles no word, or several, write "" and return false. */
bool ddds_registry_find_like(struct ddds_span span, const char *const *list,
                             char meant[REGISTRY_WORD_SIZE]);

/* Write the field of |list| that has the letters and digits of |services|, or
 * that |services| may be a misspelling of, into |meant|. False if there is
 * none. */
bool ddds_registry_find_alike(const char *services, const char *const *list,
                              char meant[REGISTRY_WORD_SIZE]);

/* ---- The words of applications ---------------------------------------- */

enum registry_place { REGISTRY_SERVICES, REGISTRY_PROTOCOLS };

/* Does |application| itself know |word|? */
bool ddds_registry_has_word(const struct ddds_application *application,
                            enum registry_place place, struct ddds_span word);

/* Can rules of |application| have |word|? Those of S-NAPTR, of U-NAPTR and of
 * an unknown application (NULL) can have the words of every application with
 * tags. */
bool ddds_registry_knows(const struct ddds_application *application,
                         enum registry_place place, struct ddds_span word);

/* Of the words that rules of |application| can have, write the one that |word|
 * may be a misspelling of into |meant|. If |word| resembles no other, write ""
 * and return false. */
bool ddds_registry_find_word(const struct ddds_application *application,
                             enum registry_place place, struct ddds_span word,
                             char meant[REGISTRY_WORD_SIZE]);

/* Of the whole fields that rules of |application| can have, write the one that
 * has the letters and digits of |services|, or that |services| may be a
 * misspelling of, into |meant|. If no field fits, write "" and return false. */
bool ddds_registry_find_field(const struct ddds_application *application,
                              const char *services,
                              char meant[REGISTRY_WORD_SIZE]);

#endif
