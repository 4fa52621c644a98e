"""Is a company registered in Peppol, and where does it receive documents?

    peppol.py 0208:0677424046 ...

prints the address of each participant's Service Metadata Publisher (SMP), or
"not registered". Without validation it believes the system's resolver; with
--validate it needs libddds-validate, and believes signed answers alone.

SPDX-License-Identifier: MIT
"""
import sys

import ddds


def find_smp(participant, dns, **options):
    """Return the URI of the participant's SMP, or None if it is not registered;
    raise LookupError if that cannot be said now."""
    result = ddds.resolve(f"iso6523-actorid-upis::{participant}", dns,
                          app="peppol", **options)
    if result.outcomes:
        return result.outcomes[0].uri
    if result.reason.code == "NO_NAME":
        return None
    raise LookupError(f"{participant}: {result.reason.code}")


def main(arguments):
    validate = "--validate" in arguments
    with ddds.DNS(validate=validate) as dns:
        for participant in arguments:
            if participant != "--validate":
                found = find_smp(participant, dns, require_ad=validate)
                print(participant, found or "not registered")


if __name__ == "__main__":
    main(sys.argv[1:])
