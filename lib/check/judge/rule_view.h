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

/* Compare the places of two rules: their orders, then their preferences. */
static inline int rule_view_compare(const struct ddds_rule *one,
                                    const struct ddds_rule *other)
{
    return one->order != other->order ? one->order - other->order
                                      : one->preference - other->preference;
}

/* Return the application of |record|: that of the caller, or a guess, or
 * NULL. */
const struct ddds_application *
ddds_rule_view_application(const struct ddds_check *check,
                           const struct checked_record *record);

/* Return the expression of |record|; NULL if it has none, or an unreadable
 * one. */
const struct expression *
ddds_rule_view_expression(struct ddds_check *check,
                          const struct checked_record *record);

/* Return the substitution of |expression|, which may be NULL, valid until the
 * next call; NULL if the expression is invalid. */
const struct ddds_substitution *
ddds_rule_view_substitution(struct ddds_check *check,
                            const struct expression *expression);

/* Return the flags of |application|, or those of RFC 3404 if it is NULL. */
const char *ddds_rule_view_flags(const struct ddds_application *application);

/* Return true if all fields are present, without NUL octets. */
bool ddds_rule_view_is_readable(const struct checked_record *record);

/* Set |view| for |record|, a NAPTR record. */
void ddds_rule_view_make(struct ddds_check *check,
                         const struct checked_record *record,
                         struct rule_view *view);

/* Return true if the rule is non-terminal and its application then uses only
 * the replacement (RFC 6116 section 5.2.1). */
bool ddds_rule_view_only_delegates(const struct rule_view *view);

/* Return true if clients of the application use the expression of |view|, which
 * must be valid: not every application allows every expression. */
bool ddds_rule_view_uses_expression(const struct rule_view *view);

/* Size of a rule's description in messages. */
enum { RULE_NAME_SIZE = 128 };

/* Write order, preference, flags and services of |rule| into |name|, in the
 * format of records: 10 20 "s" "SIP+D2U". Return |name|. */
const char *ddds_rule_view_name(const struct ddds_rule *rule,
                                char name[RULE_NAME_SIZE]);

/* Return the number of possible target names of a rule. The first is the output
 * for every input; the others are outputs for the caller's inputs. */
size_t ddds_rule_view_target_count(const struct ddds_check *check);

/* Write the target |i| of |record| into |target|, and its kind into |*next|: a
 * key, SRV records or a host. Return false if it does not exist, or equals an
 * earlier target. */
bool ddds_rule_view_target(struct ddds_check *check,
                           const struct checked_record *record, size_t i,
                           enum ddds_next *next, char target[LIMIT_NAME_SIZE]);

#endif
