/* Access log: a line for each request, in the combined format or as JSON.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_ACCESS_LOG_H
#define SERVE_HTTP_ACCESS_LOG_H

#include <stdbool.h>
#include <stdint.h>

struct access_log;
struct request;

/* Open the log |path|, "-" for standard output, to append to it. |*lost| counts
 * dropped lines. NULL, with a message, on failure. */
struct access_log *access_log_open(const char *path, bool is_json,
                                   unsigned long long *lost);

/* Return true if |path| could be opened, otherwise complain; create nothing. */
bool access_log_check(const char *path);

/* Open the file again, after a rename. On failure complain and keep the old. */
void access_log_reopen(struct access_log *log);

/* Log |request|, which took |microseconds|, in exactly one line; data of the
 * client is escaped. Never wait: if the queue is full, drop the line. |log| may
 * be NULL. */
void access_log_write(struct access_log *log, const struct request *request,
                      uint64_t microseconds);

/* Write queued lines until a write would block. */
void access_log_flush(struct access_log *log);

/* Return true if lines are queued because a write would have blocked. */
bool access_log_waits(const struct access_log *log);

/* Write the queued lines, for some seconds at most, and close the log. */
void access_log_close(struct access_log *log);

#endif
