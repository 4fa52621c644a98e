/* All groups of checks, by the first digit of their codes.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_CHECKS_GROUPS_H
#define CHECK_CHECKS_GROUPS_H

#include "check/report/check_group.h"

extern const struct check_group ddds_strings_group;       /* 1xx */
extern const struct check_group ddds_record_fields_group; /* 1xx */
extern const struct check_group ddds_names_group;         /* 1xx */
extern const struct check_group ddds_syntax_group;        /* 1xx */
extern const struct check_group ddds_zones_group;         /* 1xx */
extern const struct check_group ddds_delegations_group;   /* 1xx */
extern const struct check_group ddds_comments_group;      /* 1xx */
extern const struct check_group ddds_expression_group;    /* 2xx */
extern const struct check_group ddds_matching_group;      /* 2xx */
extern const struct check_group ddds_rule_group;          /* 3xx */
extern const struct check_group ddds_owners_group;        /* 3xx */
extern const struct check_group ddds_set_group;           /* 4xx */
extern const struct check_group ddds_order_group;         /* 4xx */
extern const struct check_group ddds_enum_keys_group;     /* 2xx to 4xx */
extern const struct check_group ddds_sip_keys_group;      /* 4xx, 5xx */
extern const struct check_group ddds_services_group;      /* 4xx */
extern const struct check_group ddds_servers_group;       /* 5xx */
extern const struct check_group ddds_times_group;         /* 5xx */
extern const struct check_group ddds_schemes_group;       /* 5xx */
extern const struct check_group ddds_graph_group;         /* 5xx */
extern const struct check_group ddds_wildcards_group;     /* 5xx */
extern const struct check_group ddds_portability_group;   /* 7xx */
extern const struct check_group ddds_uri_records_group;   /* 8xx */

#endif
