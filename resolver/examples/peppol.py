"""Where does a company receive documents by Peppol?

    peppol.py 0208:0677424046 ...

prints the address of each participant's Service Metadata Publisher (SMP), or
"no SMP" if none is registered. Without validation it believes the system's
resolver; with --validate it needs libddds-validate, and believes signed answers
alone. The exit status is the worst of all participants: 0 has an SMP, 1 has none,
3 cannot be said (DNS fails, or the record is faulty), 2 is no participant. It is 2
for wrong options, too.

SPDX-License-Identifier: MIT
"""
import argparse
import re
import sys

import ddds

STATUSES = [0, 1, 3, 2]  # worst last


def find_smp(participant, dns, **options):
    """Return the URI of the participant's SMP, or None if none is registered;
    raise ValueError if it is no participant, LookupError if that cannot be said.
    """
    # ddds takes identifiers of any scheme; those of Peppol begin with four digits.
    if not re.fullmatch("[0-9]{4}:.+", participant):
        raise ValueError(f"{participant}: not a participant; write it like"
                         " 0208:0677424046")
    result = ddds.resolve(f"iso6523-actorid-upis::{participant}", dns,
                          app="peppol", **options)
    uri = result.outcomes[0].uri if result.outcomes else ""
    if re.match("https?://", uri, re.I):
        return uri
    if uri:
        raise LookupError(f"{participant}: {uri} is not the address of an SMP")
    if result.reason.code in ("NO_NAME", "NO_DATA", "NO_SERVICE"):
        return None
    kind = ValueError if result.status == "bad_input" else LookupError
    raise kind(f"{participant}: {result.reason.code}: {result.reason.detail}")


def main(arguments):
    parser = argparse.ArgumentParser("peppol.py", allow_abbrev=False)
    parser.add_argument("--validate", action="store_true")
    parser.add_argument("participants", nargs="+", metavar="PARTICIPANT")
    given = parser.parse_intermixed_args(arguments)
    try:
        dns = ddds.DNS(validate=given.validate)
    except ddds.Error as error:
        print(f"peppol.py: {error}", file=sys.stderr)
        return 3
    worst = 0
    with dns:
        for participant in given.participants:
            try:
                found = find_smp(participant, dns, require_ad=given.validate)
                status = 0 if found else 1
                print(participant, found or "no SMP")
            except (ValueError, LookupError) as error:
                status = 2 if isinstance(error, ValueError) else 3
                print(f"peppol.py: {error}", file=sys.stderr)
            worst = max(worst, status, key=STATUSES.index)
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
