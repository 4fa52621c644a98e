/* Derivation of a substitution expression from another with the same ERE.
 *
 * SPDX-License-Identifier: MIT */
#include "rule/substitution.h"

#include <stdlib.h>
#include <string.h>

/* Write the literal text of the replacement to |literal|, and its parts between
 * back-references to |pieces|. */
static void split(const char *at, const char *end, char *literal,
                  struct piece *pieces, struct ddds_substitution *like)
{
    size_t begin = 0;
    for (size_t i = 0; i < like->piece_count; i++) {
        const char *backslash = memchr(at, '\\', (size_t)(end - at));
        size_t length = (size_t)((backslash != NULL ? backslash : end) - at);
        bool is_last = i + 1U == like->piece_count;
        memcpy(literal + begin, at, length);
        pieces[i] = (struct piece){
            .begin = (uint8_t)begin,
            .length = (uint8_t)length,
            .group = is_last ? 0 : (uint8_t)(at[length + 1] - '0'),
        };
        at += length + (is_last ? 0 : 2);
        begin += length;
    }
    literal[begin] = '\0';
    like->literal_length = (uint8_t)begin;
    like->literal = literal;
    like->pieces = pieces;
}

struct ddds_substitution *
ddds_substitution_like(const struct ddds_substitution *model,
                       const char *regexp, size_t second)
{
    const size_t length = strlen(regexp);
    const size_t pieces = model->piece_count * sizeof(struct piece);
    const size_t octets =
        sizeof(struct ddds_substitution) + pieces + 2 * (length + 1);
    struct ddds_substitution *like = malloc(octets);
    if (like == NULL) {
        return NULL;
    }
    struct ere_program *program =
        atomic_load_explicit(&model->program, memory_order_acquire);
    char *field = (char *)(like + 1) + pieces;
    memcpy(field, regexp, length + 1);
    field[second] = '\0';
    field[length - 1] = '\0';
    *like = (struct ddds_substitution){
        .borrows_program = program != NULL,
        .matches_all = model->matches_all,
        .is_constant = model->is_constant,
        .ignores_case = model->ignores_case,
        .piece_count = model->piece_count,
        .groups = model->groups,
        .context = model->context,
        .allowance = model->allowance,
        .octets = octets,
        .shape = model->shape,
        .program = program,
        .ere = model->ere,
        .replacement = field + second + 1,
        .flags = field + length,
    };
    memcpy(like->delimiter, model->delimiter, sizeof like->delimiter);
    split(regexp + second + 1, regexp + length - 1, field + length + 1,
          (struct piece *)(like + 1), like);
    return like;
}
