/* SPDX-License-Identifier: MIT */
#include "serve/answer/parameters.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int digit(char octet)
{
    if (octet >= '0' && octet <= '9') {
        return octet - '0';
    }
    octet |= 0x20;
    return octet >= 'a' && octet <= 'f' ? octet - 'a' + 10 : -1;
}

/* Decode |length| octets at |text| in place and append NUL, which must fit. In
 * forms a plus sign is a space. False if invalid, or for an encoded NUL. */
static bool decode(char *text, size_t length, bool is_form)
{
    char *to = text;
    for (size_t i = 0; i < length; i++) {
        char octet = text[i];
        if (is_form && octet == '+') {
            octet = ' ';
        } else if (octet == '%') {
            int high = length - i > 2 ? digit(text[i + 1]) : -1;
            int low = length - i > 2 ? digit(text[i + 2]) : -1;
            if (high < 0 || low < 0) {
                return false;
            }
            octet = (char)(high * 16 + low);
            i += 2;
        }
        if (octet == '\0') {
            return false;
        }
        *to++ = octet;
    }
    *to = '\0';
    return true;
}

bool parameters_decode_path(char *text)
{
    return decode(text, strlen(text), false);
}

void parameters_decode_unreserved(char *text)
{
    static const char unreserved[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn"
                                     "opqrstuvwxyz0123456789-._~";
    char *to = text;
    while (*text != '\0' && *text != ':' && *text != '?' &&
           strncasecmp(text, "%3a", 3) != 0) {
        int high = *text == '%' ? digit(text[1]) : -1;
        int low = high >= 0 ? digit(text[2]) : -1;
        int octet = low >= 0 ? high * 16 + low : 0;
        bool is_decoded = octet > 0 && strchr(unreserved, octet) != NULL;
        *to++ = is_decoded ? (char)octet : *text;
        text += is_decoded ? 3 : 1;
    }
    memmove(to, text, strlen(text) + 1);
}

/* Append the parameter of |length| octets, and overwrite the octet after it. */
static const char *append(struct parameters *parameters, char *text,
                          size_t length)
{
    char *equals = memchr(text, '=', length);
    size_t name = equals != NULL ? (size_t)(equals - text) : length;
    size_t value = equals != NULL ? name + 1 : length;
    if (parameters->count == PARAMETERS_MOST) {
        return "too many parameters";
    }
    if (!decode(text + value, length - value, true) ||
        !decode(text, name, true)) {
        return "a parameter is not encoded well: a percent sign is followed "
               "by two hexadecimal digits other than 00";
    }
    parameters->items[parameters->count++] =
        (struct parameter){text, text + value};
    return NULL;
}

const char *parameters_read(struct parameters *parameters, const char *text,
                            size_t length)
{
    const char *wrong = NULL;
    if (length == 0 ||
        parameters->text_count ==
            sizeof parameters->texts / sizeof parameters->texts[0]) {
        return NULL;
    }
    char *copy = malloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    parameters->texts[parameters->text_count++] = copy;
    for (size_t at = 0; at < length && wrong == NULL;) {
        const char *end = memchr(copy + at, '&', length - at);
        size_t size = end != NULL ? (size_t)(end - copy) - at : length - at;
        if (size > 0) {
            wrong = append(parameters, copy + at, size);
        }
        at += size + 1;
    }
    return wrong;
}

const char *parameters_get(const struct parameters *parameters,
                           const char *name)
{
    for (size_t i = 0; i < parameters->count; i++) {
        if (strcmp(parameters->items[i].name, name) == 0) {
            return parameters->items[i].value;
        }
    }
    return NULL;
}

const char *parameters_text(const struct parameters *parameters,
                            const char *name)
{
    const char *value = parameters_get(parameters, name);
    return value != NULL && value[0] != '\0' ? value : NULL;
}

bool parameters_is_set(const struct parameters *parameters, const char *name)
{
    static const char *const off[] = {"0", "false", "no", "off"};
    const char *value = parameters_get(parameters, name);
    for (size_t i = 0; value != NULL && i < sizeof off / sizeof *off; i++) {
        value = strcasecmp(value, off[i]) == 0 ? NULL : value;
    }
    return value != NULL;
}

void parameters_clear(struct parameters *parameters)
{
    for (size_t i = 0; i < parameters->text_count; i++) {
        free(parameters->texts[i]);
    }
    parameters->count = 0;
    parameters->text_count = 0;
}
