/* A rule as the checks of rules, sets and graphs look at it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_RULE_VIEW_H
#define CHECK_JUDGE_RULE_VIEW_H

#include <stdbool.h>

#include <ddds/application.h>

#include "check/model/check.h"

struct expression;

struct rule_view {
    const struct ddds_rule *rule;
    const struct ddds_application *application; /* or NULL */
    enum ddds_next next;
    const struct expression *expression; /* NULL if there is none; not to be
                                            kept (expressions.h) */
};

/* Whose rule |record| is: what the caller says, else a guess; or NULL. */
const struct ddds_application *
ddds_rule_view_application(const struct ddds_check *check,
                           const struct checked_record *record);

/* The flags of |application|, or all that there are if it is NULL. */
const char *ddds_rule_view_flags(const struct ddds_application *application);

/* Are all fields there, and texts? */
bool ddds_rule_view_is_readable(const struct checked_record *record);

/* Look at |record|, a NAPTR. */
void ddds_rule_view_make(struct ddds_check *check,
                         const struct checked_record *record,
                         struct rule_view *view);

/* Does it only say where to go on, with its replacement (RFC 6116 section
 * 5.2.1)? */
bool ddds_rule_view_only_delegates(const struct rule_view *view);

/* Room for a rule as messages name it. */
enum { RULE_NAME_SIZE = 128 };

/* Write order, preference, flags and services of |rule| into |name|, as records
 * are printed: 10 20 "s" "SIP+D2U". Returns |name|. */
const char *ddds_rule_view_name(const struct ddds_rule *rule,
                                char name[RULE_NAME_SIZE]);

/* What a rule leads to: the |i|-th of so many names, and what |*next| they are.
 * The first is what it leads to whatever the input is, if that is so; the
 * others are made of the inputs that the caller wants tried, each once. False
 * if there is no such name. */
size_t ddds_rule_view_target_count(const struct ddds_check *check);
bool ddds_rule_view_target(struct ddds_check *check,
                           const struct checked_record *record, size_t i,
                           enum ddds_next *next, char target[LIMIT_KEY_SIZE]);

#endif
