"""Both clients behind one interface, a network without a network, and a clock that sleeps advance at once."""

from __future__ import annotations

import asyncio
import inspect
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import pytest

from forecourt import AsyncClient, Client

NOW = 1_767_225_600.0
"""2026-01-01 at 00:00 UTC."""

EMPTY: dict[str, Any] = {
    "cars": [],
    "total_vehicles": 0,
    "current_page": 1,
    "total_pages": 0,
    "per_page": 20,
}

Outcome = httpx2.Response | Exception


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--service", help="URL of the server of test/http/fixture.ts")


class Network:
    """Answers with the given outcomes, the last one for ever, and records requests."""

    def __init__(self) -> None:
        self.outcomes: list[Callable[[], Outcome]] = []
        self.requests: list[httpx2.Request] = []
        self.times: list[float] = []

    @property
    def transport(self) -> httpx2.MockTransport:
        return httpx2.MockTransport(self._answer)

    def _answer(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        self.times.append(round(time.time() - NOW, 6))
        outcome = self.outcomes[min(len(self.requests), len(self.outcomes)) - 1]()
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


class Caller:
    """Calls a method of `Client` or `AsyncClient`. Iterators become lists."""

    def __init__(self, is_async: bool, transport: httpx2.MockTransport | None, base_url: str) -> None:
        self.is_async = is_async
        self.transport = transport
        self.base_url = base_url
        self.options: dict[str, Any] = {}

    def __call__(self, method: str, *args: Any, **parameters: Any) -> Any:
        if self.is_async:
            return asyncio.run(self._call_async(method, args, parameters))
        with Client(self.base_url, transport=self.transport, **self.options) as client:
            result = getattr(client, method)(*args, **parameters)
            return list(result) if inspect.isgenerator(result) else result

    async def _call_async(self, method: str, args: tuple[Any, ...], parameters: dict[str, Any]) -> Any:
        async with AsyncClient(self.base_url, transport=self.transport, **self.options) as client:
            result = getattr(client, method)(*args, **parameters)
            return [each async for each in result] if inspect.isasyncgen(result) else await result


@pytest.fixture
def network() -> Network:
    return Network()


@pytest.fixture(params=["sync", "async"])
def call(request: pytest.FixtureRequest, network: Network) -> Caller:
    return Caller(request.param == "async", network.transport, "https://cars.example")


@pytest.fixture(params=["sync", "async"])
def call_service(request: pytest.FixtureRequest) -> Caller:
    url = request.config.getoption("--service")
    if url is None:
        pytest.skip("needs --service")
    return Caller(request.param == "async", None, url)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[None]:
    if "call_service" in request.fixturenames:
        yield
        return
    now = [NOW]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    async def sleep_async(seconds: float) -> None:
        sleep(seconds)

    monkeypatch.setattr(time, "time", lambda: now[0])
    monkeypatch.setattr(time, "sleep", sleep)
    monkeypatch.setattr(asyncio, "sleep", sleep_async)
    monkeypatch.setattr(random, "random", lambda: 0.5)
    yield
