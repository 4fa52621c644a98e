/* Direct-mapped cache: a new question replaces the previous in its slot.
 *
 * SPDX-License-Identifier: MIT */
#include "check/model/clean_cache.h"

#include <string.h>

static size_t entry_of(const struct clean_question *question, size_t length)
{
    const char *services = question->services;
    size_t entry =
        length * 7 + (size_t)(question->next + 1) * 13 + question->word.length;
    if (length > 0) {
        entry += (unsigned char)services[length / 2] +
                 (unsigned char)services[length - 1];
    }
    return entry % CLEAN_QUESTIONS;
}

static bool is_at(const struct clean_entry *entry,
                  const struct clean_question *question, size_t length)
{
    return entry->application != NULL &&
           entry->application == question->application &&
           entry->next == question->next &&
           entry->is_host_list == question->is_host_list &&
           entry->is_3gpp == question->is_3gpp &&
           entry->length == question->word.length &&
           memcmp(entry->services, question->services, length + 1) == 0 &&
           memcmp(entry->word, question->word.text, entry->length) == 0;
}

void ddds_clean_cache_judge(struct clean_cache *cache,
                            const struct clean_question *question,
                            clean_judge_fn *judge, void *context)
{
    size_t length = strlen(question->services);
    struct clean_entry *entry = &cache->entries[entry_of(question, length)];
    bool is_short = length < CLEAN_TEXT && question->word.length <= CLEAN_WORD;
    if ((is_short && is_at(entry, question, length)) ||
        !judge(context, question) || !is_short) {
        return;
    }
    entry->application = question->application;
    entry->next = question->next;
    entry->is_host_list = question->is_host_list;
    entry->is_3gpp = question->is_3gpp;
    entry->length = (unsigned char)question->word.length;
    memcpy(entry->services, question->services, length + 1);
    memcpy(entry->word, question->word.text, question->word.length);
}
