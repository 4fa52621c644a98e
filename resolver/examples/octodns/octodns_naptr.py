"""A validator for octoDNS: the NAPTR records of a zone, checked as a set.

octoDNS itself checks order, preference and flags of NAPTR records. This finds
what keeps clients from using them: expressions that do not compile, escapes that
DNS servers read in another way, flags and replacements that do not fit, loops.

validators:
  naptr:
    class: octodns_naptr.NaptrValidator
    severity: warning       # default: error

SPDX-License-Identifier: MIT
"""
import ddds
from octodns.zone.validator import ValidationReason, ZoneValidator

SEVERITIES = ["info", "warning", "error"]  # worst last


def write_zone(zone):
    """Return the zone as a zone file, and the record of each of its lines."""
    lines = [f"$ORIGIN {zone.name}",
             f"@ 3600 SOA ns.{zone.name} hostmaster.{zone.name} 1 1 1 1 1",
             f"@ 3600 NS ns.{zone.name}"]
    records = [None] * len(lines)
    for record in sorted(zone.records, key=lambda one: one.fqdn):
        if record._type == "NAPTR":
            for value in record.values:
                lines.append(f"{record.fqdn} {record.ttl} NAPTR"
                             f" {value.rdata_text}")
                records.append(record)
    return "\n".join(lines) + "\n", records


class NaptrValidator(ZoneValidator):
    """Reports the findings of ddds that are at least |severity|."""

    def __init__(self, id, sets=None, severity="error", ignore=()):
        super().__init__(id, sets=sets)
        self.severities = SEVERITIES[SEVERITIES.index(severity):]
        self.ignore = tuple(ignore)

    def validate(self, zone):
        text, records = write_zone(zone)
        reasons = []
        for finding in ddds.check_text(text, name=zone.name,
                                       ignore=self.ignore):
            record = records[finding.line - 1]
            if record is not None and finding.severity in self.severities:
                fix = f"; better: {finding.fix}" if finding.fix else ""
                reasons.append(ValidationReason(
                    f'NAPTR record "{record.fqdn}": {finding.message}'
                    f" [{finding.code}]{fix}", [record],
                    validator_id=self.id))
        return reasons
