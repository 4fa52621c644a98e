"""The options of resolutions: all that the library has, in every function.

SPDX-License-Identifier: MIT
"""
import asyncio
import inspect
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from support import Silence, TOP, ZONES  # noqa: E402

import ddds  # noqa: E402
from ddds import _core, _options  # noqa: E402

GOOD = "urn:first:1"

# Members of struct ddds_options with another name in Python; None: not an
# option of its own.
NAMES = {"size": None, "services": "service", "protocols": "protocol",
         "roots": "root", "no_addresses": "addresses",
         "require_authenticated": "require_ad", "random": "seed",
         "random_context": None, "step_context": None,
         # In Python, memory is bounded by that of all inputs.
         "may_hold": None, "holding_context": None}
ONE = [ddds.resolve, ddds.aresolve]
MANY = [ddds.resolve_many, ddds.resolve_lines, ddds.aresolve_many]


def read_members():
    """Return the names of the members of struct ddds_options."""
    text = (TOP / "lib/core/include/ddds/options.h").read_text()
    body = re.search(r"\nstruct ddds_options \{\n(.*?)\n\};", text,
                     re.DOTALL)[1]
    body = re.sub(r"/\*.*?\*/", "", body, flags=re.DOTALL)
    return [re.search(r"\(\*(\w+)\)|(\w+)$", " ".join(line.split()))
            for line in body.split(";") if line.strip()]


class Rows(unittest.TestCase):
    def test_every_member_is_an_option(self):
        members = [found[1] or found[2] for found in read_members()]
        self.assertIn("sorts_ties", members)
        wanted = {NAMES.get(name, name) for name in members} - {None}
        rows = {name for name, _, is_of_many in _core.options()
                if not is_of_many}
        self.assertEqual(rows, wanted | {"app", "trace"})

    def test_every_option_has_a_type(self):
        for options, is_many in ((_options.Options, False),
                                 (_options.ManyOptions, True)):
            rows = {name for name, _, is_of_many in _core.options()
                    if is_many or not is_of_many}
            self.assertEqual(set(options.__annotations__), rows)

    def test_every_option_is_in_signatures(self):
        for function in ONE + MANY:
            parameters = inspect.signature(function).parameters
            for name, default, is_of_many in _core.options():
                if name == "trace":
                    default = function in ONE
                if is_of_many and function in ONE:
                    self.assertNotIn(name, parameters)
                else:
                    self.assertEqual(parameters[name].default, default)

    def test_every_option_is_documented(self):
        for name, _, is_of_many in _core.options():
            # Newer releases of Python indent no docstrings.
            text = (ddds.resolve_many if is_of_many else ddds.resolve).__doc__
            self.assertRegex(text, rf"(?m)^ *(\w+, )?{name}\b")

    def test_each_default_is_accepted_and_changes_nothing(self):
        zones = ddds.Zones(ZONES / "first.zone")
        usual = ddds.resolve(GOOD, zones)
        for name, default, is_of_many in _core.options():
            if not is_of_many and name != "trace":
                self.assertEqual(
                    ddds.resolve(GOOD, zones, **{name: default}), usual)

    def test_unknown(self):
        zones = ddds.Zones()
        for function, name in ((ddds.resolve, "in_flight"),
                               (ddds.resolve, "thread"),
                               (ddds.resolve_many, "thread")):
            with self.assertRaisesRegex(TypeError, f"'{name}'"):
                function([], zones, **{name: 1})


class Steps(unittest.TestCase):
    def setUp(self):
        self.seen = []
        self.zones = ddds.Zones(ZONES / "first.zone")

    def test_one(self):
        result = ddds.resolve(GOOD, self.zones, on_step=self.seen.append)
        self.assertEqual(tuple(self.seen), result.trace)
        self.assertEqual(self.seen[0].rules[0].output, result.outcomes[0].uri)

    def test_many(self):
        for function in (ddds.resolve_many, ddds.resolve_lines):
            self.seen.clear()
            list(function([GOOD] * 100, self.zones, on_step=self.seen.append))
            self.assertEqual(len(self.seen), 100)

    def test_in_a_loop(self):
        async def work():
            result = await ddds.aresolve(GOOD, self.zones,
                                         on_step=self.seen.append)
            self.assertEqual(tuple(self.seen), result.trace)
        asyncio.run(work())

    def test_without_an_answer(self):
        with Silence() as server:
            dns = ddds.DNS([server], timeout=0.1, tries=1)
            ddds.resolve(GOOD, dns, on_step=self.seen.append)
            asyncio.run(ddds.aresolve(GOOD, dns, on_step=self.seen.append))
        self.assertEqual([step.answer.reply for step in self.seen],
                         ["timeout", "timeout"])

    def test_exception(self):
        def fail(step):
            self.seen.append(step)
            if len(self.seen) == 1:
                raise KeyError(step.key)
        many = ddds.resolve_many([GOOD] * 2, self.zones, on_step=fail)
        with self.assertRaisesRegex(KeyError, "first.urn.arpa"):
            next(many)
        self.assertEqual([one.status for one in many], ["resolved"] * 2)

    def test_stop(self):
        """StopIteration does not end the results as if all were there."""
        for function in (ddds.resolve_many, ddds.resolve_lines):
            with self.assertRaisesRegex(RuntimeError, "StopIteration"):
                list(function([GOOD], self.zones,
                              on_step=lambda step: next(iter(()))))

    def test_use_of_the_same_database(self):
        def ask(step):
            self.seen.append(ddds.resolve(GOOD, self.zones).status)
        ddds.resolve(GOOD, self.zones, on_step=ask)
        self.assertEqual(self.seen, ["resolved"])

    def test_not_a_function(self):
        with self.assertRaisesRegex(TypeError, "on_step must be a function"):
            ddds.resolve(GOOD, self.zones, on_step="print")


class Ties(unittest.TestCase):
    def test_the_order_of_the_answer_does_not_matter(self):
        lines = [f'@ NAPTR 1 1 "u" "http+I2L" "!.*!http://{name}/!" .\n'
                 for name in "cab"]
        found = set()
        for given in (lines, lines[::-1]):
            zones = ddds.Zones()
            zones.load_text("$TTL 60\n@ SOA n h 1 2 3 4 5\n" + "".join(given),
                            origin="t.urn.arpa.")
            found.add(ddds.resolve("urn:t1:x", zones, root="nid:t1=t.urn.arpa",
                                   sorts_ties=True).outcomes[0].uri)
        self.assertEqual(found, {"http://a/"})

    def test_limit_of_steps(self):
        zones = ddds.Zones()
        zones.load_text("$TTL 60\n@ SOA n h 1 2 3 4 5\n"
                        '@ NAPTR 1 1 "u" "http+I2L" "!((a|b)*c|.*)!http://x/!" .',
                        origin="t.urn.arpa.")
        for most, status in ((1, "limit"), (None, "resolved")):
            self.assertEqual(ddds.resolve("urn:t1:ab", zones,
                                          root="nid:t1=t.urn.arpa",
                                          max_steps=most).status, status)


if __name__ == "__main__":
    unittest.main()
