"""Client of Forecourt, a search service for used-vehicle listings.

`Client`, and `AsyncClient` for asyncio, call a service. `response_of` has what a response says besides its
body.
`forecourt.types` has the types of parameters and responses.
"""

from forecourt._async_client import AsyncClient
from forecourt._client import Client
from forecourt._version import __version__
from forecourt.problem import CursorExpiredProblem, ForecourtProblem, StockChangedError
from forecourt.response import Correction, IgnoredParameter, ResponseInfo, response_of

__all__ = [
    "AsyncClient",
    "Client",
    "Correction",
    "CursorExpiredProblem",
    "ForecourtProblem",
    "IgnoredParameter",
    "ResponseInfo",
    "StockChangedError",
    "__version__",
    "response_of",
]
