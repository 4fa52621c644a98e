# fish completion for ddds(1). Made by resolver/completions/make.

# Is this the command (and part) that is being typed? "resolve" needs no word.
function __ddds_in
    set -l words (commandline -opc) resolve
    set -l command $words[2]
    contains -- $command resolve trace query lint test rewrite urn uuid help version
    or set command resolve
    test "$argv[1]" = "$command"
    or return 1
    test (count $argv) -eq 1
    or test "$argv[2]" = "$words[3]"
end

complete -c ddds -f
complete -c ddds -n __fish_use_subcommand -a resolve -d 'what an input resolves to'
complete -c ddds -n __fish_use_subcommand -a trace -d 'the same walk, explained'
complete -c ddds -n __fish_use_subcommand -a query -d 'the records at a key, read'
complete -c ddds -n __fish_use_subcommand -a lint -d 'what is wrong with NAPTR zones'
complete -c ddds -n __fish_use_subcommand -a test -d 'do inputs resolve as written down?'
complete -c ddds -n __fish_use_subcommand -a rewrite -d 'apply one substitution expression'
complete -c ddds -n __fish_use_subcommand -a urn -d 'take URNs apart, compare them'
complete -c ddds -n __fish_use_subcommand -a uuid -d 'make, read, compare UUIDs'
complete -c ddds -n __fish_use_subcommand -a help -d 'this, or the help on a command'
complete -c ddds -n __fish_use_subcommand -a version -d 'the version'
complete -c ddds -n '__ddds_in help' -a 'resolve trace query lint test rewrite urn uuid help version'

complete -c ddds -n '__ddds_in resolve' -l zone -r -F -d 'this master file; repeatable'
complete -c ddds -n '__ddds_in resolve' -l root -x -d 'where first keys live, not urn.arpa; repeatable'
complete -c ddds -n '__ddds_in resolve' -l dns -d 'ask DNS for what is answered locally, too'
complete -c ddds -n '__ddds_in resolve' -l app -x -a 'urn uri enum s-naptr u-naptr sip peppol radius 3gpp' -d 'the application (default: urn or uri, as it begins)'
complete -c ddds -n '__ddds_in resolve' -l app-file -r -F -d 'the application that FILE describes'
complete -c ddds -n '__ddds_in resolve' -l service -x -d 'services in order of liking: I2L,I2R'
complete -c ddds -n '__ddds_in resolve' -l protocol -x -d 'protocols in order of liking: thttp'
complete -c ddds -n '__ddds_in resolve' -l all -d 'every outcome, in rank order'
complete -c ddds -n '__ddds_in resolve' -l no-addresses -d 'stop at host names'
complete -c ddds -n '__ddds_in resolve' -l no-q -d 'leave the URN\'s q-component off the locator'
complete -c ddds -n '__ddds_in resolve' -l require-ad -d 'refuse what is not authenticated'
complete -c ddds -n '__ddds_in resolve' -l seed -x -d 'make the choice among servers repeatable'
complete -c ddds -n '__ddds_in resolve' -l max-hops -x -d 'delegations on one path (16)'
complete -c ddds -n '__ddds_in resolve' -l max-queries -x -d 'queries for one input (64)'
complete -c ddds -n '__ddds_in resolve' -l deadline -x -d 'time for one input: 500ms, 2s (15s)'
complete -c ddds -n '__ddds_in resolve' -s f -r -F -d 'read them from FILE, one a line; - is stdin; repeatable'
complete -c ddds -n '__ddds_in resolve' -s 0 -d 'they end with NUL, not newline'
complete -c ddds -n '__ddds_in resolve' -l jobs -x -d 'in flight at a time (128)'
complete -c ddds -n '__ddds_in resolve' -l ordered -d 'print in their order (default)'
complete -c ddds -n '__ddds_in resolve' -l unordered -d 'print as they finish'
complete -c ddds -n '__ddds_in resolve' -l max-time -x -d 'time for all of them; then none is begun any more'
complete -c ddds -n '__ddds_in resolve' -l trace -d 'the walk, too'
complete -c ddds -n '__ddds_in resolve' -l short -d 'nothing but the result'
complete -c ddds -n '__ddds_in resolve' -l json -d 'one JSON object for each input'
complete -c ddds -n '__ddds_in resolve' -l format -x -a 'text short json radsecproxy freeradius' -d 'text, short, json, radsecproxy or freeradius'
complete -c ddds -n '__ddds_in resolve' -l color -x -a 'auto always never' -d 'auto, always or never'
complete -c ddds -n '__ddds_in resolve' -s h -l help -d 'this help'
complete -c ddds -n '__ddds_in resolve' -s V -l version -d 'the version'
complete -c ddds -n '__ddds_in resolve' -l timeout -x -d 'time for one try (2s)'
complete -c ddds -n '__ddds_in resolve' -l tries -x -d 'tries with each server (3)'
complete -c ddds -n '__ddds_in resolve' -l bufsize -x -d 'EDNS buffer size (1232)'
complete -c ddds -n '__ddds_in resolve' -l tcp -d 'over TCP'
complete -c ddds -n '__ddds_in resolve' -s 4 -d 'over IPv4 only'
complete -c ddds -n '__ddds_in resolve' -s 6 -d 'over IPv6 only'
complete -c ddds -n '__ddds_in resolve' -s p -x -d 'the servers\' port (53)'

