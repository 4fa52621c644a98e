"""The algorithm of RFC 3402 section 3.3, with what DECISIONS says about ranking,
dead ends, reasons, limits and TTLs.

SPDX-License-Identifier: MIT
"""

import itertools

import names
import uris
from rules import Judge, UNUSABLE

TEMPORARY = {"SERVER_FAILURE", "REFUSED", "TIMEOUT", "NETWORK"}
# Answers whose TTL counts for what relies on them.
RELIABLE = {"data", "NO_NAME", "NO_DATA"}
HARD = ["LOOP", "TOO_DEEP", "LIMIT", "MALFORMED_ANSWER", "YXDOMAIN"]
STATUS = {"LIMIT": "limit", "INSECURE": "insecure"}
EXIT = {"resolved": 0, "not_found": 1, "temporary": 3, "bad_data": 4,
        "limit": 4, "insecure": 5, "bad_input": 2}
MAX_SERVERS = 256


class Reasons:
    """DECISIONS, "which reason"."""

    def __init__(self):
        self.temporary, self.hard, self.deepest = None, {}, None
        self.insecure = None

    def note(self, code, at, depth=0):
        """`at` is a name, or a set of names of which chance picks one."""
        if code in TEMPORARY:
            self.temporary = self.temporary or (code, at)
        elif code == "INSECURE":
            self.insecure = self.insecure or (code, at)
        elif code in HARD:
            self.hard.setdefault(code, (code, at))
        elif not self.deepest or depth > self.deepest[0]:
            self.deepest = depth, (code, at)

    def best(self):
        if self.temporary:
            return self.temporary
        if self.insecure:
            return self.insecure
        for code in HARD:
            if code in self.hard:
                return self.hard[code]
        return self.deepest[1] if self.deepest else None


class Step:
    """One question about rules, for the trace."""

    def __init__(self, key, reply, rules=()):
        self.key, self.reply, self.rules = key, reply, list(rules)
        self.is_fallback = False


