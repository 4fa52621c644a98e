/* SPDX-License-Identifier: MIT */
#include "print/json_members.h"

#include <stdlib.h>
#include <string.h>

#include "text/memory_report.h"

static void put_hex(json_t *object, const char *name, struct ddds_span span)
{
    char hex_name[64];
    char *hex = malloc(2 * span.length + 1);
    hex[0] = '\0';
    for (size_t i = 0; i < span.length; i++) {
        snprintf(hex + 2 * i, 3, "%02x", (unsigned char)span.text[i]);
    }
    snprintf(hex_name, sizeof hex_name, "%s_hex", name);
    json_object_set_new(object, hex_name, json_string(hex));
    free(hex);
}

void put_span(json_t *object, const char *name, struct ddds_span span)
{
    json_t *string =
        span.text != NULL ? json_stringn(span.text, span.length) : NULL;
    json_object_set_new(object, name, string != NULL ? string : json_null());
    if (string == NULL && span.text != NULL) {
        put_hex(object, name, span);
    }
}

void put_string(json_t *object, const char *name, const char *text)
{
    put_span(object, name,
             (struct ddds_span){text, text != NULL ? strlen(text) : 0});
}

void put_number(json_t *object, const char *name, json_int_t number)
{
    json_object_set_new(object, name, json_integer(number));
}

void put_known(json_t *object, const char *name, bool is_known,
               json_int_t number)
{
    json_object_set_new(object, name,
                        is_known ? json_integer(number) : json_null());
}

void put_count(json_t *object, const char *name, const char *count)
{
    static const json_int_t most = (json_int_t)1 << 53; /* exact in readers */
    json_int_t number = count == NULL ? 0 : strtoll(count, NULL, 10);
    if (count == NULL || number > most) {
        put_string(object, name, count);
    } else {
        put_number(object, name, number);
    }
}

json_t *make_json_reason(const char *code, const char *at, const char *detail)
{
    json_t *object = json_object();
    put_string(object, "code", code);
    put_string(object, "at", at);
    put_string(object, "detail", detail);
    return object;
}

void put_given(json_t *object, const char *given, const char *reserved)
{
    json_t *members =
        given != NULL ? json_loads(given, JSON_ALLOW_NUL, NULL) : NULL;
    json_t *doubled = json_object();
    const char *name;
    json_t *value;
    json_object_del(members, "input");
    json_object_foreach(members, name, value)
    {
        bool is_taken = json_object_get(object, name) != NULL ||
                        (reserved != NULL && strcmp(name, reserved) == 0);
        json_object_set(is_taken ? doubled : object, name, value);
    }
    if (json_object_size(doubled) > 0) {
        json_t *own = json_object_get(object, "given");
        if (own != NULL) { /* member "given" of the input */
            json_object_set(doubled, "given", own);
        }
        json_object_set(object, "given", doubled);
    }
    json_decref(doubled);
    json_decref(members);
}

/* Write the |length| octets of the number |from| to |to|, which may overlap; a
 * real with as many digits as read back equal, but at least 15, since 17 show
 * 19.99 as 19.989999999999998. Return the length. */
static size_t put_real(char *to, const char *from, size_t length)
{
    char shorter[32];
    const double number = strtod(from, NULL);
    for (int digits = 15; strcspn(from, ".e") < length && digits < 17;
         digits++) {
        size_t used =
            (size_t)snprintf(shorter, sizeof shorter, "%.*g", digits, number);
        if (used < length && strpbrk(shorter, ".e") != NULL &&
            strtod(shorter, NULL) == number) {
            memcpy(to, shorter, used);
            return used;
        }
    }
    memmove(to, from, length);
    return length;
}

/* Shorten the reals in |text|, as jansson writes them. */
static void shorten_reals(char *text)
{
    bool is_string = false;
    char *to = text;
    for (const char *from = text; *from != '\0';) {
        if (!is_string && strchr("-0123456789", *from) != NULL) {
            size_t length = strspn(from, "+-.0123456789e");
            to += put_real(to, from, length);
            from += length;
            continue;
        }
        is_string ^= *from == '"';
        if (*from == '\\') { /* with the octet that it escapes */
            *to++ = *from++;
        }
        *to++ = *from++;
    }
    *to = '\0';
}

char *make_json_text(json_t *object)
{
    char *text = json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER |
                                        JSON_ENSURE_ASCII);
    if (text == NULL) {
        memory_fail(); /* the text is UTF-8 and has no cycle, so memory is the
                          only reason */
    }
    shorten_reals(text);
    json_decref(object);
    return text;
}

/* Format |object| before writing: without memory nothing is written. */
void print_json_value(FILE *out, json_t *object)
{
    char *text = make_json_text(object);
    fputs(text, out);
    free(text);
}

void print_json_object(FILE *out, json_t *object)
{
    print_json_value(out, object);
    putc('\n', out);
}
