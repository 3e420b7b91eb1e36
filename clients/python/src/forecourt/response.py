"""What a response says besides its body, found by the result that a client made of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast
from urllib.parse import unquote

import httpx2

R = TypeVar("R")


@dataclass(frozen=True)
class IgnoredParameter:
    """A parameter without effect, such as `sort` on a summary."""

    parameter: str
    did_you_mean: str | None = None
    """The parameter that was probably meant."""
    reason: str | None = None
    """Why it has no effect."""


@dataclass(frozen=True)
class Correction:
    """A word that was read as another one."""

    parameter: str
    sent: str
    """The word that was sent."""
    used: str
    """The word that was searched for."""


@dataclass(frozen=True)
class ResponseInfo:
    url: str
    """The URL that was requested."""
    etag: str | None
    """The entity tag. None without one: the stock changed meanwhile."""
    ignored_parameters: list[IgnoredParameter]
    corrections: list[Correction]
    links: dict[str, str]
    """URLs by relation, such as `next`; `follow` takes those of pages."""
    request_id: str | None
    """Id of the request in the log of the service, if it sent one."""
    read: Callable[[httpx2.Response], Any] = field(repr=False, compare=False)
    """Makes the result of a response."""


class DictResult(dict[str, Any]):
    """A dictionary that knows its response."""

    info: ResponseInfo


class ListResult(list[Any]):
    """A list that knows its response."""

    info: ResponseInfo


def response_of(result: Mapping[str, Any] | list[Any]) -> ResponseInfo:
    """What the response to a result of a client said besides it. Copies and parts are a `TypeError`."""
    info = getattr(result, "info", None)
    if not isinstance(info, ResponseInfo):
        raise TypeError("response_of takes what a method of the client returned, not a copy or a part of it.")
    return info


def result_of(response: httpx2.Response, read: Callable[[httpx2.Response], R]) -> R:
    """The result, which knows its response."""
    value = read(response)
    result = (
        ListResult(cast("list[Any]", value))
        if isinstance(value, list)
        else DictResult(cast("dict[str, Any]", value))
    )
    headers = response.headers
    result.info = ResponseInfo(
        url=str(response.request.url),
        etag=headers.get("etag"),
        ignored_parameters=ignored_parameters(headers.get("ignored-parameters")),
        corrections=[
            Correction(item, parameters.get("from", ""), parameters.get("to", ""))
            for item, parameters in parse_list(headers.get("corrections"))
        ],
        links=parse_links(headers.get("link")),
        request_id=headers.get("x-request-id"),
        read=read,
    )
    return cast("R", result)


def ignored_parameters(header: str | None) -> list[IgnoredParameter]:
    return [
        IgnoredParameter(item, parameters.get("did-you-mean"), parameters.get("reason"))
        for item, parameters in parse_list(header)
    ]


_ITEM = r'%?"(?:[^"\\]|\\.)*"|[^\s",;=]+'
_KEY = r"[a-z*][a-z0-9_.*-]*"
_MEMBER = re.compile(rf"\s*({_ITEM})((?:\s*;\s*{_KEY}(?:=(?:{_ITEM}))?)*)\s*(?:,|$)")
_PARAMETER = re.compile(rf";\s*({_KEY})(?:=({_ITEM}))?")


def parse_list(header: str | None) -> list[tuple[str, dict[str, str]]]:
    """The members of a structured field (RFC 9651), with parameters; none if it is absent or malformed."""
    text = header or ""
    members: list[tuple[str, dict[str, str]]] = []
    at = 0
    while at < len(text):
        found = _MEMBER.match(text, at)
        if found is None:
            return []
        at = found.end()
        parameters = {each[1]: _text_of(each[2] or "") for each in _PARAMETER.finditer(found[2])}
        members.append((_text_of(found[1]), parameters))
    return members


def parse_links(header: str | None) -> dict[str, str]:
    """The targets of a Link header (RFC 8288), by relation."""
    found: list[tuple[str, str]] = re.findall(r'<([^<>]*)>\s*;\s*rel="?([a-z-]+)"?', header or "")
    return {relation: target for target, relation in found}


def _text_of(item: str) -> str:
    if not re.match(r'%?"', item):
        return item
    text = re.sub(r"\\(.)", r"\1", item[item.index('"') + 1 : -1])
    return unquote(text) if item.startswith("%") else text