class Walk:
    """One resolution."""

    def __init__(self, application, start, options, zones):
        self.application, self.start, self.zones = application, start, zones
        self.judge = Judge(application, start.aus)
        self.all = options.get("all", False)
        self.addresses = options.get("addresses", True)
        self.require_ad = options.get("require_ad", False)
        self.no_q = options.get("no_q", False)
        self.own_hosts = options.get("own_hosts", ())
        self.max_hops = options.get("max_hops", application.max_hops)
        self.queries_left = options.get("max_queries", 64)
        self.reasons, self.steps, self.outcomes = Reasons(), [], []
        self.dead = None
        self.chance = False     # did chance decide what was looked up?
        self.denied = False
        self.found_hosts = []
        self.published, self.tried, self.fallen = False, None, None
        self.code = None     # why there is no answer
        self.without = None  # the services of the last rule without SRV records

    # ---- Questions -------------------------------------------------------

    def ask(self, name, kind, depth):
        """An answer with data, or None with the reason noted."""
        cost = 2 if kind == b"A" else 1
        self.code = "LIMIT"
        if self.queries_left < cost:
            self.reasons.note("LIMIT", name)
            return None
        self.queries_left -= cost
        if kind == b"A":
            answer = self.zones.ask_addresses(name)
        else:
            answer = self.zones.ask(name, kind)
        if self.require_ad and answer.reply in RELIABLE and \
                not answer.is_secure:
            if kind == b"NAPTR":
                self.steps.append(Step(name, answer.reply))
            self.code = "INSECURE"
            self.reasons.note("INSECURE", name)
            self.die(answer)
            return None
        if answer.reply == "data":
            return answer
        code = answer.reply
        if code in ("NO_NAME", "NO_DATA") and kind != b"NAPTR":
            code = "NO_ADDRESSES" if kind == b"A" else "NO_SERVERS"
        if kind == b"NAPTR":
            self.steps.append(Step(name, answer.reply))
        self.code = code
        self.reasons.note(code, name, depth)
        if answer.reply in RELIABLE:
            self.die(answer)
        return None

    def die(self, answer):
        """What is found from now on relies on an answer that led nowhere."""
        self.dead = least(self.dead, answer.reliance)

    # ---- Keys ------------------------------------------------------------

    def run(self):
        """All outcomes, the best first; only the best unless all are wanted."""
        for outcome in self.everything():
            self.outcomes.append(outcome)
            if not self.all:
                break
        return self.outcomes

    def everything(self):
        key, wanted = self.start.key, self.start.wanted
        found = False
        if self.start.begin == "address":
            yield from self.application.local(self)
            return
        if self.start.begin == "refused":
            self.reasons.note("NO_SERVICE", key)
            return
        if self.start.begin == "rules":
            for outcome in self.key(key, 0, (), wanted, None, None):
                found = True
                yield outcome
        for turn in range(8):
            if found or self.is_final():
                return
            rules = self.application.fall_back(self, turn)
            if not rules:
                return
            if isinstance(rules, tuple):  # another key
                for outcome in self.key(rules, 0, (), wanted, None, None):
                    found = True
                    yield outcome
                continue
            step = Step(key, "data")
            step.is_fallback = True
            for outcome in self.rules(step, rules, 0, (key,), wanted, None,
                                      None):
                found = True
                yield outcome

    def is_final(self):
        """Does nothing follow this failure?"""
        reasons = self.reasons
        if reasons.temporary:
            return not self.application.passes_failures
        return bool(reasons.hard or reasons.insecure)

    def key(self, key, hops, path, wanted, protocol, ttl):
        answer = self.ask(key, b"NAPTR", hops)
        if answer is None:
            return
        found = False
        for outcome in self.rules(Step(key, "data"), answer.records, hops,
                                  path + (key,), wanted, protocol,
                                  least(ttl, answer.reliance)):
            found = True
            yield outcome
        if not found:
            self.die(answer)

    def rules(self, step, records, hops, path, wanted, protocol, ttl):
        self.application.note_key(records)
        rules = [self.judge.judge(record, place, wanted, path[-1])
                 for place, record in enumerate(records)]
        rules.sort(key=lambda rule: (rule.order, rule.preference, rule.place))
        for rule in rules:
            rule.is_fallback = step.is_fallback
        step.rules = rules
        self.steps.append(step)
        if self.application.order_closes:
            self.close(rules)
        candidates = self.candidates(rules, wanted, protocol)
        if hops == 0 and not step.is_fallback:
            self.note_first(rules, candidates, wanted)
        if step.is_fallback and candidates:
            self.fallen = candidates[0][0]
        followed, succeeded = set(), False
        for rule, pursued in candidates:
            below = (wanted[0], [pursued]) if pursued else wanted
            found = False
            for outcome in self.follow(rule, hops, path, below,
                                       pursued or protocol, ttl):
                rule.verdict = "chosen"
                found = succeeded = True
                followed.add(rule)
                yield outcome
            if not found and rule not in followed:
                rule.verdict = "dead_end"
        if not succeeded:
            self.reason_of(rules, path[-1], hops)

    def note_first(self, rules, candidates, wanted):
        self.published = self.published or any(
            self.application.publishes(rule, wanted) for rule in rules)
        self.tried = candidates[0][0] if candidates else None

    @staticmethod
    def close(rules):
        closing = [rule.order for rule in rules if rule.closes]
        for rule in rules:
            if closing and rule.order > min(closing) \
                    and rule.verdict != "unknown_flag":
                rule.verdict = "order_closed"

    def candidates(self, rules, wanted, protocol):
        """[(rule, the protocol that it begins to pursue or None)]"""
        fitting = [rule for rule in rules if rule.verdict == "acceptable"]
        for rule in fitting:
            rule.rank = self.rank(rule, wanted)
        fitting.sort(key=lambda rule: rule.rank)
        if not self.application.pursues_one_protocol or protocol:
            return [(rule, None) for rule in fitting]
        if not self.application.service_decides:
            return list(self.passes(fitting, wanted))
        return [one for _, group in itertools.groupby(
            fitting, lambda rule: rule.rank[0])
            for one in self.passes(list(group), wanted)]

    def rank(self, rule, wanted=None):
        wanted = wanted or self.start.wanted
        service = liking(rule.offered[0], wanted[0],
                         self.application.stands_for)
        protocol = liking(rule.offered[1], wanted[1])
        if not rule.offered[1] and self.application.protocol_is_optional:
            protocol = len(wanted[1])
        common = rule.order, rule.preference, service, protocol, rule.place
        return (service, *common) if self.application.service_decides \
            else common

    def offered(self, fitting, wanted):
        """The protocols that rules offer, in the order of the client, or else
        of the rules."""
        found = []
        is_any = self.application.protocol_is_optional and any(
            not rule.offered[1] for rule in fitting)
        for rule in fitting:
            for one in rule.offered[1]:
                if one.lower() not in map(str.lower, found):
                    found.append(one)
        return [one for one in wanted[1]
                if is_any or one.lower() in map(str.lower, found)] \
            if wanted[1] else found

    def pursued(self, fitting, wanted):
        """The protocols to pursue, in turn."""
        groups = [fitting]
        if self.application.ranks_protocols:
            groups = [list(group) for _, group in itertools.groupby(
                fitting, lambda rule: (rule.order, rule.preference))]
        found = []
        for group in groups:
            found += [one for one in self.offered(group, wanted)
                      if one.lower() not in map(str.lower, found)]
        return found

    def passes(self, fitting, wanted):
        offered = self.pursued(fitting, wanted)
        is_any = self.application.protocol_is_optional
        if not offered:
            yield from ((rule, None) for rule in fitting)
        for number, one in enumerate(offered):
            for rule in fitting:
                own = [word.lower() for word in rule.offered[1]]
                if one.lower() in own or not own and is_any:
                    yield rule, one
                elif not own and (number == 0 or rule.next == "key"):
                    yield rule, one if rule.next == "key" else None

    def reason_of(self, rules, key, hops):
        verdicts = {rule.verdict for rule in rules}
        if "limit" in verdicts:
            self.reasons.note("LIMIT", key)
        if "other_service" in verdicts:
            self.reasons.note("NO_SERVICE", key, hops)
        elif verdicts & UNUSABLE:
            self.reasons.note("NO_RULE", key, hops)
        else:
            self.reasons.note("NO_MATCH", key, hops)

    # ---- One rule --------------------------------------------------------

    def follow(self, rule, hops, path, wanted, protocol, ttl):
        if rule.next == "key":
            if rule.name in path:
                self.reasons.note("LOOP", rule.name)
            elif hops + 1 > self.max_hops:
                self.reasons.note("TOO_DEEP", rule.name)
            else:
                yield from self.key(rule.name, hops + 1, path, wanted,
                                    protocol, ttl)
            return
        if rule.next == "host" and rule.is_fallback and \
                self.start.host_without_servers and \
                self.without != rule.services:
            return  # there are SRV records, or they are unknown
        outcome = {"rule": rule, "protocol": protocol, "kind": rule.next,
                   "output": self.judge.show_output(rule), "ttl": ttl,
                   "uri": None, "uris": None, "endpoints": None,
                   "target": None}
        if rule.next == "uri":
            found = self.uri(outcome)
        elif rule.next == "protocol":
            found = outcome
        else:
            found = getattr(self, rule.next)(outcome, hops + 1)
        if found:
            found["ttl"] = least(found["ttl"], self.dead)
            yield found

    def uri(self, outcome):
        outcome["uri"] = self.with_query(outcome["output"])
        return outcome

    def with_query(self, uri):
        query = self.start.urn["q"] if self.start.urn else None
        return uri if self.no_q else uris.with_query(uri, query)

    def uris(self, outcome, depth):
        name = outcome["rule"].name
        answer = self.ask(name, b"URI", depth)
        if not answer:
            return None
        good = [record for record in answer.records if uris.is_uri(record[2])]
        if not good:
            self.reasons.note("NO_SERVERS", name, depth)
            self.die(answer)
            return None
        good.sort(key=lambda record: record[0])
        outcome["uris"] = [(record[0], record[1],
                            self.with_query(record[2].decode()))
                           for record in good]
        outcome["kind"], outcome["target"] = "uri", None
        outcome["ttl"] = least(outcome["ttl"], answer.reliance)
        return outcome

    def host(self, outcome, depth):
        name = outcome["rule"].name
        node = self.application.node(name)
        if node and node in map(self.application.node, self.found_hosts):
            return None
        outcome["target"] = names.show(name)
        services, protocols = outcome["rule"].offered
        if outcome["protocol"]:
            protocols = [outcome["protocol"]]
        port = self.start.port or self.application.default_port(
            (services, protocols))
        endpoint = {"host": names.show(name), "port": port, "priority": None,
                    "weight": None, "addresses": None}
        outcome["endpoints"] = [endpoint]
        if names.show(name) in self.own_hosts:
            self.reasons.note("NO_SERVERS", name, depth)
            return None
        if self.addresses:
            answer = self.ask(name, b"A", depth)
            if not answer:
                return None
            endpoint["addresses"] = sorted(answer.records)
            outcome["ttl"] = least(outcome["ttl"], answer.reliance)
        self.found_hosts.append(name)
        return outcome

    def servers(self, outcome, depth):
        name = outcome["rule"].name
        outcome["target"] = names.show(name)
        answer = self.ask(name, b"SRV", depth)
        if not answer:
            if self.code == "NO_SERVERS" or self.code in TEMPORARY and \
                    self.application.passes_failures:
                self.without = outcome["rule"].services
            elif self.code != "LIMIT":
                self.without = None
            return None
        good = sorted(record for record in answer.records
                      if names.is_key(record[3])
                      and names.show(record[3]) not in self.own_hosts)
        if not good:
            self.denied = True
            self.reasons.note("NO_SERVERS", name, depth)
            self.die(answer)
            return None
        outcome["ttl"] = least(outcome["ttl"], answer.reliance)
        outcome["endpoints"] = [
            {"host": names.show(target), "port": port, "priority": priority,
             "weight": weight, "addresses": None}
            for priority, weight, port, target in good[:MAX_SERVERS]]
        if self.addresses and not self.hosts(outcome, good, depth + 1):
            self.die(answer)
            return None
        return outcome

    def hosts(self, outcome, servers, depth):
        """Look up the addresses of servers; whether any has some."""
        answers, insecure, found, noted = [], [], False, Reasons()
        targets = [record[3] for record in servers]
        if self.queries_left < 2 * len(set(targets)):
            self.chance = True
        first = {record[3] for record in servers
                 if record[0] == servers[0][0]}
        known = {}
        for endpoint, target in zip(outcome["endpoints"], targets):
            if target in known:  # one question for each host
                endpoint["addresses"] = known[target]
                continue
            if self.queries_left < 2:
                noted.note("LIMIT", set(targets))
                break
            self.queries_left -= 2
            answer = self.zones.ask_addresses(target)
            known[target] = None
            if self.require_ad and answer.reply in RELIABLE and \
                    not answer.is_secure:
                insecure.append(answer)
                noted.note("INSECURE", set(targets), depth)
                continue
            if answer.reply == "data":
                found = True
                known[target] = sorted(answer.records)
            elif answer.reply in ("NO_NAME", "NO_DATA"):
                known[target] = []
                noted.note("NO_ADDRESSES", first, depth)
            else:
                noted.note(answer.reply, set(targets), depth)
            endpoint["addresses"] = known[target]
            if answer.reply in RELIABLE:
                answers.append(answer)
        if found:
            for answer in answers:
                outcome["ttl"] = least(outcome["ttl"], answer.reliance)
            return True
        for code, at in filter(None, [noted.temporary, noted.insecure,
                                      *noted.hard.values(),
                                      noted.deepest and noted.deepest[1]]):
            self.reasons.note(code, at, depth)
        for answer in answers + insecure:
            self.die(answer)
        return False


def least(one, other):
    """What relies on both: (TTL, whether all is authenticated), or None."""
    if one is None or other is None:
        return other if one is None else one
    return min(one[0], other[0]), one[1] and other[1]


def liking(offered, wanted, stands_for=lambda _wanted, _offered: False):
    """The place of the best offered word among the wanted ones; after all of
    them for a rule that names none."""
    if not wanted:
        return 0
    lowered = [word.lower() for word in offered]
    places = [place for place, word in enumerate(wanted)
              if word.lower() in lowered or stands_for(word, offered)]
    return min(places, default=len(wanted))


def result(walk):
    """The code, place, status and exit status of a walk without outcome."""
    code, at = walk.reasons.best() or ("NO_RULE", walk.start.key)
    if code in TEMPORARY:
        status = "temporary"
    elif code in STATUS:
        status = STATUS[code]
    elif code in HARD:
        status = "bad_data"
    else:
        status = "not_found"
    return code, at, status, EXIT[status]
