/* libddds: the Dynamic Delegation Discovery System of RFC 3401 to 3405.
 *
 * This header includes all others of libddds. Most programs need the first
 * group only.
 *
 * Use: resolve inputs.
 *
 *     resolve.h      resolve an input with a database: begin here
 *     many.h         resolve many inputs at the same time
 *     database.h     zone files, records in memory, DNS, caches
 *     result.h       outcomes of a resolution, and its trace
 *     show.h         a result as JSON, or in a format of your own
 *     show_members.h    the members of a result in JSON, as lists for macros
 *     options.h      what the client can use, and limits
 *
 * Extend: add an application or a database, or drive the algorithm yourself.
 *
 *     application.h  the policies: URN, URI, ENUM, ...; how to add one
 *     engine.h       the algorithm, without input or output
 *     question.h     questions of the engine, and answers of databases
 *     rule.h         NAPTR records and their substitution expressions
 *     builder.h      the answers of a database of your own
 *     record.h       records in wire form, octet by octet
 *
 * UUID: independent of the rest, without DNS.
 *
 *     uuid.h         RFC 9562: parse, format, inspect and generate UUIDs
 *     uuid_encoding.h   base32hex, ULID, base64url, GUIDs
 *
 * Three libraries of their own go with it. Their headers are not included here:
 *
 *     check.h        libddds-check: find the mistakes in NAPTR records
 *     fetch.h        libddds-fetch: ask the servers by THTTP or HTTP
 *     validate.h     libddds-validate: DNSSEC, DNS over TLS, recursion
 *     validate_late.h   the same, loaded when it is needed
 *
 * Shared by all of them:
 *
 *     status.h       how a call reports failure
 *     reason.h       why a resolution ends without an outcome
 *     span.h         a piece of a string
 *     uri.h          RFC 3986: validate, split and normalize URIs
 *     urn.h          RFC 8141: validate, split, normalize and compare URNs
 *     export.h       the version, exported symbols, initializers
 *
 * The following conventions hold for every header.
 *
 * Types. Objects are opaque and their names omit |struct|: ddds_engine,
 * ddds_database, ddds_resolution. A function ending in _new creates them, and
 * one ending in _free frees them; _free accepts NULL. Plain information is a
 * struct ddds_something whose members you read.
 *
 * Ownership. A pointer that you pass in is borrowed until the call returns,
 * unless its comment says longer. A pointer that you read from an object is
 * valid as long as that object. You must free only what these functions return:
 * those ending in _new, ddds_ruleset_hold, ddds_resolve, ddds_application_open
 * and ddds_application_read. Each names the function that frees its object.
 *
 * Failure. A call that can fail returns a ddds_status, or an object or NULL. It
 * takes a struct ddds_error as its last parameter, which may be NULL. Outputs
 * are untouched on failure unless the comment says otherwise. Finding nothing
 * is not a failure but a result with a reason.
 *
 * NULL. A pointer that you pass in must not be NULL unless its comment, or one
 * of these conventions, allows it.
 *
 * Strings and names. Strings are NUL-terminated. "Static storage" marks strings
 * and structs that are valid until the program ends. The library writes domain
 * names in one way: absolute, in lower case, without the final dot; the root
 * is "".
 *
 * Sizes that may grow. Structs that callers fill and the library reads
 * (options, applications, database classes, questions, answers) begin with
 * |size|, and so do those of the caller that the library fills. Initialize them
 * with their macro, for example
 *
 *     struct ddds_options options = DDDS_OPTIONS_INIT;
 *
 * or set |size| to their sizeof. The library reads and writes no further than
 * that, and takes missing members as zero. A size of 0 is DDDS_BAD_OPTION. So is
 * a struct to read that is larger than the library knows, unless the unknown
 * part is zero. In a struct to fill, the unknown part becomes zero; if its size
 * is 0 and the call cannot fail, it is unchanged. Structs in results, and those
 * that the library passes to your functions, may get members: reach the
 * elements of lists of them by function, for example ddds_result_outcome.
 * These never change, so that you may have arrays of them:
 * ddds_addition, ddds_address, ddds_database, ddds_dns_server,
 * ddds_dns_servers, ddds_dns_socket, ddds_error, ddds_record, ddds_rule,
 * ddds_span, ddds_srv, ddds_uri, ddds_uri_target, ddds_urn, ddds_uuid,
 * ddds_uuid_dns_name and ddds_uuid_namespace; of check.h, prove.h and
 * validate.h, ddds_check_contents, ddds_region, ddds_proof_hop and
 * ddds_validator_stub.
 *
 * Threads. Objects share no global state, and any number of threads may use
 * different objects. An engine, a resolution or a database is used by one
 * thread at a time. Threads may share rule sets, substitutions, caches, and
 * databases in memory that are not filled any more. So give each thread a DNS
 * database of its own, around which ddds_cached_new puts the shared cache.
 *
 * Event loops. A DNS database starts no thread. Set |watch| of its options,
 * call ddds_dns_process for the events of a socket and after the time that
 * ddds_dns_timeout returns, and ddds_dns_timeout after every call that may send
 * queries. The examples do this with epoll, libevent and libuv. Functions that
 * wait block the loop: ddds_resolve, ddds_resolution_next, ddds_many_wait.
 *
 * Callbacks. |done| of a resolution may start, restart, stop and free
 * resolutions, and free the database. |ready| of ddds_many may free it, but
 * call no other function of many.h: let it wake the loop. |watch| only
 * registers the socket, and calls no function of its database. No callback may
 * wait for the library, or leave by longjmp or a C++ exception.
 *
 * Databases of your own. |lookup| of struct ddds_database_class answers at once
 * or later, once; |cancel| prevents answers. builder.h makes the answers, as
 * the first example shows.
 *
 * Times and units. Times are monotonic milliseconds, TTLs are seconds, sizes
 * and lengths are octets. uuid.h counts time in ticks of 100 ns since 1970.
 *
 * Comments write parameters and members between bars: |like_this|.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_DDDS_H
#define DDDS_DDDS_H

#include <ddds/application.h>
#include <ddds/builder.h>
#include <ddds/database.h>
#include <ddds/engine.h>
#include <ddds/export.h>
#include <ddds/many.h>
#include <ddds/options.h>
#include <ddds/question.h>
#include <ddds/reason.h>
#include <ddds/record.h>
#include <ddds/resolve.h>
#include <ddds/result.h>
#include <ddds/rule.h>
#include <ddds/show.h>
#include <ddds/show_members.h>
#include <ddds/span.h>
#include <ddds/status.h>
#include <ddds/uri.h>
#include <ddds/urn.h>
#include <ddds/uuid.h>
#include <ddds/uuid_encoding.h>

#endif
