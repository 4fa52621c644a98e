/* The commands: each does what its options say and returns an exit status.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "cli/options.h"

typedef int command_function(const struct options *options);

command_function command_resolve; /* and trace */
command_function command_fetch;   /* of the program ddds-fetch */
command_function command_serve;   /* of the program ddds-server */
command_function command_query;
command_function command_lint;
command_function command_test;
command_function command_graph;
command_function command_diff;
command_function command_rewrite;
command_function command_urn_each; /* parse and normalize */
command_function command_urn_equal;
command_function command_uuid_gen;
command_function command_uuid_parse;
command_function command_uuid_check;
command_function command_uuid_fmt;
command_function command_uuid_cmp;
command_function command_uuid_range;
command_function command_uuid_ns;

#endif
