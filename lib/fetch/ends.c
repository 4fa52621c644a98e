/* Names and texts of the ends of requests.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/fetch.h>

static const struct {
    const char *word;
    enum ddds_reason_class class;
    const char *text;
} ends[] = {
#define END_ROW(name, word, class, text) {word, DDDS_CLASS_##class, text},
    DDDS_FETCH_END_LIST(END_ROW)
#undef END_ROW
};
enum { END_COUNT = sizeof ends / sizeof ends[0] };

const char *ddds_fetch_end_name(enum ddds_fetch_end end)
{
    return (unsigned)end < END_COUNT ? ends[end].word : "UNKNOWN";
}

const char *ddds_fetch_end_text(enum ddds_fetch_end end)
{
    return (unsigned)end < END_COUNT ? ends[end].text : "unknown";
}

enum ddds_reason_class ddds_fetch_end_class(enum ddds_fetch_end end)
{
    return (unsigned)end < END_COUNT ? ends[end].class : DDDS_CLASS_TEMPORARY;
}
