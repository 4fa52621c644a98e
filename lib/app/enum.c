/* The ENUM application: RFC 6116, from a telephone number to URIs, with the
 * advice of RFC 5483.
 *
 * Rules of other services do not close an order (section 5.2). Of a rule that
 * is not terminal only the replacement is used; more than five such rules on
 * one path count as a loop (section 5.2.1).
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "app/policies.h"
#include "app/roots.h"
#include "base/ascii.h"
#include "base/error.h"
#include "base/text.h"
#include "name/octet.h"
#include "rule/services.h"

/* ITU-T E.164 section 6. */
enum { DIGITS_MAX = 15 };

/* The visual separators of RFC 3966 section 3, the space of ITU-T E.123, and
 * the slash that is common in some countries. */
static bool is_separator(char octet)
{
    return octet == '-' || octet == '.' || octet == '(' || octet == ')' ||
           octet == ' ' || octet == '/';
}

/* Read a whole telephone number into its |digits|, also in a tel URI (RFC
 * 3966). NULL, or what was expected at |*at|. */
static const char *read_number(const char **at, struct text *digits)
{
    static const char scheme[] = "tel:";
    bool is_uri = ascii_equal_span(*at, scheme, sizeof scheme - 1);
    *at += is_uri ? sizeof scheme - 1 : 0;
    if (**at != '+') {
        return "\"+\", with which a telephone number in international format "
               "begins";
    }
    for (++*at; **at != '\0'; ++*at) {
        if (strncmp(*at, "(0)", 3) == 0) {
            return "a number without the trunk prefix \"(0)\", which is "
                   "dialled inside the country only";
        }
        if (ascii_is_digit((unsigned char)**at)) {
            ddds_text_char(digits, **at);
        } else if (is_uri && **at == ';') {
            return "the end of the number, without parameters of the tel URI";
        } else if (!is_separator(**at)) {
            return "a digit, a space or one of -./()";
        }
        if (digits->failed) {
            return "the end after 15 digits, the most a number may have (ITU-T "
                   "E.164)";
        }
    }
    return digits->length > 0 ? NULL : "a digit";
}

/* Section 3.2: write the digits in reverse order, each as a label. */
static void write_labels(const struct text *digits, struct text *labels)
{
    for (size_t i = digits->length; i > 0; i--) {
        ddds_text_char(labels, digits->bytes[i - 1]);
        if (i > 1) {
            ddds_text_char(labels, '.');
        }
    }
}

static ddds_status first_well_known_rule(const struct ddds_application *self,
                                         const struct ddds_request *request,
                                         struct ddds_start *start,
                                         struct ddds_error *error)
{
    char digits_memory[DIGITS_MAX + 1];
    char labels_memory[2 * DIGITS_MAX];
    struct text digits;
    struct text labels;
    struct text aus;
    ddds_text_init(&digits, digits_memory, sizeof digits_memory);
    ddds_text_init(&labels, labels_memory, sizeof labels_memory);
    ddds_text_init(&aus, start->aus, start->aus_size);

    const char *at = request->input;
    const char *expected = read_number(&at, &digits);
    if (expected != NULL) {
        return ddds_octet_refuse(request->input, at, expected, error);
    }
    if (request->protocols != NULL) {
        return ddds_error_set(
            error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
            "enum does not use protocols; request Enumservices "
            "as services, such as sip or email:mailto");
    }
    write_labels(&digits, &labels);
    ddds_text_char(&aus, '+');
    ddds_text_string(&aus, digits.bytes);
    return ddds_roots_below(self->root, request, labels.bytes, start->key,
                            error);
}

/* Section 3.4.3.1: types that begin with "P-" are for private networks only. */
static ddds_status read_services(const struct ddds_application *self,
                                 const char *text,
                                 struct ddds_services *services,
                                 struct ddds_error *error)
{
    (void)self;
    ddds_status status = ddds_services_read_enum(text, services, error);
    for (size_t i = 0; status == DDDS_OK && i < services->service_count; i++) {
        const struct ddds_span *service = &services->services[i];
        if (service->length >= 2 && ascii_equal_span(service->text, "P-", 2)) {
            return ddds_error_set(error, DDDS_MALFORMED,
                                  (size_t)(service->text - text),
                                  "Enumservice \"%.*s\" is for a private "
                                  "network only (RFC 6116 section 3.4.3.1)",
                                  (int)service->length, service->text);
        }
    }
    return status;
}

const struct ddds_application ddds_policy_enum = {
    .size = sizeof ddds_policy_enum,
    .name = "enum",
    .title = "the URIs of a telephone number (RFC 6116)",
    .subject = "telephone number",
    .first_key = "the digits in reverse, each a label, below e164.arpa",
    .service = "Enumservice",
    .root = "e164.arpa",
    .first_well_known_rule = first_well_known_rule,
    .flags = "U",
    .read_services = read_services,
    .regexp = DDDS_REGEXP_ANY,
    .delegates_by_replacement = true,
    .uri_is_absolute = true,
    .max_hops = 5,
    .unpublished = "nothing is published for this number",
};
