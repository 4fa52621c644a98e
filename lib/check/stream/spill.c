/* Each part has a buffer; a full one becomes a block of the file.
 *
 * SPDX-License-Identifier: MIT */
#include "check/stream/spill.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"

enum { BLOCK = 16384 };

struct spill_part {
    char *buffer;
    size_t used;      /* of the buffer */
    uint32_t *blocks; /* their numbers in the file */
    size_t block_count;
    size_t pieces;
};

struct spill {
    int descriptor;
    uint32_t blocks; /* of the file */
    size_t part_count;
    struct spill_part *parts;
};

/* A piece in the file: this, origin, owner, text. */
struct piece_head {
    uint32_t length;
    uint32_t ahead;
    uint32_t line;
    uint32_t default_ttl;
    uint32_t last_ttl;
    uint16_t origin; /* octets with NUL */
    uint16_t owner;  /* 0: none */
    bool has_default_ttl;
    bool has_last_ttl;
    bool has_origin;
    bool is_torn;
};

static ddds_status refuse(struct ddds_error *error)
{
    char why[128] = "";
    (void)strerror_r(errno, why, sizeof why);
    return ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                          "temporary file: %s", why);
}

/* Open a file in |folder|, and remove its name. */
static int open_unnamed(const char *folder)
{
    static const char name[] = "/ddds-XXXXXX";
    char *path = malloc(strlen(folder) + sizeof name);
    if (path == NULL) {
        errno = ENOMEM;
        return -1;
    }
    memcpy(path, folder, strlen(folder));
    memcpy(path + strlen(folder), name, sizeof name);
    int descriptor = mkstemp(path);
    if (descriptor >= 0) {
        unlink(path);
    }
    int number = errno;
    free(path);
    errno = number;
    return descriptor;
}

struct spill *ddds_spill_new(const char *folder, size_t parts,
                             struct ddds_error *error)
{
    struct spill *spill = calloc(1, sizeof *spill);
    struct spill_part *items = calloc(parts, sizeof *items);
    if (spill == NULL || items == NULL) {
        free(spill);
        free(items);
        ddds_error_no_memory(error);
        return NULL;
    }
    spill->parts = items;
    spill->part_count = parts;
    spill->descriptor = open_unnamed(folder);
    if (spill->descriptor < 0) {
        if (errno == ENOMEM) {
            ddds_error_no_memory(error);
        } else {
            refuse(error);
        }
        ddds_spill_free(spill);
        return NULL;
    }
    return spill;
}

void ddds_spill_free(struct spill *spill)
{
    if (spill == NULL) {
        return;
    }
    if (spill->descriptor >= 0) {
        close(spill->descriptor);
    }
    for (size_t i = 0; i < spill->part_count; i++) {
        free(spill->parts[i].buffer);
        free(spill->parts[i].blocks);
    }
    free(spill->parts);
    free(spill);
}

/* ---- Writing ---------------------------------------------------------- */

static ddds_status write_block(struct spill *spill, struct spill_part *part,
                               struct ddds_error *error)
{
    if ((part->block_count & (part->block_count - 1)) == 0) {
        size_t size = part->block_count > 0 ? 2 * part->block_count : 1;
        uint32_t *blocks = realloc(part->blocks, size * sizeof *blocks);
        if (blocks == NULL) {
            return ddds_error_no_memory(error);
        }
        part->blocks = blocks;
    }
    const off_t begin = (off_t)spill->blocks * BLOCK;
    for (size_t done = 0; done < BLOCK;) {
        ssize_t count = pwrite(spill->descriptor, part->buffer + done,
                               BLOCK - done, begin + (off_t)done);
        if (count < 0 && errno != EINTR) {
            return refuse(error);
        }
        done += count > 0 ? (size_t)count : 0;
    }
    part->blocks[part->block_count++] = spill->blocks++;
    part->used = 0;
    return DDDS_OK;
}

static ddds_status write_octets(struct spill *spill, struct spill_part *part,
                                const void *octets, size_t length,
                                struct ddds_error *error)
{
    const char *at = octets;
    while (length > 0) {
        size_t count =
            BLOCK - part->used < length ? BLOCK - part->used : length;
        memcpy(part->buffer + part->used, at, count);
        part->used += count;
        at += count;
        length -= count;
        if (part->used == BLOCK) {
            ddds_status status = write_block(spill, part, error);
            if (status != DDDS_OK) {
                return status;
            }
        }
    }
    return DDDS_OK;
}

