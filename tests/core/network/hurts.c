/* The log of losses.
 *
 * SPDX-License-Identifier: MIT */
#include "core/network/hurts.h"

#include <string.h>

#include "core/network/clock.h"
#include "core/network/journal.h"

static struct {
    unsigned servers;
    bool is_silent;
    uint64_t all[SERVERS_MAX];
    uint64_t inputs[SERVERS_MAX][INPUTS_MAX];
    uint64_t ways[INPUTS_MAX];
} hurts;

void hurts_begin(unsigned servers)
{
    memset(&hurts, 0, sizeof hurts);
    hurts.servers = servers;
}

void hurts_plant_silence(void)
{
    hurts.is_silent = true;
}

void hurt_input(unsigned server, uint32_t input, const char *why)
{
    if (!hurts.is_silent) {
        hurts.inputs[server][input % INPUTS_MAX] = virtual_now();
    }
    journal_note(why, input, server);
}

void hurt_all(unsigned server, const char *why)
{
    if (!hurts.is_silent) {
        hurts.all[server] = virtual_now();
    }
    journal_note(why, UINT32_MAX, server);
}

bool hurts_since(unsigned server, uint32_t input, uint64_t since)
{
    return hurts.all[server] >= since ||
           hurts.inputs[server][input % INPUTS_MAX] >= since;
}

bool hurts_everywhere(uint32_t input, uint64_t since)
{
    for (unsigned i = 0; i < hurts.servers; i++) {
        if (!hurts_since(i, input, since)) {
            return false;
        }
    }
    return true;
}

bool hurts_anywhere(uint32_t input, uint64_t since)
{
    for (unsigned i = 0; i < hurts.servers; i++) {
        if (hurts_since(i, input, since)) {
            return true;
        }
    }
    return false;
}

void hurts_note_way(uint32_t input, uint64_t microseconds)
{
    uint64_t *longest = &hurts.ways[input % INPUTS_MAX];
    *longest = microseconds > *longest ? microseconds : *longest;
}

uint64_t hurts_longest_way(uint32_t input)
{
    return hurts.ways[input % INPUTS_MAX];
}
