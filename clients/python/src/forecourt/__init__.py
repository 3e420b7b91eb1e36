"""Client of Forecourt, a search service for used-vehicle listings.

`Client`, and `AsyncClient` for asyncio, call a service.
`forecourt.types` has the types of parameters and responses.
"""

from forecourt._async_client import AsyncClient
from forecourt._client import Client
from forecourt._version import __version__
from forecourt.problem import ForecourtProblem, StockChangedError

__all__ = ["AsyncClient", "Client", "ForecourtProblem", "StockChangedError", "__version__"]
