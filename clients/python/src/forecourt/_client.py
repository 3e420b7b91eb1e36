"""The synchronous client."""

from __future__ import annotations

import itertools
import time
from typing import TYPE_CHECKING

import httpx2

from forecourt import _calls
from forecourt.problem import unreachable

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping
    from types import TracebackType

    from typing_extensions import Self, Unpack

    from forecourt.types import (
        Interpretation,
        LookedUp,
        MapCells,
        Page,
        SearchParameters,
        Summary,
        Vehicle,
    )


class Client:
    """Calls a service. Safe to share between threads; close it, or use it in a `with` block.

    Methods raise a `ForecourtProblem` for problems and for missing responses, and a `TypeError` for
    parameters that the service ignores. A parameter that is None counts as absent.

    >>> with Client("http://127.0.0.1:8080") as client:
    ...     page = client.search(make="Jaguar", sort="price_asc")
    """

    def __init__(
        self,
        base_url: str,
        *,
        token: str | None = None,
        retries: int = 4,
        longest_wait: float = 30.0,
        timeout: float | None = 10.0,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        """`base_url` is the URL of the service, such as `https://cars.example`.

        token: bearer token, for services that require one.
        retries: maximum retries of a call without a response, or with 429, 502, 503 or 504.
        longest_wait: maximum delay before a retry, in seconds. A longer Retry-After ends the call.
        timeout: maximum seconds to connect, and without data, of each attempt; None: unlimited.
        transport: replaces the network, or configures it: `httpx2.HTTPTransport(proxy=...)`.
        """
        self._calls = _calls.Calls(base_url, retries, longest_wait)
        self._http = httpx2.Client(
            headers=_calls.client_headers(token),
            timeout=timeout,
            transport=transport,
            follow_redirects=False,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections. Later calls fail."""
        self._http.close()

    def search(self, **parameters: Unpack[SearchParameters]) -> Page:
        """One page of matches."""
        return _calls.page_of(self._get(_calls.SEARCH_PATH, parameters))

    def summary(self, **parameters: Unpack[SearchParameters]) -> Summary:
        """A summary of the matches. It has no pages, so `page` is not sent."""
        return _calls.summary_of(self._get(_calls.SUMMARY_PATH, {**parameters, "page": None}))

    def map(
        self, *, zoom: int | None = None, bbox: str | None = None, **parameters: Unpack[SearchParameters]
    ) -> MapCells:
        """Where the matches are: counts by cell of a map, finer with each zoom from 0 to 12.

        `bbox` is west,south,east,north in degrees. A map has no pages and no
        order, so `page` and `sort` are not sent.
        """
        sent = {**parameters, "zoom": zoom, "bbox": bbox, "page": None, "sort": None}
        return _calls.map_of(self._get(_calls.MAP_PATH, sent))

    def lookup(self, adverts: str | Iterable[str]) -> list[LookedUp]:
        """The listings at up to 20 adverts, by the `url` of a vehicle or the dealer's URL, in their order."""
        return _calls.looked_up_of(self._get(_calls.LOOKUP_PATH, _calls.advert_parameters(adverts)))

    def interpret(self, text: str) -> Interpretation:
        """The interpretation of a phrase. Its `parameters` can be passed to `search`."""
        return _calls.interpretation_of(self._get(_calls.INTERPRET_PATH, {"text": text}))

    def vehicles(
        self, *, same_stock: bool = False, **parameters: Unpack[SearchParameters]
    ) -> Generator[Vehicle, None, None]:
        """All matching listings in order, starting with the page in `parameters`. Fetches pages lazily."""
        for page in self.pages(same_stock=same_stock, **parameters):
            yield from page["cars"]

    def pages(
        self, *, same_stock: bool = False, **parameters: Unpack[SearchParameters]
    ) -> Generator[Page, None, None]:
        """All pages, starting with the page in `parameters`; a single empty one if nothing matches.

        While the stock does not change, they neither overlap nor skip. With `same_stock`, a change raises a
        `StockChangedError`: at once if the total differs, else after the last page, when the first one is
        revalidated by its entity tag.
        """
        response = self._get(_calls.SEARCH_PATH, parameters)
        first = page = _calls.page_of(response)
        yield first
        number = first["current_page"]
        while number < page["total_pages"]:
            number += 1
            page = _calls.page_of(self._get(_calls.SEARCH_PATH, {**parameters, "page": number}))
            if same_stock:
                _calls.check_total(page, first)
            yield page
        if same_stock and page is not first:
            tag = _calls.entity_tag_of(response)
            _calls.check_revalidated(self._get(_calls.SEARCH_PATH, parameters, if_none_match=tag))

    def _get(
        self, path: str, parameters: Mapping[str, object], *, if_none_match: str | None = None
    ) -> httpx2.Response:
        url = self._calls.url(path, parameters)
        headers = {} if if_none_match is None else {"if-none-match": if_none_match}
        for attempts in itertools.count(1):
            try:
                response = self._http.get(url, headers=headers)
                problem = _calls.problem_of(response)
                if problem is None:
                    return response
            except httpx2.RequestError as error:
                problem = unreachable(url)
                problem.__cause__ = error
            delay = self._calls.retry_delay(problem, attempts)
            if delay is None:
                raise problem
            time.sleep(delay)
        raise AssertionError
