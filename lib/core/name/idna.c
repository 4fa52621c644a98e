/* Internationalized domain names: split a name at its dots, and convert labels
 * that are not ASCII with libidn2.
 *
 * libidn2 is loaded on demand, because most programs do not need it. Its
 * functions are looked up once per process, by the first thread that needs
 * them; child processes inherit them.
 *
 * SPDX-License-Identifier: MIT */
#include "name/idna.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/late.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/domain.h"
#include "base/octet.h"

/* ---- Right-to-left labels (RFC 5893 section 2) --------------------------- */

/* Bidirectional classes are approximated by blocks of code points; libidn2
 * rejects unassigned and disallowed code points in them. */
static bool is_within(uint32_t point, uint32_t first, uint32_t last)
{
    return point >= first && point <= last;
}

/* Bidirectional classes of Unicode: EN; AN; R and AL. */
enum kind { OTHER, EUROPEAN_DIGIT, ARABIC_DIGIT, RTL_LETTER };

static enum kind kind_of(uint32_t point)
{
    if (is_within(point, '0', '9') || is_within(point, 0x6f0, 0x6f9)) {
        return EUROPEAN_DIGIT;
    }
    if (is_within(point, 0x660, 0x669) || is_within(point, 0x10d30, 0x10d39)) {
        return ARABIC_DIGIT;
    }
    return is_within(point, 0x590, 0x8ff) || is_within(point, 0xfb1d, 0xfdff) ||
                   is_within(point, 0xfe70, 0xfeff) ||
                   is_within(point, 0x10800, 0x10fff) ||
                   is_within(point, 0x1e800, 0x1efff)
               ? RTL_LETTER
               : OTHER;
}

/* Return the set of kinds in |label|, as bits. */
static unsigned find_kinds(const char *label, size_t length)
{
    unsigned kinds = 0;
    size_t size;
    for (size_t at = 0; at < length; at += size) {
        size = utf8_length(label + at, length - at);
        if (size == 0) {
            break;
        }
        kinds |= 1U << kind_of(utf8_decode(label + at, size));
    }
    return kinds;
}

/* Return true if a label has right-to-left letters or Arabic digits. */
static bool is_rtl(const char *label, size_t length)
{
    return (find_kinds(label, length) &
            (1U << RTL_LETTER | 1U << ARABIC_DIGIT)) != 0;
}

/* Return true unless the label mixes European and Arabic digits (rule 4), which
 * libidn2 does not check. */
static bool has_one_kind(const char *label, size_t length)
{
    const unsigned both = 1U << EUROPEAN_DIGIT | 1U << ARABIC_DIGIT;
    return (find_kinds(label, length) & both) != both;
}

/* ---- The library --------------------------------------------------------- */

/* Constants of idn2.h, which the build does not need. */
enum {
    NFC_INPUT = 1,
    NONTRANSITIONAL = 8, /* as IDNA2008: keep sharp s and final sigma */
    IDN2_NO_MEMORY = -100,
};

struct idn2 {
    int (*lookup)(const uint8_t *text, uint8_t **ascii, int flags);
    const char *(*explain)(int status);
    void (*release)(void *memory);
};

static struct idn2 idn2;
static pthread_once_t is_loaded = PTHREAD_ONCE_INIT;

/* Replacements for the functions if loading fails for lack of memory. */
static int fail_to_look_up(const uint8_t *text, uint8_t **ascii, int flags)
{
    (void)text;
    (void)ascii;
    (void)flags;
    return IDN2_NO_MEMORY;
}

static const char *explain_nothing(int status)
{
    (void)status;
    return "";
}

static void load(void)
{
    struct idn2 found;
    errno = 0;
    void *library = late_open("libidn2.so.0");
    if (library == NULL && errno == ENOMEM) {
        idn2 = (struct idn2){fail_to_look_up, explain_nothing, NULL};
    }
    if (library != NULL &&
        late_find(library, "idn2_lookup_u8", &found.lookup,
                  sizeof found.lookup) &&
        late_find(library, "idn2_strerror", &found.explain,
                  sizeof found.explain) &&
        late_find(library, "idn2_free", &found.release, sizeof found.release)) {
        idn2 = found;
    }
}

static bool is_there(void)
{
    pthread_once(&is_loaded, load);
    return idn2.lookup != NULL;
}

/* ---- Labels ------------------------------------------------------------- */

/* Return the first ASCII octet that is not allowed in a label that becomes an
 * A-label, or NULL. Backslashes are not escapes there. */
static const char *find_odd_octet(const char *label, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)label[i] < 0x80 && !octet_is(label[i], OCTET_LDH)) {
            return label + i;
        }
    }
    return NULL;
}

/* Check the result of libidn2, which maps some characters to dots or
 * underscores and ignores others. Its flag for letters, digits and hyphens is
 * not used, because it removes other characters and so changes the name. */
