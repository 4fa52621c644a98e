/* What a resolution may do with its engine: rule sets that an engine need not
 * hold, and fetching an engine into the cache.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ENGINE_BORROWING_H
#define ENGINE_BORROWING_H

#include <ddds/engine.h>

/* Every rule set of the answers that |engine| will get outlives it. Threads
 * that share the sets then share nothing that they write. Call this before the
 * first answer. */
void ddds_engine_borrow_rulesets(ddds_engine *engine);

/* Fetch what the next answer needs into the cache. */
void ddds_engine_expect(const ddds_engine *engine);

#endif
