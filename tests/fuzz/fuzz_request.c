/* Parts of requests that ddds serve parses itself: the target, the fields
 * Accept and Host, the parameters, and messages of its workers. The input is a
 * line for the target and a line for Accept; the parameters are the rest. All
 * of these are read as a field Host, too, and the first as a field of a proxy
 * and as a list of networks.
 *
 * Parts of a target lie within it. Parameters read the same after they have
 * been encoded again, and after they have been passed to a process. The chosen
 * medium was offered, and none is preferred to it. A host that only this host
 * may name is own to every server.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>

#include <ddds/status.h>

#include "complaints.h"
#include "fuzz.h"
#include "serve/answer/wire.h"
#include "serve/peers/forwarded.h"
#include "serve/http/request_hosts.h"

/* ---- The target --------------------------------------------------------- */

static void require_within(const char *part, const char *text, size_t length)
{
    require(part == NULL || part[0] == '\0' ||
            (part >= text && part < text + length));
}

static void read_target(const char *line)
{
    struct ask ask;
    size_t length = strlen(line);
    char *text = copy_of((const uint8_t *)line, length);
    ask_read(&ask, text, NULL);
    require((unsigned)ask.route < ROUTES);
    require(ask.path != NULL);
    require_within(ask.path, text, length);
    require_within(ask.input, text, length);
    require_within(ask.service, text, length);
    require(strstr(paths[ask.route].methods, "OPTIONS") != NULL);
    require_within(ask.authority.text, text, length);
    if (ask.authority.text != NULL) {
        require(ask.authority.length <= strlen(ask.authority.text));
    }
    parameters_clear(&ask.parameters);
    free(text);
}

/* ---- The field Host ----------------------------------------------------- */

static void judge(const char *text, size_t length)
{
    char *copy = copy_of((const uint8_t *)text, length);
    enum host_verdict strict =
        hosts_judge(&(struct hosts){NULL, true}, copy, length);
    enum host_verdict named =
        hosts_judge(&(struct hosts){"a.example", true}, copy, length);
    enum host_verdict any =
        hosts_judge(&(struct hosts){NULL, false}, copy, length);
    require((strict == HOST_INVALID) == (any == HOST_INVALID));
    require((strict == HOST_INVALID) == (named == HOST_INVALID));
    require(any != HOST_OTHER);
    require(strict != HOST_OWN || named == HOST_OWN);
    complaints = 0;
    require(hosts_check(copy) == (complaints == 0));
    if (complaints == 0) { /* each name is allowed */
        size_t first = strcspn(copy, ",");
        require(hosts_judge(&(struct hosts){copy, true}, copy, first) ==
                HOST_OWN);
    }
    free(copy);
}

/* ---- The fields of proxies ---------------------------------------------- */

/* The address that the proxy appends counts, for any octets of a client. */
static void read_hops(const char *text)
{
    static const char list[] = "127.0.0.1, 10.0.0.0/8, 2001:db8::/32, unix";
    static const unsigned char appended[16] = {[10] = 0xff, [11] = 0xff, 192,
                                               0,           2,           1};
    for (int is_standard = 0; is_standard < 2; is_standard++) {
        struct forwarding forwarding = {.is_standard = is_standard};
        struct hops hops = {.forwarding = &forwarding};
        struct peer_address address;
        size_t size = strlen(text) + 32;
        char *whole = malloc(size);
        require(whole != NULL);
        require(networks_read(&forwarding.proxies, "--forwarded", list));
        forwarded_add(&hops, text);
        (void)forwarded_find(&hops, &address);
        snprintf(whole, size, "%s, %s192.0.2.1", text,
                 is_standard ? "for=" : "");
        forwarded_add(&hops, whole);
        require(forwarded_find(&hops, &address));
        require(memcmp(address.octets, appended, sizeof appended) == 0);
        require(!networks_have(&forwarding.proxies, &address));
        networks_free(&forwarding.proxies);
        free(whole);
    }
}

static void read_networks(const char *list)
{
    static const struct peer_address addresses[] = {{{0}, true}, {{0}, false}};
    struct networks networks = {NULL, 0};
    complaints = 0;
    require(networks_read(&networks, "--forwarded", list) == (complaints == 0));
    if (complaints == 0) {
        (void)networks_have(&networks, &addresses[0]);
        (void)networks_have(&networks, &addresses[1]);
    }
    networks_free(&networks);
}

/* ---- The field Accept --------------------------------------------------- */

static void choose(const char *accept)
{
    for (int i = 0; i < ROUTES; i++) {
        const enum media *offered = paths[i].media;
        enum media chosen = media_choose(offered, accept);
        bool is_offered = chosen == MEDIA_NONE;
        for (; *offered != MEDIA_NONE; offered++) {
            unsigned quality =
                media_quality(accept, media_kinds[*offered].type);
            require(quality <= 1000);
            require(chosen == MEDIA_NONE
                        ? quality == 0
                        : quality <=
                              media_quality(accept, media_kinds[chosen].type));
            is_offered |= *offered == chosen;
        }
        require(is_offered);
    }
    (void)media_wants_text(accept);
}

