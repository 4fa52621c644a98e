/* Kinds of steps in a description.
 *
 * SPDX-License-Identifier: MIT */
#include "app/steps.h"

#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/e164.h"
#include "app/rfc3958.h"
#include "base/ascii.h"
#include "base/error.h"
#include "base/text.h"
#include "base/utf8.h"
#include "name/urn.h"
#include "rule/ere.h"
#include "rule/substitution.h"

/* ---- Errors ------------------------------------------------------------ */

static ddds_status refuse_length(struct transformed *subject)
{
    return ddds_error_set(subject->error, DDDS_LIMIT, DDDS_NO_OFFSET,
                          "what the %s becomes is too long", subject->name);
}

/* Refuse the input because of |why|, at |offset| if known; NULL if the example
 * suffices. */
static ddds_status refuse_input(struct transformed *subject, size_t offset,
                                const char *why)
{
    bool has_example = subject->example != NULL;
    return ddds_error_set(subject->error, DDDS_BAD_INPUT, offset,
                          "not a valid %s%s%s%s%s", subject->name,
                          why != NULL ? ": " : "", why != NULL ? why : "",
                          has_example ? "; write it like " : "",
                          has_example ? subject->example : "");
}

/* Forward an error. Its offset is only useful if the text is the unchanged
 * input, which the user has seen. */
static ddds_status pass_on(struct transformed *subject, ddds_status status)
{
    struct ddds_error *error = subject->error;
    if (status != DDDS_OK && error != NULL &&
        strcmp(subject->text, subject->input) != 0) {
        error->offset = DDDS_NO_OFFSET;
        error->detail[ddds_error_plain_length(error->detail)] = '\0';
    }
    return status;
}

/* ---- Characters and labels --------------------------------------------- */

static ddds_status lower(const struct step *step, struct transformed *subject)
{
    (void)step;
    for (char *at = subject->text; *at != '\0'; at++) {
        *at = ascii_to_lower(*at);
    }
    return DDDS_OK;
}

static ddds_status upper(const struct step *step, struct transformed *subject)
{
    (void)step;
    for (char *at = subject->text; *at != '\0'; at++) {
        *at = ascii_to_upper(*at);
    }
    return DDDS_OK;
}

/* Return the length of the character at |text|, or 1 if the text is not
 * UTF-8. */
static size_t measure(const char *text, bool is_wide)
{
    size_t length = is_wide ? utf8_length(text, strlen(text)) : 0;
    return length > 0 ? length : 1;
}

static void reverse_octets(char *text, size_t length)
{
    for (size_t i = 0; i < length / 2; i++) {
        char octet = text[i];
        text[i] = text[length - 1 - i];
        text[length - 1 - i] = octet;
    }
}

/* Reverse each character, then the text. */
static ddds_status reverse(const struct step *step, struct transformed *subject)
{
    size_t length = strlen(subject->text);
    bool is_wide = utf8_is_wide(subject->text, length);
    (void)step;
    for (size_t i = 0; is_wide && i < length;) {
        size_t octets = measure(subject->text + i, is_wide);
        reverse_octets(subject->text + i, octets);
        i += octets;
    }
    reverse_octets(subject->text, length);
    return DDDS_OK;
}

/* Reverse each label, then the text. */
static ddds_status reverse_labels(const struct step *step,
                                  struct transformed *subject)
{
    char *label = subject->text;
    (void)step;
    reverse_octets(label, strlen(label));
    while (*label != '\0') {
        size_t length = strcspn(label, ".");
        reverse_octets(label, length);
        label += length + (label[length] != '\0');
    }
    return DDDS_OK;
}

static bool has_character(const char *characters, const char *character,
                          size_t length)
{
    if (length == 1) {
        return strchr(characters, *character) != NULL;
    }
    while (*characters != '\0' && strncmp(characters, character, length) != 0) {
        characters++;
    }
    return *characters != '\0';
}

static ddds_status strip(const struct step *step, struct transformed *subject)
{
    const char *at = subject->text;
    char *out = subject->text;
    bool is_wide = utf8_is_wide(at, strlen(at));
    while (*at != '\0') {
        size_t length = measure(at, is_wide);
        if (!has_character(step->argument, at, length)) {
            memmove(out, at, length);
            out += length;
        }
        at += length;
    }
    *out = '\0';
    return DDDS_OK;
}

