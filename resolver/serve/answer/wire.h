/* Requests and answers between the server and the processes that work for it: a
 * head of fixed size and the texts after it. Both ends are one program.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_ANSWER_WIRE_H
#define SERVE_ANSWER_WIRE_H

#include <stdbool.h>
#include <stddef.h>

#include "serve/answer/http_answer.h"

/* Write |ask|; the text is allocated. */
char *wire_write_ask(const struct ask *ask, size_t *length);

/* Read |ask| from |text|, which it borrows and which must end with NUL. False
 * if it is not whole. */
bool wire_read_ask(struct ask *ask, const char *text, size_t length);

/* Write |answer|; the text is allocated. */
char *wire_write_answer(const struct answer *answer, size_t *length);

/* Read |answer|. False if it is not whole: |answer| is then unchanged. */
bool wire_read_answer(struct answer *answer, const char *text, size_t length);

#endif
