"""The client for asyncio."""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING, Any, TypeVar, cast

import httpx2

from forecourt import _calls
from forecourt.problem import unreachable
from forecourt.response import response_of, result_of

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable, Mapping
    from types import TracebackType

    from typing_extensions import Self, Unpack

    from forecourt.types import (
        Change,
        ChangePage,
        ExportLine,
        Interpretation,
        LookedUp,
        MapCells,
        Page,
        SearchParameters,
        Summary,
        Vehicle,
    )

R = TypeVar("R")


class AsyncClient:
    """Calls a service from asyncio. Close it, or use it in an `async with` block.

    Methods raise a `ForecourtProblem` for problems and for missing responses, and a `TypeError` for
    unknown parameters. A parameter that is None counts as absent. A cancelled
    call ends its delays too.

    >>> async with AsyncClient("http://127.0.0.1:8080") as client:
    ...     page = await client.search(make="Jaguar", sort="price_asc")
    """

    def __init__(
        self,
        base_url: str,
        *,
        token: str | None = None,
        retries: int = 4,
        longest_wait: float = 30.0,
        timeout: float | None = 10.0,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        """`base_url` is the URL of the service, such as `https://cars.example`.

        token: bearer token, for services that require one.
        retries: maximum retries of a call without a response, or with 429, 502, 503 or 504.
        longest_wait: maximum delay before a retry, in seconds. A longer Retry-After ends the call.
        timeout: maximum seconds to connect, and without data, of each attempt; None: unlimited.
        transport: replaces the network, or configures it: `httpx2.AsyncHTTPTransport(proxy=...)`.
        """
        self._calls = _calls.Calls(base_url, retries, longest_wait)
        self._http = httpx2.AsyncClient(
            headers=_calls.client_headers(token),
            timeout=timeout,
            transport=transport,
            follow_redirects=False,
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections. Later calls fail."""
        await self._http.aclose()

    async def search(self, **parameters: Unpack[SearchParameters]) -> Page:
        """One page of matches."""
        return result_of(await self._get(_calls.SEARCH_PATH, parameters), _calls.page_of)

    async def summary(self, **parameters: Unpack[SearchParameters]) -> Summary:
        """A summary of the matches. It has no pages, so `page` is not sent."""
        return result_of(
            await self._get(_calls.SUMMARY_PATH, {**parameters, "page": None}), _calls.summary_of
        )

    async def map(
        self, *, zoom: int | None = None, bbox: str | None = None, **parameters: Unpack[SearchParameters]
    ) -> MapCells:
        """Where the matches are: counts by cell of a map, finer with each zoom from 0 to 12.

        `bbox` is west,south,east,north in degrees. A map has no pages and no
        order, so `page` and `sort` are not sent.
        """
        sent = {**parameters, "zoom": zoom, "bbox": bbox, "page": None, "sort": None}
        return result_of(await self._get(_calls.MAP_PATH, sent), _calls.map_of)

    async def lookup(self, adverts: str | Iterable[str]) -> list[LookedUp]:
        """The listings at up to 20 adverts, by the `url` of a vehicle or the dealer's URL, in their order."""
        sent = _calls.advert_parameters(adverts)
        return result_of(await self._get(_calls.LOOKUP_PATH, sent), _calls.looked_up_of)

    async def interpret(self, text: str, **current: Unpack[SearchParameters]) -> Interpretation:
        """The interpretation of a phrase. Its `parameters` can be passed to `search`.

        With parameters of the search so far, a phrase such as "cheaper" changes that search, as `refines` and
        `changes` say.
        """
        sent = {**current, "text": text}
        return result_of(await self._get(_calls.INTERPRET_PATH, sent), _calls.interpretation_of)

    async def follow(self, url: str) -> Page:
        """The page of matches at a URL of this service.

        That is a `search_url`, one of `similar`, or a link of `response_of`. It may begin with another base
        URL by which responses of the service named it; the request goes to that of this client. Other URLs
        are a `TypeError`; nothing is sent to them.
        """
        return result_of(await self._send(self._calls.search_url(url)), _calls.page_of)

    async def refresh(self, result: R) -> R:
        """The same object if its response has not changed since, confirmed by its entity tag.

        Else the new result of the same call.
        """
        info = response_of(cast("dict[str, Any]", result))
        self._calls.check_own(info.url)
        response = await self._send(info.url, if_none_match=info.etag)
        return result if response.status_code == 304 else cast("R", result_of(response, info.read))

    async def vehicles(
        self, *, same_stock: bool = False, **parameters: Unpack[SearchParameters]
    ) -> AsyncGenerator[Vehicle, None]:
        """All matching listings in order, starting with the page in `parameters`. Fetches pages lazily."""
        async for page in self.pages(same_stock=same_stock, **parameters):
            for vehicle in page["cars"]:
                yield vehicle

    async def pages(
        self, *, same_stock: bool = False, **parameters: Unpack[SearchParameters]
    ) -> AsyncGenerator[Page, None]:
        """All pages, starting with the page in `parameters`; a single empty one if nothing matches.

        While the stock does not change, they neither overlap nor skip. With `same_stock`, a change raises a
        `StockChangedError`: at once if the total differs, else after the last page, when the first one is
        revalidated by its entity tag.
        """
        first = page = await self.search(**parameters)
        yield first
        number = first["current_page"]
        while number < page["total_pages"]:
            number += 1
            page = result_of(
                await self._get(_calls.SEARCH_PATH, {**parameters, "page": number}), _calls.page_of
            )
            if same_stock:
                _calls.check_total(page, first)
            yield page
        if same_stock and page is not first:
            _calls.check_tag(first)
            _calls.check_same(await self.refresh(first), first)

    async def export(self, **parameters: Unpack[SearchParameters]) -> AsyncGenerator[ExportLine, None]:
        """All matching listings of one state of the stock, as they are received.

        The last line has their `total` and the `cursor` for `changes`. An export that the service cut is
        continued; a broken connection is a `ForecourtProblem`. `page` is not sent.
        """
        cursor: str | None = None
        while True:
            url = self._calls.url(_calls.EXPORT_PATH, {**parameters, "page": None, "cursor": cursor})
            response = await self._send(url, stream=True)
            lines = _calls.ExportLines(url)
            try:
                async for chunk in response.aiter_bytes():
                    for listing in lines.listings(chunk):
                        yield listing
            except httpx2.RequestError as error:
                raise unreachable(url) from error
            finally:
                await response.aclose()
            end = lines.last()
            if not end.get("more"):
                yield end
                return
            # Nothing came: the service has trouble that repeated requests would add to.
            if end["cursor"] == cursor:
                await asyncio.sleep(_calls.MIN_PAUSE)
            cursor = end["cursor"]

    async def changes(
        self, *, since: str | None = None, wait: int = 30, **parameters: Unpack[SearchParameters]
    ) -> AsyncGenerator[Change, None]:
        """What changes in a search, as it happens; with `wait=0` what has changed since.

        It goes on until the caller stops. To continue later, read `change_pages` and store their cursors.
        Raises a `CursorExpiredProblem` if the changes since a cursor are unknown.
        """
        async for page in self.change_pages(since=since, wait=wait, **parameters):
            for change in page["changes"]:
                yield change

    async def change_pages(
        self, *, since: str | None = None, wait: int = 30, **parameters: Unpack[SearchParameters]
    ) -> AsyncGenerator[ChangePage, None]:
        """The same in pages, also empty ones.

        `cursor` is the `since` that continues after a page: store it when the page is processed. All pages
        until one without `more` are between the same two states. `page` and `sort` are not sent.

        since: the cursor of an export or of an earlier page of changes. Without it: changes from now on.
        wait: how many seconds each request waits for changes, 1 to 60; the pause between requests to a
        service that does not wait. 0: end with the changes that there are already.
        """
        following = _calls.Following(parameters, since, wait)
        pause: float | None = 0.0
        while pause is not None:
            if pause > 0:
                await asyncio.sleep(pause)
            sent, waits = following.next_request()
            response = await self._send(self._calls.url(_calls.CHANGES_PATH, sent), waits=waits)
            page = result_of(response, _calls.change_page_of)
            following.learn(page)
            yield page
            pause = following.pause_after(page)

    async def _get(self, path: str, parameters: Mapping[str, object]) -> httpx2.Response:
        return await self._send(self._calls.url(path, parameters))

    async def _send(
        self, url: str, *, if_none_match: str | None = None, waits: int = 0, stream: bool = False
    ) -> httpx2.Response:
        """`waits`: how many seconds the service may wait. A streamed response must be closed."""
        headers = {} if if_none_match is None else {"if-none-match": if_none_match}
        for attempts in itertools.count(1):
            try:
                request = self._http.build_request(
                    "GET", url, headers=headers, timeout=_calls.timeout_of(self._http.timeout, waits)
                )
                response = await self._http.send(request, stream=True)
                try:
                    if not stream or response.status_code != 200:
                        await response.aread()
                    problem = _calls.problem_of(response)
                except BaseException:
                    await response.aclose()
                    raise
                if problem is None:
                    self._calls.learn_alias(response)
                    return response
            except httpx2.RequestError as error:
                problem = unreachable(url)
                problem.__cause__ = error
            delay = self._calls.retry_delay(problem, attempts)
            if delay is None:
                raise problem
            await asyncio.sleep(delay)
        raise AssertionError
