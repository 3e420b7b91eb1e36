"""Both clients against a real server, whose 45 Skodas fill three pages."""

from __future__ import annotations

import asyncio

import pytest
from conftest import Caller

from forecourt import AsyncClient, ForecourtProblem


def test_searches(call_service: Caller) -> None:
    page = call_service("search", make="jaguar", location="SW1A 1AA", price_max=None)
    assert (page["total_vehicles"], page["current_page"], page["total_pages"], page["per_page"]) == (
        1,
        1,
        1,
        20,
    )
    (car,) = page["cars"]
    assert (car["make"], car["model"], car["price"], car["distance_km"]) == ("Jaguar", "XJ", 14995, 0)


def test_summarises(call_service: Caller) -> None:
    summary = call_service("summary", make="skoda", price_max=1009, sort="price_asc", page=2)
    assert summary["total_vehicles"] == 10
    assert summary["price"]["percentiles"]["50"] == 1022


def test_counts_on_a_map(call_service: Caller) -> None:
    cells = call_service("map", make="jaguar", zoom=4)
    assert cells["zoom"] == 4
    assert sum(cell["count"] for cell in cells["cells"]) + cells["unplaced"] == cells["total_vehicles"] == 1


def test_looks_listings_up_in_the_requested_order(call_service: Caller) -> None:
    (jaguar,) = call_service("search", make="jaguar")["cars"]
    gone = "https://harbour-motors.example/none"
    first, second = call_service("lookup", [gone, jaguar["url"]])
    assert first == {"advert": gone, "state": "unknown", "similar": []}
    assert (second["state"], second["make"]) == ("listed", "Jaguar")


def test_interprets_a_phrase_and_searches_with_the_result(call_service: Caller) -> None:
    interpretation = call_service("interpret", "Jaguar XJ under £15k, not red")
    assert interpretation["parameters"] == {
        "q": "-red",
        "make": "Jaguar",
        "model": "XJ",
        "price_max": "15000",
    }
    assert interpretation["not_understood"] == []
    assert call_service("search", **interpretation["parameters"])["total_vehicles"] == 1


def test_reads_every_vehicle_once(call_service: Caller) -> None:
    vehicles = call_service("vehicles", make="skoda", same_stock=True)
    assert [each["price"] for each in vehicles] == list(range(1000, 1045))


def test_names_all_invalid_parameters(call_service: Caller) -> None:
    with pytest.raises(ForecourtProblem) as caught:
        call_service("search", fuel_type="Steam", price_max="10k")
    problem = caught.value
    assert (problem.status, problem.code) == (400, "invalid_parameters")
    assert [(each["parameter"], each["code"], each.get("suggestion")) for each in problem.errors] == [
        ("fuel_type", "not_in_enum", None),
        ("price_max", "not_an_integer", "10000"),
    ]
    assert len(problem.request_id) == 36


def test_rejects_an_unknown_parameter(call_service: Caller) -> None:
    with pytest.raises(TypeError, match='"fuel"; did-you-mean="fuel_type"'):
        call_service("search", fuel="Diesel")


def test_calls_at_the_same_time_share_a_client(call_service: Caller) -> None:
    async def read() -> list[int]:
        async with AsyncClient(call_service.base_url) as client:
            pages = await asyncio.gather(
                *(client.search(make="skoda", page=number) for number in range(1, 31))
            )
        return [len(page["cars"]) for page in pages]

    assert asyncio.run(read()) == [20, 20, 5, *[0] * 27]


def test_a_missing_server_is_a_problem(call_service: Caller) -> None:
    call_service.base_url = "http://127.0.0.1:9"
    call_service.options = {"retries": 0}
    with pytest.raises(ForecourtProblem, match=r"^There was no response from http://127\.0\.0\.1:9/"):
        call_service("search")
