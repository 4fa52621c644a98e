/* Trust anchors as text. libunbound gets lines of its own format, never octets
 * that could end one; each zone that has an anchor is known; what is refused
 * says why.
 *
 * SPDX-License-Identifier: MIT */
#include <unbound.h>

#include "base/ascii.h"
#include "validate/trust_anchors.h"
#include "fuzz.h"

static size_t lines; /* that libunbound got of this input */

int __wrap_ub_ctx_add_ta(struct ub_ctx *context, const char *line);

int __wrap_ub_ctx_add_ta(struct ub_ctx *context, const char *line)
{
    lines++;
    const char *type = strstr(line, ". DS ");
    type = type != NULL ? type : strstr(line, ". DNSKEY ");
    require(type != NULL);
    for (const char *at = line; at < type; at++) {
        require(ascii_is_graphic((unsigned char)*at));
    }
    for (const char *at = type; *at != '\0'; at++) {
        require(ascii_is_alpha((unsigned char)*at) ||
                ascii_is_digit((unsigned char)*at) ||
                strchr(". +/=", *at) != NULL);
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {.next = NULL};
    struct ddds_error error;
    size_t zones = 0;
    char *text = copy_of(data, size);
    struct trust_anchors anchors = {.arena = &arena};
    lines = 0;
    if (ddds_trust_anchors_parse(&anchors, text, &error) == DDDS_OK) {
        require(lines > 0);
    } else {
        require(error.detail[0] != '\0');
    }
    for (const struct anchored_zone *zone = anchors.zones; zone != NULL;
         zone = zone->next) {
        zones++;
        require(ddds_trust_anchors_cover(&anchors, zone->name));
    }
    require(zones <= lines && (zones == 0) == (lines == 0));
    require(ddds_trust_anchors_check(&anchors, &error) == DDDS_OK ||
            error.detail[0] != '\0');
    ddds_arena_free(&arena);
    free(text);
    return 0;
}
