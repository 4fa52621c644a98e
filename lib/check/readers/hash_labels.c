/* Labels of names that may be hashes of inputs.
 *
 * SPDX-License-Identifier: MIT */
#include "check/readers/hash_labels.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/domain.h"
#include "base/grow.h"

static bool has_label(const char *name, const char *label)
{
    size_t length = strlen(label);
    while (name != NULL && (strncmp(name, label, length) != 0 ||
                            (name[length] != '.' && name[length] != '\0'))) {
        name = ddds_domain_parent(name);
    }
    return name != NULL;
}

static bool is_used(const struct known_names *names, const char *label)
{
    size_t i = 0;
    while (i < names->count && !has_label(names->owners[i].name.name, label)) {
        i++;
    }
    return i < names->count;
}

/* Return true if the first label of |name| may be a hash: octets of base32 or
 * base16 (RFC 4648), and zero in the bits of the last octet that are unused. */
static bool may_be_hash(const struct links *links, const char *name)
{
    const size_t length = links->hash_length;
    bool is_hexadecimal = links->hash_octets[0] == '0';
    unsigned unused = is_hexadecimal ? 0 : (unsigned)(5 * length % 8);
    if (strspn(name, links->hash_octets) != length ||
        strcspn(name, ".") != length) {
        return false;
    }
    unsigned char last = (unsigned char)name[length - 1];
    unsigned value = ascii_is_digit(last) ? 26U + last - '2' : last - 'a' + 0U;
    return value % (1U << unused) == 0;
}

/* Add the label |hash|, with its NUL, of the name |owner|. */
static bool add_label(struct hash_labels *found, const char *hash,
                      uint32_t owner)
{
    uint32_t count = (uint32_t)found->labels.count;
    uint32_t number = ddds_intern(&found->labels, hash, strlen(hash) + 1);
    uint32_t *owners =
        number == INTERN_FAILED
            ? NULL
            : ddds_grow(found->owners, number, &found->room, sizeof *owners);
    if (owners == NULL) {
        return false;
    }
    found->owners = owners;
    if (number == count || owners[number] != owner) {
        owners[number] = number == count ? owner : NOWHERE;
    }
    return true;
}

bool ddds_hash_labels_find(const struct links *links,
                           const struct known_names *names,
                           struct hash_labels *found,
                           char other[LONGEST_HASH + 1])
{
    const size_t length = links->hash_length;
    bool ok = true;
    for (uint32_t i = 0; ok && length > 0 && i < names->count; i++) {
        const char *name = names->owners[i].name.name;
        for (; name != NULL && ok; name = ddds_domain_parent(name)) {
            char hash[LONGEST_HASH + 1] = "";
            if (may_be_hash(links, name)) {
                memcpy(hash, name, length);
                ok = add_label(found, hash, i);
            }
        }
    }
    bool is_found = length == 0;
    memset(other, 0, LONGEST_HASH + 1);
    for (char octet = 'a'; ok && !is_found && octet <= 'f'; octet++) {
        memset(other, octet, length);
        is_found = !is_used(names, other);
    }
    return ok && is_found;
}

void ddds_hash_labels_free(struct hash_labels *labels)
{
    ddds_intern_free(&labels->labels);
    free(labels->owners);
}
