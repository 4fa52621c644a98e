/* Distance of short words by optimal string alignment.
 *
 * SPDX-License-Identifier: MIT */
#include "base/nearest.h"

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"

/* Rows of the table: for the present prefix of the word, and the prefixes one and
 * two octets shorter. */
struct rows {
    size_t *present;
    const size_t *before;
    const size_t *earlier;
};

static size_t least(size_t one, size_t other)
{
    return one < other ? one : other;
}

static bool is_same(char one, char other)
{
    return ascii_to_lower(one) == ascii_to_lower(other);
}

/* Fill the row of the first |i| octets of |word|. */
static void fill(const struct rows *rows, const char *word, size_t i,
                 const char *other, size_t length)
{
    rows->present[0] = i;
    for (size_t j = 1; j <= length; j++) {
        size_t replaced =
            rows->before[j - 1] + (is_same(word[i - 1], other[j - 1]) ? 0 : 1);
        size_t distance =
            least(replaced, least(rows->before[j], rows->present[j - 1]) + 1);
        if (i > 1 && j > 1 && is_same(word[i - 1], other[j - 2]) &&
            is_same(word[i - 2], other[j - 1])) {
            distance = least(distance, rows->earlier[j - 2] + 1);
        }
        rows->present[j] = distance;
    }
}

size_t ddds_nearest_distance(const char *word, size_t length, const char *other)
{
    size_t rows[3][NEAREST_LENGTH + 1];
    size_t other_length = strlen(other);
    if (length > NEAREST_LENGTH || other_length > NEAREST_LENGTH) {
        return NEAREST_LENGTH + 1;
    }
    for (size_t j = 0; j <= other_length; j++) {
        rows[0][j] = j;
    }
    for (size_t i = 1; i <= length; i++) {
        const struct rows now = {rows[i % 3], rows[(i + 2) % 3],
                                 rows[(i + 1) % 3]};
        fill(&now, word, i, other, other_length);
    }
    return rows[length % 3][other_length];
}

bool ddds_nearest_is_likely(size_t length, size_t distance)
{
    return distance < length && distance <= (length < 6 ? 1 : length / 3);
}
