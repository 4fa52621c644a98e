/* Proofs as JSON, schema ddds.prove/1.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "check/prove/proof.h"

/* Add |count|, a decimal number: as a string if doubles cannot represent it,
 * null if it is unknown. */
static void put_count(struct json *json, const char *name, const char *count)
{
    static const char most[] = "9007199254740992"; /* 2^53 */
    size_t length = count != NULL ? strlen(count) : 0;
    if (count == NULL || length >= sizeof most ||
        (length == sizeof most - 1 && strcmp(count, most) > 0)) {
        ddds_json_string(json, name, count);
    } else {
        ddds_json_name(json, name);
        ddds_json_add(json, count, length);
    }
}

static void put_path(struct json *json, const struct ddds_proof_class *class)
{
    ddds_json_open(json, "path", '[');
    for (size_t i = 0; i < class->path_count; i++) {
        const struct ddds_proof_hop *hop = &class->path[i];
        ddds_json_open(json, NULL, '{');
        ddds_json_string(json, "key", hop->key);
        ddds_json_number(json, "order", hop->order);
        ddds_json_number(json, "preference", hop->preference);
        ddds_json_string(json, "file", hop->file);
        ddds_json_known(json, "line", hop->file != NULL, hop->line);
        ddds_json_close(json, '}');
    }
    ddds_json_close(json, ']');
}

static void put_member(void *context, const char *input)
{
    ddds_json_string(context, NULL, input);
}

static ddds_status put_class(struct json *json, const ddds_proof *proof,
                             size_t index, size_t members)
{
    const struct ddds_proof_class *class = ddds_proof_class_at(proof, index);
    bool is_found = class->status == DDDS_PROOF_RESOLVED;
    bool has_services = class->services != NULL && class->services[0] != '\0';
    bool has_failed = class->status == DDDS_PROOF_FAILED;
    ddds_status status = DDDS_OK;
    ddds_json_open(json, NULL, '{');
    ddds_json_string(json, "inputs", class->inputs);
    if (class->key != NULL) {
        ddds_json_string(json, "key", class->key);
    }
    ddds_json_string(json, "witness",
                     proof_class_has_witness(class) ? class->witness : NULL);
    put_count(json, "count", class->count);
    ddds_json_string(json, "status", ddds_proof_class_status(class));
    ddds_json_string(json, "kind",
                     is_found ? ddds_outcome_name(class->kind) : NULL);
    ddds_json_string(json, "output", class->output);
    ddds_json_string(json, "services", has_services ? class->services : NULL);
    ddds_json_string(json, "reason",
                     has_failed ? ddds_reason_name(class->reason)
                     : class->status == DDDS_PROOF_BAD_INPUT ? "BAD_INPUT"
                                                             : NULL);
    ddds_json_string(json, "because", class->because);
    put_path(json, class);
    if (members > 0) {
        ddds_json_open(json, "members", '[');
        status = ddds_proof_members(proof, index, members, put_member, json);
        ddds_json_close(json, ']');
    }
    ddds_json_close(json, '}');
    return status;
}

static void put_property(struct json *json,
                         const struct ddds_proof_property *property)
{
    ddds_json_open(json, NULL, '{');
    ddds_json_string(json, "property", property->property);
    ddds_json_string(json, "verdict",
                     ddds_proof_verdict_name(property->verdict));
    ddds_json_string(json, "witness", property->witness);
    ddds_json_string(json, "because", property->because);
    put_count(json, "inputs", property->inputs);
    ddds_json_close(json, '}');
}

static ddds_status put_proof(struct json *json, const ddds_proof *proof,
                             size_t members)
{
    ddds_status status = DDDS_OK;
    ddds_json_open(json, NULL, '{');
    ddds_json_string(json, "schema", "ddds.prove/1");
    ddds_json_string(json, "set", proof->set);
    ddds_json_string(json, "app", proof->with.application->name);
    put_count(json, "inputs", ddds_proof_count(proof));
    ddds_json_open(json, "classes", '[');
    for (size_t i = 0; i < proof->classes.count && status == DDDS_OK; i++) {
        status = put_class(json, proof, i, members);
    }
    ddds_json_close(json, ']');
    ddds_json_open(json, "properties", '[');
    for (const struct decided *each = proof->first; each != NULL;
         each = each->next) {
        put_property(json, &each->shown);
    }
    ddds_json_close(json, ']');
    ddds_json_close(json, '}');
    return status;
}

const char *ddds_proof_json(ddds_proof *proof, size_t members,
                            struct ddds_error *error)
{
    struct json json;
    char *text = NULL;
    ddds_json_begin(&json, NULL, 0);
    if (put_proof(&json, proof, members) == DDDS_OK) {
        size_t size = ddds_json_end(&json) + 1;
        text = ddds_arena_alloc(&proof->classes.arena, size);
        ddds_json_begin(&json, text, text != NULL ? size : 0);
        if (text != NULL && put_proof(&json, proof, members) != DDDS_OK) {
            text = NULL;
        }
        (void)ddds_json_end(&json);
    }
    if (text == NULL) {
        (void)ddds_error_no_memory(error);
    }
    return text;
}
