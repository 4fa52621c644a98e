/* Lock for operations of libunbound that are not thread-safe, even with
 * different contexts: creating a context, starting its first query, and
 * deleting it. They initialise and destroy locks that all contexts share.
 *
 * SPDX-License-Identifier: MIT */
#ifndef VALIDATE_UNBOUND_LOCK_H
#define VALIDATE_UNBOUND_LOCK_H

/* While holding it, do not wait for queries or call the library's callers. */
void ddds_unbound_lock(void);
void ddds_unbound_unlock(void);

#endif
