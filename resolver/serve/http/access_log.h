/* A line for each request, in the combined format or as JSON.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_ACCESS_LOG_H
#define SERVE_HTTP_ACCESS_LOG_H

#include <stdbool.h>
#include <stdint.h>

struct access_log;
struct request;

/* Open the log |path|, "-" for standard output, to append to it. |lost| counts
 * lines that could not be written. NULL if that fails, which has been
 * reported. */
struct access_log *access_log_open(const char *path, bool is_json,
                                   unsigned long long *lost);

/* Could the file |path| be opened? If not, this has been reported. Creates
 * nothing. */
bool access_log_check(const char *path);

/* Open the file anew, after it was renamed. If that fails, which is
 * reported, the old one is used on. */
void access_log_reopen(struct access_log *log);

/* Write the line of |request|, which took |microseconds|. |log| may be NULL.
 * Whatever a client sends, it is one line. Does not wait: the line is lost if
 * those before it cannot be written. */
void access_log_write(struct access_log *log, const struct request *request,
                      uint64_t microseconds);

/* Write lines that wait, as far as that is possible at once. */
void access_log_flush(struct access_log *log);

/* Do lines wait because they could not be written at once? */
bool access_log_waits(const struct access_log *log);

/* Write what waits, for some seconds at most, and close the log. */
void access_log_close(struct access_log *log);

#endif
