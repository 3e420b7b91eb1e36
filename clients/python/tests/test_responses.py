"""What results know of their responses, following URLs, and asking again only for what has changed."""

from __future__ import annotations

import json
import pickle
from typing import Any

import httpx2
import pytest
from conftest import EMPTY, Caller, Network

from forecourt import Client, Correction, IgnoredParameter, response_of
from forecourt.response import parse_links, parse_list

HEADERS = {
    "etag": 'W/"one"',
    "ignored-parameters": '"distance"; reason="without location", "sort"',
    "corrections": '"make"; from="Frod"; to="Ford"',
    "link": '</api/v1/vehicles/?page=2>; rel="next"',
    "x-request-id": "7",
}


def found(headers: dict[str, str] | None = None) -> httpx2.Response:
    return httpx2.Response(200, json={"results": EMPTY}, headers=HEADERS if headers is None else headers)


def test_a_result_knows_its_response(call: Caller, network: Network) -> None:
    network.outcomes = [found]
    page = call("search", make="Frod", distance=3)
    info = response_of(page)
    assert info.url == "https://cars.example/api/v1/vehicles/?make=Frod&distance=3"
    assert (info.etag, info.request_id) == ('W/"one"', "7")
    assert info.ignored_parameters == [
        IgnoredParameter("distance", reason="without location"),
        IgnoredParameter("sort"),
    ]
    assert info.corrections == [Correction("make", sent="Frod", used="Ford")]
    assert info.links == {"next": "/api/v1/vehicles/?page=2"}


def test_a_result_is_a_plain_value_besides(call: Caller, network: Network) -> None:
    network.outcomes = [found]
    page = call("search")
    assert page == EMPTY
    assert json.loads(json.dumps(page)) == EMPTY
    assert pickle.loads(pickle.dumps(page)) == EMPTY


def test_a_list_knows_its_response_too(call: Caller, network: Network) -> None:
    network.outcomes = [lambda: httpx2.Response(200, json={"results": {"cars": []}}, headers=HEADERS)]
    assert response_of(call("lookup", "https://a.example/1")).etag == 'W/"one"'


@pytest.mark.parametrize("value", [{}, [], None, 7, "x"])
def test_other_values_know_none(value: Any) -> None:
    with pytest.raises(TypeError, match="response_of takes what a method of the client returned"):
        response_of(value)


@pytest.mark.parametrize(
    "url",
    [
        "https://cars.example/used/api/v1/vehicles/?make=Ford&page=2",
        "https://cars.example/used/api/v1/vehicles/",
        "/used/api/v1/vehicles/?make=Ford",
    ],
)
def test_a_url_of_the_service_is_followed(call: Caller, network: Network, url: str) -> None:
    network.outcomes = [found]
    call.base_url = "https://cars.example/used/"
    assert call("follow", url) == EMPTY
    assert str(network.requests[0].url) == f"https://cars.example{url.removeprefix('https://cars.example')}"


@pytest.mark.parametrize(
    "url",
    [
        "https://evil.example/api/v1/vehicles/?make=Ford",
        "https://cars.example.evil.example/api/v1/vehicles/",
        "https://cars.example@evil.example/api/v1/vehicles/",
        "http://cars.example/api/v1/vehicles/",
        "//cars.example/api/v1/vehicles/",
        "https://cars.example/api/v1/vehicles/../../../status",
        "api/v1/vehicles/",
        "",
        None,
    ],
)
def test_no_other_url_is_followed(call: Caller, network: Network, url: Any) -> None:
    with pytest.raises(TypeError, match="follow takes the URL of a search of this service"):
        call("follow", url)
    assert network.requests == []


def test_a_url_is_followed_under_the_name_that_the_service_has_for_itself(network: Network) -> None:
    link = '<https://cars.example/openapi.json>; rel="service-desc"'
    network.outcomes = [lambda: found({"link": link})]
    with Client("http://10.0.0.7:8080", transport=network.transport) as client:
        with pytest.raises(TypeError):
            client.follow("https://cars.example/api/v1/vehicles/?make=Ford")
        client.search()
        assert client.follow("https://cars.example/api/v1/vehicles/?make=Ford") == EMPTY
        with pytest.raises(TypeError):
            client.follow("https://other.example/api/v1/vehicles/")
    assert [str(request.url) for request in network.requests] == [
        "http://10.0.0.7:8080/api/v1/vehicles/",
        "http://10.0.0.7:8080/api/v1/vehicles/?make=Ford",
    ]


def test_a_refreshed_result_is_the_same_while_nothing_changed(network: Network) -> None:
    changed = {**HEADERS, "etag": 'W/"two"'}
    network.outcomes = [found, lambda: httpx2.Response(304), lambda: found(changed)]
    with Client("https://cars.example", transport=network.transport) as client:
        page = client.search(make="Ford")
        assert client.refresh(page) is page
        newer = client.refresh(page)
        assert newer is not page
        assert response_of(newer).etag == 'W/"two"'
    assert [request.headers.get("if-none-match") for request in network.requests] == [
        None,
        'W/"one"',
        'W/"one"',
    ]
    assert len({str(request.url) for request in network.requests}) == 1


def test_a_result_of_another_service_is_not_refreshed(network: Network) -> None:
    network.outcomes = [found]
    with Client("https://cars.example", transport=network.transport) as client:
        page = client.search()
    with (
        Client("https://other.example", transport=network.transport) as other,
        pytest.raises(TypeError, match="refresh takes a result of this client"),
    ):
        other.refresh(page)


LISTS: list[tuple[str | None, list[tuple[str, dict[str, str]]]]] = [
    (None, []),
    ("", []),
    ('"fuel"; did-you-mean="fuel_type", "foo"', [("fuel", {"did-you-mean": "fuel_type"}), ("foo", {})]),
    (r'"a,b;c=\"d\\"; reason="x, y; z"', [('a,b;c="d\\', {"reason": "x, y; z"})]),
    (
        'make; from=%"%c5%a0koda"; to=Skoda , page',
        [("make", {"from": "Škoda", "to": "Skoda"}), ("page", {})],
    ),
    ('"open', []),
    ('"a" "b"', []),
    (",", []),
]


@pytest.mark.parametrize(("header", "members"), LISTS)
def test_lists_are_structured_fields(header: str | None, members: list[tuple[str, dict[str, str]]]) -> None:
    assert parse_list(header) == members


def test_links_are_read_by_their_relation() -> None:
    assert parse_links('</?q=a,b&page=3>; rel="next", </docs>; rel=service-doc') == {
        "next": "/?q=a,b&page=3",
        "service-doc": "/docs",
    }
