"""FastMCP, which reads results by the tools' output schemas."""

import functools
import os

from conversation import Result, converse, main
from fastmcp import Client
from fastmcp.client.transports import StdioTransport


async def talk(mode, url, command):
    server = url or StdioTransport(command=command[0], args=command[1:])
    async with Client(server, mode=mode) as client:

        async def call(name, arguments):
            result = await client.call_tool(name, arguments, raise_on_error=False)
            if not result.is_error and result.data is None:
                raise AssertionError(f"the result of {name} was not read")
            return Result(result.structured_content, [each.text for each in result.content], result.is_error)

        tools = [tool.name for tool in await client.list_tools()]
        return await converse(client.protocol_version, tools, call)


main(functools.partial(talk, os.environ["MODE"]))
