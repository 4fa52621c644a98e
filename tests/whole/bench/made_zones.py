"""Zone files of any number of NAPTR records, for zone and lint.

SPDX-License-Identifier: MIT
"""
HEAD = """$ORIGIN {}.
$TTL 3600
@ SOA ns.example.net. hostmaster.example.net. 1 7200 3600 1209600 300
@ NS ns.example.net.
"""
ORIGIN = "4.4.e164.arpa"


def owner_of(i):
    return ".".join(f"{i:09d}"[::-1])


def good(i):
    """Two records of a telephone number: one expression is in many records, the
    other in this one."""
    owner = owner_of(i)
    return (f'{owner} NAPTR 100 10 "u" "E2U+sip" '
            f'"!^\\\\+44(.*)$!sip:\\\\1@gw{i % 500}.example.com!" .\n'
            f'{owner} NAPTR 100 20 "u" "E2U+email:mailto" '
            f'"!^.*$!mailto:user{i}@example.com!" .\n')


def bad(i):
    """The same, and each is wrong."""
    owner = owner_of(i)
    return (f'{owner} NAPTR 100 10 "u" "E2U+sip" '
            f'"!^+44(.*)!sip:\\1@gw{i}.example.com!" .\n'
            f'{owner} NAPTR 100 20 "u" "E2U+email:mailto" '
            f'"!^(a+)+$!mailto:user{i}@example.com!" .\n')


def own(i):
    """Two rules of namespaces, each with an expression of its own."""
    return "".join(f'n{n} NAPTR 100 10 "u" "http+I2L" "!^urn:n{n}:([^:]+):(.+)$!'
                   f'http://\\\\1.example.com/\\\\2!" .\n'
                   for n in (2 * i, 2 * i + 1))


def names(i):
    """A record of a name of its own, with all that one may write, and a host."""
    return (f'ns{i:07d} 3600 IN NAPTR 100 10 "s" "rcds+I2C" "" '
            f"_rcds._udp.host{i % 1000}.example.com.\n"
            f"host{i:07d} 3600 IN A 192.0.{i % 256}.{i // 256 % 256}\n")


def write(path, records, write_two, origin=ORIGIN):
    with open(path, "w") as file:
        file.write(HEAD.format(origin))
        file.writelines(write_two(i) for i in range(records // 2))
    return path
