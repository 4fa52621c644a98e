/* A thread that writes lines, so that those who make them never wait for a reader
 * or a disk. Lines that find the queue full are lost, and counted.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_LOG_WRITER_H
#define SERVE_HTTP_LOG_WRITER_H

#include <stdatomic.h>
#include <stddef.h>

struct log_writer;

/* Start to write to |descriptor|. |name|, which lives as long, is what messages
 * call it; |lost| counts lines that were not written. NULL if that fails, which
 * has been reported. */
struct log_writer *log_writer_start(int descriptor, const char *name,
                                    atomic_ullong *lost);

/* Queue the |length| octets of |line|, all or none. */
void log_writer_add(struct log_writer *writer, const char *line, size_t length);

/* Write what is queued, for some seconds at most, and end. |writer| may be
 * NULL. */
void log_writer_end(struct log_writer *writer);

#endif
