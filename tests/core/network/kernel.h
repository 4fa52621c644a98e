/* The kernel: sockets that exist only here. It does what the system's would do:
 * a connected socket gets datagrams of its peer only, and its errors.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NETWORK_KERNEL_H
#define NETWORK_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/network/chance.h"
#include "core/network/hurts.h"
#include "core/network/scenario.h"

/* Functions of the system have parameters that a simulation does not need. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

enum {
    FIRST_DESCRIPTOR = 100000,
    FAKES_MAX = 512,
    QUEUE_MAX = 3000, /* datagrams that a socket holds */
    STRANGER = 99,    /* an address outside */
    RATE_MAX = 1024,
    REPEATS_OF_A_QUERY = 2,
};

/* A datagram, on its way to or from a server, or in the queue of a socket. */
struct packet {
    struct packet *next;
    uint16_t port;   /* of the client */
    unsigned server; /* the server, or who says so */
    bool is_forged;
    uint32_t input;
    uint64_t asked; /* when its query was sent */
    uint64_t given; /* when the data were true; 0: they never were */
    size_t length;
    unsigned char octets[];
};

/* A query that a socket has sent and that has no answer yet. */
struct asked {
    uint64_t at;
    uint64_t question; /* its hash */
    uint32_t input;
    uint16_t id;
    bool is_over;
    unsigned repeats; /* within the time of the try */
};

struct stream;

struct fake {
    bool is_open;
    bool is_stream;
    uint32_t generation;
    uint16_t port;
    bool is_connected;
    unsigned sent;     /* queries, over UDP */
    unsigned server;   /* the peer */
    int error;         /* that the next call reports */
    uint64_t writable; /* when it can be written */
    bool is_untimed;   /* when its tries end cannot be known */
    bool cuts;         /* messages into datagrams */
    struct packet *first;
    struct packet *last;
    size_t queued;
    struct asked *asked; /* in the order in which they were sent */
    size_t asked_first;
    size_t asked_count;
    size_t asked_size;
    struct stream *stream;
};

/* Number of sent datagrams, and the times of the last of them. */
struct rate {
    unsigned limit; /* in a second; 0: any */
    uint64_t sent;
    uint64_t times[RATE_MAX];
};

enum { SOCKETS_OF_A_SERVER = 32 };

struct kernel {
    struct weather weather;
    struct chance chance;
    unsigned servers;
    bool is_cares;
    bool is_relaxed;
    unsigned repeats;    /* of a query within its time, at most */
    unsigned opened;     /* at present */
    uint64_t full;       /* when SOCKETS_OF_A_SERVER were last open */
    unsigned idle_waits; /* since something moved */
    uint64_t timeout;    /* microseconds of a try */
    uint64_t slack;
    struct rate all;
    struct rate each[SERVERS_MAX];
    uint64_t streamed;    /* queries over TCP */
    uint32_t ids[2][256]; /* of queries over UDP: their octets */
    bool is_interrupted;  /* the next wait returns */
    unsigned plant;       /* a planted mistake */
    size_t used;          /* of these, so far */
    struct fake fakes[FAKES_MAX];
    uint16_t by_port[65536]; /* 1 + the number of a fake */
};

extern struct kernel kernel;

/* Begin with the weather of |scenario|; |seed| is that of the run. */
void kernel_begin(const struct scenario *scenario, uint64_t seed);

/* End: nothing may be open any more. */
void kernel_end(void);

/* Plant a mistake of waiting (run.h). */
void kernel_plant(unsigned plant);

/* The socket of a descriptor; NULL if it is not ours. */
struct fake *kernel_find(int descriptor);

/* Let the current wait, or the next, return. */
void kernel_interrupt(void);

/* Let time pass until kernel_interrupt. */
void kernel_rest(void);

/* Something was sent or received: the caller does not spin. */
void kernel_moved(void);

/* Fail a call with the error |why|: -1. */
int kernel_error(int why);

/* datagrams.c */
ssize_t datagram_send(struct fake *fake, const unsigned char *octets,
                      size_t length);
ssize_t datagram_receive(struct fake *fake, unsigned char *octets,
                         size_t length, bool *is_cut);
void datagram_close(struct fake *fake);

/* Ids are drawn at random: a forger must not know them. */
void datagram_check_ids(void);

/* A datagram arrives at the client's port; |subject| is a packet. */
void datagram_arrive(void *subject, uint64_t number);

/* The socket at |port| learns of the error |why| from |server|. */
void datagram_refuse(uint16_t port, unsigned server, int why);

/* Return the query of |fake| with this ID and question; or NULL. */
struct asked *datagram_find(struct fake *fake, const unsigned char *octets,
                            size_t length);

/* The time by which the library must have given up a try; UINT64_MAX: none. */
uint64_t datagram_due(struct fake *fake);

/* streams.c */
int stream_connect(struct fake *fake);
ssize_t stream_send(struct fake *fake, const unsigned char *octets,
                    size_t length);
ssize_t stream_receive(struct fake *fake, unsigned char *octets, size_t length);
bool stream_is_readable(const struct fake *fake);
bool stream_is_writable(const struct fake *fake);
void stream_close(struct fake *fake);

#endif
