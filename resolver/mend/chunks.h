/* A text in pieces: each is a line as it was, or what stands in place of some
 * lines.
 *
 * SPDX-License-Identifier: MIT */
#ifndef MEND_CHUNKS_H
#define MEND_CHUNKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/check.h>

struct chunk {
    const char *text; /* with its line feeds */
    size_t length;
    size_t lines;
    size_t first; /* of the lines of the original, from 0 */
    size_t count; /* how many of them */
    char *own;    /* |text|, if the chunk was changed, or NULL */
};

struct chunks {
    const char *original; /* borrowed */
    size_t length;
    struct chunk *items;
    size_t count;
};

/* A change: |text| in place of a region. Lines and columns are as in a finding,
 * of the text before all changes that are made together. */
struct change {
    struct ddds_region region;
    const char *text;
};

/* Cut |length| octets at |original| into lines. False without memory. */
bool chunks_begin(struct chunks *chunks, const char *original, size_t length);

/* Make |copy| equal to |chunks|. False without memory. */
bool chunks_copy(struct chunks *copy, const struct chunks *chunks);

/* The whole text, with a NUL that does not count, to be freed with free(). NULL
 * without memory. */
char *chunks_text(const struct chunks *chunks, size_t *length);

/* Make |count| changes, which are in the order of their lines and share no
 * line. A change whose region is not in the text is left out. False without
 * memory. */
bool chunks_change(struct chunks *chunks, const struct change *changes,
                   size_t count);

/* Return whether the text differs from the original. */
bool chunks_differ(const struct chunks *chunks);

/* A line of a text: what is searched from it on does not count the lines before
 * it again. */
struct line_place {
    const char *at;  /* where the line begins */
    const char *end; /* of the text */
    uint32_t line;   /* from 1 */
};

/* Return the octets of |region|, up to its end, and how many they are; NULL if
 * it is not in the text from |place| on. |place| goes on to its first line. */
const char *find_region(struct line_place *place,
                        const struct ddds_region *region, size_t *count);

/* Free what |chunks| has. */
void chunks_clear(struct chunks *chunks);

#endif
