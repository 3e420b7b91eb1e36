"""Which calls are retried and when, and what the others raise."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from conftest import EMPTY, NOW, Caller, Network

from forecourt import ForecourtProblem
from forecourt._calls import parse_retry_after


def found() -> httpx2.Response:
    return httpx2.Response(200, json={"results": EMPTY})


def busy(status: int, retry_after: str | None = None) -> Callable[[], httpx2.Response]:
    headers = {} if retry_after is None else {"retry-after": retry_after}
    body = {"status": status, "code": "not_ready", "detail": "Later."}
    return lambda: httpx2.Response(status, json=body, headers=headers)


def broken() -> Exception:
    return httpx2.ConnectError("refused")


def problem_of(call: Caller, method: str = "search", *args: Any, **parameters: Any) -> ForecourtProblem:
    with pytest.raises(ForecourtProblem) as caught:
        call(method, *args, **parameters)
    return caught.value


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_busy_service_is_called_again(call: Caller, network: Network, status: int) -> None:
    network.outcomes = [busy(status), found]
    assert call("search") == EMPTY
    assert network.times == [0, 0.25]


@pytest.mark.parametrize(
    "error",
    [
        httpx2.ConnectError("refused"),
        httpx2.ConnectTimeout("late"),
        httpx2.ReadTimeout("late"),
        httpx2.ReadError("reset"),
        httpx2.RemoteProtocolError("cut"),
        httpx2.DecodingError("no gzip"),
    ],
)
def test_a_call_without_a_whole_response_is_retried(call: Caller, network: Network, error: Exception) -> None:
    network.outcomes = [lambda: error, found]
    assert call("search") == EMPTY
    assert network.times == [0, 0.25]


def test_delays_are_random_and_double(call: Caller, network: Network) -> None:
    network.outcomes = [broken, broken, broken, broken, found]
    assert call("search") == EMPTY
    assert network.times == [0, 0.25, 0.75, 1.75, 3.75]


def test_a_retry_waits_for_retry_after_with_jitter(call: Caller, network: Network) -> None:
    network.outcomes = [busy(503, "7"), busy(429, "Thu, 01 Jan 2026 00:00:10 GMT"), found]
    call("search")
    assert network.times == [0, 7.25, 10.5]


def test_the_last_problem_is_raised_after_the_last_retry(call: Caller, network: Network) -> None:
    network.outcomes = [busy(503, "1")]
    call.options = {"retries": 2}
    problem = problem_of(call)
    assert (problem.status, problem.code, str(problem)) == (503, "not_ready", "Later.")
    assert problem.retry_after == 1
    assert network.times == [0, 1.25, 2.75]


def test_a_delay_that_would_be_too_long_ends_the_call(call: Caller, network: Network) -> None:
    network.outcomes = [busy(429, "31")]
    assert problem_of(call).retry_after == 31
    assert network.times == [0]


def test_no_delay_is_longer_than_the_longest_wait(call: Caller, network: Network) -> None:
    network.outcomes = [busy(503, "3"), broken, broken, found]
    call.options = {"longest_wait": 3}
    call("search")
    assert network.times == [0, 3, 3.5, 4.5]


def test_a_missing_response_is_a_problem_with_its_cause(call: Caller, network: Network) -> None:
    network.outcomes = [broken]
    call.options = {"retries": 0}
    problem = problem_of(call, make="Ford")
    assert (problem.status, problem.code) == (0, "unreachable")
    assert str(problem) == "There was no response from https://cars.example/api/v1/vehicles/?make=Ford."
    assert isinstance(problem.__cause__, httpx2.ConnectError)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 414, 500])
def test_other_problems_are_not_retried(call: Caller, network: Network, status: int) -> None:
    network.outcomes = [lambda: httpx2.Response(status, json={"code": "x", "detail": "No."})]
    problem = problem_of(call)
    assert (problem.status, problem.code, problem.detail) == (status, "x", "No.")
    assert network.times == [0]


def test_a_problem_has_all_members(call: Caller, network: Network) -> None:
    errors = [{"parameter": "page", "code": "out_of_range", "value": "0"}]
    body = {
        "status": 400,
        "title": "Invalid query parameters",
        "detail": "page must be at least 1.",
        "type": "https://cars.example/problems/invalid-parameters",
        "code": "invalid_parameters",
        "request_id": "7",
        "errors": errors,
    }
    network.outcomes = [lambda: httpx2.Response(400, json=body)]
    problem = problem_of(call, page=0)
    assert problem.title == "Invalid query parameters"
    assert problem.type == "https://cars.example/problems/invalid-parameters"
    assert problem.request_id == "7"
    assert problem.errors == errors
    assert problem.retry_after is None


def test_a_problem_can_cross_processes() -> None:
    problem = ForecourtProblem("No.", status=400, code="x", request_id="7", retry_after=2.0)
    copy = pickle.loads(pickle.dumps(problem))
    assert (str(copy), copy.status, copy.code, copy.request_id, copy.retry_after) == (
        "No.",
        400,
        "x",
        "7",
        2.0,
    )


@pytest.mark.parametrize(
    ("response", "status"),
    [
        (lambda: httpx2.Response(500, text="<h1>Bad gateway</h1>"), 500),
        (lambda: httpx2.Response(200, text="<h1>Sign in</h1>"), 200),
        (lambda: httpx2.Response(200, json={"ok": True}), 200),
        (lambda: httpx2.Response(200, json=[]), 200),
        (lambda: httpx2.Response(200, text="[" * 100_000), 200),
        (lambda: httpx2.Response(404, json={"code": 7}), 404),
        (lambda: httpx2.Response(301, headers={"location": "https://other.example/"}), 301),
    ],
)
@pytest.mark.parametrize("method", ["search", "summary", "map", "interpret", "lookup"])
def test_a_response_of_something_else_is_reported_as_such(
    call: Caller, network: Network, method: str, response: Callable[[], httpx2.Response], status: int
) -> None:
    network.outcomes = [response]
    arguments = {"interpret": ["ford"], "lookup": ["https://a.example"]}.get(method, [])
    problem = problem_of(call, method, *arguments)
    assert (problem.status, problem.code) == (status, "unexpected_answer")
    assert str(problem) == f"The response, with status {status}, is not from Forecourt."
    assert network.times == [0]


def test_a_parameter_that_the_service_ignores_is_a_type_error(call: Caller, network: Network) -> None:
    ignored = {"ignored-parameters": '"fuel"; did-you-mean="fuel_type"'}
    network.outcomes = [lambda: httpx2.Response(200, json={"results": EMPTY}, headers=ignored)]
    with pytest.raises(TypeError) as caught:
        call("search", fuel="Diesel")
    assert str(caught.value) == 'The service ignores these parameters: "fuel"; did-you-mean="fuel_type".'


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("120", 120),
        (" 7 ", 7),
        ("Thu, 01 Jan 2026 00:00:02 GMT", 2),
        ("Thu, 01 Jan 2026 00:00:02 -0000", 2),
        ("Wed, 31 Dec 2025 00:00:00 GMT", 0),
        ("soon", None),
        ("Thu, 01 Jan 99999999999 00:00:00 GMT", None),
        ("", None),
        (None, None),
    ],
)
def test_retry_after_is_seconds_or_a_date(header: str | None, seconds: float | None) -> None:
    assert parse_retry_after(header, NOW) == seconds
