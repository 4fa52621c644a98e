/* Finds names that differ from a missing name in a letter or two.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/name_like.h"

#include <string.h>

#include "base/nearest.h"
#include "check/report/finding.h"
#include "base/types.h"
#include "base/domain.h"

/* Maximum of findings per code with a suggestion, and of records to search for
 * it: each suggestion scans all of them. */
enum { SUGGESTIONS = 64, LOOKED_AT = 100000 };

/* Return the length of |name| without the labels at the end that |other|
 * shares. |*rest| receives the remaining length of |other|. */
static size_t without_common(const char *name, const char *other, size_t *rest)
{
    size_t length = strlen(name);
    size_t end = length;
    size_t other_end = strlen(other);
    *rest = other_end;
    while (end > 0 && other_end > 0 && name[end - 1] == other[other_end - 1]) {
        end--;
        other_end--;
        if (name[end] == '.') {
            length = end;
            *rest = other_end;
        }
    }
    return length;
}

/* Return the distance of |other| from |name|, or more than NEAREST_LENGTH if
 * they are not similar. */
static size_t measure(const char *name, const char *other)
{
    char memory[NEAREST_LENGTH + 1];
    size_t rest;
    size_t length = without_common(name, other, &rest);
    size_t more = length > rest ? length - rest : rest - length;
    if (rest > NEAREST_LENGTH || length > NEAREST_LENGTH || more > 2 ||
        length < 3) {
        return NEAREST_LENGTH + 1;
    }
    memcpy(memory, other, rest);
    memory[rest] = '\0';
    size_t far = ddds_nearest_distance(name, length, memory);
    return far <= 2 && ddds_nearest_is_likely(length, far) ? far
                                                           : NEAREST_LENGTH + 1;
}

/* Return true if both have the same digits: names that differ in a digit are
 * different hosts, not misspellings. */
static bool has_same_digits(const char *one, const char *other)
{
    for (;;) {
        one += strcspn(one, "0123456789");
        other += strcspn(other, "0123456789");
        if (*one != *other || *one == '\0') {
            return *one == *other;
        }
        one++;
        other++;
    }
}

/* Return true if the second labels are different transports: neither is a
 * misspelling of the other. */
static bool differs_in_transport(const char *one, const char *other)
{
    static const char *const transports[] = {"_tcp.", "_udp.", "_sctp."};
    const char *label = ddds_domain_parent(one);
    const char *other_label = ddds_domain_parent(other);
    int found[2] = {-1, -1};
    for (int i = 0; i < 3 && label != NULL && other_label != NULL; i++) {
        size_t length = strlen(transports[i]);
        found[0] = strncmp(label, transports[i], length) == 0 ? i : found[0];
        found[1] =
            strncmp(other_label, transports[i], length) == 0 ? i : found[1];
    }
    return found[0] >= 0 && found[1] >= 0 && found[0] != found[1];
}

static bool has_type(const struct checked_record *record, uint16_t type)
{
    return record->base.type == type ||
           (type == TYPE_A && record->base.type == TYPE_AAAA);
}

bool ddds_name_like(const struct ddds_check *check, const char *name,
                    uint16_t type, enum check_code code,
                    char meant[LIMIT_NAME_SIZE])
{
    const char *found = NULL;
    size_t nearest = NEAREST_LENGTH;
    bool is_only = false;
    if (check->findings->counts[code] >= SUGGESTIONS ||
        check->record_count > LOOKED_AT) {
        return false;
    }
    for (size_t i = 0; i < check->record_count; i++) {
        const char *owner = check->sorted[i]->base.owner;
        bool is_misspelt = type == TYPE_SRV && owner[0] != '_'; /* L519 */
        if (!has_type(check->sorted[i], type) || owner[0] == '*' ||
            is_misspelt || (found != NULL && strcmp(found, owner) == 0) ||
            check->sorted[i]->is_hidden) {
            continue;
        }
        size_t far = measure(name, owner);
        if (far <= nearest && has_same_digits(name, owner) &&
            !differs_in_transport(name, owner)) {
            is_only = far < nearest;
            found = owner;
            nearest = far;
        }
    }
    if (found == NULL || !is_only) {
        return false;
    }
    ddds_domain_copy(meant, found);
    return true;
}
