/* SPDX-License-Identifier: MIT */
#include "serve/answer/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/text_stream.h"

struct ask_head {
    size_t length; /* of the whole message */
    enum route route;
    enum media media;
    size_t parameters;
    size_t zone_length;
    bool has_zone;
};

struct answer_head {
    size_t length; /* of the whole message */
    size_t body;
    size_t location; /* with its NUL; 0: missing */
    uint64_t tag;
    unsigned status;
    enum media media;
    char code[sizeof((struct answer *)0)->code];
};

/* Close |out| and store the length at the start of the message. */
static char *finish(FILE *out, char **text, size_t *length)
{
    fclose(out);
    memcpy(*text, length, sizeof *length);
    return *text;
}

char *wire_write_ask(const struct ask *ask, size_t *length)
{
    char *text = NULL;
    struct ask_head head;
    memset(&head, 0, sizeof head);
    head.route = ask->route;
    head.media = ask->media;
    head.has_zone = ask->zone != NULL;
    head.zone_length = ask->zone_length;
    FILE *out = text_stream_open(&text, length);
    for (size_t i = 0; i < ask->parameters.count; i++) {
        head.parameters +=
            strcmp(ask->parameters.items[i].name, "zone") != 0 ? 1 : 0;
    }
    fwrite(&head, sizeof head, 1, out);
    for (size_t i = 0; i < ask->parameters.count; i++) {
        const struct parameter *parameter = &ask->parameters.items[i];
        if (strcmp(parameter->name, "zone") != 0) {
            fwrite(parameter->name, strlen(parameter->name) + 1, 1, out);
            fwrite(parameter->value, strlen(parameter->value) + 1, 1, out);
        }
    }
    if (head.has_zone && head.zone_length > 0) {
        fwrite(ask->zone, head.zone_length, 1, out);
    }
    return finish(out, &text, length);
}

/* Return the string at |*at|, and move |*at| beyond its NUL; NULL: no NUL. */
static const char *next_string(const char **at, const char *end)
{
    const char *string = *at;
    const char *nul = memchr(string, '\0', (size_t)(end - string));
    *at = nul != NULL ? nul + 1 : end;
    return nul != NULL ? string : NULL;
}

bool wire_read_ask(struct ask *ask, const char *text, size_t length)
{
    struct ask_head head;
    const char *at = text + sizeof head;
    const char *end = text + length;
    if (length < sizeof head) {
        return false;
    }
    memcpy(&head, text, sizeof head);
    if (head.length != length || head.parameters > PARAMETERS_MOST) {
        return false;
    }
    *ask = (struct ask){.route = head.route, .media = head.media};
    for (size_t i = 0; i < head.parameters; i++) {
        const char *name = next_string(&at, end);
        const char *value = name != NULL ? next_string(&at, end) : NULL;
        if (value == NULL) {
            return false;
        }
        ask->parameters.items[ask->parameters.count++] =
            (struct parameter){name, value};
    }
    ask->zone = head.has_zone ? at : NULL;
    ask->zone_length = head.zone_length;
    return head.zone_length == (size_t)(end - at);
}

char *wire_write_answer(const struct answer *answer, size_t *length)
{
    char *text = NULL;
    struct answer_head head;
    memset(&head, 0, sizeof head);
    head.body = answer->length;
    head.location = answer->location != NULL ? strlen(answer->location) + 1 : 0;
    head.tag = answer->tag;
    head.status = answer->status;
    head.media = answer->media;
    memcpy(head.code, answer->code, sizeof head.code);
    FILE *out = text_stream_open(&text, length);
    fwrite(&head, sizeof head, 1, out);
    if (head.body > 0) {
        fwrite(answer->body, head.body, 1, out);
    }
    if (head.location > 0) {
        fwrite(answer->location, head.location, 1, out);
    }
    return finish(out, &text, length);
}

bool wire_read_answer(struct answer *answer, const char *text, size_t length)
{
    struct answer_head head;
    if (length < sizeof head) {
        return false;
    }
    memcpy(&head, text, sizeof head);
    size_t rest = length - sizeof head;
    if (head.length != length || head.body > rest ||
        head.location != rest - head.body || head.status < 200 ||
        head.status > 599 || (unsigned)head.media >= MEDIA_KINDS ||
        (head.location > 0 && text[length - 1] != '\0') ||
        head.code[sizeof head.code - 1] != '\0') {
        return false;
    }
    *answer = (struct answer){.status = head.status,
                              .media = head.media,
                              .length = head.body,
                              .tag = head.tag};
    memcpy(answer->code, head.code, sizeof answer->code);
    answer->body = malloc(head.body + 1);
    memcpy(answer->body, text + sizeof head, head.body);
    if (head.location > 0) {
        answer->location = strdup(text + sizeof head + head.body);
    }
    return true;
}
