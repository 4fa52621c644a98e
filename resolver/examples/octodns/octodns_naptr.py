"""A validator for octoDNS: the NAPTR records of a zone, and where they lead.

octoDNS itself checks order, preference and flags of NAPTR records. This finds
what keeps clients from using them: expressions that do not compile, escapes that
DNS servers read in another way, flags and replacements that do not fit, loops,
and targets in the zone that do not exist.

validators:
  naptr:
    class: octodns_naptr.NaptrValidator
    severity: warning       # default: error

SPDX-License-Identifier: MIT
"""
import ddds
from octodns.zone.validator import ValidationReason, ZoneValidator

SEVERITIES = ["info", "warning", "error"]  # worst last
JUDGED = ["NAPTR", "SRV", "URI"]
FOLLOWED = JUDGED + ["A", "AAAA", "CNAME", "DNAME", "NS"]


def write_data(record):
    """Return types and data of |record|, as far as rules can lead to them."""
    if record._type in FOLLOWED:
        values = record.values if hasattr(record, "values") else [record.value]
        return [f"{record._type} {value.rdata_text}"
                for value in values if value]
    if "/" in record._type or record._type in ("ALIAS", "URLFWD"):
        return ["A 192.0.2.1"]  # a type of providers: they answer with addresses
    return ["TYPE65534 \\# 0"]  # only the name matters


def write_zone(zone):
    """Return the lines of the zone file, and the record of each."""
    lines = [f"$ORIGIN {zone.name}",
             f"@ 3600 SOA ns.invalid. hostmaster.{zone.name} 1 1 1 1 1"]
    lines += [f"{name} 3600 NS ns.invalid." for name in zone.sub_zones]
    records = [None] * len(lines)
    for record in sorted(zone.records, key=lambda one: one.fqdn):
        for data in write_data(record):
            lines.append(f"{record.fqdn} {record.ttl} {data}")
            records.append(record)
    return lines, records


class NaptrValidator(ZoneValidator):
    """Reports the findings of ddds that are at least |severity|."""

    def __init__(self, id, sets=None, severity="error", ignore=()):
        super().__init__(id, sets=sets)
        if severity not in SEVERITIES:
            raise ValueError(f"severity: {severity!r} is unknown; there are"
                             f" {', '.join(SEVERITIES)}")
        self.severities = SEVERITIES[SEVERITIES.index(severity):]
        self.ignore = (ignore,) if isinstance(ignore, str) else tuple(ignore)
        ddds.check_text("", ignore=self.ignore)  # refuses unknown codes now

    def explain(self, record, text):
        return ValidationReason(f'{record._type} record "{record.fqdn}": {text}',
                                [record], validator_id=self.id)

    def validate(self, zone):
        lines, records = write_zone(zone)
        reasons = []
        for number, line in enumerate(lines):
            if not line.isprintable():
                lines[number] = "".join(filter(str.isprintable, line))
                reasons.append(self.explain(
                    records[number], "a line break, or another character that"
                    f" cannot be printed: {line!r}"))
                records[number] = None  # what else is found may come of it
        for finding in ddds.check_text("\n".join(lines) + "\n", name=zone.name,
                                       ignore=self.ignore):
            record = records[finding.line - 1]
            if (record is not None and record._type in JUDGED
                    and finding.severity in self.severities):
                fix = f"; better: {finding.fix}" if finding.fix else ""
                reasons.append(self.explain(
                    record, f"{finding.message} [{finding.code}]{fix}"))
        return reasons
