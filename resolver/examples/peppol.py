"""Where does a company receive documents by Peppol?

    peppol.py 0208:0677424046 ...

prints the address of each participant's Service Metadata Publisher (SMP), or
"no SMP" if none is registered. Without validation it believes the system's
resolver; with --validate it needs libddds-validate, and believes signed answers
alone. The exit status is the worst of all participants: 0 has an SMP, 1 has none,
3 cannot be said now, 2 is no participant.

SPDX-License-Identifier: MIT
"""
import sys

import ddds

STATUSES = [0, 1, 3, 2]  # worst last


def find_smp(participant, dns, **options):
    """Return the URI of the participant's SMP, or None if none is registered;
    raise ValueError if it is no participant, LookupError if that cannot be said
    now."""
    result = ddds.resolve(f"iso6523-actorid-upis::{participant}", dns,
                          app="peppol", **options)
    if result.status in ("resolved", "not_found"):
        return result.outcomes[0].uri if result.outcomes else None
    kind = ValueError if result.status == "bad_input" else LookupError
    raise kind(f"{participant}: {result.reason.code}: {result.reason.detail}")


def main(arguments):
    validate = "--validate" in arguments
    participants = [each for each in arguments if each != "--validate"]
    worst = 0
    with ddds.DNS(validate=validate) as dns:
        for participant in participants:
            try:
                found = find_smp(participant, dns, require_ad=validate)
                status = 0 if found else 1
                print(participant, found or "no SMP")
            except (ValueError, LookupError) as error:
                status = 2 if isinstance(error, ValueError) else 3
                print(f"peppol.py: {error}", file=sys.stderr)
            worst = max(worst, status, key=STATUSES.index)
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
