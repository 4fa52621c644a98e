"""The worst files that we could think of, each below 1 MiB: what makes names,
records, expressions, comparisons or work out of a few octets.

SPDX-License-Identifier: MIT
"""
MIB = 1 << 20
HEAD = ("$ORIGIN x.test.\n$TTL 60\n"
        "@ SOA ns.x.test. host.x.test. 1 2 3 4 5\n@ NS ns.x.test.\n"
        "ns A 192.0.2.1\n")
NAPTR = 'k NAPTR 1 1 "u" "E2U+sip" "%s" .\n'


def fill(line, head=HEAD, size=MIB - 4096):
    """Repeat |line|, a function of the number or a text, up to |size| octets."""
    parts = [head]
    length = len(head)
    number = 0
    while length < size:
        text = line(number) if callable(line) else line
        parts.append(text)
        length += len(text)
        number += 1
    return "".join(parts)


def deep(number, labels=110):
    return "a." * labels + str(number)


EXPRESSIONS = [
    "!^(a+)+$!sip:{n}!", "!^(a|aa)+$!sip:{n}!", "!^(a*)*b$!sip:{n}!",
    "!^([a-z]*[0-9]*)*x$!sip:{n}!", "!((a{{1,250}}){{1,4}})!sip:{n}!",
    "!^(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)$!\\\\1{n}!",
    "!(a|b|c|d|e|f|g|h|i|j|k|l|m|n|o|p|q|r|s|t|u|v|w|x|y|z)*!{n}!",
    "!^(a?){{100}}a{{100}}$!{n}!", "!(x+x+)+y!{n}!i",
    "!^.*.*.*.*.*.*.*.*.*.*.*.*=.*!{n}!", "!^(([a-z])+.)+[A-Z]([a-z])+$!{n}!",
    "!(((((((((a*)*)*)*)*)*)*)*)*)*!{n}!", "!" + "(" * 9 + "a" + ")*" * 9 + "!{n}!",
]


def worst_expressions(form):
    text = EXPRESSIONS[form]
    return fill(lambda n: f"k{n} NAPTR 1 1 u E2U+sip \"{text.format(n=n)}\" .\n")


def expressions_at_one_key():
    return fill(lambda n: 'k NAPTR 1 1 "u" "E2U+sip" "%s" .\n' %
                EXPRESSIONS[n % len(EXPRESSIONS)].format(n=n), size=200000)


def dense(keys):
    """Keys that all lead to each other."""
    return HEAD + "".join(
        f'k{i} NAPTR 1 1 "" "" "" k{j}\n'
        for i in range(keys) for j in range(keys) if i != j)


