"""The official SDK of the revisions of 2025."""

from contextlib import AsyncExitStack

from conversation import Result, converse, main
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client


async def talk(url, command):
    async with AsyncExitStack() as stack:
        if url is not None:
            transport = streamable_http_client(url)
        else:
            transport = stdio_client(StdioServerParameters(command=command[0], args=command[1:]))
        read, write, *_ = await stack.enter_async_context(transport)
        session = await stack.enter_async_context(ClientSession(read, write))
        protocol = (await session.initialize()).protocolVersion

        async def call(name, arguments):
            result = await session.call_tool(name, arguments)
            return Result(result.structuredContent, [each.text for each in result.content], result.isError)

        tools = [tool.name for tool in (await session.list_tools()).tools]
        return await converse(protocol, tools, call)


main(talk)