complete -c ddds -n '__ddds_in trace' -l zone -r -F -d 'this master file; repeatable'
complete -c ddds -n '__ddds_in trace' -l root -x -d 'where first keys live, not urn.arpa; repeatable'
complete -c ddds -n '__ddds_in trace' -l dns -d 'ask DNS for what is answered locally, too'
complete -c ddds -n '__ddds_in trace' -l app -x -a 'urn uri enum s-naptr u-naptr sip peppol radius 3gpp' -d 'the application (default: urn or uri, as it begins)'
complete -c ddds -n '__ddds_in trace' -l app-file -r -F -d 'the application that FILE describes'
complete -c ddds -n '__ddds_in trace' -l service -x -d 'services in order of liking: I2L,I2R'
complete -c ddds -n '__ddds_in trace' -l protocol -x -d 'protocols in order of liking: thttp'
complete -c ddds -n '__ddds_in trace' -l all -d 'every outcome, in rank order'
complete -c ddds -n '__ddds_in trace' -l no-addresses -d 'stop at host names'
complete -c ddds -n '__ddds_in trace' -l no-q -d 'leave the URN\'s q-component off the locator'
complete -c ddds -n '__ddds_in trace' -l require-ad -d 'refuse what is not authenticated'
complete -c ddds -n '__ddds_in trace' -l seed -x -d 'make the choice among servers repeatable'
complete -c ddds -n '__ddds_in trace' -l max-hops -x -d 'delegations on one path (16)'
complete -c ddds -n '__ddds_in trace' -l max-queries -x -d 'queries for one input (64)'
complete -c ddds -n '__ddds_in trace' -l deadline -x -d 'time for one input: 500ms, 2s (15s)'
complete -c ddds -n '__ddds_in trace' -s f -r -F -d 'read them from FILE, one a line; - is stdin; repeatable'
complete -c ddds -n '__ddds_in trace' -s 0 -d 'they end with NUL, not newline'
complete -c ddds -n '__ddds_in trace' -l jobs -x -d 'in flight at a time (128)'
complete -c ddds -n '__ddds_in trace' -l ordered -d 'print in their order (default)'
complete -c ddds -n '__ddds_in trace' -l unordered -d 'print as they finish'
complete -c ddds -n '__ddds_in trace' -l max-time -x -d 'time for all of them; then none is begun any more'
complete -c ddds -n '__ddds_in trace' -l trace -d 'the walk, too'
complete -c ddds -n '__ddds_in trace' -l short -d 'nothing but the result'
complete -c ddds -n '__ddds_in trace' -l json -d 'one JSON object for each input'
complete -c ddds -n '__ddds_in trace' -l format -x -a 'text short json' -d 'text, short or json'
complete -c ddds -n '__ddds_in trace' -l color -x -a 'auto always never' -d 'auto, always or never'
complete -c ddds -n '__ddds_in trace' -s h -l help -d 'this help'
complete -c ddds -n '__ddds_in trace' -s V -l version -d 'the version'
complete -c ddds -n '__ddds_in trace' -l timeout -x -d 'time for one try (2s)'
complete -c ddds -n '__ddds_in trace' -l tries -x -d 'tries with each server (3)'
complete -c ddds -n '__ddds_in trace' -l bufsize -x -d 'EDNS buffer size (1232)'
complete -c ddds -n '__ddds_in trace' -l tcp -d 'over TCP'
complete -c ddds -n '__ddds_in trace' -s 4 -d 'over IPv4 only'
complete -c ddds -n '__ddds_in trace' -s 6 -d 'over IPv6 only'
complete -c ddds -n '__ddds_in trace' -s p -x -d 'the servers\' port (53)'

