/* ddds help and ddds version: what a newcomer reads first.
 *
 * SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <ddds/status.h>

#include "cli/command.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/options.h"

static const char overview[] =
    "ddds: resolve URNs and URIs through NAPTR records (RFC 3401 to 3405)\n"
    "\n"
    "  ddds [resolve] [SOURCE] [OPTIONS] INPUT...        what an input "
    "resolves to\n"
    "  ddds trace     [SOURCE] [OPTIONS] INPUT...        the same walk, "
    "explained\n"
    "  ddds query     [SOURCE] [OPTIONS] NAME... [TYPE]  the records at a "
    "key, read\n"
    "  ddds lint      FILE... | @SERVER NAME...          what is wrong with "
    "NAPTR zones\n"
    "  ddds test      [SOURCE] EXPECTATIONS...           do inputs resolve "
    "as written down?\n"
    "  ddds graph     [SOURCE] INPUT... | --zone FILE    the delegations as a "
    "picture\n"
    "  ddds rewrite   [OPTIONS] REGEXP STRING...         apply one "
    "substitution expression\n"
    "  ddds urn       parse|normalize|equal URN...       take URNs apart, "
    "compare them\n"
    "  ddds uuid      gen|parse|check|fmt|cmp|range|ns   make, read, compare "
    "UUIDs\n"
    "  ddds help      [COMMAND]                          this, or the help "
    "on a command\n"
    "  ddds version\n"
    "\n"
    "SOURCE is --zone FILE, for master files, or @SERVER, for DNS; without it "
    "the\nsystem's resolver is asked.\n"
    "\n"
    "For example:\n"
    "\n"
    "  ddds --zone urn.arpa.zone urn:foo:002372413:annual-report-1997\n"
    "  ddds trace --zone urn.arpa.zone --service I2L urn:foo:1\n"
    "  ddds rewrite '!^urn:cid:.+@(.*)$!\\1!' urn:cid:1@example.com\n";

static const char exits[] =
    "\n"
    "Exit status: 0 something was found, 1 a definite no, 2 a mistake on the\n"
    "command line or an input that is no URN or URI, 3 try again later, or a "
    "file\nthat cannot be read, 4 the rules or a zone file are broken, 5 not "
    "authenticated\n(--require-ad), 10 our own failure. Of many inputs the "
    "worst decides.\n";

static const char resolving[] =
    "Inputs are URNs or URIs, or what the application of --app takes; "
    "\"-\" reads\nthem from standard input, one a line.\n"
    "Rules come from DNS, or from master files given with --zone: all of them\n"
    "together are walked as DNS would be. A file without SOA record takes\n"
    "FILE:ORIGIN.\n";

static const char testing[] =
    "ddds test [SOURCE] [OPTIONS] EXPECTATIONS...\n"
    "\n"
    "Resolves the inputs in files of expectations (\"-\" is standard input) "
    "and says\nwhether what comes of them is what is written there, a line "
    "each:\n"
    "\n"
    "  INPUT [KEY=VALUE ...] -> KIND VALUE\n"
    "\n"
    "  urn:foo:1  service=I2C protocol=rcds  ->  servers "
    "rcds.udp.example.com\n"
    "  http://www.example.com/  app=uri      ->  key www.example.com\n"
    "  urn:nope:1                            ->  none NO_NAME\n"
    "\n"
    "KIND is uri, servers (the owner of their SRV records), endpoint "
    "(HOST:PORT, any\nof the result's), host, protocol (its output), uuid, "
    "key (the walk went through\nit) or none (for a reason, such as NO_NAME). "
    "KEY is an option of the request:\nservice, protocol, app, root, dns, all, "
    "no-q, no-addresses, require-ad, max-hops\nor max-queries, with yes or no "
    "where an option takes no argument; or todo, which\nsays why a line is "
    "known not to hold. What has blanks in it stands in double\nquotes. Lines "
    "that begin with # are comments. Options hold for all lines that\nsay "
    "nothing else.\n";

static const char testing_end[] =
    "\n"
    "For example:\n"
    "\n"
    "  ddds test --zone urn.arpa.zone urn.arpa.expect\n"
    "  ddds test @192.0.2.1 --format junit *.expect >ddds.xml\n"
    "\n"
    "Exit status: 0 every expectation is met, 1 one is not, 2 a mistake on "
    "the command\nline or in a file, 3 the rules or a file cannot be read, or "
    "somebody who was\nasked did not say, 4 a file is no zone file, 10 our own "
    "failure.\n";

static const char drawing[] =
    "ddds graph [SOURCE] [OPTIONS] INPUT...\n"
    "ddds graph --zone FILE... [--app NAME]\n"
    "\n"
    "Draws the walk of each input, with what became of every rule; or, without "
    "an\ninput, all keys of the zones and what their rules lead to. Keys are "
    "rounded\nboxes, rules are edges with their order, preference, flags and "
    "services, from\nleft to right in their order. What a terminal rule leads "
    "to is a cylinder\n(servers), a box with depth (a host), a note (a URI) or "
    "a hexagon (another\nprotocol's); slanted is what hangs on the input. "
    "Thick was chosen, dashed passed\nover; red, with a \"!\", is wrong.\n";

static const char drawing_end[] =
    "\n"
    "For example:\n"
    "\n"
    "  ddds graph --zone urn.arpa.zone --format svg >urn.svg\n"
    "  ddds graph --zone urn.arpa.zone --format mermaid urn:foo:1\n"
    "  ddds graph @192.0.2.1 urn:foo:1 urn:foo:2 | dot -Tpng >foo.png\n"
    "\n"
    "SVG is drawn by graphviz, if its dot is installed. Exit status: 0 it was "
    "drawn,\nwhatever it shows, 2 a mistake on the command line or an input "
    "that is no URN or\nURI, 3 a file cannot be read, 4 it is no zone file, 10 "
    "our own failure.\n";

static const char rewriting[] =
    "ddds rewrite [--master] [--key] [--uri] [--explain] REGEXP STRING...\n"
    "\n"
    "Applies one substitution expression, as in a NAPTR record, to each "
    "STRING and\nprints what becomes of it: a line each, empty if it does not "
    "match.\n"
    "\n"
    "  --master     REGEXP is written as in a master file: \"\\\\1\", not "
    "\"\\1\"\n"
    "  --key        the output must be a legal domain name\n"
    "  --uri        the output must be a URI\n"
    "  --explain    show the parts, the groups, and what other readers would "
    "make of it\n"
    "  -h, --help   this help\n"
    "\n"
    "For example:\n"
    "\n"
    "  ddds rewrite '!^urn:cid:.+@([^.]+[.])(.*)$!\\2!i' "
    "urn:cid:1@bar.example.com\n"
    "  ddds rewrite --explain '!http://([^/:]+)!\\1!i' "
    "http://www.example.com/x\n"
    "\n"
    "Exit status: 0 all match, 1 some do not, 2 REGEXP is no substitution\n"
    "expression, 4 matching took too many steps.\n";

static const char linting[] =
    "ddds lint [--origin NAME] [--app NAME] [--input STRING] FILE...\n"
    "ddds lint @SERVER...|--dns [--app NAME] [--input STRING] NAME...\n"
    "\n"
    "Judges the NAPTR records of master files: what is wrong, where, why, what "
    "it does\nto users, and the record as it should be. \"-\" is standard "
    "input.\n"
    "\n"
    "With @SERVER, or --dns for the system's resolver, those that are live at "
    "each NAME,\nand at what they lead to. If a resolver fails, the servers of "
    "the zone are asked,\nand the record that is the reason is named.\n"
    "\n"
    "  --origin NAME    where relative names begin, until $ORIGIN says it\n"
    "  --app NAME       whose rules they are (default: as services and owner "
    "say)\n"
    "  --input STRING   try expressions on this, too; repeatable\n"
    "  --format FORMAT  text, gcc (a line each), json or sarif\n"
    "  --fail-on LEVEL  error (default), warning or info: what makes the exit "
    "status 1\n"
    "  --ignore CODES   do not report these: L210,L217\n"
    "  --codes          list all codes; with --format json, all about them\n"
    "  --color WHEN     auto, always or never\n"
    "  -h, --help       this help\n"
    "\n"
    "Of live records:\n"
    "\n"
    "  --dns            they are names: ask the system's resolver\n"
    "  --authorities    ask the servers of each zone, even if nothing fails\n"
    "  --authority-port PORT  their port (53)\n"
    "  -p PORT          the port of SERVER (53)\n"
    "  --timeout DUR    time for one try (2s)\n"
    "  --tries N        tries with each server (3)\n"
    "  --bufsize N      EDNS buffer size (1232)\n"
    "  --tcp            over TCP\n"
    "  -4               over IPv4 only\n"
    "  -6               over IPv6 only\n"
    "\n"
    "A comment \"; ddds:ignore=L210\" on the record's line, or alone on the "
    "line above,\nignores codes for one record.\n"
    "\n"
    "For example:\n"
    "\n"
    "  ddds lint example.com.zone\n"
    "  ddds lint @192.0.2.53 --app enum 4.4.e164.arpa\n"
    "  ddds lint --origin 4.4.e164.arpa --fail-on warning --format sarif "
    "enum.zone\n"
    "\n"
    "Exit status: 0 nothing at or above --fail-on, 1 findings, 2 a mistake on "
    "the\ncommand line, 3 a file cannot be read, 4 a file is no master file at "
    "all.\n";

static const char about_urns[] =
    "ddds urn parse [--json] URN...   its parts: nid, nss, r, q, f\n"
    "ddds urn normalize URN...        the form by which URNs are compared\n"
    "ddds urn equal URN URN           exit 0 if they are equivalent, 1 if "
    "not\n"
    "\n"
    "For example:\n"
    "\n"
    "  ddds urn parse 'urn:example:weather?=op=map&lat=39.56'\n"
    "  ddds urn equal urn:example:a%2cb URN:EXAMPLE:a%2Cb\n"
    "\n"
    "Exit status: 0 yes, 1 no (equal), 2 not a URN, with the place where it "
    "fails.\n";

static const char about_uuids[] =
    "ddds uuid gen [KIND] [-C COUNT] [-f FORM]   make UUIDs (RFC 9562)\n"
    "\n"
    "  -r, -7             random (default); by time, in order\n"
    "  -t, -6             versions 1 and 6: for those who need them\n"
    "  -m, -s, --sha256   of a name: MD5 (v3), SHA-1 (v5), SHA-256 (v8)\n"
    "  --custom HEX       version 8 of your own bits\n"
    "  --nil, --max       all zeros, all ones\n"
    "  -n SPACE           namespace: @dns @url @oid @x500 or a UUID\n"
    "  -N NAME, -x        the name, \"-\" for one on each line of standard "
    "input;\n                     it is in hexadecimal\n"
    "  --name-form FORM   a domain name in its common, presentation or wire "
    "form\n"
    "  --at TIME          as if it were that time: 2022-02-22T19:22:22Z, "
    "@1645557742\n"
    "  --node ADDRESS     9f:6b:de:ce:d8:46, instead of a random one\n"
    "\n"
    "ddds uuid parse [-J] [-n] [-r] [-o COLUMNS] [UUID...]   what is in "
    "them\n"
    "  columns: UUID VARIANT TYPE TIME, and VERSION SEQ NODE URN INT OID NOTE "
    "ERROR;\n"
    "  -o +NOTE adds one\n"
    "ddds uuid check [--rfc] [--form LIST] [TEXT...]   silent, or points at "
    "the mistake\n"
    "ddds uuid fmt [-f FORM] [--form LIST] [UUID...]   write in another form\n"
    "ddds uuid cmp UUID UUID                           -1, 0 or 1\n"
    "ddds uuid range --v7 TIME [TIME]                  lowest and highest v7 "
    "id\n"
    "ddds uuid ns                                      the namespaces\n"
    "\n"
    "FORM is canon, urn, upper, simple, braced, int, oid or bin; for fmt also "
    "v1 or\nv6. LIST says what is read. Without UUIDs they come from standard "
    "input.\n"
    "\n"
    "For example:\n"
    "\n"
    "  ddds uuid gen -7 -C 1000\n"
    "  ddds uuid gen -s -n @dns -N www.example.com\n"
    "  ddds uuid parse -o +NOTE f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n"
    "\n"
    "There is no state file and no daemon: what keeps UUIDs apart is the "
    "kernel's\nentropy. Exit status: 0 yes, 1 no (parse and check: not all are "
    "valid; cmp: they\ndiffer), 2 a mistake, or an input that is no UUID.\n";

static const char about_help[] =
    "ddds help [COMMAND]   what a command does, its options, examples\n"
    "\n"
    "For example: ddds help trace. The same is shown by ddds COMMAND --help.\n";

static const char about_version[] =
    "ddds version   the version of the tool and its library; also -V\n";

static const char examples[] =
    "\n"
    "For example:\n"
    "\n"
    "  ddds --zone urn.arpa.zone --protocol thttp urn:foo:1   what it resolves "
    "to\n"
    "  ddds trace --zone urn.arpa.zone urn:foo:1              and why\n"
    "  ddds --zone rules.zone:urn.arpa --short -f names.txt   a batch\n"
    "  ddds --zone a.zone --zone b.zone --json - <names.txt   for a program\n";

static const char query_examples[] =
    "\n"
    "For example:\n"
    "\n"
    "  ddds query foo.urn.arpa\n"
    "  ddds query @192.0.2.1 --json foo.urn.arpa\n"
    "  ddds query --zone example.com.zone _http._tcp.example.com SRV\n";

static void print_query_help(FILE *out)
{
    fputs("ddds query [SOURCE] [OPTIONS] NAME... [TYPE]\n"
          "\n"
          "Shows the records of one type at each domain name, sorted, and the "
          "aliases on\nthe way: a master file, whose comments say how each "
          "NAPTR reads and what is\nwrong with it. Records that cannot be "
          "read are shown octet by octet. A name\nthat is called as a type "
          "takes a final dot.\n",
          out);
    options_help(out, COMMAND_QUERY);
    fputs(query_examples, out);
    fputs(exits, out);
}

static void print_resolving_help(FILE *out, enum command command)
{
    if (command == COMMAND_TRACE) {
        fputs("ddds trace [SOURCE] [OPTIONS] INPUT...\n"
              "\n"
              "Resolves each input and shows how: every key, every rule, its "
              "verdict and\nthe reason for it.\n",
              out);
    } else {
        fputs("ddds [resolve] [SOURCE] [OPTIONS] INPUT...\n"
              "\n"
              "Finds what each input resolves to: a URI, servers in the order "
              "to try them,\na host, or another protocol.\n",
              out);
    }
    fputs(resolving, out);
    options_help(out, command);
    fputs(examples, out);
    fputs(exits, out);
}

/* What a command does, its options, and what remains to be said. */
static void print_options_help(FILE *out, const char *about,
                               enum command command, const char *end)
{
    fputs(about, out);
    options_help(out, command);
    fputs(end, out);
}

