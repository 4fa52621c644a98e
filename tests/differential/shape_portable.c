/* The matcher of shapes without vectors, for machines that have none.
 *
 * SPDX-License-Identifier: MIT */
#define SHAPE_PORTABLE
#define ddds_shape_match shape_match_portable
#include "rule/shape.c"
