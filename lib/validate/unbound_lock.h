/* A lock for what libunbound cannot do in several threads at once, even with
 * different contexts: make one, begin its first query, and delete it. It
 * initializes and destroys locks of its own there, which all contexts share.
 *
 * SPDX-License-Identifier: MIT */
#ifndef VALIDATE_UNBOUND_LOCK_H
#define VALIDATE_UNBOUND_LOCK_H

/* Neither waits for a query, nor calls back to a caller of the library, while
 * the lock is held. */
void ddds_unbound_lock(void);
void ddds_unbound_unlock(void);

#endif
