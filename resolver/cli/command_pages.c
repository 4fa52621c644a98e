/* Texts of --help for each command, in the order of `ddds help`. Options are
 * described in their rows.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/commands.h"

#include <stddef.h>

/* clang-format off */
#define RESOLVING_EXITS \
    "0   at least one result\n" \
    "1   a definite no: nothing is published, or no rule fits or is valid\n" \
    "2   usage error, or an invalid input\n" \
    "3   temporary failure, or an unreadable file\n" \
    "4   a loop, a limit or an invalid answer, or an invalid zone file\n" \
    "5   not authenticated (--require-ad)\n" \
    "10  internal error, or a program or library is missing\n" \
    "With several inputs, the exit status is that of the worst, in the\n" \
    "order 10, 2, 5, 4, 3, 1, 0.\n"

#define INPUTS_AND_RULES \
    "Inputs are URNs or URIs, or what the application of --app takes; \"-\"\n" \
    "reads them from standard input, one a line. Rules come from DNS, or\n" \
    "from the zone files of --zone, which are searched together as DNS\n" \
    "would be. The origin of a file without $ORIGIN is that of FILE:ORIGIN,\n" \
    "the owner of the SOA, or the domain in the name of the file.\n"

static const struct command_page pages[] = {
    {COMMAND_RESOLVE, "resolve",
     "[resolve] [SOURCE] [OPTIONS] INPUT...\n",
     "what an input resolves to",
     "Finds what each input resolves to: a URI, servers in the order to try\n"
     "them, a host, or another protocol.\n"
     "\n"
     INPUTS_AND_RULES,
     RESOLVING_EXITS,
     "ddds --zone first.zone urn:first:1\n"
     "ddds --zone urn.arpa.zone --zone example.com.zone --protocol thttp \\\n"
     "     urn:foo:1\n"
     "ddds --zone e164.arpa.zone --app enum --service sip +441632960083\n"
     "printf 'urn:first:1\\nurn:first:2\\n' | ddds --zone first.zone --json -\n"
     "ddds @192.0.2.1 --short -f names.txt\n"},
    {COMMAND_TRACE, "trace",
     "trace [SOURCE] [OPTIONS] INPUT...\n",
     "the same, with every step explained",
     "Resolves each input and shows how: every key, every rule, its verdict\n"
     "and the reason for it.\n"
     "\n"
     INPUTS_AND_RULES,
     RESOLVING_EXITS,
     "ddds trace --zone first.zone urn:first:1\n"
     "ddds trace --zone sip.example.zone --app sip sip:user@full.sip.example\n"
     "ddds trace @192.0.2.1 --service I2L urn:foo:1\n"},
    {COMMAND_FETCH, "fetch",
     "fetch [SOURCE] [OPTIONS] INPUT...\n",
     "contact what an input resolves to",
     "Resolves each input, contacts the servers or the URI that were found, and\n"
     "prints what the service of --service returns: one URI (I2L, I2N), a list\n"
     "of URIs (I2Ls, I2Ns), the resource (I2R, I2Rs) or a description of it\n"
     "(I2C, I2Cs). Without --service, it is the first of I2L, I2R, I2Ls, I2C\n"
     "and the others that a rule offers. With --app peppol and --app bdxl it is\n"
     "the participant's ServiceGroup, or its metadata for --document.\n"
     "\n"
     "Servers are asked by THTTP (RFC 2169), in their order; after a failure\n"
     "the next one is asked, and then those of the next rule. Connections go to\n"
     "the addresses that were resolved, and to private ones only with\n"
     "--allow-private. --trace shows every step and request on standard error.\n",
     "0   every input was fetched\n"
     "1   a definite no: nothing is published, or the server has nothing\n"
     "2   usage error, or an invalid input\n"
     "3   temporary failure, or an unreadable file\n"
     "4   a loop, a limit or an invalid answer, or an invalid zone file\n"
     "5   not authenticated, an invalid certificate, or a private address\n"
     "10  internal error, or a program or library is missing\n",
     "ddds fetch @192.0.2.1 urn:foo:1\n"
     "ddds fetch @192.0.2.1 --service I2R -o page.html urn:foo:1\n"
     "ddds fetch @192.0.2.1 --service I2Ls --json -f names.txt\n"
     "ddds fetch @192.0.2.1 --app peppol iso6523-actorid-upis::9915:test\n"},
    {COMMAND_SERVE, "serve",
     "serve [SOURCE] [OPTIONS]\n",
     "answer over HTTP: redirects, JSON, a page",
     "Resolves for clients of HTTP: a gateway that makes URNs links.\n"
     "\n"
     "  /urn:...             redirects to what the URN resolves to\n"
     "  /uri-res/I2L?urn:... the same by THTTP (RFC 2169)\n"
     "  /resolve /trace /lint /prove /rewrite /graph /uuid\n"
     "                       JSON, or a page for a browser\n"
     "  /openapi.json /help/ describe these\n"
     "  /metrics /healthz /readyz\n"
     "                       for those who run the server\n"
     "\n"
     "It listens on this host only, unless --listen and --public say\n"
     "otherwise, or on the sockets that systemd passes. Then it answers only\n"
     "requests for localhost, for loopback addresses and for the names of\n"
     "--host. SIGHUP reads zone files again, and SIGTERM ends it after the\n"
     "requests in progress.\n",
     "0   it was ended by SIGTERM or SIGINT\n"
     "2   usage error\n"
     "3   an unreadable zone file, or an address that cannot be used\n"
     "4   an invalid zone file, or any fault that --check finds in files\n"
     "10  internal error, or a program or library is missing\n",
     "ddds serve --zone urn.arpa.zone\n"
     "ddds serve @192.0.2.1 --listen 192.0.2.7:80 --public\n"},
    {COMMAND_QUERY, "query",
     "query [SOURCE] [OPTIONS] [TYPE] NAME... [TYPE]\n",
     "the records at a key",
     "Shows the records of one type at each domain name, sorted, with the\n"
     "aliases on the way.\n"
     "\n"
     "The output is a zone file; its comments explain each NAPTR record and\n"
     "what is wrong with it. Records that cannot be read are shown octet by\n"
     "octet. \"-\" reads names from standard input, one a line.\n"
     "\n"
     "A TYPE in front is the type of all names; elsewhere, of the names before\n"
     "it. TYPE35 and the class IN are understood as in dig. Add a final dot to\n"
     "a name that looks like a type or class.\n",
     RESOLVING_EXITS,
     "ddds query --zone urn.arpa.zone foo.urn.arpa\n"
     "ddds query --zone example.com.zone SRV thttp.tcp.example.com\n"
     "ddds query @192.0.2.1 foo.urn.arpa NAPTR www.example.com AAAA +noall\n"},
    {COMMAND_LINT, "lint",
     "lint [OPTIONS] FILE...|DIRECTORY...|--from CONFIG\n"
     "lint @SERVER...|--dns [OPTIONS] NAME...\n",
     "what is wrong with NAPTR zones",
     "Checks the NAPTR records of zone files: what is wrong, where, why, what\n"
     "it does to users, and the corrected record.\n"
     "\n"
     "\"-\" reads a zone file from standard input. Relative names begin at the\n"
     "origin of FILE:ORIGIN, --origin or --from, else at the owner of the SOA,\n"
     "else at the domain in the name of the file. With @SERVER, or --dns for\n"
     "the system's resolver, the records published at each NAME are checked,\n"
     "and those that they lead to; \"-\" then reads names, one a line. If a\n"
     "resolver fails, ddds queries the servers of the zone and names the\n"
     "record that is the reason.\n"
     "\n"
     "A comment \"; ddds:ignore=L210\" on the line of a record, or alone on the\n"
     "line above, ignores these codes for one record.\n",
     "0   nothing at or above --fail-on\n"
     "1   findings\n"
     "2   usage error\n"
     "3   a file is unreadable, or a name could not be looked up\n"
     "4   a file is not a zone file\n"
     "10  internal error, or a program or library is missing\n",
     "ddds lint urn.arpa.zone\n"
     "ddds lint @192.0.2.53 --app enum 4.4.e164.arpa\n"
     "ddds lint --app enum --format gcc e164.arpa.zone\n"},
    {COMMAND_TEST, "test",
     "test [SOURCE] [OPTIONS] EXPECTATIONS...\n",
     "whether inputs resolve as written down",
     "Resolves the inputs in files of expectations and reports whether each\n"
     "result is the expected one; \"-\" is standard input.\n"
     "\n"
     "A line is an expectation; lines that begin with \"#\" are comments:\n"
     "\n"
     "  INPUT [KEY=VALUE ...] -> KIND VALUE\n"
     "\n"
     "  urn:foo:1  service=I2C protocol=rcds  ->  servers rcds.udp.example.com\n"
     "  http://www.example.com/  app=uri      ->  key www.example.com\n"
     "  urn:nope:1                            ->  none NO_NAME\n"
     "\n"
     "KIND is uri, servers (the owner of their SRV records), endpoint\n"
     "(HOST:PORT, any of the result's), host, protocol (its output), uuid, key\n"
     "(one of the keys of the trace) or none (for a reason such as NO_NAME).\n"
     "KEY is an option: service, protocol, app, root, own-host, dns, all, no-q,\n"
     "no-addresses, require-ad, max-hops or max-queries, with yes or no if\n"
     "the option takes no argument; tied, if any result that ties with the\n"
     "first may be the expected one; or todo, whose value says why a line is\n"
     "known to fail. Put double quotes around anything with blanks. Options of\n"
     "the command apply to all lines that do not set them.\n"
     "\n"
     "--record writes the lines with today's results instead; a line may be an\n"
     "input without a result, and lines that hold stay as they are.\n",
     "0   every expectation is met\n"
     "1   one is not met\n"
     "2   usage error, or a mistake in a file of expectations\n"
     "3   a file is unreadable, or a server did not answer\n"
     "4   a zone file is invalid\n"
     "10  internal error, or a program or library is missing\n",
     "ddds test --zone first.zone ../expectations/first.expect\n"
     "ddds test @192.0.2.1 --format junit *.expect >ddds.xml\n"},
    {COMMAND_DIFF, "diff",
     "diff SOURCE SOURCE [OPTIONS] INPUT...\n"
     "diff SOURCE... --against SOURCE... [OPTIONS] INPUT...\n",
     "what changes between two sources",
     "Resolves each input by two sources of rules and shows where the results\n"
     "differ: before and after a change of a zone, or on two servers.\n"
     "\n"
     "A SOURCE is a zone file, @SERVER, or --dns. The first two are compared,\n"
     "and the words that follow are inputs; -f FILE or \"-\" reads inputs, one\n"
     "a line. If a source consists of several files or servers, --against\n"
     "stands between the two; use --zone for all files after it.\n"
     "\n"
     "An input is the same, changed, appears or vanishes; it is unknown if a\n"
     "server did not answer, or a limit was reached. Another TTL alone is no\n"
     "difference without --ttl.\n",
     "0   no difference\n"
     "1   at least one input changed, appears or vanishes\n"
     "2   usage error, or an invalid input\n"
     "3   an input is unknown, or a file is unreadable\n"
     "4   a zone file is invalid\n"
     "10  internal error, or a program or library is missing\n",
     "ddds diff first.zone urn.arpa.zone urn:first:1 urn:foo:1\n"
     "ddds diff urn.arpa.zone @192.0.2.1 urn:foo:1 urn:foo:2\n"
     "ddds diff @192.0.2.1 @192.0.2.2 --json -f names.txt\n"},
    {COMMAND_GRAPH, "graph",
     "graph [SOURCE] [OPTIONS] INPUT...\n"
     "graph --zone FILE... [--app NAME] [--key NAME]... [--depth N]\n",
     "the delegations as a picture",
     "Draws how each input resolves, with what became of every rule; or,\n"
     "without inputs, all keys of the zones and what their rules lead to.\n"
     "\n"
     "\"-\" reads inputs from standard input, one a line. Keys are rounded\n"
     "boxes; rules are edges with their order, preference, flags, services and\n"
     "expression, from left to right in their order. A terminal rule leads to\n"
     "a cylinder (servers), a box with depth (a host), a note (a URI) or a hexagon\n"
     "(another protocol); parallelograms are outputs that depend on the input.\n"
     "The chosen rule is thick, rules passed over are dashed, errors are red\n"
     "and marked \"!\". SVG needs the program dot of graphviz.\n",
     RESOLVING_EXITS
     "Zones that were drawn are 0, whatever the picture shows.\n",
     "ddds graph --zone urn.arpa.zone --format svg >urn.svg\n"
     "ddds graph --zone urn.arpa.zone --key foo.urn.arpa --depth 2 --format svg\n"
     "ddds graph --zone first.zone urn:first:1\n"
     "ddds graph @192.0.2.1 urn:foo:1 urn:foo:2 | dot -Tpng >foo.png\n"},
    {COMMAND_PROVE, "prove",
     "prove --zone FILE... [OPTIONS] [SET]...\n",
     "where every input of a set leads",
     "Splits all inputs that an expression matches as a whole into classes, each\n"
     "of which goes one path through the rules of the zones to one outcome, and\n"
     "proves properties of all of them.\n"
     "\n"
     "A SET is an extended regular expression of inputs; \".\" is any character\n"
     "of ASCII. Without one, it is all URNs, or what --app takes, whose first\n"
     "keys have rules in the zones. Each class is a line: how many inputs, which,\n"
     "and where they lead. Classes are exact. What cannot be proved is unknown,\n"
     "and says why; names outside the zones are.\n",
     "0   proved; without --that, nothing is unknown\n"
     "1   a property is refuted\n"
     "2   usage error, or SET is not an expression\n"
     "3   unknown, or a file is unreadable\n"
     "4   a zone file is invalid\n"
     "10  internal error, or a program or library is missing\n",
     "ddds prove --zone first.zone 'urn:first:[0-9]{1,4}'\n"
     "ddds prove --zone first.zone --that found 'urn:first:[0-9]{1,4}'\n"
     "ddds prove --zone e164.arpa.zone --app enum '\\+44[0-9]{10}'\n"},
    {COMMAND_REWRITE, "rewrite",
     "rewrite [OPTIONS] REGEXP STRING...\n",
     "apply one substitution expression",
     "Applies one substitution expression, as in a NAPTR record, to each\n"
     "string and prints the output: one line each, empty without a match.\n"
     "\n"
     "\"-\" reads strings from standard input, one a line. Options come before\n"
     "REGEXP; put \"--\" before a REGEXP that begins with \"-\".\n",
     "0   all strings match\n"
     "1   one does not match\n"
     "2   usage error, or REGEXP is not a substitution expression\n"
     "3   standard input is unreadable\n"
     "4   matching took too many steps\n"
     "10  internal error, or a program or library is missing\n",
     "ddds rewrite '!^urn:cid:.+@(.*)$!\\1!' urn:cid:1@example.com\n"
     "ddds rewrite --explain '!http://([^/:]+)!\\1!i' http://a.example/x\n"
     "echo urn:foo:1 | ddds rewrite '!^urn:foo:(.*)$!\\1!' -\n"},
    {COMMAND_URN, "urn",
     "urn parse|normalize|equal [OPTIONS] URN...\n",
     "parse, normalize and compare URNs",
     "Parses, normalizes and compares URNs (RFC 8141).\n",
     "0   success; for equal: the URNs are equivalent\n"
     "1   equal: the URNs are not equivalent\n"
     "2   usage error, or an invalid URN\n"
     "3   standard input is unreadable\n",
     "ddds urn parse 'urn:example:weather?=op=map&lat=39.56'\n"
     "ddds urn equal urn:example:a%2cb URN:EXAMPLE:a%2Cb\n"},
    {COMMAND_URN_PARSE, "urn parse",
     "urn parse [OPTIONS] URN...\n",
     "print the parts: nid, nss, r, q, f",
     "Prints the parts of each URN, one a line: nid, nss, r, q and f; \"-\"\n"
     "reads URNs from standard input, one a line.\n",
     "0   all URNs are valid\n"
     "2   usage error, or an invalid URN\n"
     "3   standard input is unreadable\n",
     "ddds urn parse 'urn:example:weather?=op=map&lat=39.56'\n"
     "echo urn:example:a | ddds urn parse --json -\n"},
    {COMMAND_URN_NORMALIZE, "urn normalize",
     "urn normalize [OPTIONS] URN...\n",
     "print the canonical form of URNs",
     "Prints each URN in the form by which RFC 8141 section 3.1 compares URNs;\n"
     "\"urn equal\" also knows what isbn, issn and ietf ignore. \"-\" reads URNs\n"
     "from standard input, one a line.\n",
     "0   all URNs are valid\n"
     "2   usage error, or an invalid URN\n"
     "3   standard input is unreadable\n",
     "ddds urn normalize URN:EXAMPLE:a%2cb\n"
     "echo URN:EXAMPLE:a%2cb | ddds urn normalize -\n"},
    {COMMAND_URN_EQUAL, "urn equal",
     "urn equal [OPTIONS] URN URN\n",
     "compare two URNs",
     "Compares two URNs and prints errors only: the exit status is the\n"
     "answer. \"-\" reads URNs from standard input, one a line.\n",
     "0   the URNs are equivalent\n"
     "1   they are not\n"
     "2   usage error, or an invalid URN\n"
     "3   standard input is unreadable\n",
     "ddds urn equal urn:example:a%2cb URN:EXAMPLE:a%2Cb\n"},
    {COMMAND_UUID, "uuid",
     "uuid gen|parse|check|fmt|cmp|range|ns ...\n",
     "generate, parse and validate UUIDs",
     "Generates, parses, validates and compares UUIDs (RFC 9562).\n"
     "\n"
     "ddds keeps no state file and needs no daemon: UUIDs are unique because\n"
     "of the random bits of the kernel.\n",
     "0   success; for cmp: the UUIDs are equal\n"
     "1   parse and check: one is invalid; cmp: the UUIDs differ\n"
     "2   usage error, or an invalid UUID\n"
     "3   standard input is unreadable\n"
     "10  internal error, or a program or library is missing\n",
     "ddds uuid gen -7 -C 1000\n"
     "ddds uuid gen -s -n @dns -N www.example.com\n"
     "ddds uuid parse -o +NOTE f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n"},
    {COMMAND_UUID_GEN, "uuid gen",
     "uuid gen [OPTIONS]\n",
     "generate UUIDs",
     "Generates UUIDs: random ones, unless an option chooses another kind.\n"
     "\n"
     "The letters are those of uuidgen(1). Kinds that hash a name need -n and\n"
     "-N.\n",
     "0   success\n"
     "2   usage error\n"
     "3   standard input is unreadable\n"
     "10  internal error, or a program or library is missing\n",
     "ddds uuid gen\n"
     "ddds uuid gen -7 -C 1000\n"
     "ddds uuid gen -s -n @dns -N www.example.com\n"},
    {COMMAND_UUID_PARSE, "uuid parse",
     "uuid parse [OPTIONS] [UUID...]\n",
     "show the fields of UUIDs",
     "Shows the fields of each UUID in the columns of uuidparse(1), or others.\n"
     "\n"
     "Columns are UUID, VARIANT, TYPE, TIME (shown by default), VERSION, SEQ,\n"
     "NODE, DOMAIN, ID, FAMILY, URN, INT, OID, NOTE and ERROR. Without UUIDs,\n"
     "or with \"-\", they are read from standard input, separated by blanks or\n"
     "newlines. Integers are read only with --form int.\n",
     "0   all are valid\n"
     "1   one is invalid\n"
     "2   usage error\n"
     "3   standard input is unreadable\n",
     "ddds uuid parse -o +NOTE f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n"
     "ddds uuid gen -7 -C 10 | ddds uuid parse -J\n"},
    {COMMAND_UUID_CHECK, "uuid check",
     "uuid check [OPTIONS] [TEXT...]\n",
     "validate UUIDs",
     "Prints nothing if every text is a UUID, and points at the mistake\n"
     "otherwise.\n"
     "\n"
     "By default, only the canonical form and URNs are valid. Without texts,\n"
     "or with \"-\", they are read from standard input, one a line.\n",
     "0   all are valid\n"
     "1   one is invalid\n"
     "2   usage error\n"
     "3   standard input is unreadable\n",
     "ddds uuid check f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n"
     "ddds uuid gen -C 10 | ddds uuid check --rfc --form canon\n"},
    {COMMAND_UUID_FMT, "uuid fmt",
     "uuid fmt [OPTIONS] [UUID...]\n",
     "write UUIDs in another form",
     "Writes each UUID in another form, or converts versions 1 and 6.\n"
     "\n"
     "Without UUIDs, or with \"-\", they are read from standard input, separated\n"
     "by blanks or newlines. Integers are read only with --form int.\n",
     "0   success\n"
     "2   usage error, or an invalid UUID\n"
     "3   standard input is unreadable\n",
     "ddds uuid fmt -f oid f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n"
     "ddds uuid gen -t -C 10 | ddds uuid fmt -f v6\n"},
    {COMMAND_UUID_CMP, "uuid cmp",
     "uuid cmp [OPTIONS] UUID UUID\n",
     "compare two UUIDs",
     "Compares two UUIDs and prints -1, 0 or 1; \"-\" reads UUIDs from standard\n"
     "input, separated by blanks or newlines.\n",
     "0   they are equal\n"
     "1   they differ\n"
     "2   usage error, or an invalid UUID\n"
     "3   standard input is unreadable\n",
     "ddds uuid cmp f81d4fae-7dec-11d0-a765-00a0c91e6bf6 2.25.1\n"},
    {COMMAND_UUID_RANGE, "uuid range",
     "uuid range [OPTIONS] TIME [TIME]\n",
     "the lowest and the highest UUID of a time",
     "Prints the lowest and the highest UUID of version 7 in a millisecond, or\n"
     "from one time to another.\n"
     "\n"
     "A time is 2022-02-22T19:22:22Z, or @1645557742, seconds since 1970. \"-\"\n"
     "reads times from standard input, separated by blanks or newlines.\n",
     "0   success\n"
     "2   usage error, or an invalid time\n"
     "3   standard input is unreadable\n",
     "ddds uuid range 2022-02-22T19:22:22Z\n"
     "ddds uuid range @1645557742 @1645557743\n"},
    {COMMAND_UUID_NS, "uuid ns",
     "uuid ns [OPTIONS]\n",
     "list the namespaces of RFC 9562",
     "Lists the namespaces of RFC 9562 for UUIDs of names.\n",
     "0   success\n"
     "2   usage error\n",
     "ddds uuid ns\n"},
    {COMMAND_HELP, "help",
     "help [OPTIONS] [COMMAND [SUBCOMMAND]]\n"
     "help applications\n",
     "this list, or the help of a command",
     "Lists the commands, or shows the help of one, like ddds COMMAND --help; or\n"
     "lists the applications for --app, each with an example.\n",
     "0   success\n"
     "2   unknown command\n",
     "ddds help trace\n"
     "ddds help uuid gen\n"
     "ddds help applications\n"},
    {COMMAND_VERSION, "version",
     "version [OPTIONS]\n",
     "the version",
     "Prints the version of the tool, as ddds --version does, and a line for\n"
     "each library that it uses: include them in reports of problems.\n",
     "0   success\n"
     "2   usage error\n",
     "ddds version\n"},
};
/* clang-format on */

const struct command_page *command_at(size_t index)
{
    return index < sizeof pages / sizeof pages[0] ? &pages[index] : NULL;
}
