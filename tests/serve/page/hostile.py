"""Zones, names and expressions that try to become part of the page.

SPDX-License-Identifier: MIT
"""

# Each would set window.canary if it were markup, or a script.
PIECES = [
    "<script>window.canary=1</script>",
    "</textarea><script>window.canary=2</script>",
    "</title><script>window.canary=3</script>",
    "<img src=x onerror=window.canary=4>",
    "'><svg onload=window.canary=5>",
    "]]><script>window.canary=6</script>",
    "</pre></code></li><iframe srcdoc='<script>parent.canary=7</script>'>",
    "javascript:window.canary=8",
    "{{>trace}}{{input}}",
    "<!--",
    "&lt;script&gt;&#60;script&#62;",
    "\u202egpj.exe\u2066\u200b\ufeff",
]


def quoted(text):
    """|text| as a character-string of a zone file."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"')[:250] + '"'


def record(owner, piece):
    """A record with |piece| in each of its fields."""
    return (f"{owner} NAPTR 10 10 {quoted(piece)} {quoted(piece)} "
            f"{quoted('!^.*$!' + piece.replace('!', '') + '!')} .")


def zone():
    """A zone with all pieces in all places."""
    lines = ["$TTL 300",
             "@ SOA ns.example. hostmaster.example. 1 3600 600 86400 300"]
    for i, piece in enumerate(PIECES):
        lines.append(record(f"n{i}", piece))
        lines.append(f"t{i} TXT {quoted(piece)}")
        owner = "".join(f"\\{ord(c):03d}" if not c.isalnum() else c
                        for c in piece if ord(c) < 128)[:60]
        lines.append(f'{owner or "x"} NAPTR 10 10 "u" "" "!^.*$!\\1!" .')
        lines.append(f'{piece} NAPTR 1 2 "s" "" "" {piece}')
    lines.append('nul NAPTR 10 10 "u" "" "!^\\000<script>!x!" .')
    lines.append('uri NAPTR 10 10 "u" "" "!^.*$!javascript:window.canary=9!" .')
    lines.append('data NAPTR 10 10 "u" "" '
                 '"!^.*$!data:text/html,<script>alert(1)</script>!" .')
    return "\n".join(lines) + "\n"


def big_zone(size):
    """A zone of |size| octets, with a mistake in each line."""
    line = 'n%06d NAPTR 10 10 "u" "E2U+sip" "!^.*$!sip:\\1<b>@example!" .\n'
    lines = [line % i for i in range(size // 60)]
    return "$TTL 300\n$ORIGIN example.\n" + "".join(lines)[:size - 30]
