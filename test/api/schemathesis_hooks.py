"""What Schemathesis must know of the API beyond its OpenAPI document. schemathesis.toml loads this file."""

from decimal import Decimal

import schemathesis


@schemathesis.hook
def map_case(context, case):
    """Numbers are sent as plain decimals. JSON Schema knows numbers but not their spelling, and Python writes 1e-05."""
    for name, value in (case.query or {}).items():
        if isinstance(value, float):
            case.query[name] = f"{Decimal(repr(value)):f}"
    return case


@schemathesis.hook
def filter_case(context, case):
    """A pair without a name and a value (`?=`) is not a parameter, so it is never an unknown one."""
    return "" not in (case.query or {})
