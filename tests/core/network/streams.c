/* TCP: connections, and their octets in pieces of any size.
 *
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/network/agenda.h"
#include "core/network/clock.h"
#include "core/network/damage.h"
#include "core/network/hurts.h"
#include "core/network/journal.h"
#include "core/network/kernel.h"
#include "core/network/path.h"
#include "core/network/servers.h"
#include "core/network/zone.h"

struct buffer {
    unsigned char *octets;
    size_t length;
    size_t size;
};

struct stream {
    bool is_open;
    bool has_ended;      /* by the server */
    struct buffer in;    /* what the client may read */
    struct buffer asked; /* what the server has got */
    uint64_t out_at;     /* when the last piece arrives there, */
    uint64_t in_at;      /* and here */
};

/* Octets on their way. */
struct piece {
    size_t length;
    uint64_t given; /* when they were true; 0: a query */
    uint32_t input;
    unsigned char octets[];
};

static void append(struct buffer *buffer, const unsigned char *octets,
                   size_t length)
{
    if (buffer->length + length > buffer->size) {
        buffer->size = 2 * (buffer->length + length);
        buffer->octets = realloc(buffer->octets, buffer->size);
        demand(buffer->octets != NULL, "no memory for a stream");
    }
    memcpy(buffer->octets + buffer->length, octets, length);
    buffer->length += length;
}

static void remove_first(struct buffer *buffer, size_t length)
{
    buffer->length -= length;
    memmove(buffer->octets, buffer->octets + length, buffer->length);
}

/* A socket as a number for the agenda, and back; NULL if it was closed. */
static uint64_t number_of(const struct fake *fake)
{
    return (uint64_t)fake->generation << 32 | (uint64_t)(fake - kernel.fakes);
}

static struct fake *find_numbered(uint64_t number)
{
    struct fake *fake = &kernel.fakes[number & UINT32_MAX];
    return fake->is_open && fake->generation == number >> 32 ? fake : NULL;
}

/* ---- Connections -------------------------------------------------------- */

static void open_stream(void *subject, uint64_t number)
{
    struct fake *fake = find_numbered(number);
    if (fake == NULL) {
        return;
    }
    enum servers_welcome welcome = servers_connect(fake->server);
    journal_note("connection", number & UINT32_MAX, welcome);
    if (welcome == WELCOME) {
        fake->stream->is_open = true;
    } else if (welcome == REFUSED_AT_ONCE) {
        fake->error = ECONNREFUSED;
    }
}

int stream_connect(struct fake *fake)
{
    fake->stream = calloc(1, sizeof *fake->stream);
    demand(fake->stream != NULL, "no memory for a stream");
    agenda_add(virtual_now() + path_delay() + path_delay(), open_stream, NULL,
               number_of(fake));
    return kernel_error(EINPROGRESS);
}

static void end_stream(void *subject, uint64_t number)
{
    struct fake *fake = find_numbered(number);
    if (fake != NULL) {
        hurt_all(fake->server, "connection-cut");
        if (chance_below(&kernel.chance, 2) == 0) {
            fake->error = ECONNRESET;
        }
        fake->stream->has_ended = true;
    }
}

void stream_close(struct fake *fake)
{
    if (fake->stream != NULL) {
        if (!fake->stream->is_open) { /* others may have waited for it, too */
            hurt_all(fake->server, "connection-given-up");
        }
        free(fake->stream->in.octets);
        free(fake->stream->asked.octets);
        free(fake->stream);
        fake->stream = NULL;
    }
}

bool stream_is_readable(const struct fake *fake)
{
    return fake->stream != NULL &&
           (fake->stream->in.length > 0 || fake->stream->has_ended);
}

bool stream_is_writable(const struct fake *fake)
{
    return fake->stream != NULL && fake->stream->is_open &&
           fake->writable <= virtual_now();
}

/* ---- The server's side -------------------------------------------------- */

/* The answer, or a piece of it, is there. */
static void arrive_here(void *subject, uint64_t number)
{
    struct piece *piece = subject;
    struct fake *fake = find_numbered(number);
    if (fake != NULL && !fake->stream->has_ended) {
        journal_note("stream", piece->input, piece->length);
        append(&fake->stream->in, piece->octets, piece->length);
        hurts_note_way(piece->input, virtual_now() - piece->given);
    }
    free(piece);
}

static struct piece *make_piece(const unsigned char *octets, size_t length)
{
    struct piece *piece = malloc(sizeof *piece + length);
    demand(piece != NULL, "no memory for a stream");
    piece->length = length;
    piece->given = 0;
    piece->input = 0;
    memcpy(piece->octets, octets, length);
    return piece;
}

