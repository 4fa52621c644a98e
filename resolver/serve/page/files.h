/* The files of the page as they are in the program: embed.cmake writes them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_PAGE_FILES_H
#define SERVE_PAGE_FILES_H

#include "serve/page/page.h"

/* What page_find finds, up to an entry whose path is NULL. */
extern const struct page_asset page_files[];

/* page.html with its places: text in which each "{{" has a "}}". */
extern const char page_template[];

#endif
