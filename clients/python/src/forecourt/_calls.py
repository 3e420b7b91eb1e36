"""What both clients share: URLs, responses and retries. Nothing here sends or waits."""

from __future__ import annotations

import random
import re
import time
from dataclasses import dataclass, field
from datetime import timezone
from decimal import Decimal
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, cast, get_args
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
from forecourt.types import ParameterName

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import httpx2

    from forecourt.types import (
        ChangePage,
        ExportedListing,
        ExportEnd,
        Interpretation,
        LookedUp,
        MapCells,
        Page,
        Summary,
    )

SEARCH_PATH = "/api/v1/vehicles/"
SUMMARY_PATH = "/api/v1/vehicles/summary/"
MAP_PATH = "/api/v1/vehicles/map/"
LOOKUP_PATH = "/api/v1/vehicles/lookup/"
EXPORT_PATH = "/api/v1/vehicles/export/"
CHANGES_PATH = "/api/v1/vehicles/changes/"
INTERPRET_PATH = "/api/v1/interpret/"
DESCRIPTION_PATH = "/openapi.json"

PARAMETERS = frozenset([*get_args(ParameterName), "zoom", "bbox", "cursor", "since", "wait"])
"""Parameters that the client knows. The service may ignore one without effect; all others are mistakes."""

RETRYABLE_STATUSES = frozenset({0, 429, 502, 503, 504})
"""0: no response. 502 and 504 come from a proxy whose service is restarting."""

MIN_PAUSE = 1.0
"""Seconds between requests that found nothing, whatever a service or a proxy does with `wait`."""

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


def timeout_of(timeout: httpx2.Timeout, waits: int) -> httpx2.Timeout:
    """The timeouts of a request for which the service may wait so many seconds."""
    read = None if timeout.read is None else timeout.read + waits
    return type(timeout)(connect=timeout.connect, read=read, write=timeout.write, pool=timeout.pool)


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
    except (ValueError, OverflowError):
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


class Following:
    """Which page of changes is requested next, and when: requests that wait where the service waits.

    Where it does not: plain polls with pauses.
    """

    def __init__(self, parameters: Mapping[str, object], since: str | None, wait: int) -> None:
        if isinstance(wait, bool) or not isinstance(cast("object", wait), int) or not 0 <= wait <= 60:
            raise TypeError(f"wait must be an integer from 0 to 60 (got {wait!r}).")
        self._parameters = {**parameters, "page": None, "sort": None}
        self._since = since
        self._wait = wait
        self._can_wait = wait > 0
        self._sent_at = 0.0

    def next_request(self) -> tuple[dict[str, object], int]:
        """The parameters, and for how many seconds the service may wait."""
        self._sent_at = time.time()
        # Without a cursor there is nothing to wait for.
        wait = self._wait if self._can_wait and self._since is not None else 0
        return {**self._parameters, "since": self._since, "wait": wait or None}, wait

    def learn(self, page: ChangePage) -> None:
        ignored = response_of(cast("dict[str, Any]", page)).ignored_parameters
        if any(each.parameter == "wait" for each in ignored):
            self._can_wait = False

    def pause_after(self, page: ChangePage) -> float | None:
        """Seconds until the next request; None if it was the last."""
        if self._wait == 0 and not page["more"]:
            return None
        if page["more"] and page["cursor"] == self._since:  # It would be requested for ever.
            raise unexpected_response(200)
        is_first = self._since is None
        self._since = page["cursor"]
        if page["more"] or (self._can_wait and (is_first or page["changes"])):
            return 0.0
        pause = MIN_PAUSE if self._can_wait else float(self._wait)
        # The clock may have been set back.
        return min(max(self._sent_at + pause - time.time(), 0.0), pause)


class ExportLines:
    """The lines of an export, from the chunks of its response."""

    def __init__(self, url: str) -> None:
        self.end: ExportEnd | None = None
        self._url = url
        self._rest = b""

    def listings(self, chunk: bytes) -> list[ExportedListing]:
        found: list[ExportedListing] = []
        # Not `splitlines`: other line separators may be in the texts.
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            members = parse_object(line)
            if members is None or not members.keys() & {"vehicle", "cursor"}:
                raise unexpected_response(200)
            if "vehicle" in members:
                found.append(cast("ExportedListing", members))
            else:
                self.end = cast("ExportEnd", members)
        return found

    def last(self) -> ExportEnd:
        if self.end is None:
            detail = f"The export from {self._url} ended before its last line."
            raise ForecourtProblem(detail, status=200, code="incomplete")
        return self.end


def change_page_of(response: httpx2.Response) -> ChangePage:
    body = parse_object(response.content)
    if body is None or not isinstance(body.get("changes"), list):
        raise unexpected_response(response.status_code)
    return cast("ChangePage", body)


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