static const char *judge_label(const char *label)
{
    size_t length = strlen(label);
    return length == 0            ? "it is empty"
           : length > LIMIT_LABEL ? "it is longer than 63 octets"
           : find_odd_octet(label, length) != NULL
               ? "it contains a form of a character that is not allowed"
               : NULL;
}

/* Append the A-label of |label|, |length| octets of UTF-8. Return NULL, or the
 * reason of a failure, which is valid until the next call. */
static const char *add_label(struct text *name, const char *label,
                             size_t length, bool *has_memory)
{
    char copy[LIMIT_NAME_SIZE];
    uint8_t *ascii = NULL;
    if (length >= sizeof copy) {
        return "it is longer than 63 octets";
    }
    memcpy(copy, label, length);
    copy[length] = '\0';
    int status =
        idn2.lookup((const uint8_t *)copy, &ascii, NFC_INPUT | NONTRANSITIONAL);
    if (status != 0) {
        *has_memory = status != IDN2_NO_MEMORY;
        return idn2.explain(status);
    }
    const char *why = judge_label((const char *)ascii);
    if (why == NULL) {
        ddds_text_string(name, (const char *)ascii);
    }
    idn2.release(ascii);
    return why;
}

/* ---- Names -------------------------------------------------------------- */

static bool is_utf8(const char *text, size_t length, size_t *at)
{
    for (*at = 0; *at < length;) {
        size_t octets = utf8_length(text + *at, length - *at);
        if (octets == 0) {
            return false;
        }
        *at += octets;
    }
    return true;
}

static ddds_status refuse_missing(const char *text, size_t length,
                                  struct ddds_error *error)
{
    return ddds_error_set(
        error, DDDS_LIMIT, DDDS_NO_OFFSET,
        "\"%.*s%s\" needs A-labels (RFC 5891), and "
        "libidn2.so.0 is missing; " DDDS_INSTALL(
            "libidn2-0") ", or write the name with A-labels (xn--...)",
        ERROR_QUOTE(text, length));
}

enum { REASON_SIZE = 160 };

/* Append the label between |begin| and |end| of |text|. */
static ddds_status convert_label(struct text *name, const char *text,
                                 size_t begin, size_t end, size_t length,
                                 struct ddds_error *error)
{
    const char *label = text + begin;
    bool has_memory = true;
    if (utf8_is_ascii(label, end - begin)) {
        ddds_text_add(name, label, end - begin);
        return DDDS_OK;
    }
    const char *odd = find_odd_octet(label, end - begin);
    if (odd != NULL) {
        return ddds_domain_refuse(
            text, length, (size_t)(odd - text),
            "beside letters that are not ASCII, only letters, digits "
            "and \"-\" are allowed in a label",
            error);
    }
    if (!is_there()) {
        return refuse_missing(text, length, error);
    }
    const char *why = has_one_kind(label, end - begin)
                          ? add_label(name, label, end - begin, &has_memory)
                          : "it has digits of two kinds";
    if (why == NULL) {
        return DDDS_OK;
    }
    if (!has_memory) {
        return ddds_error_no_memory(error);
    }
    char reason[REASON_SIZE];
    snprintf(reason, sizeof reason,
             "a label cannot become an A-label (RFC 5891): %s", why);
    return ddds_domain_refuse(text, length, begin, reason, error);
}

/* Return the position of the next dot after |begin|, and its |*size|; |length|
 * and 0 after the last dot. If the name |is_typed|, U+3002, U+FF0E and U+FF61
 * are dots too (RFC 5895 section 2). */
static size_t find_dot(const char *text, size_t length, size_t begin,
                       bool is_typed, size_t *size)
{
    static const char *const wide[] = {"\u3002", "\uff0e", "\uff61"};
    enum { WIDE_SIZE = 3 };
    for (size_t i = begin; i < length; i++) {
        if (text[i] == '.') {
            *size = 1;
            return i;
        }
        for (size_t j = 0; is_typed && length - i >= WIDE_SIZE && j < 3; j++) {
            if (memcmp(text + i, wide[j], WIDE_SIZE) == 0) {
                *size = WIDE_SIZE;
                return i;
            }
        }
    }
    *size = 0;
    return length;
}

/* In names with right-to-left labels, other labels must begin with a letter
 * (RFC 5893 section 2, rule 1; RFC 5891 section 5.4). Labels with an underscore
 * are exempt, because they do not name hosts. */
static ddds_status check_directions(const char *text, size_t length,
                                    bool is_typed, struct ddds_error *error)
{
    size_t dot = 1;
    if (!is_rtl(text, length)) {
        return DDDS_OK;
    }
    for (size_t begin = 0; dot > 0;) {
        size_t end = find_dot(text, length, begin, is_typed, &dot);
        bool is_odd = end > begin &&
                      memchr(text + begin, '_', end - begin) == NULL &&
                      octet_is(text[begin], OCTET_LDH) &&
                      !ascii_is_alpha((unsigned char)text[begin]);
        if (is_odd) {
            return ddds_domain_refuse(
                text, length, begin,
                "beside labels that are written from right to left, a label "
                "begins with a letter (RFC 5893)",
                error);
        }
        begin = end + dot;
    }
    return DDDS_OK;
}

