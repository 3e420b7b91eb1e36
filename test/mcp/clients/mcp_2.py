"""The official SDK of the revision of 2026."""

import functools
import os

from conversation import Result, converse, main
from mcp import Client, StdioServerParameters


async def talk(mode, url, command):
    server = url or StdioServerParameters(command=command[0], args=command[1:])
    async with Client(server, mode=mode) as client:

        async def call(name, arguments):
            result = await client.call_tool(name, arguments)
            return Result(
                result.structured_content, [each.text for each in result.content], bool(result.is_error)
            )

        tools = [tool.name for tool in (await client.list_tools()).tools]
        return await converse(client.session.protocol_version, tools, call)


main(functools.partial(talk, os.environ["MODE"]))