static ddds_status put_dots(const struct step *step,
                            struct transformed *subject)
{
    char whole[LIMIT_OUTPUT_SIZE];
    char *dotted = subject->text;
    size_t end = 0;
    size_t length = strlen(subject->text);
    bool is_wide = utf8_is_wide(subject->text, length);
    (void)step;
    memcpy(whole, subject->text, length + 1);
    for (size_t i = 0; i < length;) {
        size_t octets = measure(whole + i, is_wide);
        if (end + 1 + octets >= LIMIT_OUTPUT_SIZE) {
            return refuse_length(subject);
        }
        if (i > 0) {
            dotted[end++] = '.';
        }
        for (; octets > 0; octets--) {
            dotted[end++] = whole[i++];
        }
    }
    dotted[end] = '\0';
    return DDDS_OK;
}

static ddds_status replace(const struct step *step, struct transformed *subject)
{
    for (char *at = subject->text; *at != '\0'; at++) {
        *at = *at == step->argument[0] ? step->argument[2] : *at;
    }
    return DDDS_OK;
}

/* ---- Digests and digits ------------------------------------------------ */

static ddds_status hash(const struct step *step, struct transformed *subject)
{
    struct digest digest;
    unsigned char octets[DIGEST_SIZE];
    digest_begin(&digest, step->digest);
    digest_add(&digest, subject->text, strlen(subject->text));
    digest_finish(&digest, octets);
    digest_write(step->digest, octets, step->is_hexadecimal ? 4 : 5,
                 subject->text);
    return DDDS_OK;
}

/* Return the GS1 check digit (General Specifications section 7.9): the digits
 * have the weights 3 and 1, from the right, and the weighted sum with the check
 * digit is a multiple of 10. */
static char find_check_digit(const char *digits, size_t length)
{
    unsigned sum = 0;
    for (size_t i = 1; i <= length; i++) {
        sum += (unsigned)(digits[length - i] - '0') * (i % 2 == 1 ? 3 : 1);
    }
    return (char)('0' + (10 - sum % 10) % 10);
}

static bool is_number(const char *text, size_t least)
{
    size_t length = strlen(text);
    return length >= least && strspn(text, "0123456789") == length;
}

static ddds_status drop_check_digit(const struct step *step,
                                    struct transformed *subject)
{
    char *text = subject->text;
    size_t last = strlen(text) - 1;
    char why[64];
    (void)step;
    if (!is_number(text, 2)) {
        return refuse_input(subject, DDDS_NO_OFFSET,
                            "it must have digits and a check digit");
    }
    char check = find_check_digit(text, last);
    if (text[last] != check) {
        snprintf(why, sizeof why, "it has the check digit %c instead of %c",
                 text[last], check);
        return refuse_input(subject, DDDS_NO_OFFSET, why);
    }
    text[last] = '\0';
    return DDDS_OK;
}

static ddds_status add_check_digit(const struct step *step,
                                   struct transformed *subject)
{
    size_t length = strlen(subject->text);
    (void)step;
    if (!is_number(subject->text, 1)) {
        return refuse_input(subject, DDDS_NO_OFFSET,
                            "it must have digits only");
    }
    if (length + 2 > sizeof subject->text) {
        return refuse_length(subject);
    }
    subject->text[length] = find_check_digit(subject->text, length);
    subject->text[length + 1] = '\0';
    return DDDS_OK;
}

/* ---- Numbers, hosts and URNs ------------------------------------------- */

static ddds_status read_number(const struct step *step,
                               struct transformed *subject)
{
    char number[E164_SIZE];
    (void)step;
    ddds_status status = ddds_e164_read(subject->text, number, subject->error);
    if (status == DDDS_OK) {
        memcpy(subject->text, number, strlen(number) + 1);
    }
    return pass_on(subject, status);
}

static ddds_status read_domain(const struct step *step,
                               struct transformed *subject)
{
    char domain[DDDS_KEY_SIZE];
    struct ddds_span whole = {subject->text, strlen(subject->text)};
    (void)step;
    ddds_status status =
        ddds_rfc3958_read_domain(subject->text, whole, domain, subject->error);
    if (status == DDDS_OK) {
        memcpy(subject->text, domain, strlen(domain) + 1);
    }
    return pass_on(subject, status);
}

bool ddds_step_read_address(const char *text, size_t length,
                            struct ddds_address *address)
{
    char plain[INET6_ADDRSTRLEN];
    bool has_brackets = length > 2 && text[0] == '[' && text[length - 1] == ']';
    text += has_brackets;
    length -= has_brackets ? 2 : 0;
    if (length >= sizeof plain) {
        return false;
    }
    memcpy(plain, text, length);
    plain[length] = '\0';
    bool is_wide = has_brackets || strchr(plain, ':') != NULL;
    address->length = is_wide ? 16 : 4;
    return inet_pton(is_wide ? AF_INET6 : AF_INET, plain, address->octets) == 1;
}

