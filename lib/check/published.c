/* The given zones, as a database.
 *
 * Their records are put into a database in memory, which knows what DNS makes
 * of them. A file without an SOA is a piece of a zone: what is not in it may be
 * elsewhere, so that it answers only with what it has.
 *
 * SPDX-License-Identifier: MIT */
#include "check/published.h"

#include <stdlib.h>
#include <string.h>

#include <ddds/database.h>

#include "base/text.h"
#include "db/types.h"
#include "name/domain.h"

struct published_zones {
    const struct ddds_check *check;
    ddds_database *database;
};

/* ---- Filling ------------------------------------------------------------- */

/* The zone of |file|: its apex, else where its names begin. NULL: none. */
static const char *find_apex(const struct ddds_check *check,
                             const struct zone *file)
{
    if (file->apex != NULL) {
        return file->apex;
    }
    for (size_t i = 0; i < check->record_count; i++) {
        if (check->records[i]->zone == file) {
            return check->records[i]->origin;
        }
    }
    return NULL;
}

/* Make a zone named |apex|; false without memory. Two files of one zone are
 * one. */
static bool add_zone(ddds_database *database, const char *apex)
{
    static const char soa[] = "@ 0 IN SOA . . 0 0 0 0 0\n";
    char name[LIMIT_NAME_SIZE + 1];
    struct text text;
    struct ddds_error error;
    ddds_text_init(&text, name, sizeof name);
    ddds_text_string(&text, apex);
    ddds_text_char(&text, '.');
    const struct ddds_zone_options options = {.origin = name};
    return ddds_memory_load_text(database, apex, soa, sizeof soa - 1, &options,
                                 &error) != DDDS_NO_MEMORY;
}

/* Of NAPTR records only that they are there is asked. */
static const unsigned char some_naptr[8];

static bool add_record(ddds_database *database, const struct record *record)
{
    struct ddds_error error;
    const struct ddds_record copy = {
        .owner = record->owner,
        .type = record->type,
        .rdata = record->naptr != NULL ? some_naptr : record->rdata,
        .rdata_length =
            record->naptr != NULL ? sizeof some_naptr : record->rdata_length,
    };
    return ddds_memory_add(database, &copy, &error) != DDDS_NO_MEMORY;
}

static bool fill(struct published_zones *zones)
{
    const struct ddds_check *check = zones->check;
    const struct zone *zone = NULL;
    const char *apex = NULL;
    for (const struct zone *each = check->zones; each != NULL;
         each = each->next) {
        const char *name = find_apex(check, each);
        if (name != NULL && !add_zone(zones->database, name)) {
            return false;
        }
    }
    for (size_t i = 0; i < check->record_count; i++) {
        const struct record *record = check->records[i];
        if (record->zone != zone) {
            zone = record->zone;
            apex = find_apex(check, zone);
        }
        if (apex != NULL && ddds_domain_is_within(record->owner, apex) &&
            !add_record(zones->database, record)) {
            return false;
        }
    }
    return true;
}

struct published_zones *ddds_published_new(const struct ddds_check *check)
{
    struct ddds_error error;
    struct published_zones *zones = calloc(1, sizeof *zones);
    if (zones == NULL) {
        return NULL;
    }
    zones->check = check;
    zones->database = ddds_memory_new(&error);
    if (zones->database == NULL || !fill(zones)) {
        ddds_published_free(zones);
        return NULL;
    }
    return zones;
}

void ddds_published_free(struct published_zones *zones)
{
    if (zones != NULL) {
        ddds_database_free(zones->database);
        free(zones);
    }
}

/* ---- Asking ---------------------------------------------------------------
 */

struct reception {
    struct published_zones *zones;
    struct published *published;
};

/* May something be at |name| that is in none of the files? */
static bool may_be_elsewhere(const struct ddds_check *check, const char *name)
{
    const struct zone *zone = ddds_check_find_zone(check, name);
    return zone == NULL || zone->apex == NULL;
}

static void receive(void *context, uint32_t id,
                    const struct ddds_answer *answer)
{
    (void)id;
    struct reception *reception = context;
    struct published *published = reception->published;
    if (answer->canonical != NULL) {
        size_t length = strlen(answer->canonical);
        memcpy(published->name, answer->canonical, length + 1);
        published->is_alias = true;
    }
    switch (answer->reply) {
    case DDDS_REPLY_DATA:
        published->found = PUBLISHED_THERE;
        return;
    case DDDS_REPLY_NO_DATA:
        published->found = PUBLISHED_NOT;
        break;
    case DDDS_REPLY_NO_NAME:
        /* A detail says that no zone has the name, or that it is delegated. */
        published->found =
            answer->detail != NULL ? PUBLISHED_UNKNOWN : PUBLISHED_NO_NAME;
        break;
    default:
        published->found = PUBLISHED_LOOP;
        return;
    }
    if (may_be_elsewhere(reception->zones->check, published->name)) {
        published->found = PUBLISHED_UNKNOWN;
    }
}

void ddds_published_find(struct published_zones *zones, const char *name,
                         uint16_t type, struct published *published)
{
    struct reception reception = {.zones = zones, .published = published};
    const struct ddds_question question = {
        .kind = type == TYPE_A ? DDDS_ASK_ADDRESSES : DDDS_ASK_RECORDS,
        .name = name,
        .type = type,
    };
    size_t length = strlen(name);
    memcpy(published->name, name, length + 1);
    published->is_alias = false;
    published->found = PUBLISHED_UNKNOWN;
    zones->database->methods->lookup(zones->database, &question, 0, receive,
                                     &reception);
}

/* ---- Whose records ---------------------------------------------------------
 */

static bool has_type(const struct ddds_check *check, const char *owner,
                     uint16_t type)
{
    size_t count;
    struct record *const *records =
        ddds_check_find_records(check, owner, &count);
    size_t i = 0;
    while (i < count && records[i]->type != type) {
        i++;
    }
    return i < count;
}

const char *ddds_published_owner(const struct ddds_check *check,
                                 const char *name, uint16_t type)
{
    size_t count;
    if (has_type(check, name, type)) {
        return name;
    }
    for (const char *parent = ddds_domain_parent(name); parent != NULL;
         parent = ddds_domain_parent(parent)) {
        char wildcard[LIMIT_NAME_SIZE];
        struct text text;
        ddds_text_init(&text, wildcard, sizeof wildcard);
        ddds_text_string(&text, *parent != '\0' ? "*." : "*");
        ddds_text_string(&text, parent);
        if (!text.failed && has_type(check, wildcard, type)) {
            return ddds_check_find_records(check, wildcard, &count)[0]->owner;
        }
    }
    return NULL;
}
