"""Failed calls as exceptions: a problem of the service, a response of something else, or no response."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from forecourt.types import ParameterIssue


class ForecourtProblem(Exception):
    """A failed call. Its text is the problem's `detail`."""

    status: int
    """Status of the response; 0 without one."""
    code: str
    """Identifies the problem: a `ProblemCode`, or one of the client's own.

    `unreachable`: there was no response. `unexpected_answer`: the response is not from this service, for
    example from a proxy in front of it. `incomplete`: an export ended without its last line.
    """
    detail: str
    title: str
    type: str
    """URL of a page about the code; empty if there is none."""
    errors: list[ParameterIssue]
    """The invalid parameters, or parts of the request, of a 400; else empty."""
    request_id: str
    """Id of the request in the log of the service; empty if there is none."""
    retry_after: float | None
    """Seconds, from Retry-After; None without it."""

    def __init__(
        self,
        detail: str,
        *,
        status: int = 0,
        code: str = "unreachable",
        title: str = "",
        type: str = "",
        errors: list[ParameterIssue] | None = None,
        request_id: str = "",
        retry_after: float | None = None,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.status = status
        self.code = code
        self.title = title
        self.type = type
        self.errors = errors or []
        self.request_id = request_id
        self.retry_after = retry_after


class CursorExpiredProblem(ForecourtProblem):
    """The changes since a cursor are unknown: it is too old, or of another stock. Export the search again."""

    export_url: str = ""
    """URL of an export of the same search."""


class StockChangedError(Exception):
    """The stock changed between two pages, so listings may be missing from them or on two of them."""

    def __init__(self) -> None:
        super().__init__("The stock changed while its pages were read. Read them again from the first.")


def problem_from_response(status: int, body: bytes, retry_after: float | None) -> ForecourtProblem:
    """The problem of a response with a body of any kind."""
    members = parse_object(body)
    if members is None or not isinstance(members.get("code"), str):
        return unexpected_response(status, retry_after)

    def text(name: str) -> str:
        value = members.get(name)
        return value if isinstance(value, str) else ""

    errors = members.get("errors")
    kind = CursorExpiredProblem if text("code") == "cursor_expired" else ForecourtProblem
    problem = kind(
        text("detail"),
        status=status,
        code=text("code"),
        title=text("title"),
        type=text("type"),
        errors=cast("list[ParameterIssue]", errors) if isinstance(errors, list) else [],
        request_id=text("request_id"),
        retry_after=retry_after,
    )
    if isinstance(problem, CursorExpiredProblem):
        problem.export_url = text("export")
    return problem


def unexpected_response(status: int, retry_after: float | None = None) -> ForecourtProblem:
    detail = f"The response, with status {status}, is not from Forecourt."
    return ForecourtProblem(detail, status=status, code="unexpected_answer", retry_after=retry_after)


def unreachable(url: str) -> ForecourtProblem:
    return ForecourtProblem(f"There was no response from {url}.")


def parse_object(body: bytes) -> dict[str, Any] | None:
    """The JSON object in a body; None for anything else."""
    try:
        value: Any = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None