/* ---- Parameters --------------------------------------------------------- */

static void encode(char **at, const char *text)
{
    for (; *text != '\0'; text++) {
        *at += snprintf(*at, 4, "%%%02x", (unsigned char)*text);
    }
}

static void compare(const struct parameters *one,
                    const struct parameters *other)
{
    require(one->count == other->count);
    for (size_t i = 0; i < one->count; i++) {
        require(strcmp(one->items[i].name, other->items[i].name) == 0);
        require(strcmp(one->items[i].value, other->items[i].value) == 0);
    }
}

static void read_again(const struct parameters *parameters, size_t length)
{
    struct parameters again = {.count = 0};
    char *text = malloc(3 * length + 2 * PARAMETERS_MOST + 1);
    require(text != NULL);
    char *at = text;
    for (size_t i = 0; i < parameters->count; i++) {
        encode(&at, parameters->items[i].name);
        *at++ = '=';
        encode(&at, parameters->items[i].value);
        *at++ = '&';
    }
    require(parameters_read(&again, text, (size_t)(at - text)) == NULL);
    compare(parameters, &again);
    parameters_clear(&again);
    free(text);
}

/* "zone" is passed on as the text of the zone. */
static void pass_on(const struct ask *ask)
{
    size_t length;
    struct ask passed;
    char *text = wire_write_ask(ask, &length);
    require(wire_read_ask(&passed, text, length));
    require(passed.route == ask->route && passed.media == ask->media);
    require((passed.zone == NULL) == (ask->zone == NULL));
    if (parameters_get(&ask->parameters, "zone") == NULL) {
        compare(&passed.parameters, &ask->parameters);
    } else {
        require(passed.zone_length == ask->zone_length &&
                memcmp(passed.zone, ask->zone, ask->zone_length) == 0);
    }
    require(!wire_read_ask(&passed, text, length - 1));
    free(text);
}

static void read_parameters(const char *text, size_t length)
{
    struct ask ask = {.route = ROUTE_LINT, .media = MEDIA_JSON};
    const char *wrong = parameters_read(&ask.parameters, text, length);
    require(ask.parameters.count <= PARAMETERS_MOST);
    ask.zone = parameters_get(&ask.parameters, "zone");
    ask.zone_length = ask.zone != NULL ? strlen(ask.zone) : 0;
    if (wrong == NULL) {
        read_again(&ask.parameters, length);
        pass_on(&ask);
    }
    parameters_clear(&ask.parameters);
}

/* ---- The answer of a process -------------------------------------------- */

/* Nothing is read after the end of an answer. */
static void read_answer(const uint8_t *data, size_t size)
{
    struct answer answer = {.status = 0};
    char *text = malloc(size + 1);
    require(text != NULL);
    memcpy(text, data, size);
    if (wire_read_answer(&answer, text, size)) {
        require(answer.status >= 200 && answer.status < 600);
        require((unsigned)answer.media < MEDIA_KINDS);
        require(strlen(answer.code) < sizeof answer.code);
        require(answer.location == NULL || strlen(answer.location) < size);
        require(answer.length < size);
        free(answer.body);
        free(answer.location);
    }
    free(text);
}

/* An answer with an invalid status or medium is refused. */
static void pass_back(unsigned status, int media)
{
    static char body[] = "text";
    struct answer passed = {.status = 0};
    const struct answer answer = {.status = status,
                                  .media = (enum media)media,
                                  .body = body,
                                  .length = sizeof body};
    size_t length;
    char *text = wire_write_answer(&answer, &length);
    bool is_valid = status >= 200 && status < 600 && media < MEDIA_KINDS;
    require(wire_read_answer(&passed, text, length) == is_valid);
    if (is_valid) {
        require(passed.status == status && passed.length == sizeof body);
        free(passed.body);
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = copy_of(data, size);
    size_t first = strcspn(text, "\n");
    size_t second = first;
    if (first < size && text[first] == '\n') {
        text[first] = '\0';
        second = first + 1 + strcspn(text + first + 1, "\n");
    }
    read_target(text);
    judge(text, strlen(text));
    read_hops(text);
    read_networks(text);
    if (second > first && second < size && text[second] == '\n') {
        text[second] = '\0';
        choose(text + first + 1);
        judge(text + first + 1, second - first - 1);
        read_parameters(text + second + 1, size - second - 1);
    }
    read_answer(data, size);
    pass_back((unsigned)size * 7, size > 0 ? data[0] % 16 : 16);
    free(text);
    return 0;
}
