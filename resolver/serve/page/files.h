/* Embedded files of the page, written by embed.cmake.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_PAGE_FILES_H
#define SERVE_PAGE_FILES_H

#include "serve/page/page.h"

/* All files, ending with a NULL path. */
extern const struct page_asset page_files[];

/* Template of the page (page.c). Each "{{" has a "}}". */
extern const char page_template[];

#endif
