"""The JSON schemas of fixtures/schema, for tests.

As installed, they allow further members, which later versions may add. What a test
sees is validated by them as they are, and has no member that they lack.

SPDX-License-Identifier: MIT
"""
import json
import pathlib
import warnings

import jsonschema

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "fixtures/schema"
SCHEMAS = {path.stem: json.loads(path.read_text())
           for path in FOLDER.glob("*.json")}


def _close(part):
    """|part| of a schema, whose objects have the members that it names alone."""
    if isinstance(part, list):
        return [_close(each) for each in part]
    if not isinstance(part, dict):
        return part
    closed = {name: _close(each) for name, each in part.items()}
    if (part.get("type") == "object" and "properties" in part
            and not any("$ref" in each for each in part.get("oneOf", ()))):
        closed["additionalProperties"] = False
    return closed


def _make(schemas):
    base = FOLDER.as_uri() + "/"
    store = {f"{base}{name}.json": schema for name, schema in schemas.items()}
    with warnings.catch_warnings():
        # Debian 13 has another way, and Debian 12 this one alone.
        warnings.simplefilter("ignore", DeprecationWarning)
        return {name: jsonschema.Draft7Validator(
            schema, resolver=jsonschema.RefResolver(base, schema, store=store))
            for name, schema in schemas.items()}


_OPEN = _make(SCHEMAS)
_CLOSED = _make({name: _close(schema) for name, schema in SCHEMAS.items()})
for each in _OPEN.values():
    each.check_schema(each.schema)


def allows(name, value):
    """Is |value| what the schema |name| says, as it is installed?"""
    return _OPEN[name].is_valid(value)


def find_errors(name, value):
    """What the schema |name| has against |value|, a line for each mistake."""
    return [f"{error.json_path}: {error.message}"
            for validators in (_OPEN, _CLOSED)
            for error in validators[name].iter_errors(value)]


def validate(name, value):
    """Fail unless |value| is what the schema |name| says."""
    errors = find_errors(name, value)
    assert not errors, errors