/* Pieces of one connection keep their order. */
static uint64_t next_time(uint64_t *last, uint64_t at)
{
    *last = at > *last ? at : *last;
    return *last;
}

/* Send |wire| in one piece or two; the connection may end in between. */
static void answer_stream(struct fake *fake, struct wire *wire, uint32_t input,
                          uint64_t wait)
{
    struct stream *stream = fake->stream;
    if (chance_hits(&kernel.chance, kernel.weather.damage)) {
        /* c-ares may hang up, and so lose what others wait for. */
        hurt_all(fake->server, "damaged-tcp");
        wire->length =
            damage_visibly(&kernel.chance, wire->octets, wire->length);
    }
    unsigned char frame[2] = {(unsigned char)(wire->length >> 8),
                              (unsigned char)wire->length};
    struct buffer whole = {0};
    append(&whole, frame, 2);
    append(&whole, wire->octets, wire->length);
    bool is_cut = chance_hits(&kernel.chance, kernel.weather.cut);
    size_t first = chance_hits(&kernel.chance, kernel.weather.shorten) || is_cut
                       ? (size_t)chance_below(&kernel.chance, whole.length)
                       : whole.length;
    for (size_t at = 0; at < whole.length;) {
        size_t length = at == 0 && first > 0 ? first : whole.length - at;
        struct piece *piece = make_piece(whole.octets + at, length);
        piece->given = virtual_now();
        piece->input = input;
        at += length;
        agenda_add(
            next_time(&stream->in_at, virtual_now() + wait + path_delay()),
            arrive_here, piece, number_of(fake));
        if (is_cut) {
            agenda_add(stream->in_at, end_stream, NULL, number_of(fake));
            break;
        }
    }
    free(whole.octets);
}

/* Answer the queries that are whole. */
static void arrive_there(void *subject, uint64_t number)
{
    static struct wire wire;
    struct piece *piece = subject;
    struct fake *fake = find_numbered(number);
    if (fake == NULL) {
        free(piece);
        return;
    }
    struct buffer *asked = &fake->stream->asked;
    append(asked, piece->octets, piece->length);
    free(piece);
    while (asked->length >= 2) {
        size_t length = (size_t)(asked->octets[0] << 8 | asked->octets[1]);
        struct zone_name name = {0};
        uint64_t wait;
        if (asked->length < length + 2) {
            return;
        }
        kernel.streamed++;
        zone_read_query(asked->octets + 2, length, &name);
        if (servers_stream(fake->server, asked->octets + 2, length, &wire,
                           &wait)) {
            answer_stream(fake, &wire, name.input, wait);
        }
        remove_first(asked, length + 2);
    }
}

/* ---- The client's side -------------------------------------------------- */

static void wake(void *subject, uint64_t number)
{
}

static size_t draw_part(size_t length)
{
    return chance_hits(&kernel.chance, kernel.weather.shorten)
               ? 1 + (size_t)chance_below(&kernel.chance, length)
               : length;
}

ssize_t stream_send(struct fake *fake, const unsigned char *octets,
                    size_t length)
{
    struct stream *stream = fake->stream;
    int error = fake->error;
    fake->error = 0;
    if (error != 0 || stream->has_ended) {
        return kernel_error(error != 0 ? error : EPIPE);
    }
    if (!stream_is_writable(fake)) {
        return kernel_error(EAGAIN);
    }
    if (chance_hits(&kernel.chance, kernel.weather.full)) {
        fake->writable = virtual_now() + 1000;
        agenda_add(fake->writable, wake, NULL, 0);
        return kernel_error(EAGAIN);
    }
    length = draw_part(length);
    kernel_moved();
    journal_note("stream-out", (uint64_t)(fake - kernel.fakes), length);
    agenda_add(next_time(&stream->out_at, virtual_now() + path_delay()),
               arrive_there, make_piece(octets, length), number_of(fake));
    return (ssize_t)length;
}

ssize_t stream_receive(struct fake *fake, unsigned char *octets, size_t length)
{
    struct stream *stream = fake->stream;
    if (stream->in.length > 0) {
        size_t count = stream->in.length < length ? stream->in.length : length;
        count = draw_part(count);
        memcpy(octets, stream->in.octets, count);
        remove_first(&stream->in, count);
        kernel_moved();
        return (ssize_t)count;
    }
    int error = fake->error;
    fake->error = 0;
    if (error != 0) {
        return kernel_error(error);
    }
    return stream->has_ended ? 0 : kernel_error(EAGAIN);
}
