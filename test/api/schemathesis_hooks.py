"""What Schemathesis must know of the API beyond its OpenAPI document. schemathesis.toml loads this file."""

import re
from decimal import Decimal, InvalidOperation

import schemathesis


# Parameters that have an effect only beside another, and an example of the other.
NEEDS = {
    "distance": ("location", "SW1A 1AA"),
    ("sort", "distance"): ("location", "SW1A 1AA"),
    ("sort", "relevance"): ("q", "estate"),
}
# Numbers between these are probably in another unit: years of two digits, thousands of miles or pounds, cubic centimetres.
IMPLAUSIBLE = {"year": (0, 1000), "miles": (1, 100), "price": (1, 100), "engine": (10, 10_000)}

# What a cursor may look like. Only the service makes those that it accepts.
CURSORS = ("cursor", "since")
CURSOR = re.compile("[A-Za-z0-9_-]{1,1024}")


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """The cursors that the document shows were never made by this server."""
    for operations in raw_schema["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", []):
                if parameter.get("name") in CURSORS:
                    parameter.pop("example", None)


@schemathesis.hook
def map_case(context, case):
    """Valid requests are made meaningful, and numbers plain decimals.

    Strict handling rejects parameters without effect, reversed ranges and implausible units, and a `q` that is sent to
    /interpret/ in place of a text. A box is on the globe, its west before its east. JSON Schema cannot describe that. It knows
    numbers but not their spelling, and Python writes 1e-05.
    """
    query = case.query or {}
    for name, value in list(query.items()):
        needed = NEEDS.get(name) or (NEEDS.get((name, value)) if isinstance(value, str) else None)
        if needed is not None and not str(query.get(needed[0], "")).strip():
            query[needed[0]] = needed[1]
    for quantity, (least, greatest) in IMPLAUSIBLE.items():
        lower, upper = f"{quantity}_min", f"{quantity}_max"
        for name in (lower, upper):
            number = _number_of(query.get(name))
            if number is not None and least < number < greatest:
                del query[name]
        minimum, maximum = _number_of(query.get(lower)), _number_of(query.get(upper))
        if minimum is not None and maximum is not None and minimum > maximum:
            query[lower], query[upper] = query[upper], query[lower]
    for name in CURSORS:
        if isinstance(query.get(name), str) and CURSOR.fullmatch(query[name]):
            del query[name]
    if case.path.endswith("/interpret/") and "q" in query and not str(query.get("text", "")).strip():
        query["text"] = "cheaper"
    if isinstance(query.get("bbox"), str):
        query["bbox"] = _in_order(query["bbox"])
    for name, value in query.items():
        if isinstance(value, float):
            query[name] = f"{Decimal(repr(value)):f}"
    return case


@schemathesis.hook
def filter_case(context, case):
    """A pair without a name and a value (`?=`) is not a parameter, so it is never an unknown one."""
    return "" not in (case.query or {})


def _number_of(value):
    """The finite number of a value that may be sent as a text; None for any other value."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _in_order(box):
    """A box of four numbers on the globe, its lesser longitude and latitude first; any other text as it is."""
    try:
        west, south, east, north = (edge.strip() for edge in box.split(","))
        longitudes = sorted((_within(edge, 180) for edge in (west, east)), key=float)
        latitudes = sorted((_within(edge, 90) for edge in (south, north)), key=float)
    except ValueError:
        return box
    return ",".join([longitudes[0], latitudes[0], longitudes[1], latitudes[1]])


def _within(number, limit):
    """A number as it is written, if it is between -limit and limit; else the nearer of these."""
    return number if abs(float(number)) <= limit else str(limit if float(number) > 0 else -limit)
