/* The members of a set: their number, the first, the last, random members,
 * sorted by length, then by octets.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_SETS_DFA_MEMBERS_H
#define CHECK_SETS_DFA_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check/sets/count.h"
#include "check/sets/dfa.h"

enum members_result {
    MEMBERS_FOUND,
    MEMBERS_INFINITE, /* no last member, no count */
    MEMBERS_LIMIT,    /* too long, or too much work */
    MEMBERS_NO_MEMORY,
};

/* List the states of |dfa|, each before those that it leads to. The caller
 * frees the list, which is NULL unless the result is MEMBERS_FOUND. */
enum members_result ddds_members_sort(const struct dfa *dfa, uint32_t **order);

/* Return true if |dfa| has at most |most| members, below 10^9; false also if
 * allocation fails. */
bool ddds_members_are_few(const struct dfa *dfa, uint32_t most);

/* Add the number of members to |count|. */
enum members_result ddds_members_count(const struct dfa *dfa,
                                       struct count *count);

/* Return the octets of the longest member; SIZE_MAX if the set is infinite, or
 * if allocation fails. */
size_t ddds_members_longest(const struct dfa *dfa);

/* Write the first member to the |size| octets at |text|. */
enum members_result ddds_members_first(const struct dfa *dfa, char *text,
                                       size_t size);

/* Write the last member. */
enum members_result ddds_members_last(const struct dfa *dfa, char *text,
                                      size_t size);

/* Write a random member. |random| is the state of the generator. Up to 10^300
 * members are equally likely. */
enum members_result ddds_members_any(const struct dfa *dfa, uint64_t *random,
                                     char *text, size_t size);

/* Call |member| with |context| for every member of less than |size| octets,
 * until it returns false. MEMBERS_LIMIT: there may be longer ones. */
enum members_result ddds_members_each(const struct dfa *dfa,
                                      bool (*member)(void *context,
                                                     const char *text),
                                      void *context, size_t size);

#endif
