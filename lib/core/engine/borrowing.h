/* Interface between a resolution and its engine: borrowed rule sets, and
 * prefetching.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ENGINE_BORROWING_H
#define ENGINE_BORROWING_H

#include <ddds/engine.h>

/* Every rule set of the answers for |engine| must outlive it, so that it holds
 * no references. Threads that share the sets then share no counters. Call this
 * before the first answer. */
void ddds_engine_borrow_rulesets(ddds_engine *engine);

#endif
