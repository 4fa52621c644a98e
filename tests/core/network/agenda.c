/* The agenda: a heap.
 *
 * SPDX-License-Identifier: MIT */
#include "core/network/agenda.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "core/network/journal.h"
#include "core/network/clock.h"

struct event {
    uint64_t at;
    uint64_t order;
    agenda_fn *happen;
    void *subject;
    uint64_t number;
};

static struct {
    struct event *heap;
    size_t count;
    size_t size;
    uint64_t planned; /* so far */
} agenda;

static bool is_before(const struct event *one, const struct event *other)
{
    return one->at != other->at ? one->at < other->at
                                : one->order < other->order;
}

void agenda_add(uint64_t at, agenda_fn *happen, void *subject, uint64_t number)
{
    if (agenda.count == agenda.size) {
        agenda.size = agenda.size * 2 + 64;
        agenda.heap = realloc(agenda.heap, agenda.size * sizeof *agenda.heap);
        demand(agenda.heap != NULL, "no memory for the agenda");
    }
    const struct event event = {at, agenda.planned++, happen, subject, number};
    size_t hole = agenda.count++;
    while (hole > 0 && is_before(&event, &agenda.heap[(hole - 1) / 2])) {
        agenda.heap[hole] = agenda.heap[(hole - 1) / 2];
        hole = (hole - 1) / 2;
    }
    agenda.heap[hole] = event;
}

uint64_t agenda_next(void)
{
    return agenda.count > 0 ? agenda.heap[0].at : UINT64_MAX;
}

/* Remove the first event. */
static struct event take(void)
{
    struct event first = agenda.heap[0];
    const struct event last = agenda.heap[--agenda.count];
    size_t hole = 0;
    for (;;) {
        size_t child = 2 * hole + 1;
        if (child + 1 < agenda.count &&
            is_before(&agenda.heap[child + 1], &agenda.heap[child])) {
            child++;
        }
        if (child >= agenda.count || !is_before(&agenda.heap[child], &last)) {
            break;
        }
        agenda.heap[hole] = agenda.heap[child];
        hole = child;
    }
    agenda.heap[hole] = last;
    return first;
}

void agenda_step(void)
{
    const struct event event = take();
    virtual_pass(event.at);
    event.happen(event.subject, event.number);
}

void agenda_clear(void)
{
    for (size_t i = 0; i < agenda.count; i++) {
        free(agenda.heap[i].subject);
    }
    free(agenda.heap);
    agenda.heap = NULL;
    agenda.count = agenda.size = 0;
    agenda.planned = 0;
}
