/* An application that is described rather than programmed: what a file said of
 * it, and the policy's functions that do as it says.
 *
 * SPDX-License-Identifier: MIT */
#ifndef APP_DESCRIBED_H
#define APP_DESCRIBED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/application.h>

#include "app/transform.h"
#include "base/arena.h"

/* A rule that stands in. Its replacement is the first key itself, or begins
 * below it, if the file wrote it as a relative name. */
struct stand_in {
    struct ddds_rule rule;
    bool is_relative;
};

/* |application| comes first: the policy's functions are given its address. */
struct described {
    struct ddds_application application;
    struct transformations string; /* from the input */
    struct transformations key;    /* from the string */
    struct stand_in stand_ins[DDDS_FALLBACK_MAX];
    size_t stand_in_count;
    const char *because;
    uint16_t port;      /* of hosts, 0 for none */
    struct arena arena; /* all strings */
};

/* The policy's functions. */
ddds_status ddds_described_first_rule(const struct ddds_application *self,
                                      const struct ddds_request *request,
                                      struct ddds_start *start,
                                      struct ddds_error *error);
void ddds_described_fall_back(const struct ddds_application *self,
                              const struct ddds_start *start,
                              const struct ddds_dead_end *dead_end,
                              struct ddds_fallback *fallback);

uint16_t ddds_described_default_port(const struct ddds_application *self,
                                     const struct ddds_services *offered);

/* Ways to write services that a file may choose from by |name|: as |like| does
 * it. NULL if there is none of that name; ddds_grammar_at counts through them,
 * NULL behind the last. */
struct grammar {
    const char *name;
    const struct ddds_application *like;
};
const struct grammar *ddds_grammar_find(const char *name);
const struct grammar *ddds_grammar_at(size_t index);

#endif