def zones():
    """Pairs of a name and the text of a zone."""
    yield "generate-deep", HEAD + f"$GENERATE 0-1048575 {deep('$')} A 10.0.0.1\n"
    yield "generate-deep-65536", HEAD + f"$GENERATE 1-65536 {deep('$')} A 10.0.0.1\n"
    yield "generate-most", HEAD + "$GENERATE 1-65536 k$ A 10.0.0.1\n"
    yield "generate-rules", HEAD + (
        '$GENERATE 1-16384 k$ NAPTR "1 1 \\"u\\" \\"E2U+sip\\" '
        '\\"!^(a+)+b$!sip:$@x.test!\\" ."\n')
    yield "generate-causes", HEAD + (
        '$GENERATE 1-16384 k$ NAPTR "1 1 \\"u\\" \\"E2U+sip\\" '
        '\\"!^x\\\\\\\\.(.*)$!sip:\\\\\\\\1@x.test!\\" ."\n')
    yield "generate-delegations", HEAD + (
        '$GENERATE 1-16384 k$ NAPTR "1 1 \\"\\" \\"\\" \\"\\" k${1}.x.test."\n')
    yield "generate-servers", HEAD + (
        "".join(f"$GENERATE 1-4096 k SRV {i} $ 80 h$\n" for i in range(16)))
    yield "generate-one-set", HEAD + "$GENERATE 1-65536 k SRV 1 1 $ h\n"
    yield "generate-lines", fill("$GENERATE 1-2 a$ A 10.0.0.$\n")
    yield "generate-many", fill("$GENERATE 1-9999999 a$ A 1.1.1.1\n")
    yield "deep-names", fill(lambda n: f"{deep(n)} A 10.0.0.1\n")
    yield "deep-origin", fill(lambda n: f"{n} A 1.1.1.1\n",
                              HEAD + f"$ORIGIN {deep('o')}.x.test.\n")
    yield "deep-origins", fill(lambda n: f"$ORIGIN {deep(n)}.x.test.\n"
                               "a NAPTR 1 1 \"\" \"\" \"\" b\n")
    yield "short-lines", fill(lambda n: f"{n} MX 1 a\n")
    yield "wide-A", fill(lambda n: f"k A 10.{n >> 16}.{n >> 8 & 255}.{n & 255}\n")
    yield "wide-SRV", fill(lambda n: f"_k._tcp SRV 1 1 {n} h{n}\n")
    yield "wide-URI", fill(lambda n: f'_k._tcp URI 1 1 "x:{n}"\n')
    yield "wide-NAPTR", fill(lambda n: f'k NAPTR 1 {n % 65536} "u" "E2U+sip" "!^.*$!x:{n}!" .\n')
    yield "wide-TXT", fill(lambda n: f"k TXT {n}\n")
    yield "many-wide", fill(lambda n: f"k{n // 3000} A 10.{n >> 16}.{n >> 8 & 255}.{n & 255}\n")
    yield "duplicates", fill('k NAPTR 1 1 "u" "E2U+sip" "!^.*$!sip:a@b!" .\n')
    yield "same-rank", fill(lambda n: f'k NAPTR 1 1 "u" "E2U+sip" "!^{n}.*$!sip:a@b!" .\n',
                            size=60000)
    yield "aliases", fill(lambda n: f"k{n} CNAME k{n + 1}\n")
    yield "delegations", fill(lambda n: f'k{n} NAPTR 1 1 "" "" "" k{n + 1}\n')
    yield "back-edges", fill(lambda n: f'k{n} NAPTR 1 1 "" "" "" k{n // 2}\n')
    yield "wildcards", fill(lambda n: f'*.k{n} NAPTR 1 1 "" "" "" *.k{n + 1}\n')
    yield "dense-60", dense(60)
    yield "dense-150", dense(150)
    for form in range(len(EXPRESSIONS)):
        yield f"expressions-{form}", worst_expressions(form)
    yield "expressions-at-one-key", expressions_at_one_key()
    yield "orders", fill(lambda n: f'k NAPTR {n % 65536} 1 "" "" "" t{n}\n')
    yield "rules-of-orders", fill(lambda n: f'k NAPTR {n} 1 "u" "a+I2L" '
                                  f'"!^urn:k:{n}(.*)$!x:{n}!" .\n')
    yield "rules-without-prefix", fill(lambda n: f'k NAPTR {n} 1 "u" "a+I2L" '
                                       f'"!.*(a|b){n}$!x:{n}!" .\n')
    yield "large-rules", fill(lambda n: f'k NAPTR {n} 1 "u" "a+I2L" '
                              f'"!^.{{0,250}}.{{0,250}}[{n}]$!x:!" .\n')
    yield "long-expressions", fill(lambda n: f'k{n} NAPTR 1 1 "u" "E2U+sip" '
                                   f'"!^{"(a|b)" * 40}{n}$!sip:a@b!" .\n')
    yield "bad-expressions", fill(lambda n: f'k{n} NAPTR 1 1 "u" "E2U+sip" '
                                  f'"!{"(" * 100}{n}!!!" .\n')
    yield "bad-records", fill(lambda n: f"k{n} NAPTR 1 1 u\n")
    yield "misspelt", fill(lambda n: f"k{n} NAPTR 1 1 {'a' * 60} {'b' * 60} {'c' * 60} d\n")
    yield "long-line", HEAD + "k TXT " + "a " * (MIB // 2 - 1000) + "\n"
    yield "long-word", HEAD + "k TXT " + "a" * (MIB - 1000) + "\n"
    yield "parentheses", HEAD + "(" * (MIB - 1000)
    yield "parentheses-in-lines", fill("a (\n")
    yield "nested-lines", fill("k A ( ( ( ( 1.1.1.1\n")
    yield "quotes", fill('a TXT "\n')
    yield "backslashes", HEAD + "k TXT " + "\\\\" * (MIB // 2 - 1000) + "\n"
    yield "stray-lines", fill("x\n", "")
    yield "stray-octets", fill("\x01\x02\x7f )( \" ;\n", "")
    yield "empty-lines", fill("\n")
    yield "comments", fill("; ddds:ignore=L204 d d d\n")
    yield "unknown-types", fill(lambda n: f"k{n} TYPE{n % 60000 + 300} \\# 1 00\n")
    yield "enum", fill(lambda n: ".".join(str(n).zfill(9)[::-1]) +
                       ' NAPTR 1 1 "u" "E2U+sip" "!^.*$!sip:%d@b!" .\n' % n,
                       HEAD.replace("x.test", "4.4.e164.arpa"))


def inputs():
    """Pairs of a name and the text of a file of inputs."""
    yield "bad-inputs", fill("x\n", "")
    yield "long-inputs", fill("urn:first:" + "a" * 8000 + "\n", "",
                              MIB - 9000)
    yield "inputs", fill(lambda n: f"urn:first:{n}\n", "")
    yield "distinct-namespaces", fill(lambda n: f"urn:n{n}:1\n", "", 200000)
    yield "one-input", "urn:first:" + "a" * (MIB - 1000)
    yield "controls", fill("\x01\x9b\x7f\n", "")


def expectations():
    yield "expectations", fill(lambda n: f"urn:first:{n} -> none NO_NAME\n", "")
    yield "bad-expectations", fill("urn:first:1 -> \n", "")
    yield "long-expectation", "urn:first:1 " + "service=a " * 100000


def applications():
    yield "application", fill("input: strip a\n", "")
    yield "long-application", "name: " + "a" * (MIB - 1000)
