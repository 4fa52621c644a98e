/* Readers of outputs beside the parsers of URIs and keys: all short strings,
 * and longer strings at the limits.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/uri.h>

#include "base/ascii.h"
#include "base/assertions.h"
#include "base/limits.h"
#include "check/readers/outputs.h"
#include "name/idna.h"

enum { SIZE = 300, LETTERS = 16 };

static uint32_t label_of(struct reader *reader, const char *text)
{
    uint32_t state = reader_run(reader, reader->start, text, strlen(text));
    assert_false(reader->failed);
    return reader_label(reader, state);
}

static uint32_t expected_uri(const char *text, bool is_absolute)
{
    struct ddds_uri uri;
    if (text[0] == '\0') {
        return OUTPUT_EMPTY;
    }
    if (ddds_uri_parse(text, &uri, NULL) != DDDS_OK) {
        return OUTPUT_BAD;
    }
    bool is_hollow = uri.host.text == NULL && uri.path.length == 0;
    return is_absolute && (is_hollow || uri.fragment.text != NULL)
               ? OUTPUT_BAD
               : OUTPUT_GOOD;
}

/* The length of |text| before an encoding that is not ASCII. */
static size_t find_encoding(const char *text)
{
    size_t at = 0;
    while (text[at] != '\0' &&
           (text[at] != '%' ||
            ascii_hex_value((unsigned char)text[at + 1]) < 8 ||
            ascii_hex_value((unsigned char)text[at + 2]) < 0)) {
        at++;
    }
    return at;
}

/* The text before a %-encoding may already be invalid. */
static uint32_t expected_key(const char *text)
{
    char key[LIMIT_KEY_SIZE];
    char before[SIZE];
    size_t length = find_encoding(text);
    bool is_encoded = text[length] != '\0';
    memcpy(before, text, length);
    before[length] = 'a'; /* in place of the encoding */
    length += is_encoded;
    bool is_key = ddds_idna_parse_output(before, length, key, NULL) == DDDS_OK;
    return text[0] == '\0' ? OUTPUT_EMPTY
           : !is_key       ? OUTPUT_BAD
           : is_encoded    ? OUTPUT_UNSURE
                           : OUTPUT_GOOD;
}

/* Compare |before|, up to |most| of |letters|, and |after|. */
static void compare(struct reader *reader, uint32_t (*expect)(const char *text),
                    const char *before, const char *letters, size_t most,
                    const char *after)
{
    char text[SIZE];
    size_t begin = strlen(before);
    size_t count = strlen(letters);
    memcpy(text, before, begin);
    for (size_t length = 0; length <= most; length++) {
        size_t places[LETTERS] = {0};
        size_t at = 0;
        while (at < length || length == 0) {
            for (size_t i = 0; i < length; i++) {
                text[begin + i] = letters[places[i]];
            }
            memcpy(text + begin + length, after, strlen(after) + 1);
            if (label_of(reader, text) != expect(text)) {
                fail_msg("\"%s\": %u, expected %u", text,
                         label_of(reader, text), expect(text));
            }
            for (at = 0; at < length && ++places[at] == count; at++) {
                places[at] = 0;
            }
            if (length == 0) {
                break;
            }
        }
    }
}

static uint32_t expect_any_uri(const char *text)
{
    return expected_uri(text, false);
}

static uint32_t expect_absolute_uri(const char *text)
{
    return expected_uri(text, true);
}

TEST(uris_are_those_of_the_parser)
{
    static const struct {
        const char *before;
        const char *letters;
        size_t most;
        const char *after;
    } cases[] = {
        {"", "a1:/?#[]@%.", 5, ""},
        {"x://", "a:/?#[]@%", 5, ""},
        {"x://[", "1f:.]v", 6, ""},
        {"x://[", "1:]", 8, "]/"},
        {"x://[1:2:3:4:5:6:", "2.:]59", 6, ".0.0.1]"},
        {"x://[::", "2.:f", 6, ":1.0.255.26]"},
        {"x://[1:2:3:4:5", "1:.", 6, ":]"},
        {"x://[1:2:3:4:5:", "0125.", 8, ".1.1]"},
        {"x://[V1.", "a]:.", 4, "]"},
        {"x:", "a/?#% \x7f\"\\", 5, ""},
        {"x://u%4", "1a@:[%", 5, "@h"},
        {"X+1.-", "+:_a", 4, ":"},
    };
    struct reader *any = ddds_output_uri(false);
    struct reader *absolute = ddds_output_uri(true);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        compare(any, expect_any_uri, cases[i].before, cases[i].letters,
                cases[i].most, cases[i].after);
        compare(absolute, expect_absolute_uri, cases[i].before,
                cases[i].letters, cases[i].most, cases[i].after);
    }
    reader_free(any);
    reader_free(absolute);
}

/* A key of labels of |label| octets, |length| in all. */
static void write_key(char *text, size_t length, size_t label)
{
    for (size_t i = 0; i < length; i++) {
        text[i] = i % (label + 1) == label ? '.' : 'a';
    }
    text[length] = '\0';
}

TEST(keys_are_those_of_the_parser)
{
    struct reader *reader = ddds_output_key(SIZE_MAX, SIZE_MAX);
    struct reader *shorter = ddds_output_key(63, 63);
    struct reader *few = ddds_output_short_key();
    compare(reader, expected_key, "", "a1.-_% /", 6, "");
    compare(shorter, expected_key, "", "a1.-_% /", 5, "");
    compare(reader, expected_key, "1.2.3", ".1a", 6, "");
    compare(shorter, expected_key, "1.2.3", ".1a", 6, "");
    compare(few, expected_key, "", "a1.-_% /", 5, "");
    compare(few, expected_key, "1.2.3", ".1a", 6, "");
    for (size_t length = 240; length < 260; length++) {
        for (size_t label = 60; label < 66; label++) {
            char text[SIZE];
            write_key(text, length, label);
            compare(reader, expected_key, text, ".a", 2, "");
            assert_int_equal(label_of(few, text), OUTPUT_UNSURE);
        }
    }
    for (size_t label = 58; label < 64; label++) {
        char text[SIZE];
        write_key(text, label, SIZE);
        compare(reader, expected_key, text, "%8.a", 5, "");
        compare(few, expected_key, text, "%8.a", 63 - label, "");
    }
    reader_free(reader);
    reader_free(shorter);
    reader_free(few);
}

TEST(other_outputs_are_any_text)
{
    struct reader *any = ddds_output_any();
    struct reader *text = ddds_output_text();
    assert_int_equal(label_of(any, ""), OUTPUT_EMPTY);
    assert_int_equal(label_of(any, " "), OUTPUT_GOOD);
    assert_int_equal(label_of(text, ""), OUTPUT_EMPTY);
    assert_int_equal(label_of(text, "a\xc3"), OUTPUT_GOOD);
    assert_int_equal(label_of(text, "a b"), OUTPUT_BAD);
    assert_int_equal(label_of(text, "a\x7f"), OUTPUT_BAD);
    reader_free(any);
    reader_free(text);
}