complete -c ddds -n '__ddds_in query' -l zone -r -F -d 'this master file; repeatable'
complete -c ddds -n '__ddds_in query' -s t -l type -x -d 'NAPTR (default), SRV, A, AAAA, CNAME, DNAME'
complete -c ddds -n '__ddds_in query' -l require-ad -d 'refuse what is not authenticated'
complete -c ddds -n '__ddds_in query' -l deadline -x -d 'time for one input: 500ms, 2s (15s)'
complete -c ddds -n '__ddds_in query' -s f -r -F -d 'read them from FILE, one a line; - is stdin; repeatable'
complete -c ddds -n '__ddds_in query' -s 0 -d 'they end with NUL, not newline'
complete -c ddds -n '__ddds_in query' -l jobs -x -d 'in flight at a time (128)'
complete -c ddds -n '__ddds_in query' -l ordered -d 'print in their order (default)'
complete -c ddds -n '__ddds_in query' -l unordered -d 'print as they finish'
complete -c ddds -n '__ddds_in query' -l max-time -x -d 'time for all of them; then none is begun any more'
complete -c ddds -n '__ddds_in query' -l short -d 'nothing but the result'
complete -c ddds -n '__ddds_in query' -l json -d 'one JSON object for each input'
complete -c ddds -n '__ddds_in query' -l format -x -a 'text short json' -d 'text, short or json'
complete -c ddds -n '__ddds_in query' -l color -x -a 'auto always never' -d 'auto, always or never'
complete -c ddds -n '__ddds_in query' -s h -l help -d 'this help'
complete -c ddds -n '__ddds_in query' -s V -l version -d 'the version'
complete -c ddds -n '__ddds_in query' -l timeout -x -d 'time for one try (2s)'
complete -c ddds -n '__ddds_in query' -l tries -x -d 'tries with each server (3)'
complete -c ddds -n '__ddds_in query' -l bufsize -x -d 'EDNS buffer size (1232)'
complete -c ddds -n '__ddds_in query' -l tcp -d 'over TCP'
complete -c ddds -n '__ddds_in query' -s 4 -d 'over IPv4 only'
complete -c ddds -n '__ddds_in query' -s 6 -d 'over IPv6 only'
complete -c ddds -n '__ddds_in query' -s p -x -d 'the servers\' port (53)'

