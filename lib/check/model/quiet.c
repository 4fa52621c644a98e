/* Direct-mapped cache: a new question replaces the previous in its slot.
 *
 * SPDX-License-Identifier: MIT */
#include "check/model/quiet.h"

#include <string.h>

static size_t place_of(const struct quiet_question *question, size_t length)
{
    const char *services = question->services;
    size_t place =
        length * 7 + (size_t)(question->next + 1) * 13 + question->word.length;
    if (length > 0) {
        place += (unsigned char)services[length / 2] +
                 (unsigned char)services[length - 1];
    }
    return place % QUIET_QUESTIONS;
}

static bool is_at(const struct quiet_place *place,
                  const struct quiet_question *question, size_t length)
{
    return place->application != NULL &&
           place->application == question->application &&
           place->next == question->next &&
           place->is_host_list == question->is_host_list &&
           place->is_3gpp == question->is_3gpp &&
           place->length == question->word.length &&
           memcmp(place->services, question->services, length + 1) == 0 &&
           memcmp(place->word, question->word.text, place->length) == 0;
}

void ddds_quiet_judge(struct quiet *quiet,
                      const struct quiet_question *question,
                      quiet_judge_fn *judge, void *context)
{
    size_t length = strlen(question->services);
    struct quiet_place *place = &quiet->places[place_of(question, length)];
    bool is_short = length < QUIET_TEXT && question->word.length <= QUIET_WORD;
    if ((is_short && is_at(place, question, length)) ||
        !judge(context, question) || !is_short) {
        return;
    }
    place->application = question->application;
    place->next = question->next;
    place->is_host_list = question->is_host_list;
    place->is_3gpp = question->is_3gpp;
    place->length = (unsigned char)question->word.length;
    memcpy(place->services, question->services, length + 1);
    memcpy(place->word, question->word.text, question->word.length);
}
