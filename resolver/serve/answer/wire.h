/* Serialisation of requests and answers for the worker processes: a head of
 * fixed size, then strings. Both ends are the same program.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_ANSWER_WIRE_H
#define SERVE_ANSWER_WIRE_H

#include <stdbool.h>
#include <stddef.h>

#include "serve/answer/http_answer.h"

/* Serialise |ask|; return allocated memory. */
char *wire_write_ask(const struct ask *ask, size_t *length);

/* Parse |text|, which must end with NUL and outlive |ask|. False if
 * incomplete. */
bool wire_read_ask(struct ask *ask, const char *text, size_t length);

/* Serialise |answer|; return allocated memory. */
char *wire_write_answer(const struct answer *answer, size_t *length);

/* Parse |text|. If it is incomplete, return false with |answer| unchanged. */
bool wire_read_answer(struct answer *answer, const char *text, size_t length);

#endif
