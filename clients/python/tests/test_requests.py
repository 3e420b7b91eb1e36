"""What the clients send, and how they read responses that succeed."""

from __future__ import annotations

import gzip
import inspect
import json

import httpx2
import pytest
from conftest import EMPTY, Caller, Network

from forecourt import AsyncClient, Client


def found() -> httpx2.Response:
    return httpx2.Response(200, json={"results": EMPTY})


@pytest.mark.parametrize(
    ("method", "arguments", "parameters", "response", "target", "result"),
    [
        ("search", (), {}, {"results": EMPTY}, "/api/v1/vehicles/", EMPTY),
        (
            "search",
            (),
            {"make": "Land Rover", "price_max": 9000, "location": None, "q": "a&b=ü"},
            {"results": EMPTY},
            "/api/v1/vehicles/?make=Land+Rover&price_max=9000&q=a%26b%3D%C3%BC",
            EMPTY,
        ),
        (
            "search",
            (),
            {"engine_min": 1.4, "engine_max": 2.0, "price_max": "15000"},
            {"results": EMPTY},
            "/api/v1/vehicles/?engine_min=1.4&engine_max=2&price_max=15000",
            EMPTY,
        ),
        (
            "search",
            (),
            {"engine_min": 1e-7, "engine_max": 1e22},
            {"results": EMPTY},
            "/api/v1/vehicles/?engine_min=0.0000001&engine_max=10000000000000000000000",
            EMPTY,
        ),
        (
            "summary",
            (),
            {"make": "Ford", "sort": "price_asc", "page": 2},
            {"summary": {"total_vehicles": 3}},
            "/api/v1/vehicles/summary/?make=Ford&sort=price_asc",
            {"total_vehicles": 3},
        ),
        (
            "map",
            (),
            {"make": "Ford", "zoom": 7, "bbox": "-2.5,53.3,-1.9,53.7", "sort": "price_asc", "page": 2},
            {"map": {"cells": []}},
            "/api/v1/vehicles/map/?make=Ford&zoom=7&bbox=-2.5%2C53.3%2C-1.9%2C53.7",
            {"cells": []},
        ),
        (
            "lookup",
            (["https://a.example/1?b=c", "https://a.example/2"],),
            {},
            {"results": {"cars": [{"state": "unknown"}]}},
            "/api/v1/vehicles/lookup/?advert=https%3A%2F%2Fa.example%2F1%3Fb%3Dc&advert=https%3A%2F%2Fa.example%2F2",
            [{"state": "unknown"}],
        ),
        (
            "lookup",
            ("https://a.example/1",),
            {},
            {"results": {"cars": []}},
            "/api/v1/vehicles/lookup/?advert=https%3A%2F%2Fa.example%2F1",
            [],
        ),
        (
            "interpret",
            ("a ford",),
            {},
            {"parameters": {"make": "Ford"}, "q": None},
            "/api/v1/interpret/?text=a+ford",
            {"parameters": {"make": "Ford"}, "q": None},
        ),
    ],
)
def test_a_method_sends_its_parameters_and_returns_the_contents(
    call: Caller,
    network: Network,
    method: str,
    arguments: tuple[object, ...],
    parameters: dict[str, object],
    response: object,
    target: str,
    result: object,
) -> None:
    network.outcomes = [lambda: httpx2.Response(200, json=response)]
    assert call(method, *arguments, **parameters) == result
    assert [str(request.url) for request in network.requests] == [f"https://cars.example{target}"]


def test_a_base_url_may_have_a_path_and_a_final_slash(call: Caller, network: Network) -> None:
    network.outcomes = [found]
    call.base_url = "https://cars.example/used/"
    call("search")
    assert str(network.requests[0].url) == "https://cars.example/used/api/v1/vehicles/"


@pytest.mark.parametrize(
    "base_url",
    [
        "",
        "cars.example",
        "ftp://cars.example",
        "https://",
        "https://cars.example/?a=b",
        "https://a:b@cars.example",
    ],
)
@pytest.mark.parametrize("client", [Client, AsyncClient])
def test_a_base_url_that_is_none_is_rejected(client: type[Client | AsyncClient], base_url: str) -> None:
    with pytest.raises(ValueError, match="base_url must begin with http:// or https://"):
        client(base_url)


def test_requests_say_who_sends_them_and_accept_compression(call: Caller, network: Network) -> None:
    network.outcomes = [found]
    call("search")
    headers = network.requests[0].headers
    assert headers["user-agent"] == "forecourt-python/0.1.0"
    assert "gzip" in headers["accept-encoding"]
    assert headers["accept"] == "application/json"
    assert "authorization" not in headers


def test_a_token_is_sent_if_there_is_one(call: Caller, network: Network) -> None:
    network.outcomes = [found]
    call.options = {"token": "abc"}
    call("search")
    assert network.requests[0].headers["authorization"] == "Bearer abc"


def test_compressed_responses_are_read(call: Caller, network: Network) -> None:
    body = gzip.compress(json.dumps({"results": EMPTY}).encode())
    network.outcomes = [lambda: httpx2.Response(200, content=body, headers={"content-encoding": "gzip"})]
    assert call("search") == EMPTY


def test_each_attempt_has_the_timeout(call: Caller, network: Network) -> None:
    network.outcomes = [found]
    call.options = {"timeout": 2.5}
    call("search")
    assert network.requests[0].extensions["timeout"] == {
        "connect": 2.5,
        "read": 2.5,
        "write": 2.5,
        "pool": 2.5,
    }


def test_both_clients_have_the_same_methods_with_the_same_parameters() -> None:
    def methods(client: type) -> dict[str, list[tuple[str, object, object]]]:
        return {
            name: [
                (each.name, each.kind, each.default) for each in inspect.signature(method).parameters.values()
            ]
            for name, method in vars(client).items()
            if not name.startswith("_") or name == "__init__"
        }

    assert methods(Client) == methods(AsyncClient)
    assert sorted(methods(Client)) == [
        "__init__",
        "change_pages",
        "changes",
        "close",
        "export",
        "follow",
        "interpret",
        "lookup",
        "map",
        "pages",
        "refresh",
        "search",
        "summary",
        "vehicles",
    ]
