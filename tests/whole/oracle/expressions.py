"""Random substitution expressions, good and bad.

SPDX-License-Identifier: MIT
"""

DELIMITERS = "!!!!!!!/|#~,:^é@-a%"
BAD_DELIMITERS = "1i0I\\"
TEMPLATES = (
    ".*", "^.*$", "^.*", ".*$", "(.*)", "^(.*)$", "^urn:[^:]+:(.*)$",
    "^urn:([^:]+):([^:]+)", "^[^:]*:([^:/]+)", "([a-z]+)-([a-z]+)",
    "^(urn|[a-z0-9]+):(.+)$", "([0-9]+)$", "^.*:([^:]*)$", "(a|ab)(c|bcd)*",
    "(x*)*y", "((a)|b)*", "(a*)+", "(a?){2,3}b?", "^\\+([0-9]{5})([0-9]*)$",
    "^\\+(.)(.)(.)", "([^/]*)/", "//([^/:@]+)", "[[:digit:]]+",
    "[[:alpha:]]([[:alnum:]]*)", "^[^.]*\\.([^.]*)", "k[01]", "(k[0-9])",
    "(h0|_s0._tcp)", "%[0-9A-F]{2}", "(foo|Bar|42)", "$", "^", "[^a-z]+",
    "(.)(.)(.)(.)(.)(.)(.)(.)(.)", "([a-z0-9-]+)", "[]x]", "[^]]*", "a|b|c",
)
BROKEN = (
    "a**", "(", ")", "a)", "[a", "()", "a||b", "(|a)", "a{,3}", "a{", "\\d",
    "\\<", "[a-c-e]", "[[=a=]]", "[[.a.]]", "(a)\\1", "", "*a", "^*", "a{3,2}",
    "a{256}", "[[:foo:]]", "a+?", "(?:a)", "[z-a]", "a{1}{2}", "x{1a}", "a\\",
    "[[:alpha:]-z]", "(a|)", "|a", "(^*a)", "{1}", "a{1,2,3}", "[a\\",
)
ATOMS = ("a", "b", "x", "o", "k", "0", "1", ".", ":", "[a-z]", "[^:]",
         "[0-9]", "\\.", "\\+", "\\$", "-", "[ab]", "[[:alpha:]]", "_", "/",
         "[x-]", "é", "[^é]", "[a\\]")


class ExpressionMaker:
    """Expressions for the rules of one world."""

    def __init__(self, world):
        self.world = world
        self.random = world.random
        self.pick, self.chance = world.pick, world.chance
        self.weighted = world.weighted

    def field(self, flags):
        """The octets of a REGEXP field."""
        if self.chance(0.03):
            return self.pick((
                b"!", b"!!", b"!!!", b"!a!b", b"!a!b!x", b"!a!b!i!", b"a",
                b"!.*!\xff!", b"!\xff!a!", b"\xff.*\xff%s\xff" % b"http://a/",
                b"!.*!http://a/!ii", b"!.*!!", b"!a!\\\\1!", b"!.*!a\\",
                b"!.*!\\!", b"\xc3.*\xc3http://a/\xc3", b"!.*! !", b"!a!b!i "))
        ere = self.ere()
        groups = ere.count("(")
        delimiter = self.pick(DELIMITERS)
        if self.chance(0.02):
            delimiter = self.pick(BAD_DELIMITERS)
        output = self.output(flags, groups)
        flag = self.weighted((7, ""), (2, "i"), (0.3, "I"), (0.1, "x"))
        if self.chance(0.97):
            ere = self.escape(ere, delimiter)
            output = self.escape(output, delimiter)
        return delimiter.join(("", ere, output, flag)).encode()[:255]

    @staticmethod
    def escape(text, delimiter):
        found, at = "", 0
        while at < len(text):
            if text[at] == "\\" and at + 1 < len(text):
                found += text[at:at + 2]
                at += 2
                continue
            found += ("\\" if text[at] == delimiter else "") + text[at]
            at += 1
        return found

    def ere(self):
        if self.world.app in ("u-naptr", "peppol", "ddi", "lost", "lis", "alto"):
            if self.chance(0.7):
                return self.pick((".*", "^.*$", "^.*", ".*$"))
        kind = self.weighted((6, "template"), (3, "random"), (0.5, "broken"),
                             (0.6, "spoilt"))
        if kind == "template":
            return self.pick(TEMPLATES)
        if kind == "random":
            return self.branches(2)
        if kind == "broken":
            return self.pick(BROKEN)
        text = self.pick(TEMPLATES)
        at = self.random.randrange(len(text) + 1)
        if self.chance(0.5):
            return text[:at] + text[at + 1:]
        return text[:at] + self.pick("()[]*+?{}|^$\\.-") + text[at:]

    def branches(self, depth):
        return "|".join(self.sequence(depth) for _ in range(
            self.weighted((5, 1), (2, 2))))

    def sequence(self, depth):
        return "".join(self.piece(depth) for _ in range(
            self.weighted((2, 1), (3, 2), (2, 3), (1, 5))))

    def piece(self, depth):
        if depth and self.chance(0.35):
            atom = "(" + self.branches(depth - 1) + ")"
        else:
            atom = self.pick(ATOMS)
            if self.chance(0.04):
                return self.pick("^$")
        return atom + self.weighted(
            (6, ""), (2, "*"), (2, "+"), (1.5, "?"), (0.5, "{2}"),
            (0.5, "{0,2}"), (0.4, "{1,}"), (0.2, "{0}"), (0.2, "{2,}"))

    def reference(self, groups):
        if groups and self.chance(0.97):
            return "\\%d" % self.random.randrange(1, min(groups, 9) + 1)
        return self.pick(("x", "\\1", "k0", "")) if self.chance(0.1) else "x"

    def output(self, flags, groups):
        base = self.world.base
        if self.chance(0.04):
            return self.pick((
                "", "\\0", "\\a", " ", "\\\\", "a\\\\b", "a..b", "." + base,
                "l" * 64 + "." + base, "192.0.2.1", "é." + base,
                "%C3%A9." + base, "%2e." + base, "a b", "[::1]",
                "h0." + base + ".", "x" * 240 + "." + base))
        one = self.reference(groups)
        if "u" in flags or "p" in flags:
            return self.pick((
                "http://www.example.com/" + one, "http://h/?q=" + one,
                "mailto:" + one + "@example.com", "http://a/#" + one,
                "urn:other:x" + one, "sip:" + one + "@h.example", one,
                one + ":" + self.reference(groups), "http://[::1]/" + one,
                "http://a/%4" + one, "sip:", "http:", "about:", "http://h/"))
        if "s" in flags:
            return self.pick((self.pick(self.world.services),
                              one + "." + base, "_s1._tcp." + base))
        return self.pick((one + "." + base, self.pick(self.world.keys), one,
                          self.pick(self.world.hosts), "K0." + base.upper(),
                          one + "." + self.reference(groups) + "." + base))
