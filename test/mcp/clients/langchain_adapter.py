"""LangChain's adapter, which calls MCP tools as LangChain's own."""

from conversation import Result, converse, main
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_mcp_adapters.tools import load_mcp_tools


async def talk(url, command):
    if url is not None:
        connection = {"transport": "streamable_http", "url": url}
    else:
        connection = {"transport": "stdio", "command": command[0], "args": command[1:]}
    client = MultiServerMCPClient({"forecourt": connection})
    async with client.session("forecourt") as session:
        tools = {tool.name: tool for tool in await load_mcp_tools(session)}

        async def call(name, arguments):
            message = await tools[name].ainvoke(
                {"type": "tool_call", "id": "1", "name": name, "args": arguments}
            )
            structured = (message.artifact or {}).get("structured_content")
            texts = [each["text"] for each in message.content]
            return Result(structured, texts, message.status == "error")

        return await converse(None, list(tools), call)


main(talk)
