/* Classes and verdicts as JSON, schema ddds.prove/1.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "print/json_members.h"
#include "prove/print_prove.h"

/* Add |count|, a decimal number: a string if programs cannot count so far, null
 * if it is unknown. */
static void put_count(json_t *object, const char *name, const char *count)
{
    enum { EXACT = 15 /* digits, below 2^53 */ };
    if (count == NULL || strlen(count) > EXACT) {
        put_string(object, name, count);
    } else {
        put_number(object, name, (json_int_t)strtoll(count, NULL, 10));
    }
}

static json_t *make_path(const struct ddds_proof_class *class)
{
    json_t *path = json_array();
    for (size_t i = 0; i < class->path_count; i++) {
        const struct ddds_proof_hop *hop = &class->path[i];
        json_t *object = json_object();
        put_string(object, "key", hop->key);
        put_number(object, "order", hop->order);
        put_number(object, "preference", hop->preference);
        put_string(object, "file", hop->file);
        if (hop->file != NULL) {
            put_number(object, "line", hop->line);
        } else {
            put_string(object, "line", NULL);
        }
        json_array_append_new(path, object);
    }
    return path;
}

static void add_member(void *context, const char *input)
{
    json_array_append_new(context, json_string(input));
}

static json_t *make_class(const struct shown_proof *shown, size_t index)
{
    const struct ddds_proof_class *class =
        ddds_proof_class_at(shown->proof, index);
    bool is_found = class->status == DDDS_PROOF_RESOLVED;
    bool has_failed = class->status == DDDS_PROOF_FAILED;
    json_t *object = json_object();
    put_string(object, "inputs", class->inputs);
    put_string(object, "witness", class->witness);
    put_count(object, "count", class->count);
    put_string(object, "status", print_prove_status(class));
    put_string(object, "kind",
               is_found ? ddds_outcome_name(class->kind) : NULL);
    put_string(object, "output", class->output);
    put_string(object, "services", class->services);
    put_string(object, "reason",
               has_failed ? ddds_reason_name(class->reason) : NULL);
    put_string(object, "because", class->because);
    json_object_set_new(object, "path", make_path(class));
    if (shown->members > 0) {
        json_t *members = json_array();
        (void)ddds_proof_members(shown->proof, index, shown->members,
                                 add_member, members);
        json_object_set_new(object, "members", members);
    }
    return object;
}

static json_t *make_property(const struct shown_proof *shown, size_t index)
{
    const struct ddds_proof_property *found = shown->verdicts[index];
    json_t *object = json_object();
    put_string(object, "property", shown->properties->items[index]);
    put_string(object, "verdict", ddds_proof_verdict_name(found->verdict));
    put_string(object, "witness", found->witness);
    put_string(object, "because", found->because);
    put_count(object, "inputs", found->inputs);
    return object;
}

void print_prove_json(FILE *out, const struct shown_proof *shown)
{
    json_t *object = json_object();
    json_t *classes = json_array();
    json_t *properties = json_array();
    for (size_t i = 0; ddds_proof_class_at(shown->proof, i) != NULL; i++) {
        json_array_append_new(classes, make_class(shown, i));
    }
    for (size_t i = 0; i < shown->properties->count; i++) {
        json_array_append_new(properties, make_property(shown, i));
    }
    put_string(object, "schema", "ddds.prove/1");
    put_string(object, "set", shown->set);
    put_string(object, "app", shown->application->name);
    put_count(object, "inputs", ddds_proof_count(shown->proof));
    json_object_set_new(object, "classes", classes);
    json_object_set_new(object, "properties", properties);
    print_json_object(out, object);
}
