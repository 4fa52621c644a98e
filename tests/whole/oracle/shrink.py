"""Makes a disagreement small, and prints it as a conformance case.

SPDX-License-Identifier: MIT
"""

import copy
import json

import compare
import worlds


def differs(check, options, world):
    """The disagreement of a world with one input, or None."""
    try:
        found = check(options, world)
    except Exception:  # the smaller world may be invalid
        return None
    return found[0] if found and found[0][2] != "answers" else None


def shrink(check, app, options, found, seed):
    """`check` runs both on a world with options; `found` is what it found."""
    world, text, key, _, printed = found
    world = copy.deepcopy(world)
    world.inputs = [text]
    print(f"---- {app}: {text!r}: {key} (seed {seed})")
    if key == "answers":
        print("answers, exit status, messages:", printed)
        return
    if not differs(check, options, world):
        print("not repeatable alone")
        return
    options = fewer_options(check, options, world)
    fewer_lines(check, options, world)
    show(app, options, world, differs(check, options, world))


def fewer_options(check, options, world):
    for name in list(options):
        fewer = {one: value for one, value in options.items() if one != name}
        if name != "seed" and differs(check, fewer, world):
            options = fewer
    return options


def fewer_lines(check, options, world):
    """Leaves out lines, many at a time, then one at a time."""
    size = max(len(world.lines) // 2, 1)
    while size:
        at = 0
        while at < len(world.lines):
            kept = world.lines
            world.lines = kept[:at] + kept[at + size:]
            if not differs(check, options, world):
                world.lines = kept
                at += size
        size = size // 2


def show(app, options, world, found):
    texts = worlds.zone_texts([world])
    print("command:")
    used = [apex for apex in texts if texts[apex].count("\n") > 4]
    print("  ddds --json --trace",
          " ".join(f"--zone {apex}.zone" for apex in used or ["example"]),
          " ".join(compare.switches(app, options)), f"-- '{world.inputs[0]}'")
    for apex in used:
        print(f"{apex}.zone:")
        print("".join("  " + line + "\n" for line in texts[apex].split("\n")
                      if line), end="")
    _, _, key, said, printed = found
    if isinstance(said, dict):
        for name in (key, "status", "code", "at", "steps"):
            print(f"  oracle {name}: {json.dumps(said.get(name))}")
            print(f"  tool  {name}: {json.dumps(printed.get(name))}")
    else:
        print("  oracle", said, "tool", printed)