int print_help(FILE *out, const char *command)
{
    static const struct {
        const char *command;
        const char *text;
    } pages[] = {
        {"lint", linting},    {"rewrite", rewriting},
        {"urn", about_urns},  {"uuid", about_uuids},
        {"help", about_help}, {"version", about_version},
    };
    if (command == NULL) {
        fputs(overview, out);
        fputs(exits, out);
        return EXIT_FOUND;
    }
    if (strcmp(command, "resolve") == 0 || strcmp(command, "trace") == 0) {
        print_resolving_help(out, command[0] == 't' ? COMMAND_TRACE
                                                    : COMMAND_RESOLVE);
        return EXIT_FOUND;
    }
    if (strcmp(command, "query") == 0) {
        print_query_help(out);
        return EXIT_FOUND;
    }
    if (strcmp(command, "test") == 0) {
        print_options_help(out, testing, COMMAND_TEST, testing_end);
        return EXIT_FOUND;
    }
    if (strcmp(command, "graph") == 0) {
        print_options_help(out, drawing, COMMAND_GRAPH, drawing_end);
        return EXIT_FOUND;
    }
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        if (strcmp(command, pages[i].command) == 0) {
            fputs(pages[i].text, out);
            return EXIT_FOUND;
        }
    }
    if (strcmp(command, "fetch") == 0) {
        complain("fetch: this version cannot do that yet; ddds URN shows whom "
                 "to ask");
        return EXIT_USAGE;
    }
    complain("there is no command \"%s\"; ddds help lists them", command);
    return EXIT_USAGE;
}

void print_version(void)
{
    printf("ddds %s\n", ddds_version());
}

/* Does the user ask for the help of the command itself? */
static int is_help_option(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static int is_version_option(const char *word)
{
    return strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0;
}

int command_help(int count, char **arguments)
{
    if (count == 2 && is_version_option(arguments[1])) {
        print_version();
        return EXIT_FOUND;
    }
    if (count > 2) {
        complain("help: takes one command; ddds help lists them");
        return EXIT_USAGE;
    }
    if (count == 2 && is_help_option(arguments[1])) {
        return print_help(stdout, "help");
    }
    return print_help(stdout, count == 2 ? arguments[1] : NULL);
}

int command_version(int count, char **arguments)
{
    if (count == 2 && is_help_option(arguments[1])) {
        return print_help(stdout, "version");
    }
    if (count > 1 && !is_version_option(arguments[1])) {
        complain("version: takes nothing");
        return EXIT_USAGE;
    }
    print_version();
    return EXIT_FOUND;
}
