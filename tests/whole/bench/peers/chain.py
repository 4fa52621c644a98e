#!/usr/bin/python3
"""Chains of four queries with dnspython: PORT COUNT, one at a time.

SPDX-License-Identifier: MIT
"""
import re
import sys

import dns.resolver

port, count = int(sys.argv[1]), int(sys.argv[2])
resolver = dns.resolver.Resolver(configure=False)
resolver.nameservers = ["127.0.0.1"]
resolver.port = port
resolver.use_edns(0, 0, 1232)


def rewrite(field, urn):
    _, ere, replacement, flags = field.split(field[0])
    match = re.search(ere, urn, re.IGNORECASE if flags == "i" else 0)
    return match.expand(replacement)


def resolve(urn):
    key, flags = urn[4:12] + ".test", ""
    while flags != "s":
        rules = sorted(resolver.resolve(key, "NAPTR"),
                       key=lambda rule: (rule.order, rule.preference))
        flags = rules[0].flags.decode()
        regexp = rules[0].regexp.decode()
        key = rewrite(regexp, urn) if regexp else rules[0].replacement
    if resolver.resolve(key, "SRV")[0].port != 80:
        raise SystemExit("another port")


for i in range(count):
    resolve(f"urn:k9-{i % 50000:05d}:x")
