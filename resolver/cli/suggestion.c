/* The distance of words is that of the library, as for application files. It is
 * not public; no other file of the tool uses it.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/suggestion.h"

#include <stdio.h>

#include "base/nearest.h"

void suggestion_begin(struct suggestion *suggestion, const char *word,
                      size_t length)
{
    *suggestion = (struct suggestion){
        .word = word, .length = length, .distance = NEAREST_LENGTH + 1};
}

void suggestion_try(struct suggestion *suggestion, const char *known)
{
    size_t distance =
        ddds_nearest_distance(suggestion->word, suggestion->length, known);
    if (suggestion->end < sizeof suggestion->known) {
        suggestion->end +=
            (size_t)snprintf(suggestion->known + suggestion->end,
                             sizeof suggestion->known - suggestion->end, "%s%s",
                             suggestion->end > 0 ? ", " : "", known);
    }
    if (distance < suggestion->distance) {
        suggestion->distance = distance;
        suggestion->nearest = known;
    }
}

const char *suggestion_text(struct suggestion *suggestion)
{
    suggestion->text[0] = '\0';
    if (suggestion->nearest != NULL &&
        ddds_nearest_is_likely(suggestion->length, suggestion->distance)) {
        snprintf(suggestion->text, sizeof suggestion->text,
                 "; did you mean %s?", suggestion->nearest);
    }
    return suggestion->text;
}
