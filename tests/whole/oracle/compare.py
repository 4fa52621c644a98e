"""Runs the tool and the oracle on the same zones and inputs, and says where they
differ.

SPDX-License-Identifier: MIT
"""

import json
import os
import subprocess
import tempfile

import applications
import described
import domains
import names
import walk
import zone

APPLICATIONS = {one.name: one() for one in (
    applications.Urn, applications.Uri, applications.Enum, applications.SNaptr,
    applications.UNaptr, applications.Peppol, domains.Sip, domains.Radius,
    domains.Ddi, domains.ThreeGpp, described.Turn, described.Diameter,
    described.Lost, described.Lis, described.Alto)}
REPLIES = {"no such name": "NO_NAME", "no data": "NO_DATA",
           "name too long": "YXDOMAIN",
           "server failure": "SERVER_FAILURE", "refused": "REFUSED"}


def expected(app, text, options, zones):
    """What the oracle says of an input, in the form of `reduced`."""
    application = APPLICATIONS[app]
    start = application.start(text, options)
    if start is None:
        return {"status": "bad_input", "code": "BAD_INPUT", "exit": 2}
    found = {"urn": start.urn, "status": "resolved", "code": None, "exit": 0}
    if start.uuid:
        found["results"] = [{"kind": "uuid", "output": "urn:uuid:" + start.uuid}]
        found["steps"] = []
        return found
    one = walk.Walk(application, start, options, zones)
    found["results"] = [shown(outcome) for outcome in one.run()]
    if not found["results"]:
        code, at, status, exit_status = walk.result(one)
        at = {at} if isinstance(at, tuple) else at
        found |= {"code": code, "status": status, "exit": exit_status,
                  "at": sorted(names.show(name) for name in at)}
    found["steps"] = [
        [names.show(step.key), step.reply,
         [[rule.order, rule.preference, rule.verdict] for rule in step.rules]]
        for step in one.steps if not step.is_fallback]
    found["chance"] = one.chance
    found["hard"] = [[rule.may_be_hard for rule in step.rules]
                     for step in one.steps if not step.is_fallback]
    return found


def shown(outcome):
    rule = outcome["rule"]
    services, protocols = rule.offered
    reliance = outcome["ttl"] or (None, False)
    kind = {"key": "host"}.get(outcome["kind"], outcome["kind"])
    return {
        "kind": kind, "output": outcome["output"],
        "uri": outcome["uri"] or outcome["uris"] and sorted(outcome["uris"]),
        "services": rule.services.decode("latin-1") or None,
        "protocol": outcome["protocol"] or (protocols or [None])[0],
        "resolution_services": services, "target": outcome["target"],
        "endpoints": grouped(outcome["endpoints"]), "ttl": reliance[0],
        "authenticated": reliance[1],
    }


def grouped(endpoints):
    """Endpoints whose order chance decides are in a fixed order."""
    if endpoints is None:
        return None
    priorities = [endpoint["priority"] or 0 for endpoint in endpoints]
    if priorities != sorted(priorities):
        return ["priorities in the wrong order", priorities]
    return sorted(
        [endpoint["priority"], endpoint["host"], endpoint["port"],
         endpoint["weight"],
         None if endpoint["addresses"] is None
         else sorted(endpoint["addresses"])]
        for endpoint in endpoints)


def targets(one):
    """The URI, or the URI records of a rule with the flag D."""
    records = [(record["priority"], record["weight"], record["uri"])
               for record in one.get("uris", ())]
    if not records:
        return one["uri"]
    if one["uri"] != records[0][2] or [record[0] for record in records] != \
            sorted(record[0] for record in records):
        return ["in the wrong order", one["uri"], records]
    return sorted(records)


def reduced(answer):
    """What the tool printed, without what is prose."""
    if answer["status"] == "bad_input":
        return {"status": "bad_input", "code": "BAD_INPUT"}
    reason = answer["reason"] or {}
    found = {"urn": answer["urn"], "status": answer["status"],
             "code": reason.get("code"), "results": []}
    if reason:
        found["at"] = [reason["at"]]
    for one in answer["results"]:
        if one["kind"] == "uuid":
            found["results"].append(
                {"kind": "uuid", "output": one["output"]})
            continue
        found["results"].append({
            "kind": one["kind"], "output": one["output"], "uri": targets(one),
            "services": one["services"], "protocol": one["protocol"],
            "resolution_services": one["resolution_services"],
            "target": one["target"], "endpoints": grouped(one["endpoints"]),
            "ttl": one["ttl"], "authenticated": one["authenticated"]})
    found["steps"] = [
        [step["key"], REPLIES.get(step["answer"]["reply"],
                                  step["answer"]["reply"]),
         [[rule["order"], rule["preference"], rule["verdict"]]
          for rule in step["rules"]]]
        for step in answer["trace"] or ()
        if step["query"]["type"] == "NAPTR" and not step["fallback"]]
    return found


def is_beyond(said, printed):
    """Did the tool meet a limit of matching, which the oracle has not, at an
    expression that may be that hard?"""
    for one, other, hard in zip(said.get("steps", ()),
                                printed.get("steps", ()),
                                said.get("hard", ())):
        for rule, judged, may_be in zip(one[2], other[2], hard):
            if rule != judged and judged[2] == "limit" and may_be:
                return True
    return False


def allow_age(said, printed):
    """TTLs from caches decrease: one that is a little less is the same."""
    for one, other in zip(said.get("results", ()), printed.get("results", ())):
        ttl, age = other.get("ttl"), one.get("ttl")
        if ttl is not None and age is not None and 0 <= age - ttl < 60:
            other["ttl"] = age


def difference(said, printed):
    """The first difference of the oracle's and the tool's view, or None; or
    "limit" if the tool gave up where the oracle does not."""
    if is_beyond(said, printed) or said.get("chance"):
        return "limit"
    for key in ("status", "code", "urn", "results", "steps", "at"):
        if said["status"] == "bad_input" and key not in ("status", "code"):
            break
        one, other = said.get(key), printed.get(key)
        if key == "at" and one and other and set(other) <= set(one):
            continue
        if one != other:
            return key
    return None


class Tool:
    """The program that is tested."""

    def __init__(self, path):
        self.path = path

    def run(self, app, options, source, inputs):
        """(exit status, [answer]); `source` is words like --zone FILE."""
        with tempfile.NamedTemporaryFile("wb", suffix=".inputs") as file:
            file.write(b"".join(line.encode() + b"\0" for line in inputs))
            file.flush()
            command = [self.path, "resolve", "--json", "--trace", *source,
                       *switches(app, options), "-0", "-f", file.name]
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True,
                env=dict(os.environ, LC_ALL="C"), timeout=600, check=False)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        return done.returncode, answers, done.stderr.decode("latin-1")


def switches(app, options):
    """The options of a batch on the command line."""
    found = ["--app", app, "--seed", str(options.get("seed", 1))]
    for key, word in (("service", "--service"), ("protocol", "--protocol"),
                      ("max_hops", "--max-hops"),
                      ("max_queries", "--max-queries")):
        if key in options:
            found += [word, str(options[key])]
    for host in options.get("own_hosts", ()):
        found += ["--own-host", host]
    if options.get("all"):
        found.append("--all")
    if options.get("require_ad"):
        found.append("--require-ad")
    if options.get("no_q"):
        found.append("--no-q")
    if not options.get("addresses", True):
        found.append("--no-addresses")
    return found


def zone_options(folder):
    return [word for name in sorted(os.listdir(folder))
            for word in ("--zone", os.path.join(folder, name))]


def read_zones(texts):
    return zone.Zones(texts)
