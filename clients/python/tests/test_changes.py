"""Exports and changes: lines as they are received, pages by cursor, waits and pauses."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import httpx2
import pytest
from conftest import NOW, Caller, Network

from forecourt import AsyncClient, Client, CursorExpiredProblem, ForecourtProblem

LISTING = b'{"advert":"a","vehicle":{}}\n'
END = b'{"total":1,"cursor":"c"}\n'


def export(*chunks: bytes) -> Callable[[], httpx2.Response]:
    return lambda: httpx2.Response(200, content=b"".join(chunks))


def page(
    cursor: str, adverts: str = "", more: bool = False, headers: dict[str, str] | None = None
) -> Callable[[], httpx2.Response]:
    changes = [{"change": "left", "advert": advert, "vehicle": None} for advert in adverts]
    body = {"changes": changes, "cursor": cursor, "more": more}
    return lambda: httpx2.Response(200, json=body, headers=headers)


def queries_of(network: Network) -> list[str]:
    return [request.url.query.decode() for request in network.requests]


def adverts_of(changes: list[Any]) -> list[str]:
    return [change["advert"] for change in changes]


def test_an_export_is_its_listings_and_a_last_line(call: Caller, network: Network) -> None:
    network.outcomes = [export(LISTING, END)]
    assert call("export", make="Ford", page=7) == [
        {"advert": "a", "vehicle": {}},
        {"total": 1, "cursor": "c"},
    ]
    assert str(network.requests[0].url) == "https://cars.example/api/v1/vehicles/export/?make=Ford"


def test_a_cut_export_is_continued(call: Caller, network: Network) -> None:
    network.outcomes = [export(LISTING, b'{"total":2,"cursor":"c1","more":true}\n'), export(LISTING, END)]
    lines = call("export")
    assert [line.get("cursor") for line in lines] == [None, None, "c"]
    assert queries_of(network) == ["", "cursor=c1"]


def test_an_export_that_is_cut_again_before_its_next_listing_is_continued_a_second_later(
    call: Caller, network: Network
) -> None:
    cut = export(b'{"total":1,"cursor":"c1","more":true}\n')
    network.outcomes = [cut, cut, cut, export(END)]
    assert call("export") == [{"total": 1, "cursor": "c"}]
    assert network.times == [0, 0, 1, 2]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (LISTING, "incomplete"),
        (LISTING + b'{"advert":"b","vehi', "incomplete"),
        (LISTING + b"<html>\n", "unexpected_answer"),
    ],
)
def test_an_export_without_its_last_line_is_a_problem(
    call: Caller, network: Network, content: bytes, code: str
) -> None:
    network.outcomes = [export(content)]
    with pytest.raises(ForecourtProblem) as caught:
        call("export")
    assert (caught.value.status, caught.value.code) == (200, code)


def test_an_export_that_breaks_is_a_problem_after_its_lines(network: Network) -> None:
    class Broken(httpx2.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            yield LISTING
            raise httpx2.ReadError("reset")

    network.outcomes = [lambda: httpx2.Response(200, stream=Broken())]
    seen: list[object] = []
    with Client("https://cars.example", transport=network.transport) as client:
        with pytest.raises(ForecourtProblem, match="There was no response"):
            seen.extend(client.export())
        lines = client.export()
        assert next(lines) == {"advert": "a", "vehicle": {}}
        lines.close()


def test_lines_and_characters_may_be_cut_anywhere(network: Network) -> None:
    text = json.dumps({"advert": "é\u2028\x85", "vehicle": {}}, ensure_ascii=False).encode() + b"\n" + END

    class Bytewise(httpx2.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            for byte in text:
                yield bytes([byte])

    network.outcomes = [lambda: httpx2.Response(200, stream=Bytewise())]

    async def read() -> list[Any]:
        async with AsyncClient("https://cars.example", transport=network.transport) as client:
            return [line async for line in client.export()]

    assert asyncio.run(read()) == [{"advert": "é\u2028\x85", "vehicle": {}}, {"total": 1, "cursor": "c"}]


def test_an_export_is_read_as_it_comes(network: Network) -> None:
    class Endless(httpx2.SyncByteStream):
        closed = False

        def __iter__(self) -> Iterator[bytes]:
            while True:
                yield LISTING

        def close(self) -> None:
            self.closed = True

    stream = Endless()
    network.outcomes = [lambda: httpx2.Response(200, stream=stream)]
    with Client("https://cars.example", transport=network.transport) as client:
        lines = client.export()
        next(lines)
        assert not stream.closed
        lines.close()
        assert stream.closed


def test_a_parameter_that_an_export_ignores_is_a_type_error(call: Caller, network: Network) -> None:
    ignored = {"ignored-parameters": '"fuel"; did-you-mean="fuel_type"'}
    network.outcomes = [lambda: httpx2.Response(200, content=LISTING + END, headers=ignored)]
    with pytest.raises(TypeError, match='"fuel"; did-you-mean="fuel_type"'):
        call("export", fuel="Diesel")


def test_changes_end_at_once_with_wait_0(call: Caller, network: Network) -> None:
    network.outcomes = [page("c2", "x", more=True), page("c3", "y")]
    assert adverts_of(call("changes", since="c1", wait=0, make="Ford", sort="price_asc", page=2)) == [
        "x",
        "y",
    ]
    assert queries_of(network) == ["make=Ford&since=c1", "make=Ford&since=c2"]


def test_changes_are_requested_with_a_wait(network: Network) -> None:
    network.outcomes = [page("c1"), page("c2", "x"), page("c3", "y", more=True), page("c4", "z")]
    with Client("https://cars.example", transport=network.transport) as client:
        changes = client.changes(wait=20)
        assert adverts_of([next(changes) for _ in "xyz"]) == ["x", "y", "z"]
    assert queries_of(network) == ["", "since=c1&wait=20", "since=c2&wait=20", "since=c3&wait=20"]
    timeouts = [request.extensions["timeout"]["read"] for request in network.requests]
    assert timeouts == [10, 30, 30, 30]


@pytest.mark.parametrize(
    ("headers", "times"),
    [({"ignored-parameters": '"wait"'}, [0, 7, 14]), ({}, [0, 1, 2])],
)
def test_changes_are_requested_with_pauses_from_a_service_that_does_not_wait(
    network: Network, headers: dict[str, str], times: list[float]
) -> None:
    network.outcomes = [page("c1", headers=headers)]
    with Client("https://cars.example", transport=network.transport) as client:
        pages = client.change_pages(since="c1", wait=7)
        assert [next(pages)["cursor"] for _ in times] == ["c1"] * 3
    assert network.times == times
    assert round(time.time() - NOW) == times[-1]


def test_an_expired_cursor_is_a_problem_with_the_url_of_the_export(call: Caller, network: Network) -> None:
    body = {"code": "cursor_expired", "detail": "Too old.", "export": "https://cars.example/export"}
    network.outcomes = [lambda: httpx2.Response(410, json=body)]
    with pytest.raises(CursorExpiredProblem, match="Too old") as caught:
        call("changes", since="c1")
    assert caught.value.export_url == "https://cars.example/export"
    assert caught.value.status == 410


@pytest.mark.parametrize("wait", [61, -1, 1.5, True, "5"])
def test_a_wrong_wait_is_a_type_error(call: Caller, network: Network, wait: Any) -> None:
    with pytest.raises(TypeError, match="wait must be an integer from 0 to 60"):
        call("changes", wait=wait)
    assert network.requests == []
