/* The members of a result, as JSON (schema ddds.resolve/1) and the records of
 * Python have them: a row for each, in their order. Formats that show every
 * member are made from these lists, so that a new row is in all of them.
 *
 * A list takes two macros: EVER(type, name, value...) for a member that is
 * always present, and SOME(type, name, is_present, value...). A format defines
 * a macro for each type, such as TEXT(name, text), then EVER as
 * type(#name, __VA_ARGS__), SOME as the same if |is_present|, and uses a list:
 * DDDS_RULE_MEMBERS(EVER, SOME).
 *
 * TEXT is a string or NULL, WORD the same in static storage, NUMBER a number,
 * KNOWN a number after a condition that it is known, BOOL a bool. Values are
 * expressions with these variables: |shown|, a struct of show.h, and the struct
 * that it shows, called |outcome|, |step|, |answer|, |rule| or |judged|;
 * |endpoint|, |target|, |srv| and |fields| for the elements of lists.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_SHOW_MEMBERS_H
#define DDDS_SHOW_MEMBERS_H

#include <ddds/show.h>

/* |shown| is a struct ddds_shown_result. The outcomes follow the head, and then
 * the trace; |result| is NULL if the input was rejected. */
#define DDDS_RESULT_HEAD_MEMBERS(EVER, SOME)                                   \
    EVER(INPUT, input, shown->input)                                           \
    EVER(NAME, app, shown->application)                                        \
    EVER(URN, urn, shown->result != NULL ? shown->result->urn : NULL)          \
    EVER(WORD, status, shown->status)                                          \
    EVER(REASON, reason, shown)

#define DDDS_RESULT_TAIL_MEMBERS(EVER, SOME)                                   \
    EVER(NUMBER, queries, result != NULL ? result->queries : 0)                \
    EVER(TEXT, note, result != NULL ? result->note : NULL)

#define DDDS_REASON_MEMBERS(EVER, SOME)                                        \
    EVER(WORD, code, shown->code)                                              \
    EVER(TEXT, at, shown->at)                                                  \
    EVER(TEXT, detail, shown->detail != NULL ? shown->detail : shown->reason)

/* ---- Outcomes ----------------------------------------------------------- */

#define DDDS_OUTCOME_MEMBERS(EVER, SOME)                                       \
    EVER(WORD, kind, shown->kind)                                              \
    EVER(TEXT, output, outcome->output)                                        \
    EVER(URI, uri, outcome->uri)                                               \
    SOME(TARGETS, uris, outcome->target_count > 0, outcome->targets,           \
         outcome->target_count)                                                \
    EVER(FIELD, services, shown->services)                                     \
    EVER(PROTOCOL, protocol, shown->protocol)                                  \
    EVER(SERVICES, resolution_services, shown)                                 \
    EVER(TEXT, target, shown->target)                                          \
    EVER(ENDPOINTS, endpoints, outcome)                                        \
    EVER(FIELDS, uuid, shown->uuid)                                            \
    EVER(KNOWN, ttl, shown->has_ttl, outcome->ttl)                             \
    EVER(BOOL, authenticated, outcome->authenticated)                          \
    SOME(WORD, security, shown->security != NULL, shown->security)             \
    EVER(TEXT, note, outcome->note)                                            \
    SOME(NEAR, near, outcome->near != NULL, outcome)

#define DDDS_ENDPOINT_MEMBERS(EVER, SOME)                                      \
    EVER(TEXT, host, endpoint->host)                                           \
    EVER(KNOWN, port, endpoint->has_port, endpoint->port)                      \
    EVER(KNOWN, priority, endpoint->is_server, endpoint->priority)             \
    EVER(KNOWN, weight, endpoint->is_server, endpoint->weight)                 \
    EVER(ADDRESSES, addresses, endpoint->has_addresses, endpoint->addresses,   \
         endpoint->address_count)

#define DDDS_URI_TARGET_MEMBERS(EVER, SOME)                                    \
    EVER(NUMBER, priority, target->priority)                                   \
    EVER(NUMBER, weight, target->weight)                                       \
    EVER(TEXT, uri, target->uri)

