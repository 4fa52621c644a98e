/* Answers of databases, for authors of a database.
 *
 * A database (database.h) is asked for the rules, servers or addresses at a
 * name. A builder makes its answer from records, or from messages of DNS: it
 * follows aliases, decodes the data and finds the minimum TTL.
 *
 * From records, as of a table:
 *
 *     ddds_builder *builder = ddds_builder_new(NULL, question, &error);
 *     while (ddds_builder_next(builder, name)) {
 *         ddds_builder_add(builder, look_up(name), &error);
 *     }
 *     answer(context, question->id, ddds_builder_answer(builder));
 *     ddds_builder_free(builder);
 *
 * The rdata of a record is in wire form. Who has text writes lines of a zone
 * file: ddds_memory_load_text (database.h) reads them into a database, whose
 * answer to DDDS_ASK_RECORDS has the wire form.
 *
 * From messages: send the queries of ddds_builder_query, and pass each response
 * to ddds_builder_read, or report its absence to ddds_builder_fail. When every
 * query has its result, ddds_builder_answer makes the answer.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_BUILDER_H
#define DDDS_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/export.h>
#include <ddds/question.h>
#include <ddds/record.h>
#include <ddds/rule.h>
#include <ddds/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The answer to a question, under construction. Opaque; created by
 * ddds_builder_new, freed by ddds_builder_free. One thread at a time may use
 * it. */
typedef struct ddds_builder ddds_builder;

/* Create a builder for the answer to |question|, which is copied. Rule sets
 * share |rulebook|, which must outlive the builder; if it is NULL, each has its
 * own. The caller frees the builder with ddds_builder_free. Returns NULL on
 * failure: DDDS_BAD_OPTION (the size of |question| is not set), DDDS_MALFORMED
 * (its name is invalid) or DDDS_NO_MEMORY. */
DDDS_API ddds_builder *ddds_builder_new(ddds_rulebook *rulebook,
                                        const struct ddds_question *question,
                                        struct ddds_error *error);

/* Free |builder|, which may be NULL, and its answer. */
DDDS_API void ddds_builder_free(ddds_builder *builder);

/* ---- From records -------------------------------------------------------- */

/* Write the next name whose records are needed to |name|: that of the question,
 * then targets of the added aliases. Returns false if no further records are
 * needed, or none can be used. */
DDDS_API bool ddds_builder_next(ddds_builder *builder,
                                char name[DDDS_NAME_SIZE]);

/* Add a copy of |record|, whose |rdata| is in wire form, and whose |defect| and
 * |is_compressed| are ignored. Add records of all types at a name: a name
 * without records does not exist. A DNAME applies to names below its owner;
 * finding it there, like wildcards, is up to the database. Fails with
 * DDDS_MALFORMED (an invalid owner or rdata), DDDS_LIMIT (the records exceed
 * the size of a DNS message) or DDDS_NO_MEMORY: after the last two the answer
 * is a failure. */
DDDS_API ddds_status ddds_builder_add(ddds_builder *builder,
                                      const struct ddds_record *record,
                                      struct ddds_error *error);

/* ---- From messages ------------------------------------------------------- */

/* Write the name and the type of the query with the number |index|, counted
 * from 0, to |name| and |*type|: after ddds_builder_read the name is the target
 * of the aliases. Returns false if |index| is out of range: a question has one
 * query, or two for addresses. */
DDDS_API bool ddds_builder_query(const ddds_builder *builder, size_t index,
                                 char name[DDDS_NAME_SIZE], uint16_t *type);

/* Read the |length| octets at |message|, the response to the query |index|. If
 * |is_secure|, its signatures were validated, and limit the TTLs of the records
 * (RFC 4035 section 5.3.3). Fails with DDDS_MALFORMED (it is not a complete
 * answer to that query), DDDS_LIMIT or DDDS_NO_MEMORY, which is then the result
 * of the query. */
DDDS_API ddds_status ddds_builder_read(ddds_builder *builder, size_t index,
                                       const void *message, size_t length,
                                       bool is_secure,
                                       struct ddds_error *error);

/* Record that the query |index| has no response: |reply| is the reason, and
 * |detail|, which is copied and may be NULL, its text. */
DDDS_API void ddds_builder_fail(ddds_builder *builder, size_t index,
                                enum ddds_reply reply, const char *detail);

/* Record the result of validating the response to the query |index|. */
DDDS_API void ddds_builder_judge(ddds_builder *builder, size_t index,
                                 enum ddds_security security);

/* ---- The answer ---------------------------------------------------------- */

/* Make the answer from the added or read data, once. Its TTL is the minimum of
 * all records that it relies on; without data from records it is 0. Its
 * security is the weakest of its queries, and unknown if one was not judged.
 * The caller may change members, such as |server|, before passing it on. It
 * belongs to |builder|. Without memory, its reply is DDDS_REPLY_NO_MEMORY. */
DDDS_API struct ddds_answer *ddds_builder_answer(ddds_builder *builder);

#ifdef __cplusplus
}
#endif

#endif
