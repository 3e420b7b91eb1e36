"""Iteration over pages and vehicles, on a stock that may change meanwhile."""

from __future__ import annotations

import asyncio

import httpx2
import pytest
from conftest import Caller, Network

from forecourt import AsyncClient, Client, StockChangedError


def page(number: int, total: int = 45, tag: str | None = 'W/"one"') -> httpx2.Response:
    prices = range((number - 1) * 20, min(number * 20, total))
    results = {
        "cars": [{"price": price} for price in prices],
        "total_vehicles": total,
        "current_page": number,
        "total_pages": -(-total // 20),
        "per_page": 20,
    }
    return httpx2.Response(200, json={"results": results}, headers={} if tag is None else {"etag": tag})


def pages_of(network: Network) -> list[str | None]:
    return [request.url.params.get("page") for request in network.requests]


def test_vehicles_are_those_of_all_pages_in_order(call: Caller, network: Network) -> None:
    network.outcomes = [lambda: page(1), lambda: page(2), lambda: page(3)]
    assert [each["price"] for each in call("vehicles", make="skoda")] == list(range(45))
    assert pages_of(network) == [None, "2", "3"]
    assert {request.url.params["make"] for request in network.requests} == {"skoda"}


def test_pages_begin_with_the_requested_one(call: Caller, network: Network) -> None:
    network.outcomes = [lambda: page(2), lambda: page(3)]
    assert [each["current_page"] for each in call("pages", page=2)] == [2, 3]
    assert pages_of(network) == ["2", "3"]


def test_a_search_without_a_match_is_one_empty_page(call: Caller, network: Network) -> None:
    network.outcomes = [lambda: page(1, total=0)]
    assert [each["cars"] for each in call("pages", same_stock=True)] == [[]]
    assert len(network.requests) == 1


def test_pages_are_fetched_when_they_are_needed(network: Network) -> None:
    network.outcomes = [lambda: page(1), lambda: page(2)]
    with Client("https://cars.example", transport=network.transport) as client:
        vehicles = client.vehicles()
        assert network.requests == []
        for vehicle in vehicles:
            if vehicle["price"] == 19:
                break
    assert pages_of(network) == [None]


def test_pages_are_fetched_when_they_are_needed_by_asyncio(network: Network) -> None:
    network.outcomes = [lambda: page(1), lambda: page(2)]

    async def read() -> None:
        async with AsyncClient("https://cars.example", transport=network.transport) as client:
            async for vehicle in client.vehicles():
                if vehicle["price"] == 19:
                    break

    asyncio.run(read())
    assert pages_of(network) == [None]


def test_the_same_stock_is_confirmed_by_the_tag_of_the_first_page(call: Caller, network: Network) -> None:
    network.outcomes = [lambda: page(1), lambda: page(2), lambda: page(3), lambda: httpx2.Response(304)]
    assert len(call("vehicles", same_stock=True)) == 45
    assert pages_of(network) == [None, "2", "3", None]
    assert [request.headers.get("if-none-match") for request in network.requests] == [
        None,
        None,
        None,
        'W/"one"',
    ]


def test_another_stock_is_reported_after_the_last_page(call: Caller, network: Network) -> None:
    network.outcomes = [lambda: page(1), lambda: page(2), lambda: page(3), lambda: page(1, tag='W/"two"')]
    with pytest.raises(StockChangedError, match="The stock changed while its pages were read"):
        call("vehicles", same_stock=True)
    assert len(network.requests) == 4


def test_another_total_is_reported_at_once(call: Caller, network: Network) -> None:
    network.outcomes = [lambda: page(1), lambda: page(2, total=44)]
    with pytest.raises(StockChangedError):
        call("vehicles", same_stock=True)
    assert len(network.requests) == 2


def test_a_first_page_without_a_tag_is_of_a_changing_stock(call: Caller, network: Network) -> None:
    network.outcomes = [lambda: page(1, tag=None), lambda: page(2), lambda: page(3)]
    with pytest.raises(StockChangedError):
        call("pages", same_stock=True)
    assert len(network.requests) == 3


def test_the_stock_is_not_checked_by_default(call: Caller, network: Network) -> None:
    network.outcomes = [lambda: page(1, tag=None), lambda: page(2, total=44), lambda: page(3, total=43)]
    assert len(call("vehicles")) == 43
