/* The first label of a name says how its queries are answered; see the table.
 * Names that the table does not know are answered well.
 *
 * SPDX-License-Identifier: MIT */
#include "core/server/misbehave.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "base/ascii.h"
#include "db/wire/message.h"
#include "core/names.h"
#include "core/wire.h"

/* Ways need not look at the question. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

enum { CONNECTIONS = 64 };

/* A question, and where its answer goes. */
struct asked {
    const struct message *message;
    const unsigned char *octets;
    size_t length;
    char question[LIMIT_NAME_SIZE]; /* the name of the query */
    unsigned number;                /* in it, behind "-" */
    bool is_tcp;
    int socket;
    const struct sockaddr_in *from;
};

static struct wire wire;
static unsigned count; /* queries received */

/* ---- Sending ------------------------------------------------------------ */

static void pause_for(long milliseconds)
{
    const struct timespec time = {milliseconds / 1000,
                                  milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static void send_octets(const struct asked *asked, const void *octets,
                        size_t length)
{
    if (asked->is_tcp) {
        unsigned char prefix[2] = {(unsigned char)(length >> 8),
                                   (unsigned char)length};
        send(asked->socket, prefix, 2, MSG_NOSIGNAL | MSG_MORE);
        send(asked->socket, octets, length, MSG_NOSIGNAL);
    } else {
        sendto(asked->socket, octets, length, 0,
               (const struct sockaddr *)asked->from, sizeof *asked->from);
    }
}

static void send_wire(const struct asked *asked)
{
    send_octets(asked, wire.octets, wire.length);
}

/* ---- Composing ---------------------------------------------------------- */

static void begin(const struct asked *asked, unsigned flags)
{
    wire_begin(&wire, flags, asked->question, asked->message->question_type);
    wire.octets[0] = (unsigned char)(asked->message->id >> 8);
    wire.octets[1] = (unsigned char)asked->message->id;
}

/* A rule whose output is |uri|. */
static void add_rule(const char *owner, unsigned order, const char *uri)
{
    char regexp[200];
    snprintf(regexp, sizeof regexp, "!^.*$!%s!", uri);
    size_t at = wire_naptr(&wire, owner, order, regexp);
    wire_u8(&wire, 0);
    wire_end(&wire, at);
}

/* The good answer to every type. */
static void compose_good(const struct asked *asked)
{
    begin(asked, 0);
    switch (asked->message->question_type) {
    case TYPE_NAPTR:
        add_rule(NULL, 100, "http://good.test/");
        break;
    case TYPE_SRV:
        wire_server(&wire, 1, NULL, 600, "host.test");
        break;
    case TYPE_A:
        wire_address(&wire, 1, NULL, 600, 7);
        break;
    default:
        wire_soa(&wire, "test", 600, 300);
        break;
    }
}

/* ---- Ways to behave ----------------------------------------------------- */

static void be_good(const struct asked *asked)
{
    compose_good(asked);
    send_wire(asked);
}

static void be_slow(const struct asked *asked)
{
    pause_for((long)asked->number);
}

static void be_silent(const struct asked *asked)
{
}

static void answer_with_wrong_id(const struct asked *asked)
{
    wire.octets[1] ^= 1;
}

static void answer_another_question(const struct asked *asked)
{
    wire.octets[13] ^= 1;
}

static void answer_from_elsewhere(const struct asked *asked)
{
    struct asked other = *asked;
    compose_good(asked);
    other.socket = socket(AF_INET, SOCK_DGRAM, 0);
    send_wire(&other);
    close(other.socket);
}

static void echo(const struct asked *asked)
{
    send_octets(asked, asked->octets, asked->length);
}

/* A good answer to another kind of request. */
static void change_the_opcode(const struct asked *asked)
{
    wire.octets[2] |= (uint8_t)(asked->number << 3);
}

static void leave_the_question_out(const struct asked *asked)
{
    size_t end = 12 + strlen(asked->question) + 2 + 4;
    memmove(wire.octets + 12, wire.octets + end, wire.length - end);
    wire.length -= end - 12;
    wire_count(&wire, 0, 0);
}

static void cut(const struct asked *asked)
{
    wire.length = asked->number < wire.length ? asked->number : wire.length;
}

/* 0: to itself, 1: two to each other, 2: ahead. */
static void loop_pointers(const struct asked *asked)
{
    size_t at = wire_naptr(&wire, NULL, 100, "!.*!http://bad.test/!");
    switch (asked->number) {
    case 0:
        wire_pointer(&wire, wire.length);
        break;
    case 1:
        wire_pointer(&wire, wire.length + 2);
        wire_pointer(&wire, wire.length - 2);
        break;
    default:
        wire_pointer(&wire, wire.length + 20);
        break;
    }
    wire_end(&wire, at);
    add_rule(NULL, 200, "http://good.test/");
}

/* The first record's owner leads to itself; with a number, that of the only
 * record. */
static void loop_owner(const struct asked *asked)
{
    size_t owner = wire.length;
    add_rule(NULL, 100, "http://bad.test/");
    wire.octets[owner] = (unsigned char)(0xc0 | owner >> 8);
    wire.octets[owner + 1] = (unsigned char)owner;
    if (asked->number == 0) {
        add_rule(NULL, 200, "http://good.test/");
    }
}

static void lie_about_counts(const struct asked *asked)
{
    wire_count(&wire, asked->number, 65535);
}

static void hide_the_answer(const struct asked *asked)
{
    wire_count(&wire, 1, 0);
}

static void repeat_the_question(const struct asked *asked)
{
    for (unsigned i = 1; i < asked->number; i++) {
        wire_name(&wire, asked->question);
        wire_u16(&wire, asked->message->question_type);
        wire_u16(&wire, 1);
    }
    wire_count(&wire, 0, asked->number);
    add_rule(NULL, 100, "http://good.test/");
}

static void shout(const struct asked *asked)
{
    for (size_t i = 13; wire.octets[i] != 0; i++) {
        if (ascii_is_lower(wire.octets[i])) {
            wire.octets[i] -= 'a' - 'A';
        }
    }
}

/* The last string of a rule runs past its end. */
static void lie_about_a_string(const struct asked *asked)
{
    size_t at = wire_record(&wire, 1, NULL, TYPE_NAPTR, 600);
    wire_u32(&wire, 0x00640064);
    wire_string(&wire, "u");
    wire_string(&wire, "");
    wire_u8(&wire, 255);
    wire_end(&wire, at);
    add_rule(NULL, 200, "http://good.test/");
}

static void answer_for_another_owner(const struct asked *asked)
{
    add_rule("attacker.test", 100, "http://bad.test/");
    wire_soa(&wire, "test", 600, 300);
}

static void chain(const struct asked *asked)
{
    char from[32];
    char to[32];
    snprintf(from, sizeof from, "%.31s", asked->question);
    for (unsigned i = 0; i < asked->number; i++) {
        snprintf(to, sizeof to, "n%u.test", i);
        wire_alias(&wire, from, TYPE_CNAME, 60, to);
        memcpy(from, to, sizeof from);
    }
    add_rule(from, 100, "http://good.test/");
}

static void go_round(const struct asked *asked)
{
    wire_alias(&wire, NULL, TYPE_CNAME, 60, "round.test");
    wire_alias(&wire, "round.test", TYPE_CNAME, 60, asked->question);
}

static void redirect(const struct asked *asked)
{
    char name[80];
    size_t label = strcspn(asked->question, ".");
    wire_alias(&wire, "test", TYPE_DNAME, 60, "other");
    snprintf(name, sizeof name, "%.*s.other", (int)label, asked->question);
    add_rule(name, 100, "http://good.test/");
}

/* The target of the DNAME is below it again. */
static void redirect_for_ever(const struct asked *asked)
{
    wire_alias(&wire, "test", TYPE_DNAME, 60, "x.test");
}

static void go_elsewhere(const struct asked *asked)
{
    wire_alias(&wire, NULL, TYPE_CNAME, 60, "good.test");
}

/* One alias, to the next number, and nothing about that. */
static void hop(const struct asked *asked)
{
    char next[32];
    snprintf(next, sizeof next, "hop-%u.test", asked->number + 1);
    wire_alias(&wire, NULL, TYPE_CNAME, 60, next);
}

/* Rules whose replacements are 1000 pointers in a row. */
static void exhaust_the_labels(const struct asked *asked)
{
    enum { POINTERS = 1000, RULES = 67 }; /* 4 KiB: one datagram */
    size_t at = wire_record(&wire, 1, NULL, 65280, 60);
    size_t last = 12;
    for (unsigned i = 0; i < POINTERS; i++) {
        size_t here = wire.length;
        wire_pointer(&wire, last);
        last = here;
    }
    wire_end(&wire, at);
    for (unsigned i = 0; i < RULES; i++) {
        at = wire_naptr(&wire, NULL, i, "");
        wire_pointer(&wire, last);
        wire_end(&wire, at);
    }
}

static void send_truncated(const struct asked *asked)
{
    begin(asked, 0x0200);
    send_wire(asked);
}

static void truncate_over_udp(const struct asked *asked)
{
    if (asked->is_tcp) {
        be_good(asked);
    } else {
        send_truncated(asked);
    }
}

/* An octet a millisecond, or so many as the number says; until the connection
 * is closed. */
static void send_single_octets(const struct asked *asked)
{
    compose_good(asked);
    ssize_t sent = 1;
    unsigned char prefix[2] = {0, (unsigned char)wire.length};
    for (size_t i = 0; i < wire.length + 2 && sent == 1; i++) {
        sent = send(asked->socket, i < 2 ? &prefix[i] : &wire.octets[i - 2], 1,
                    MSG_NOSIGNAL);
        pause_for(asked->number > 0 ? (long)asked->number : 1);
    }
}

static void send_half(const struct asked *asked)
{
    compose_good(asked);
    unsigned char prefix[2] = {0, (unsigned char)wire.length};
    send(asked->socket, prefix, 2, MSG_NOSIGNAL);
    send(asked->socket, wire.octets, wire.length / 2, MSG_NOSIGNAL);
}

static void close_in_the_middle(const struct asked *asked)
{
    send_half(asked);
    shutdown(asked->socket, SHUT_RDWR);
}

/* Over TCP, every other time: no answer, and nothing more on this connection.
 */
static void break_off(const struct asked *asked)
{
    static unsigned times;
    if (!asked->is_tcp || times++ % 2 == 1) {
        be_good(asked);
    } else {
        shutdown(asked->socket, SHUT_RDWR);
    }
}

/* A good answer, the only one of its connection (RFC 7766 section 6.2.3). */
static void answer_once(const struct asked *asked)
{
    be_good(asked);
    shutdown(asked->socket, SHUT_RDWR);
}

/* A message that says it is longer, or shorter, than it is. */
static void lie_about_the_length(const struct asked *asked)
{
    compose_good(asked);
    unsigned char prefix[2] = {
        0, (unsigned char)(wire.length - 10 + asked->number)};
    send(asked->socket, prefix, 2, MSG_NOSIGNAL);
    send(asked->socket, wire.octets, wire.length, MSG_NOSIGNAL);
}

static void reset_in_the_middle(const struct asked *asked)
{
    const struct linger hard = {1, 0};
    send_half(asked);
    setsockopt(asked->socket, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
    shutdown(asked->socket, SHUT_RDWR);
}

static void answer_rcode(const struct asked *asked)
{
    begin(asked, asked->number);
}

static void dislike_edns(const struct asked *asked)
{
    if (asked->message->has_edns) {
        begin(asked, RCODE_FORMERR);
        send_wire(asked);
    } else {
        be_good(asked);
    }
}

/* The same from a server that understands nothing: a header alone. */
static void dislike_edns_silently(const struct asked *asked)
{
    if (asked->message->has_edns) {
        begin(asked, RCODE_FORMERR);
        wire_count(&wire, 0, 0);
        wire.length = 12;
        send_wire(asked);
    } else {
        be_good(asked);
    }
}

/* An OPT record of version 0 that adds |rcode| times sixteen to the RCODE. */
static void add_opt(unsigned rcode)
{
    size_t at = wire_record(&wire, 3, "", TYPE_OPT, rcode << 24);
    wire_end(&wire, at);
}

static void dislike_the_version(const struct asked *asked)
{
    add_opt(RCODE_BADVERS >> 4);
}

static void repeat_opt(const struct asked *asked)
{
    add_opt(0);
    add_opt(1);
}

static void repeat_itself(const struct asked *asked)
{
    be_good(asked);
    be_good(asked);
    pause_for(20);
    be_good(asked);
}

static void send_nothing_first(const struct asked *asked)
{
    send_octets(asked, "", 0);
    be_good(asked);
}

static void add_octets_that_do_not_print(const struct asked *asked)
{
    add_rule(NULL, 100,
             "http://b\xc3\xbc"
             "cher.test/");
    size_t at = wire_naptr(&wire, NULL, 150, "!.*!http://nul.test/!");
    wire.octets[wire.length - 3] = 0;
    wire_u8(&wire, 0);
    wire_end(&wire, at);
    add_rule(NULL, 200, "http://good.test/");
}

/* Three malformed records, and |is_good| a good one. The first says that
 * its regexp is longer than it is, the second is empty, the third goes on. */
static void add_ill_rules(bool is_good)
{
    size_t at = wire_naptr(&wire, NULL, 100, "!.*!http://bad.test/!");
    wire.octets[wire.length - 22] = 200;
    wire_end(&wire, at);
    at = wire_record(&wire, 1, NULL, TYPE_NAPTR, 600);
    wire_end(&wire, at);
    at = wire_naptr(&wire, NULL, 50, "!.*!http://bad.test/!");
    wire_name(&wire, "next.test");
    wire_u16(&wire, 0xdead);
    wire_end(&wire, at);
    if (is_good) {
        add_rule(NULL, 300, "http://good.test/");
    }
}

static void add_ill_data(const struct asked *asked, bool is_good)
{
    size_t at;
    switch (asked->message->question_type) {
    case TYPE_NAPTR:
        add_ill_rules(is_good);
        break;
    case TYPE_SRV:
        at = wire_record(&wire, 1, NULL, TYPE_SRV, 600);
        wire_u32(&wire, 0x000a0000);
        wire_end(&wire, at);
        if (is_good) {
            wire_server(&wire, 1, NULL, 600, "host.test");
        }
        break;
    case TYPE_CNAME:
        at = wire_record(&wire, 1, NULL, TYPE_CNAME, 600);
        wire_u8(&wire, 0x40);
        wire_end(&wire, at);
        break;
    default:
        at = wire_record(&wire, 1, NULL, asked->message->question_type, 600);
        wire_u16(&wire, 0xc000);
        wire_u8(&wire, 2);
        wire_end(&wire, at);
        if (is_good && asked->message->question_type == TYPE_A) {
            wire_address(&wire, 1, NULL, 600, 7);
        } else if (is_good) {
            wire_address6(&wire, 1, NULL, 600, 7);
        }
        break;
    }
}

static void be_ill(const struct asked *asked)
{
    add_ill_data(asked, false);
}

static void be_partly_ill(const struct asked *asked)
{
    add_ill_data(asked, true);
}

/* Expressions for which dig prints "bad packet", and nothing of the answer. */
static void add_what_dig_cannot_print(const struct asked *asked)
{
    static const char *const regexps[] = {
        "!^+46(.*)$!tel:\\1!", "!^(.*)$!tel:\\2!", "!^(.*)$!tel:\\1!I", "!x",
        "\\a\\b\\"};
    for (unsigned i = 0; i < sizeof regexps / sizeof regexps[0]; i++) {
        size_t at = wire_naptr(&wire, NULL, i, regexps[i]);
        wire_u8(&wire, 0);
        wire_end(&wire, at);
    }
    add_rule(NULL, 100, "http://good.test/");
}

static void compress_the_replacement(const struct asked *asked)
{
    size_t at = wire_record(&wire, 1, NULL, TYPE_NAPTR, 600);
    wire_u32(&wire, 0x00640064);
    wire_u16(&wire, 0); /* no flags, no services, no regexp */
    wire_u8(&wire, 0);
    wire_string(&wire, "next");
    wire_pointer(&wire, 12 + 1 + strcspn(asked->question, "."));
    wire_end(&wire, at);
}

static void send_many(const struct asked *asked)
{
    for (unsigned i = 0; i < asked->number; i++) {
        if (asked->message->question_type == TYPE_SRV) {
            wire_server(&wire, 1, NULL, 600, "host.test");
        } else if (asked->message->question_type == TYPE_A) {
            wire_address(&wire, 1, NULL, 600, i);
        } else {
            add_rule(NULL, asked->number - i, "http://good.test/a-longer-uri");
        }
    }
}

/* A URI, a key with another URI, and last a server. With a number, a key that
 * is never answered comes before that. */
static void offer_several(const struct asked *asked)
{
    if (asked->message->question_type != TYPE_NAPTR) {
        compose_good(asked);
        return;
    }
    wire_rule(&wire, NULL, "u", "!^.*$!http://first.test/!", "");
    wire_rule(&wire, NULL, "", "", "good.test");
    if (asked->number > 0) {
        wire_rule(&wire, NULL, "", "", "silent.test");
    }
    wire_rule(&wire, NULL, "s", "", "_x._tcp.good.test");
}

/* More than 512 octets, all of them over UDP. */
static void send_large(const struct asked *asked)
{
    for (unsigned i = 0; i < asked->number; i++) {
        add_rule(NULL, i, "http://good.test/a-longer-uri");
    }
}

static void add_what_nobody_asked_for(const struct asked *asked)
{
    wire_address(&wire, 2, "host.test", 600, 66);
    wire_address(&wire, 3, "host.test", 600, 66);
    wire_address(&wire, 3, asked->question, 600, 66);
}

/* A rule of which the additional section completes what is good, or, in several
 * ways, what no client should believe: "66" is the address that must not come
 * out. */
static void complete(const struct asked *asked)
{
    char service[80];
    char host[80];
    if (asked->message->question_type != TYPE_NAPTR) {
        compose_good(asked);
        return;
    }
    snprintf(service, sizeof service, "_x._tcp.%.60s", asked->question);
    snprintf(host, sizeof host, "host.%.60s", asked->question);
    begin(asked, asked->number); /* flags: AD is 32 */
    wire_rule(&wire, NULL, "s", "", service);
    wire_server(&wire, 3, service, 600, host);
    wire_address(&wire, 3, host, 600, 8);
    wire_address6(&wire, 3, host, 600, 8);
}

static void forge_the_rest(const struct asked *asked)
{
    static const char *const targets[] = {"_x._tcp.bank.test", "bank.test"};
    if (asked->message->question_type != TYPE_NAPTR) {
        compose_good(asked);
        return;
    }
    wire_rule(&wire, NULL, "s", "", targets[0]);
    wire_rule(&wire, NULL, "a", "", targets[1]);
    wire_server(&wire, 3, targets[0], 600, "bad.test"); /* not its domain */
    for (size_t i = 0; i < 2; i++) {
        wire_address(&wire, 3, targets[i], 600, 66); /* of another type, too */
        wire_address6(&wire, 3, targets[i], 600, 66);
    }
    wire_address(&wire, 3, "host.test", 600, 66); /* of another owner */
    wire_address6(&wire, 3, "host.test", 600, 66);
}

static void add_junk(const struct asked *asked)
{
    wire_u32(&wire, 0xdeadbeef);
}

/* With a number, as a resolver that passes on what it was sent. */
static void refer(const struct asked *asked)
{
    begin(asked, asked->number > 0 ? 0x0180 : 0);
    size_t at = wire_record(&wire, 2, "test", TYPE_NS, 60);
    wire_name(&wire, "ns.test");
    wire_end(&wire, at);
}

/* Good for A, silent for AAAA, or the other way round with an error. */
static void answer_one_family(const struct asked *asked)
{
    if (asked->message->question_type == TYPE_A) {
        be_good(asked);
    }
}

static void fail_one_family(const struct asked *asked)
{
    begin(asked, asked->message->question_type == TYPE_A ? RCODE_SERVFAIL : 0);
    if (asked->message->question_type != TYPE_A) {
        wire_soa(&wire, "test", 600, 300);
    }
}

/* Answer with the number of previous queries, as an address. */
static void tell_count(const struct asked *asked)
{
    count--;
    if (asked->message->question_type == TYPE_A) {
        size_t at = wire_record(&wire, 1, NULL, TYPE_A, 0);
        wire_u32(&wire, count);
        wire_end(&wire, at);
    }
}

/* Flags of a way to behave. */
enum {
    GOOD = 1,     /* it changes the good answer, which is sent then */
    EMPTY = 2,    /* the same, with an answer without records */
    OVER_TCP = 4, /* over UDP a truncated answer is sent instead */
};

static const struct way {
    const char *label; /* up to "-NUMBER" */
    void (*behave)(const struct asked *asked);
    unsigned around;
} ways[] = {
    {"slow", be_slow, GOOD},
    {"silent", be_silent, 0},
    {"wrong-id", answer_with_wrong_id, GOOD},
    {"wrong-question", answer_another_question, GOOD},
    {"wrong-sender", answer_from_elsewhere, 0},
    {"echo", echo, 0},
    {"opcode", change_the_opcode, GOOD},
    {"no-question", leave_the_question_out, GOOD},
    {"cut", cut, GOOD},
    {"pointers", loop_pointers, EMPTY},
    {"owner", loop_owner, EMPTY},
    {"hidden", hide_the_answer, GOOD},
    {"questions", repeat_the_question, EMPTY},
    {"upper", shout, GOOD},
    {"string", lie_about_a_string, EMPTY},
    {"counts", lie_about_counts, GOOD},
    {"other-owner", answer_for_another_owner, EMPTY},
    {"chain", chain, EMPTY},
    {"loop", go_round, EMPTY},
    {"dname", redirect, EMPTY},
    {"grows", redirect_for_ever, EMPTY},
    {"elsewhere", go_elsewhere, EMPTY},
    {"hop", hop, EMPTY},
    {"labels", exhaust_the_labels, EMPTY},
    {"truncated", send_truncated, 0},
    {"tcp", truncate_over_udp, 0},
    {"octets", send_single_octets, OVER_TCP},
    {"stalls", send_half, OVER_TCP},
    {"closes", close_in_the_middle, OVER_TCP},
    {"breaks", break_off, 0},
    {"once", answer_once, OVER_TCP},
    {"length", lie_about_the_length, OVER_TCP},
    {"reset", reset_in_the_middle, OVER_TCP},
    {"rcode", answer_rcode, EMPTY},
    {"tcp-rcode", answer_rcode, OVER_TCP | EMPTY},
    {"no-edns", dislike_edns, 0},
    {"bare-formerr", dislike_edns_silently, 0},
    {"badvers", dislike_the_version, EMPTY},
    {"opt", repeat_opt, GOOD},
    {"repeat", repeat_itself, 0},
    {"empty-first", send_nothing_first, 0},
    {"unprintable", add_octets_that_do_not_print, EMPTY},
    {"ill", be_ill, EMPTY},
    {"partly-ill", be_partly_ill, EMPTY},
    {"undiggable", add_what_dig_cannot_print, EMPTY},
    {"compressed", compress_the_replacement, EMPTY},
    {"many", send_many, OVER_TCP | EMPTY},
    {"several", offer_several, EMPTY},
    {"large", send_large, EMPTY},
    {"additional", add_what_nobody_asked_for, GOOD},
    {"complete", complete, EMPTY},
    {"forged", forge_the_rest, EMPTY},
    {"junk", add_junk, GOOD},
    {"referral", refer, EMPTY},
    {"one-family", answer_one_family, 0},
    {"half-failed", fail_one_family, EMPTY},
    {"count", tell_count, EMPTY},
};

static bool is_good; /* whatever the name is */

static void take_way(const struct way *way, const struct asked *asked)
{
    if ((way->around & OVER_TCP) != 0 && !asked->is_tcp) {
        send_truncated(asked);
        return;
    }
    if ((way->around & GOOD) != 0) {
        compose_good(asked);
    } else if ((way->around & EMPTY) != 0) {
        begin(asked, 0);
    }
    way->behave(asked);
    if ((way->around & (GOOD | EMPTY)) != 0) {
        send_wire(asked);
    }
}

static void behave(struct asked *asked)
{
    const char *name = asked->question;
    size_t length = strcspn(name, ".");
    const char *digits = name + length;
    while (digits > name && digits[-1] >= '0' && digits[-1] <= '9') {
        digits--;
    }
    if (digits > name && digits[-1] == '-') {
        asked->number = (unsigned)strtoul(digits, NULL, 10);
        length = (size_t)(digits - 1 - name);
    }
    count++;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if ((!is_good || ways[i].behave == tell_count) &&
            strlen(ways[i].label) == length &&
            strncmp(ways[i].label, name, length) == 0) {
            take_way(&ways[i], asked);
            return;
        }
    }
    be_good(asked);
}

/* ---- Serving ------------------------------------------------------------ */

static void take_query(struct asked *asked, const unsigned char *octets,
                       size_t length)
{
    struct arena arena = {.next = NULL};
    struct message message;
    if (ddds_message_read(octets, length, &arena, &message, NULL) == DDDS_OK &&
        message.question.length > 0) {
        ddds_domain_spell(message.question.octets, message.question.length,
                          asked->question);
        asked->message = &message;
        asked->octets = octets;
        asked->length = length;
        behave(asked);
    }
    ddds_arena_free(&arena);
}

static void serve_udp(int socket)
{
    unsigned char octets[4096];
    struct sockaddr_in from;
    socklen_t size = sizeof from;
    ssize_t length = recvfrom(socket, octets, sizeof octets, 0,
                              (struct sockaddr *)&from, &size);
    if (length > 0) {
        struct asked asked = {.socket = socket, .from = &from};
        take_query(&asked, octets, (size_t)length);
    }
}

/* Serve one query; false at the end of the connection. */
static bool serve_tcp(int socket)
{
    unsigned char octets[4096];
    if (recv(socket, octets, 2, MSG_WAITALL) != 2) {
        return false;
    }
    size_t length = (size_t)octets[0] << 8 | octets[1];
    if (length > sizeof octets ||
        recv(socket, octets, length, MSG_WAITALL) != (ssize_t)length) {
        return false;
    }
    struct asked asked = {.is_tcp = true, .socket = socket};
    take_query(&asked, octets, length);
    return true;
}

static _Noreturn void serve(int udp, int listener)
{
    struct pollfd polled[CONNECTIONS + 2] = {{udp, POLLIN, 0},
                                             {listener, POLLIN, 0}};
    nfds_t used = 2;
    for (;;) {
        poll(polled, used, -1);
        if (polled[0].revents != 0) {
            serve_udp(udp);
        }
        for (nfds_t i = used - 1; i >= 2; i--) {
            if (polled[i].revents != 0 && !serve_tcp(polled[i].fd)) {
                close(polled[i].fd);
                polled[i] = polled[--used];
            }
        }
        if (polled[1].revents != 0 && used < CONNECTIONS + 2) {
            polled[used++] =
                (struct pollfd){accept(listener, NULL, NULL), POLLIN, 0};
        }
    }
}

/* ---- Coming and going --------------------------------------------------- */

static void check(bool holds, const char *what)
{
    if (!holds) {
        perror(what);
        exit(1);
    }
}

/* Sockets of both kinds on one free port. */
static uint16_t open_sockets(int *udp, int *listener)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t size = sizeof address;
    for (;;) {
        address.sin_port = 0;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        *udp = socket(AF_INET, SOCK_DGRAM, 0);
        *listener = socket(AF_INET, SOCK_STREAM, 0);
        check(bind(*udp, (struct sockaddr *)&address, size) == 0, "bind");
        getsockname(*udp, (struct sockaddr *)&address, &size);
        if (bind(*listener, (struct sockaddr *)&address, size) == 0 &&
            listen(*listener, CONNECTIONS) == 0) {
            return ntohs(address.sin_port);
        }
        close(*udp);
        close(*listener);
    }
}

static void start(struct misbehaving *server, bool good)
{
    int udp;
    int listener;
    int room = 1 << 20;
    server->port = open_sockets(&udp, &listener);
    setsockopt(udp, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    server->process = fork();
    check(server->process >= 0, "fork");
    if (server->process == 0) {
        is_good = good;
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* when the test crashes */
        serve(udp, listener);
    }
    close(udp);
    close(listener);
}

void misbehave_start(struct misbehaving *server)
{
    start(server, false);
}

void behave_start(struct misbehaving *server)
{
    start(server, true);
}

void misbehave_stop(struct misbehaving *server)
{
    kill(server->process, SIGKILL);
    waitpid(server->process, NULL, 0);
}

unsigned misbehave_count(const struct misbehaving *server)
{
    unsigned char octets[MESSAGE_QUERY_MAX];
    struct plain_name name;
    const struct message_query query = {.name = labels_of("count.test", &name),
                                        .type = TYPE_A};
    size_t length = ddds_message_write_query(&query, octets);
    const struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons(server->port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    int udp = socket(AF_INET, SOCK_DGRAM, 0);
    check(connect(udp, (const struct sockaddr *)&address, sizeof address) == 0,
          "connect");
    check(send(udp, octets, length, 0) == (ssize_t)length, "send");
    ssize_t received = recv(udp, octets, sizeof octets, 0);
    check(received > 4, "recv");
    close(udp);
    const unsigned char *last = octets + received - 4;
    return (unsigned)last[0] << 24 | (unsigned)last[1] << 16 |
           (unsigned)last[2] << 8 | last[3];
}

/* With each count the server takes what came over UDP before it, and then a
 * query of each connection, or one more connection. */
unsigned misbehave_settle(const struct misbehaving *server)
{
    unsigned known = misbehave_count(server);
    for (unsigned same = 0; same < CONNECTIONS; same++) {
        unsigned now = misbehave_count(server);
        if (now != known) {
            known = now;
            same = 0;
        }
    }
    return known;
}
