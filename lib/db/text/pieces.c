/* Pieces of a zone file, and the text that a place is in.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "db/text/reader.h"
#include "name/domain.h"

bool ddds_zonefile_piece(const struct zonefile *file, size_t i,
                         struct zonefile_piece *piece)
{
    if (file->pieces == NULL) {
        *piece = (struct zonefile_piece){
            .text = file->root->text, .length = file->root->length, .line = 1};
        return i == 0;
    }
    if (i < file->piece_count) {
        *piece = file->pieces[i];
    }
    return i < file->piece_count;
}

size_t ddds_zonefile_piece_of(const struct zonefile *file, const char *at)
{
    size_t low = 0;
    size_t high = file->piece_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (file->pieces[middle].text <= at) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Is |at| in |source|, or at its end? */
static bool holds(const struct source *source, const char *at)
{
    return at >= source->text && at <= source->text + source->length;
}

bool ddds_zonefile_is_context(const struct zonefile *file, const char *at)
{
    if (file->pieces == NULL) {
        return false;
    }
    bool is_there = at != NULL && holds(file->root, at);
    size_t i = is_there ? ddds_zonefile_piece_of(file, at) : 0;
    return !is_there || file->pieces[i].is_context;
}

const char *ddds_zonefile_text(const struct zonefile *file, const char *at,
                               size_t *length)
{
    const struct source *source = file->root;
    if (at != NULL && file->pieces != NULL && holds(source, at)) {
        const struct zonefile_piece *piece =
            &file->pieces[ddds_zonefile_piece_of(file, at)];
        *length = piece->length + piece->ahead;
        return piece->text;
    }
    if (at != NULL && !holds(source, at)) {
        source = file->included;
        while (source != NULL && !holds(source, at)) {
            source = source->next;
        }
    }
    if (source == NULL) {
        return NULL;
    }
    *length = source->length;
    return source->text;
}

static void set_name(struct spelt_name *name, const char *text)
{
    name->length = strlen(text);
    memcpy(name->text, text, name->length + 1);
}

bool ddds_reader_next_piece(struct zone_reader *reader)
{
    const struct zonefile *file = reader->file;
    struct zone_position *at = &reader->at;
    if (reader->piece == file->piece_count) {
        return false;
    }
    const struct zonefile_piece *piece = &file->pieces[reader->piece++];
    const struct source source = {.name = file->root->name,
                                  .text = piece->text,
                                  .length = piece->length + piece->ahead};
    reader->piece_end = piece->text + piece->length;
    ddds_reader_open(reader, &source);
    at->lexer.line = piece->line;
    at->lexer.is_torn = piece->is_torn;
    reader->has_default_ttl = piece->has_default_ttl;
    reader->default_ttl = piece->default_ttl;
    reader->has_last_ttl = piece->has_last_ttl;
    reader->last_ttl = piece->last_ttl;
    if (strcmp(at->origin_text.text, piece->origin) != 0) {
        set_name(&at->origin_text, piece->origin);
        at->origin.length = ddds_domain_write(piece->origin, at->origin.octets);
    }
    at->has_origin = piece->has_origin;
    at->has_owner = piece->owner != NULL;
    if (piece->owner != NULL) {
        set_name(&at->owner, piece->owner);
        ddds_reader_mark(file, &at->owner);
    }
    return true;
}