static ddds_status convert(const char *text, size_t length, bool is_typed,
                           char ascii[LIMIT_NAME_SIZE],
                           struct ddds_error *error)
{
    struct text name;
    size_t at;
    size_t dot = 1;
    ddds_text_init(&name, ascii, LIMIT_NAME_SIZE);
    if (!is_utf8(text, length, &at)) {
        return ddds_domain_refuse(text, length, at, "it is not UTF-8", error);
    }
    for (size_t begin = 0; dot > 0;) {
        size_t end = find_dot(text, length, begin, is_typed, &dot);
        ddds_status status =
            convert_label(&name, text, begin, end, length, error);
        if (status != DDDS_OK) {
            return status;
        }
        if (dot > 0) {
            ddds_text_char(&name, '.');
        }
        begin = end + dot;
    }
    return name.failed
               ? ddds_domain_refuse(text, length, 0,
                                    "it is longer than 255 octets", error)
               : check_directions(text, length, is_typed, error);
}

ddds_status ddds_idna_convert(const char *text, size_t length,
                              char ascii[LIMIT_NAME_SIZE],
                              struct ddds_error *error)
{
    return convert(text, length, true, ascii, error);
}

/* Convert the offset in |error| from |ascii| to |text|, of which |ascii| was
 * made. An error in an A-label moves to the start of its label. */
static void find_offset(const char *text, size_t length, bool is_typed,
                        const char *ascii, struct ddds_error *error)
{
    size_t dot;
    if (error == NULL) {
        return;
    }
    size_t begin = 0;
    size_t within = 0;
    for (size_t i = 0; i < error->offset && ascii[i] != '\0'; i++) {
        within++;
        if (ascii[i] == '.') {
            begin = find_dot(text, length, begin, is_typed, &dot) + dot;
            within = 0;
        }
    }
    size_t label = find_dot(text, length, begin, is_typed, &dot) - begin;
    bool is_same = within <= label && utf8_is_ascii(text + begin, label);
    error->offset = begin + (is_same ? within : 0);
}

/* Convert the name to ASCII and |parse| it. */
static ddds_status parse_spelt(const char *text, size_t length, bool is_typed,
                               ddds_status (*parse)(const char *, size_t,
                                                    char *,
                                                    struct ddds_error *),
                               char *name, struct ddds_error *error)
{
    char ascii[LIMIT_NAME_SIZE];
    if (utf8_is_ascii(text, length)) {
        return parse(text, length, name, error);
    }
    ddds_status status = convert(text, length, is_typed, ascii, error);
    if (status != DDDS_OK) {
        return status;
    }
    status = parse(ascii, strlen(ascii), name, error);
    if (status != DDDS_OK) {
        find_offset(text, length, is_typed, ascii, error);
    }
    return status;
}

ddds_status ddds_idna_parse_name(const char *text, size_t length,
                                 char name[LIMIT_NAME_SIZE],
                                 struct ddds_error *error)
{
    return parse_spelt(text, length, true, ddds_domain_parse, name, error);
}

ddds_status ddds_idna_parse_key(const char *text, size_t length,
                                char key[LIMIT_KEY_SIZE],
                                struct ddds_error *error)
{
    return parse_spelt(text, length, true, ddds_domain_parse_key, key, error);
}

/* ---- Outputs of expressions --------------------------------------------- */

/* Decode an encoded octet above ASCII at |text|, or return -1. */
static int decode(const char *text, size_t left)
{
    if (left < 3 || text[0] != '%') {
        return -1;
    }
    int high = ascii_hex_value((unsigned char)text[1]);
    int low = ascii_hex_value((unsigned char)text[2]);
    return high >= 8 && low >= 0 ? high << 4 | low : -1;
}

ddds_status ddds_idna_parse_output(const char *text, size_t length,
                                   char key[LIMIT_KEY_SIZE],
                                   struct ddds_error *error)
{
    char memory[LIMIT_NAME_SIZE];
    struct text decoded;
    ddds_text_init(&decoded, memory, sizeof memory);
    if (memchr(text, '%', length) == NULL) {
        return parse_spelt(text, length, false, ddds_domain_parse_key, key,
                           error);
    }
    for (size_t i = 0; i < length;) {
        int octet = decode(text + i, length - i);
        ddds_text_char(&decoded, octet >= 0 ? (char)octet : text[i]);
        i += octet >= 0 ? 3 : 1;
    }
    return decoded.failed
               ? ddds_domain_refuse(text, length, 0,
                                    "it is longer than 255 octets", error)
               : parse_spelt(decoded.bytes, decoded.length, false,
                             ddds_domain_parse_key, key, error);
}
