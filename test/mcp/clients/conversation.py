"""The calls that every client makes, and what they found, as JSON on standard output."""

import asyncio
import json
import sys
from dataclasses import dataclass, field


@dataclass
class Result:
    structured: object
    texts: list = field(default_factory=list)
    is_error: bool = False


async def converse(protocol, tools, call):
    """`tools` are names; `call(name, arguments)` is a Result."""
    found = await call("search_vehicles", {"sort": "price_asc", "limit": 2})
    adverts = [car["advert"] for car in found.structured["results"]["cars"]]
    compared = await call("compare_vehicles", {"adverts": adverts})
    refused = await call("search_vehicles", {"fuel_type": "gas", "maxPrice": 9000})
    return {
        "protocol": protocol,
        "tools": tools,
        "adverts": adverts,
        "differences": compared.structured["differences"],
        "errors": [found.is_error, compared.is_error, refused.is_error],
        "refused": refused.texts[0],
    }


def main(talk):
    """Runs `talk(url, command)` with the arguments of the program: a URL, or a command and its arguments."""
    url, command = (sys.argv[1], None) if len(sys.argv) == 2 else (None, sys.argv[1:])
    print(json.dumps(asyncio.run(talk(url, command))))