ddds_status ddds_spill_write(struct spill *spill, size_t number,
                             const struct zonefile_piece *piece,
                             struct ddds_error *error)
{
    struct spill_part *part = &spill->parts[number];
    struct piece_head head;
    memset(&head, 0, sizeof head);
    head.length = (uint32_t)piece->length;
    head.ahead = (uint32_t)piece->ahead;
    head.line = piece->line;
    head.default_ttl = piece->default_ttl;
    head.last_ttl = piece->last_ttl;
    head.origin = (uint16_t)(strlen(piece->origin) + 1);
    head.owner =
        piece->owner != NULL ? (uint16_t)(strlen(piece->owner) + 1) : 0;
    head.has_default_ttl = piece->has_default_ttl;
    head.has_last_ttl = piece->has_last_ttl;
    head.has_origin = piece->has_origin;
    head.is_torn = piece->is_torn;
    if (part->buffer == NULL) {
        part->buffer = malloc(BLOCK);
        if (part->buffer == NULL) {
            return ddds_error_no_memory(error);
        }
    }
    part->pieces++;
    ddds_status status = write_octets(spill, part, &head, sizeof head, error);
    if (status == DDDS_OK) {
        status = write_octets(spill, part, piece->origin, head.origin, error);
    }
    if (status == DDDS_OK) {
        status = write_octets(spill, part, piece->owner, head.owner, error);
    }
    return status == DDDS_OK ? write_octets(spill, part, piece->text,
                                            piece->length + piece->ahead, error)
                             : status;
}

/* ---- Reading ---------------------------------------------------------- */

size_t ddds_spill_octets(const struct spill *spill, size_t part)
{
    return spill->parts[part].block_count * BLOCK + spill->parts[part].used;
}

static ddds_status read_block(const struct spill *spill, uint32_t block,
                              char *to, struct ddds_error *error)
{
    const off_t begin = (off_t)block * BLOCK;
    for (size_t done = 0; done < BLOCK;) {
        ssize_t count = pread(spill->descriptor, to + done, BLOCK - done,
                              begin + (off_t)done);
        if (count == 0) {
            errno = EIO;
        }
        if (count == 0 || (count < 0 && errno != EINTR)) {
            return refuse(error);
        }
        done += count > 0 ? (size_t)count : 0;
    }
    return DDDS_OK;
}

/* Describe the piece at |at|; return what follows it. */
static const char *decode(const char *at, struct zonefile_piece *piece)
{
    struct piece_head head;
    memcpy(&head, at, sizeof head);
    at += sizeof head;
    *piece = (struct zonefile_piece){
        .text = at + head.origin + head.owner,
        .length = head.length,
        .ahead = head.ahead,
        .line = head.line,
        .default_ttl = head.default_ttl,
        .last_ttl = head.last_ttl,
        .has_default_ttl = head.has_default_ttl,
        .has_last_ttl = head.has_last_ttl,
        .has_origin = head.has_origin,
        .is_torn = head.is_torn,
        .origin = at,
        .owner = head.owner > 0 ? at + head.origin : NULL,
    };
    return piece->text + head.length + head.ahead;
}

ddds_status ddds_spill_read(const struct spill *spill, size_t number,
                            struct spilled *spilled, struct ddds_error *error)
{
    const struct spill_part *part = &spill->parts[number];
    *spilled = (struct spilled){
        .memory = malloc(ddds_spill_octets(spill, number) + 1),
        .pieces = calloc(part->pieces + 1, sizeof *spilled->pieces),
        .count = part->pieces,
    };
    ddds_status status = spilled->memory == NULL || spilled->pieces == NULL
                             ? ddds_error_no_memory(error)
                             : DDDS_OK;
    for (size_t i = 0; status == DDDS_OK && i < part->block_count; i++) {
        status = read_block(spill, part->blocks[i], spilled->memory + i * BLOCK,
                            error);
    }
    if (status != DDDS_OK) {
        ddds_spilled_clear(spilled);
        return status;
    }
    if (part->used > 0) {
        memcpy(spilled->memory + part->block_count * BLOCK, part->buffer,
               part->used);
    }
    const char *at = spilled->memory;
    for (size_t i = 0; at != NULL && i < part->pieces; i++) {
        at = decode(at, &spilled->pieces[i]);
    }
    return DDDS_OK;
}

void ddds_spilled_clear(struct spilled *spilled)
{
    free(spilled->memory);
    free(spilled->pieces);
    *spilled = (struct spilled){.memory = NULL};
}