complete -c ddds -n '__ddds_in lint' -F
complete -c ddds -n '__ddds_in lint' -l origin -x -d 'where relative names begin, until $ORIGIN says it'
complete -c ddds -n '__ddds_in lint' -l app -x -a 'urn uri enum s-naptr u-naptr sip peppol radius 3gpp' -d 'whose rules they are (default: as services and owner say)'
complete -c ddds -n '__ddds_in lint' -l input -x -d 'try expressions on this, too; repeatable'
complete -c ddds -n '__ddds_in lint' -l format -x -a 'text gcc json sarif' -d 'text, gcc (a line each), json or sarif'
complete -c ddds -n '__ddds_in lint' -l fail-on -x -a 'error warning info' -d 'error (default), warning or info: what makes the exit status 1'
complete -c ddds -n '__ddds_in lint' -l ignore -x -d 'do not report these: L210,L217'
complete -c ddds -n '__ddds_in lint' -l codes -d 'list all codes; with --format json, all about them'
complete -c ddds -n '__ddds_in lint' -l color -x -a 'auto always never' -d 'auto, always or never'
complete -c ddds -n '__ddds_in lint' -s h -l help -d 'this help'

complete -c ddds -n '__ddds_in test' -F
complete -c ddds -n '__ddds_in test' -l zone -r -F -d 'this master file; repeatable'
complete -c ddds -n '__ddds_in test' -l root -x -d 'where first keys live, not urn.arpa; repeatable'
complete -c ddds -n '__ddds_in test' -l dns -d 'ask DNS for what is answered locally, too'
complete -c ddds -n '__ddds_in test' -l app -x -a 'urn uri enum s-naptr u-naptr sip peppol radius 3gpp' -d 'the application (default: urn or uri, as it begins)'
complete -c ddds -n '__ddds_in test' -l app-file -r -F -d 'the application that FILE describes'
complete -c ddds -n '__ddds_in test' -l service -x -d 'services in order of liking: I2L,I2R'
complete -c ddds -n '__ddds_in test' -l protocol -x -d 'protocols in order of liking: thttp'
complete -c ddds -n '__ddds_in test' -l all -d 'every outcome, in rank order'
complete -c ddds -n '__ddds_in test' -l no-addresses -d 'stop at host names'
complete -c ddds -n '__ddds_in test' -l no-q -d 'leave the URN\'s q-component off the locator'
complete -c ddds -n '__ddds_in test' -l require-ad -d 'refuse what is not authenticated'
complete -c ddds -n '__ddds_in test' -l seed -x -d 'make the choice among servers repeatable'
complete -c ddds -n '__ddds_in test' -l max-hops -x -d 'delegations on one path (16)'
complete -c ddds -n '__ddds_in test' -l max-queries -x -d 'queries for one input (64)'
complete -c ddds -n '__ddds_in test' -l deadline -x -d 'time for one input: 500ms, 2s (15s)'
complete -c ddds -n '__ddds_in test' -l jobs -x -d 'in flight at a time (128)'
complete -c ddds -n '__ddds_in test' -l format -x -a 'tap tap13 junit' -d 'tap (default), tap13 or junit'
complete -c ddds -n '__ddds_in test' -s h -l help -d 'this help'
complete -c ddds -n '__ddds_in test' -s V -l version -d 'the version'
complete -c ddds -n '__ddds_in test' -l timeout -x -d 'time for one try (2s)'
complete -c ddds -n '__ddds_in test' -l tries -x -d 'tries with each server (3)'
complete -c ddds -n '__ddds_in test' -l bufsize -x -d 'EDNS buffer size (1232)'
complete -c ddds -n '__ddds_in test' -l tcp -d 'over TCP'
complete -c ddds -n '__ddds_in test' -s 4 -d 'over IPv4 only'
complete -c ddds -n '__ddds_in test' -s 6 -d 'over IPv6 only'
complete -c ddds -n '__ddds_in test' -s p -x -d 'the servers\' port (53)'

complete -c ddds -n '__ddds_in rewrite' -l master -d 'REGEXP is written as in a master file: "\\\\1", not "\\1"'
complete -c ddds -n '__ddds_in rewrite' -l key -d 'the output must be a legal domain name'
complete -c ddds -n '__ddds_in rewrite' -l uri -d 'the output must be a URI'
complete -c ddds -n '__ddds_in rewrite' -l explain -d 'show the parts, the groups, and what other readers would make of it'
complete -c ddds -n '__ddds_in rewrite' -s h -l help -d 'this help'