static ddds_status read_host(const struct step *step,
                             struct transformed *subject)
{
    struct ddds_address address;
    if (!ddds_step_read_address(subject->text, strlen(subject->text),
                                &address)) {
        return read_domain(step, subject);
    }
    ddds_address_format(&address, subject->text);
    return DDDS_OK;
}

/* Canonicalise the input; the result has the removed components (RFC 8141
 * section 2.3). */
static ddds_status read_urn(const struct step *step,
                            struct transformed *subject)
{
    struct ddds_urn *urn = &subject->start->urn;
    (void)step;
    ddds_status status = ddds_urn_read(subject->input, urn, subject->error);
    subject->start->is_urn = status == DDDS_OK;
    return status == DDDS_OK &&
                   !ddds_urn_write(urn, subject->text, sizeof subject->text)
               ? refuse_length(subject)
               : status;
}

/* ---- Addresses --------------------------------------------------------- */

/* Parse an address, or a prefix of |bits|. Return false if |text| is
 * neither. */
static bool read_prefix(const char *text, struct ddds_address *address,
                        unsigned *bits)
{
    size_t length = strcspn(text, "/");
    bool is_prefix = text[length] == '/';
    const char *number = text + length + is_prefix;
    size_t digits = strspn(number, "0123456789");
    if (number[digits] != '\0' || digits > 3 || is_prefix != (digits > 0) ||
        !ddds_step_read_address(text, length, address)) {
        return false;
    }
    *bits =
        is_prefix ? (unsigned)strtoul(number, NULL, 10) : address->length * 8U;
    return *bits <= address->length * 8U;
}

/* Convert addresses to reverse names (RFC 1035 section 3.5, RFC 3596 section
 * 2.5). The bits of a prefix after its last complete label are dropped. Other
 * texts are unchanged. */
static ddds_status name_address(const struct step *step,
                                struct transformed *subject)
{
    struct ddds_address address;
    unsigned bits;
    struct text name;
    (void)step;
    if (!read_prefix(subject->text, &address, &bits)) {
        return DDDS_OK;
    }
    bool is_wide = address.length == 16;
    ddds_text_init(&name, subject->text, LIMIT_OUTPUT_SIZE);
    for (unsigned i = bits / (is_wide ? 4 : 8); i-- > 0;) {
        char label[8];
        unsigned half = address.octets[i / 2] >> (i % 2 == 0 ? 4 : 0) & 15;
        snprintf(label, sizeof label, is_wide ? "%x." : "%u.",
                 is_wide ? half : address.octets[i]);
        ddds_text_string(&name, label);
    }
    ddds_text_string(&name, is_wide ? "ip6.arpa" : "in-addr.arpa");
    return DDDS_OK;
}

/* ---- Expressions ------------------------------------------------------- */

/* Apply |expression|, which is valid; |compiled| is the same or NULL. */
static ddds_status apply_expression(const char *expression,
                                    const ddds_substitution *compiled,
                                    const struct transformed *subject,
                                    char output[LIMIT_OUTPUT_SIZE],
                                    bool *has_matched,
                                    struct ddds_captures *captures)
{
    ddds_substitution *own = NULL;
    if (compiled == NULL) {
        compiled = own = ddds_substitution_new(expression, subject->error);
    }
    ddds_status status =
        compiled == NULL
            ? DDDS_NO_MEMORY
            : ddds_substitution_apply(compiled, subject->text, output,
                                      LIMIT_OUTPUT_SIZE, has_matched, captures,
                                      subject->error);
    ddds_substitution_free(own);
    return status;
}

ddds_status ddds_step_match(const struct step *step,
                            struct transformed *subject, bool *has_matched)
{
    char output[LIMIT_OUTPUT_SIZE];
    ddds_status status = apply_expression(step->argument, step->compiled,
                                          subject, output, has_matched, NULL);
    if (status == DDDS_OK && *has_matched) {
        memcpy(subject->text, output, strlen(output) + 1);
    }
    return status;
}

/* Return the offset of the octet of the input that |compiled| cannot match. It
 * is unknown if the input has several forms, or if the text is not the
 * input. */
static size_t find_fault(const ddds_substitution *compiled,
                         const struct transformed *subject)
{
    struct ere_program *program;
    bool is_known = compiled != NULL && !subject->has_choice &&
                    strcmp(subject->text, subject->input) == 0 &&
                    ddds_substitution_program(compiled, &program,
                                              subject->error) == DDDS_OK;
    return is_known
               ? ddds_ere_reach(program, subject->text, strlen(subject->text))
               : DDDS_NO_OFFSET;
}

