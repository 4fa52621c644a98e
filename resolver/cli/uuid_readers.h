/* How the values of ddds uuid's options are read: readers of the option table.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_UUID_READERS_H
#define CLI_UUID_READERS_H

#include "cli/option.h"

option_reader read_uuid_kind, read_uuid_custom, read_uuid_space,
    read_uuid_name_form, read_uuid_time, read_uuid_node, read_uuid_count,
    read_uuid_forms, read_uuid_columns;

#endif