complete -c ddds -n '__ddds_in urn; and test (count (commandline -opc)) -eq 2' -a parse -d 'its parts: nid, nss, r, q, f'
complete -c ddds -n '__ddds_in urn parse' -l json

complete -c ddds -n '__ddds_in urn; and test (count (commandline -opc)) -eq 2' -a normalize -d 'the form by which URNs are compared'

complete -c ddds -n '__ddds_in urn; and test (count (commandline -opc)) -eq 2' -a equal -d 'exit 0 if they are equivalent, 1 if not'

complete -c ddds -n '__ddds_in uuid; and test (count (commandline -opc)) -eq 2' -a gen -d 'make UUIDs (RFC 9562)'
complete -c ddds -n '__ddds_in uuid gen' -s C -x
complete -c ddds -n '__ddds_in uuid gen' -s f -x -a 'canon urn upper simple braced int oid bin'
complete -c ddds -n '__ddds_in uuid gen' -s r -s 7 -d 'random (default); by time, in order'
complete -c ddds -n '__ddds_in uuid gen' -s t -s 6 -d 'versions 1 and 6: for those who need them'
complete -c ddds -n '__ddds_in uuid gen' -s m -s s -l sha256 -d 'of a name: MD5 (v3), SHA-1 (v5), SHA-256 (v8)'
complete -c ddds -n '__ddds_in uuid gen' -l custom -x -d 'version 8 of your own bits'
complete -c ddds -n '__ddds_in uuid gen' -l nil -l max -d 'all zeros, all ones'
complete -c ddds -n '__ddds_in uuid gen' -s n -x -a '@dns @url @oid @x500' -d 'namespace: @dns @url @oid @x500 or a UUID'
complete -c ddds -n '__ddds_in uuid gen' -s N -x -d 'the name, "-" for one on each line of standard input;'
complete -c ddds -n '__ddds_in uuid gen' -s x -d 'the name, "-" for one on each line of standard input;'
complete -c ddds -n '__ddds_in uuid gen' -l name-form -x -a 'common presentation wire' -d 'a domain name in its common, presentation or wire form'
complete -c ddds -n '__ddds_in uuid gen' -l at -x -d 'as if it were that time: 2022-02-22T19:22:22Z, @1645557742'
complete -c ddds -n '__ddds_in uuid gen' -l node -x -d '9f:6b:de:ce:d8:46, instead of a random one'

complete -c ddds -n '__ddds_in uuid; and test (count (commandline -opc)) -eq 2' -a parse -d 'what is in them'
complete -c ddds -n '__ddds_in uuid parse' -s J
complete -c ddds -n '__ddds_in uuid parse' -s n
complete -c ddds -n '__ddds_in uuid parse' -s r
complete -c ddds -n '__ddds_in uuid parse' -s o -x

complete -c ddds -n '__ddds_in uuid; and test (count (commandline -opc)) -eq 2' -a check -d 'silent, or points at the mistake'
complete -c ddds -n '__ddds_in uuid check' -l rfc
complete -c ddds -n '__ddds_in uuid check' -l form -x

complete -c ddds -n '__ddds_in uuid; and test (count (commandline -opc)) -eq 2' -a fmt -d 'write in another form'
complete -c ddds -n '__ddds_in uuid fmt' -s f -x -a 'canon urn upper simple braced int oid bin v1 v6'
complete -c ddds -n '__ddds_in uuid fmt' -l form -x

complete -c ddds -n '__ddds_in uuid; and test (count (commandline -opc)) -eq 2' -a cmp -d '-1, 0 or 1'

complete -c ddds -n '__ddds_in uuid; and test (count (commandline -opc)) -eq 2' -a range -d 'lowest and highest v7 id'
complete -c ddds -n '__ddds_in uuid range' -l v7 -x

complete -c ddds -n '__ddds_in uuid; and test (count (commandline -opc)) -eq 2' -a ns -d 'the namespaces'


