/* libddds: the Dynamic Delegation Discovery System of RFC 3401 to 3405.
 *
 * The front page. It includes the rest:
 *
 *     status.h       how a call fails
 *     uuid.h         RFC 9562: read, inspect and make UUIDs
 *     uri.h urn.h    RFC 3986 and RFC 8141: check, split, compare
 *     rule.h         NAPTR records and their substitution expressions
 *     record.h       records as they are, octet by octet
 *     question.h     what is asked of a database, and its answer
 *     reason.h       why a resolution ends without an outcome
 *     application.h  the policies: URN, URI, ENUM, ...; one of your own
 *     result.h       what a resolution ends with, and its trace
 *     database.h     zones in memory, master files, a database of your own
 *     engine.h       the algorithm, without any input or output
 *     resolve.h      engine and database together: begin here
 *     check.h        what is wrong with NAPTR zones
 *
 * Two kinds of type. What has a life of its own is opaque and has no |struct|
 * in its name: ddds_engine, ddds_database, ddds_resolution. You _new it and
 * _free it, and _free(NULL) is fine. What is only information is a plain
 * struct ddds_something that you can read.
 *
 * Ownership. Every pointer you pass in is borrowed until the call returns,
 * unless its comment says longer. Every pointer you read out of an object
 * lives as long as that object. Only _new, _hold, ddds_resolve, and
 * ddds_application_open and _read give you something to free, and it has a
 * _free of its own name.
 *
 * Failure. A call that can fail returns a ddds_status, or NULL, and takes a
 * struct ddds_error as its last parameter, which may be NULL. Outputs are
 * untouched on failure unless the comment says otherwise. "Nothing found" is
 * not a failure but a result with a reason.
 *
 * Strings are NUL-terminated. Domain names have one spelling: absolute, lower
 * case, no final dot, the root "". Options are structs in which zero is the
 * default. Times are monotonic milliseconds, TTLs seconds, sizes octets.
 *
 * Growth. Structs that callers fill and the library reads (options,
 * applications, database classes, answers) begin with |size|. Initialize them
 * with their macro, as in
 *
 *     struct ddds_options options = DDDS_OPTIONS_INIT;
 *
 * or set |size| to their sizeof. The library reads no further than that, and
 * takes missing members as zero. A size of 0 is DDDS_BAD_OPTION; so is a larger
 * struct than the library knows, unless what it does not know is zero. Structs
 * inside results may get members: walk through them by function, as with
 * ddds_result_outcome. All other structs, such as ddds_error, ddds_rule,
 * ddds_record, ddds_srv, ddds_address and ddds_uuid, never change.
 *
 * Threads. There is no global state, but for the one number that keeps
 * ddds_uuid_generate_v7 in order, which all threads may use. An engine or
 * resolution is used by one thread at a time; rule sets, and memory databases
 * that are filled, may be shared.
 *
 * Parameter names stand in comments between bars: |like_this|.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_DDDS_H
#define DDDS_DDDS_H

#include <ddds/application.h>
#include <ddds/check.h>
#include <ddds/database.h>
#include <ddds/engine.h>
#include <ddds/export.h>
#include <ddds/question.h>
#include <ddds/reason.h>
#include <ddds/record.h>
#include <ddds/resolve.h>
#include <ddds/result.h>
#include <ddds/rule.h>
#include <ddds/span.h>
#include <ddds/status.h>
#include <ddds/uri.h>
#include <ddds/urn.h>
#include <ddds/uuid.h>

#endif