static ddds_status refuse_match(const struct step *step,
                                struct transformed *subject)
{
    char why[LIMIT_STRING + 32] = "";
    char shown[ERROR_OCTET_SIZE];
    ddds_substitution *own =
        step->compiled == NULL
            ? ddds_substitution_new(step->argument, subject->error)
            : NULL;
    size_t offset = find_fault(own != NULL ? own : step->compiled, subject);
    ddds_substitution_free(own);
    if (subject->example == NULL) {
        snprintf(why, sizeof why, "it does not match %s", step->argument);
    } else if (offset != DDDS_NO_OFFSET) {
        ddds_error_show(subject->text[offset], shown);
        snprintf(why, sizeof why, "found %s at %zu", shown, offset);
    }
    return refuse_input(subject, offset, why[0] != '\0' ? why : NULL);
}

static ddds_status rewrite(const struct step *step, struct transformed *subject)
{
    bool has_matched = false;
    ddds_status status = ddds_step_match(step, subject, &has_matched);
    return status != DDDS_OK || has_matched ? status
                                            : refuse_match(step, subject);
}

static ddds_status try_rewrite(const struct step *step,
                               struct transformed *subject)
{
    bool has_matched = false;
    ddds_status status = ddds_step_match(step, subject, &has_matched);
    subject->has_choice |= !has_matched;
    return status;
}

/* Apply |step| to the match of the first group of its expression; to nothing if
 * the expression does not match, or the group matches nothing. */
static ddds_status apply_within(const struct step *step,
                                struct transformed *subject)
{
    struct transformed part = {.input = subject->input,
                               .start = subject->start,
                               .name = subject->name,
                               .example = subject->example,
                               .error = subject->error};
    struct ddds_captures captures = DDDS_CAPTURES_INIT;
    bool has_matched = false;
    ddds_status status =
        apply_expression(step->part, step->compiled_part, subject, part.text,
                         &has_matched, &captures);
    if (status == DDDS_OK && has_matched) {
        status = step->kind->apply(step, &part);
    }
    if (status != DDDS_OK || !has_matched) {
        return status;
    }
    char *begin = subject->text + (captures.group[1].text - subject->text);
    const char *after = begin + captures.group[1].length;
    size_t length = strlen(part.text);
    size_t rest = strlen(after) + 1;
    if ((size_t)(begin - subject->text) + length + rest > LIMIT_OUTPUT_SIZE) {
        return refuse_length(subject);
    }
    memmove(begin + length, after, rest);
    memcpy(begin, part.text, length);
    return DDDS_OK;
}

/* ---- All kinds --------------------------------------------------------- */

const struct step_kind ddds_step_kinds[] = {
    {"lower", STEP_ARGUMENT_NONE, "lower", "in lower case", lower},
    {"upper", STEP_ARGUMENT_NONE, "upper", "in upper case", upper},
    {"reverse", STEP_ARGUMENT_NONE, "reverse", "reversed", reverse},
    {"labels", STEP_ARGUMENT_NONE, "labels", "a label for each character",
     put_dots},
    {"reverse-labels", STEP_ARGUMENT_NONE, "reverse-labels",
     "the labels reversed", reverse_labels},
    {"strip", STEP_ARGUMENT_CHARACTERS, "strip \" -\"", "without any of",
     strip},
    {"replace", STEP_ARGUMENT_PAIR, "replace : .",
     "a character replaced by another,", replace},
    {"check-digit", STEP_ARGUMENT_NONE, "check-digit",
     "without the check digit", drop_check_digit},
    {"add-check-digit", STEP_ARGUMENT_NONE, "add-check-digit",
     "with a check digit", add_check_digit},
    {"hash", STEP_ARGUMENT_HASH, "hash sha256 base32", "hashed by", hash},
    {"address", STEP_ARGUMENT_NONE, "address", "an address by its name in DNS",
     name_address},
    {"number", STEP_ARGUMENT_NONE, "number", "a telephone number in digits",
     read_number},
    {"domain", STEP_ARGUMENT_NONE, "domain", "a domain in lower case",
     read_domain},
    {"host", STEP_ARGUMENT_NONE, "host",
     "a domain in lower case, or an address", read_host},
    {"urn", STEP_ARGUMENT_NONE, "urn", "a URN in its canonical form", read_urn},
    {"rewrite", STEP_ARGUMENT_EXPRESSION, "rewrite !^(.*)$!\\1!",
     "rewritten by", rewrite},
    {"rewrite-if", STEP_ARGUMENT_EXPRESSION, "rewrite-if !^x(.*)$!\\1!",
     "if it matches, rewritten by", try_rewrite},
    {.word = NULL},
};

ddds_status ddds_step_apply(const struct step *step,
                            struct transformed *subject)
{
    return step->part != NULL ? apply_within(step, subject)
                              : step->kind->apply(step, subject);
}
