/* A rule with its application and expression, for the checks of rules, sets
 * and graphs.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_RULE_VIEW_H
#define CHECK_JUDGE_RULE_VIEW_H

#include <stdbool.h>

#include <ddds/application.h>

#include "check/model/check_state.h"

struct expression;

struct rule_view {
    const struct ddds_rule *rule;
    const struct ddds_application *application; /* or NULL */
    enum ddds_next next;
    const struct expression *expression; /* or NULL */
};

/* Return the application of |record|: that of the caller, or a guess, or
 * NULL. */
const struct ddds_application *
ddds_rule_view_application(const struct ddds_check *check,
                           const struct checked_record *record);

/* Return the expression of |record|; NULL if it has none, or none that is
 * text. */
const struct expression *
ddds_rule_view_expression(struct ddds_check *check,
                          const struct checked_record *record);

/* Return the substitution of |expression|, which may be NULL, until the next
 * call; NULL if it is invalid. */
const struct ddds_substitution *
ddds_rule_view_substitution(struct ddds_check *check,
                            const struct expression *expression);

/* Return the flags of |application|, or those of RFC 3404 if it is NULL. */
const char *ddds_rule_view_flags(const struct ddds_application *application);

/* Return whether all fields are present, without NUL octets. */
bool ddds_rule_view_is_readable(const struct checked_record *record);

/* Fill in |view| for |record|, a NAPTR record. */
void ddds_rule_view_make(struct ddds_check *check,
                         const struct checked_record *record,
                         struct rule_view *view);

/* Return whether the rule is non-terminal and its application uses only the
 * replacement then (RFC 6116 section 5.2.1). */
bool ddds_rule_view_only_delegates(const struct rule_view *view);

/* Return whether clients of the application use the expression of |view|,
 * which is valid: not every application allows every expression. */
bool ddds_rule_view_uses_expression(const struct rule_view *view);

/* Room for a rule as messages name it. */
enum { RULE_NAME_SIZE = 128 };

/* Write order, preference, flags and services of |rule| into |name|, as
 * records are printed: 10 20 "s" "SIP+D2U". Returns |name|. */
const char *ddds_rule_view_name(const struct ddds_rule *rule,
                                char name[RULE_NAME_SIZE]);

/* Return the number of names that a rule can lead to. The first is the
 * output for every input, the others are outputs for the inputs of the
 * caller. */
size_t ddds_rule_view_target_count(const struct ddds_check *check);

/* Write the |i|-th name that |record| leads to into |target|, and its kind
 * into |*next|: a key, SRV records or a host. Return false if there is no
 * such name, or if it is the same as one before. */
bool ddds_rule_view_target(struct ddds_check *check,
                           const struct checked_record *record, size_t i,
                           enum ddds_next *next, char target[LIMIT_NAME_SIZE]);

#endif
