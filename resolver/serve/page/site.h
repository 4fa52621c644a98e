/* The site below /help/: manual pages, tutorial, lint codes and JSON schemas,
 * files of a folder that site/make has written.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_PAGE_SITE_H
#define SERVE_PAGE_SITE_H

#include <stddef.h>

/* Open the folder of the site: "site" beside this program in a build, or the
 * folder of an installation. Returns a descriptor for the caller to close, or
 * -1 if the site is not installed. */
int site_open(void);

/* Return the content of |name|, the part of a path after "/help/" ("" is the
 * front page), for the caller to free, with its |length| and in |type| its media
 * type, static storage. Returns NULL if the site of |folder| has no such file,
 * or if it is larger than 4 MiB. |name| may come from a hostile client: it
 * cannot leave the folder. */
char *site_read(int folder, const char *name, const char **type,
                size_t *length);

#endif
