"""What type checkers know of calls and results. A comment is an error if the wrong call beside it is none."""

from __future__ import annotations

import httpx2
import pytest
from conftest import EMPTY, Network
from typing_extensions import assert_type

from forecourt import Client
from forecourt.types import GoneVehicle, ListedVehicle, Vehicle


def test_parameters_and_results_have_types(network: Network) -> None:
    body = {
        "results": EMPTY,
        "summary": {"price": {"percentiles": {"50": 9000}}},
        "parameters": {"make": "Ford", "price_max": "9000"},
    }
    network.outcomes = [lambda: httpx2.Response(200, json=body)]
    with Client("https://cars.example", transport=network.transport) as client:
        page = client.search(fuel_type="Petrol", price_max=9000, engine_min=1.4, location=None)
        assert_type(page["cars"], list[Vehicle])
        assert_type([vehicle["price"] for vehicle in client.vehicles(same_stock=True)], list[float | None])
        assert_type(client.summary()["price"]["percentiles"]["50"], float | None)
        client.search(fuel_type="Steam")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        client.search(make=["Ford", "-Fiat"], fuel_type=["-Diesel"], transmission="-Manual")
        client.search(fuel="Petrol")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
        with pytest.raises(TypeError, match="positional argument"):
            client.search("ford")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
        for found in client.lookup("https://a.example/1"):
            if found["state"] == "listed":
                assert_type(found, ListedVehicle)
            else:
                assert_type(found, GoneVehicle)
        interpretation = client.interpret("a ford")
        client.search(**interpretation["parameters"])
        client.summary(**interpretation["parameters"])
    assert str(network.requests[-2].url) == "https://cars.example/api/v1/vehicles/?make=Ford&price_max=9000"
