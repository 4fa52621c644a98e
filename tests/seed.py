"""Where chance in a test begins: the same in every run, unless SEED in the
environment says otherwise. It is printed, so that a failure can be repeated.

SPDX-License-Identifier: MIT
"""
import os
import random


def take(usual):
    seed = int(os.environ.get("SEED") or usual)
    print(f"SEED={seed}", flush=True)
    return seed


def chance(usual):
    return random.Random(take(usual))
