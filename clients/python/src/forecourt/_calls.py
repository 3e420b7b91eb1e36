"""What both clients share: URLs, responses and retries. Nothing here sends or waits."""

from __future__ import annotations

import random
import re
import time
from dataclasses import dataclass, field
from datetime import timezone
from decimal import Decimal
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlencode

from forecourt._version import __version__
from forecourt.problem import (
    ForecourtProblem,
    StockChangedError,
    parse_object,
    problem_from_response,
    unexpected_response,
)
from forecourt.response import ignored_parameters, parse_links, response_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import httpx2

    from forecourt.types import Interpretation, LookedUp, MapCells, Page, Summary

SEARCH_PATH = "/api/v1/vehicles/"
SUMMARY_PATH = "/api/v1/vehicles/summary/"
MAP_PATH = "/api/v1/vehicles/map/"
LOOKUP_PATH = "/api/v1/vehicles/lookup/"
INTERPRET_PATH = "/api/v1/interpret/"
DESCRIPTION_PATH = "/openapi.json"

PARAMETERS = frozenset(
    [
        "q",
        "make",
        "model",
        "fuel_type",
        "transmission",
        "dealer",
        "price_min",
        "price_max",
        "miles_min",
        "miles_max",
        "year_min",
        "year_max",
        "engine_min",
        "engine_max",
        "location",
        "distance",
        "sort",
        "page",
        "zoom",
        "bbox",
    ]
)
"""Parameters that the client knows. The service may ignore one without effect; all others are mistakes."""

RETRYABLE_STATUSES = frozenset({0, 429, 502, 503, 504})
"""0: no response. 502 and 504 come from a proxy whose service is restarting."""

INITIAL_BACKOFF = 0.5
"""Maximum jitter of the first retry, in seconds. It doubles with each further one."""


@dataclass(frozen=True)
class Calls:
    """The settings of a client, and what follows from them."""

    base_url: str
    retries: int
    longest_wait: float
    aliases: set[str] = field(default_factory=set[str])
    """Other base URLs of the service, as its responses name it: behind a proxy it has a public one."""

    def __post_init__(self) -> None:
        if not re.match(r"https?://[^/?#@]+(/[^?#]*)?$", self.base_url):
            raise ValueError(f"base_url must begin with http:// or https:// (got {self.base_url!r}).")

    def url(self, path: str, parameters: Mapping[str, object]) -> str:
        query = urlencode([(name, text) for name, value in parameters.items() for text in _texts(value)])
        return f"{self.base_url.rstrip('/')}{path}{'?' if query else ''}{query}"

    def learn_alias(self, response: httpx2.Response) -> None:
        description = parse_links(response.headers.get("link")).get("service-desc", "")
        if description.endswith(DESCRIPTION_PATH):
            self.aliases.add(description.removesuffix(DESCRIPTION_PATH))

    def search_url(self, url: str) -> str:
        """The whole URL of a search on this service; a `TypeError` for others.

        Comparing whole prefixes leaves no way to another host or path.
        """
        base = self.base_url.rstrip("/")
        start = f"{base}{SEARCH_PATH}"
        origin = base[: base.find("/", base.index("//") + 2)] if base.count("/") > 2 else base
        whole = str(url)
        if whole.startswith("/") and not whole.startswith("//"):
            whole = f"{origin}{whole}"
        # A copy: other threads may add to it.
        for known in (base, *tuple(self.aliases)):
            other = f"{known}{SEARCH_PATH}"
            if whole == other or whole.startswith(f"{other}?"):
                return f"{start}{whole.removeprefix(other)}"
        got = str(url)[:128]
        raise TypeError(
            f"follow takes the URL of a search of this service, which begins with {start} (got {got})."
        )

    def check_own(self, url: str) -> None:
        if not url.startswith(f"{self.base_url.rstrip('/')}/"):
            raise TypeError("refresh takes a result of this client.")

    def retry_delay(self, problem: ForecourtProblem, attempts: int) -> float | None:
        """Seconds until the next attempt after `attempts`; None if the problem is not worth one."""
        after = problem.retry_after or 0.0
        if problem.status not in RETRYABLE_STATUSES or attempts > self.retries or after > self.longest_wait:
            return None
        jitter = random.random() * INITIAL_BACKOFF * 2.0 ** (attempts - 1)
        return min(after + jitter, self.longest_wait)


def client_headers(token: str | None) -> dict[str, str]:
    headers = {"accept": "application/json", "user-agent": f"forecourt-python/{__version__}"}
    return headers if token is None else {**headers, "authorization": f"Bearer {token}"}


def _texts(value: object) -> list[str]:
    if value is None:
        return []
    if isinstance(value, list):
        return [text for each in cast("list[object]", value) for text in _texts(each)]
    if isinstance(value, float) and value == value and abs(value) != float("inf"):
        # Neither `5000.0` nor `1e-07`, which are no integer and no plain number.
        return [format(Decimal(int(value) if value.is_integer() else repr(value)), "f")]
    return [str(value)]


def advert_parameters(adverts: str | Iterable[str]) -> dict[str, object]:
    return {"advert": [adverts] if isinstance(adverts, str) else list(adverts)}


def problem_of(response: httpx2.Response) -> ForecourtProblem | None:
    """None if the call succeeded. Raises a TypeError for parameters that are unknown."""
    if response.status_code not in (200, 304):
        retry_after = parse_retry_after(response.headers.get("retry-after"), time.time())
        return problem_from_response(response.status_code, response.content, retry_after)
    ignored = response.headers.get("ignored-parameters")
    # Known parameters without effect are probably not meant, but may be sent.
    unknown = [
        f'"{each.parameter}"' + (f'; did-you-mean="{each.did_you_mean}"' if each.did_you_mean else "")
        for each in ignored_parameters(ignored)
        if each.reason is None and each.parameter not in PARAMETERS
    ]
    if unknown:
        raise TypeError(f"The service ignores these parameters: {', '.join(unknown)}.")
    return None


def parse_retry_after(header: str | None, now: float) -> float | None:
    """Seconds from `now`, for seconds or a date (RFC 9110); None for anything else."""
    if header is None:
        return None
    text = header.strip()
    if re.fullmatch(r"[0-9]{1,9}", text):
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=timezone.utc)
    return max(date.timestamp() - now, 0.0)


def page_of(response: httpx2.Response) -> Page:
    return cast("Page", _member(response, "results"))


def summary_of(response: httpx2.Response) -> Summary:
    return cast("Summary", _member(response, "summary"))


def map_of(response: httpx2.Response) -> MapCells:
    return cast("MapCells", _member(response, "map"))


def looked_up_of(response: httpx2.Response) -> list[LookedUp]:
    return cast("list[LookedUp]", _member(response, "results")["cars"])


def interpretation_of(response: httpx2.Response) -> Interpretation:
    _member(response, "parameters")
    return cast("Interpretation", parse_object(response.content))


def _member(response: httpx2.Response, name: str) -> dict[str, Any]:
    """An object that distinguishes a response of the service from that of a proxy in its place."""
    body = parse_object(response.content)
    if body is None or not isinstance(body.get(name), dict):
        raise unexpected_response(response.status_code)
    return cast("dict[str, Any]", body[name])


def check_total(page: Page, first: Page) -> None:
    if page["total_vehicles"] != first["total_vehicles"]:
        raise StockChangedError


def check_tag(page: Page) -> None:
    """The service omits the tag if the stock changed during the response."""
    if response_of(cast("dict[str, Any]", page)).etag is None:
        raise StockChangedError


def check_same(refreshed: Page, page: Page) -> None:
    if refreshed is not page:
        raise StockChangedError
