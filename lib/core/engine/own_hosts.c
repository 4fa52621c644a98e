/* Hosts named by the client: itself, to which a proxy must not send (RFC 7585
 * section 3.4.4), and hosts to be close to.
 *
 * SPDX-License-Identifier: MIT */
#include "engine/machine.h"

#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/text.h"
#include "name/idna.h"

static size_t count_items(const char *list)
{
    size_t count = 1;
    for (; *list != '\0'; list++) {
        count += *list == ',';
    }
    return count;
}

/* Add |item| of |list|. */
static ddds_status add_name(struct walk *walk, struct ddds_span item,
                            const char *list, struct host_names *names,
                            struct ddds_error *error)
{
    char key[DDDS_KEY_SIZE];
    struct ddds_error why;
    ddds_status status = ddds_idna_parse_key(item.text, item.length, key, &why);
    if (status != DDDS_OK && status != DDDS_NO_MEMORY) {
        return ddds_error_set(error, DDDS_BAD_OPTION,
                              (size_t)(item.text - list),
                              "%s: %s; write names such as "
                              "host.example.com, without ports, with single "
                              "commas between them",
                              names->title, why.detail);
    }
    const char *name =
        status == DDDS_OK ? ddds_arena_string(walk->arena, key) : NULL;
    if (name == NULL) {
        return ddds_error_no_memory(error);
    }
    names->names[names->count++] = name;
    return DDDS_OK;
}

ddds_status ddds_host_names_read(struct walk *walk, const char *list,
                                 struct host_names *names,
                                 struct ddds_error *error)
{
    const char *next = list;
    ddds_status status = DDDS_OK;
    if (next == NULL) {
        return DDDS_OK;
    }
    names->names =
        ddds_arena_array(walk->arena, count_items(next), sizeof *names->names);
    if (names->names == NULL) {
        return ddds_error_no_memory(error);
    }
    struct ddds_span item;
    while (status == DDDS_OK && ascii_next_item(&next, &item)) {
        status = add_name(walk, item, list, names, error);
    }
    return status;
}

/* Return true if |host|, from an answer, is the host |own|. */
static bool is_same(const char *own, const char *host)
{
    size_t length = strlen(host);
    length -= length > 0 && host[length - 1] == '.';
    return strlen(own) == length && ascii_equal_span(host, own, length);
}

bool ddds_own_hosts_has(const struct walk *walk, const char *host)
{
    for (size_t i = 0; i < walk->own_hosts.count; i++) {
        if (is_same(walk->own_hosts.names[i], host)) {
            return true;
        }
    }
    return false;
}

static bool is_target(const char *name, const struct ddds_srv *servers,
                      size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (is_same(name, servers[i].target)) {
            return true;
        }
    }
    return false;
}

const char *ddds_own_hosts_among(struct walk *walk,
                                 const struct ddds_srv *servers, size_t count)
{
    static const char more[] = ", ...";
    char names[DDDS_DETAIL_SIZE / 2];
    struct text text;
    ddds_text_init(&text, names, sizeof names - (sizeof more - 1));
    for (size_t i = 0; i < walk->own_hosts.count && !text.failed; i++) {
        struct text before = text;
        if (is_target(walk->own_hosts.names[i], servers, count)) {
            ddds_text_string(&text, text.length > 0 ? ", " : "");
            ddds_text_string(&text, walk->own_hosts.names[i]);
        }
        if (text.failed) {
            const size_t skip = before.length > 0 ? 0 : 2;
            memcpy(names + before.length, more + skip, sizeof more - skip);
        }
    }
    return ddds_arena_string(walk->arena, names);
}