#define DDDS_NEAR_MEMBERS(EVER, SOME)                                          \
    EVER(TEXT, host, outcome->near)                                            \
    EVER(BOOL, collocated, outcome->closeness == DDDS_COLLOCATED)              \
    EVER(KNOWN, labels, outcome->closeness != DDDS_COLLOCATED,                 \
         outcome->closeness)

/* |shown| is a struct ddds_shown_uuid. */
#define DDDS_UUID_MEMBERS(EVER, SOME)                                          \
    EVER(UUID, value, shown->value)                                            \
    EVER(KNOWN, version, fields->version >= 0, (unsigned)fields->version)      \
    EVER(WORD, variant, ddds_uuid_variant_name(fields->variant))               \
    EVER(TEXT, time, fields->has_time ? shown->time : NULL)                    \
    EVER(KNOWN, seq, fields->has_sequence, fields->sequence)                   \
    EVER(TEXT, node, fields->has_sequence ? shown->node : NULL)                \
    EVER(NOTES, notes, fields->notes)

/* ---- The trace ---------------------------------------------------------- */

#define DDDS_STEP_MEMBERS(EVER, SOME)                                          \
    EVER(NUMBER, step, shown->index)                                           \
    EVER(TEXT, key, step->name)                                                \
    EVER(QUERY, query, shown)                                                  \
    EVER(TEXT, protocol, step->protocol)                                       \
    EVER(TEXT, fallback, shown->fallback)                                      \
    EVER(ANSWER, answer, shown)                                                \
    EVER(RULES, rules, step->rule_count)

#define DDDS_QUERY_MEMBERS(EVER, SOME)                                         \
    EVER(TEXT, name, shown->step->name)                                        \
    EVER(WORD, type, shown->type)

/* An answer without its data, and the data. */
#define DDDS_REPLY_MEMBERS(EVER, SOME)                                         \
    EVER(WORD, reply, shown->reply)                                            \
    EVER(WORD, rcode, shown->rcode)                                            \
    EVER(TEXT, detail, answer->detail)                                         \
    EVER(NUMBER, ttl, answer->ttl)                                             \
    EVER(BOOL, authenticated, answer->authenticated)                           \
    SOME(WORD, security, shown->security != NULL, shown->security)             \
    EVER(TEXT, canonical, answer->canonical)                                   \
    EVER(TEXT, server, answer->server)                                         \
    EVER(WORD, transport, shown->transport)                                    \
    EVER(KNOWN, microseconds, shown->has_time, answer->microseconds)           \
    EVER(BOOL, cached, answer->cached)                                         \
    EVER(BOOL, additional, answer->additional)

#define DDDS_DATA_MEMBERS(EVER, SOME)                                          \
    EVER(SERVERS, servers, shown->has_servers, answer->servers,                \
         answer->server_count)                                                 \
    EVER(ADDRESSES, addresses, shown->has_addresses, answer->addresses,        \
         answer->address_count)                                                \
    SOME(FOUND_TARGETS, uris, shown->has_targets, answer->targets,             \
         answer->target_count)

#define DDDS_SERVER_MEMBERS(EVER, SOME)                                        \
    EVER(NUMBER, priority, srv->priority)                                      \
    EVER(NUMBER, weight, srv->weight)                                          \
    EVER(NUMBER, port, srv->port)                                              \
    EVER(TEXT, target, srv->target)

#define DDDS_RULE_MEMBERS(EVER, SOME)                                          \
    EVER(NUMBER, order, rule->order)                                           \
    EVER(NUMBER, preference, rule->preference)                                 \
    EVER(TEXT, flags, rule->flags)                                             \
    EVER(TEXT, services, rule->services)                                       \
    EVER(TEXT, regexp, rule->regexp)                                           \
    EVER(TEXT, replacement, shown->replacement)                                \
    EVER(WORD, verdict, shown->verdict)                                        \
    EVER(TEXT, reason, judged->reason)                                         \
    EVER(TEXT, output, judged->output)

#endif
