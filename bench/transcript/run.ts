// `npm run transcript`: holds a conversation with the tools of a server through the official MCP client, and prints each call, its
// text and its tokens. Without --url it asks a server of its own over the demo stock.
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { seedDemo } from '../../src/demo/seed.ts';
import { buildHttpServer } from '../../src/http/server.ts';
import { openEmbeddedBackend } from '../../src/search/search-backend.ts';
import { anyText, commandLine, option, optional, runCommand, TEMPORARY_FOLDER } from '../harness/command.ts';
import { markdownTable } from '../harness/format.ts';
import { converse, tokensOf } from './conversation.ts';

const TRANSCRIPT = commandLine(
  'transcript',
  {
    url: optional('URL', anyText, 'the server to ask'),
    phrase: option('TEXT', anyText, 'automatic diesel estate under £12k', 'what the buyer wants'),
    tmp: TEMPORARY_FOLDER,
  },
  {
    summary:
      'Makes the calls that an assistant makes for a buyer, and prints each with its text and its tokens (o200k).',
    examples: ['', '--url http://127.0.0.1:8080 --phrase "a small petrol car near Leeds"'],
  },
);

await runCommand(TRANSCRIPT, async ({ url, phrase, tmp }) => {
  const server = url === undefined ? await serveDemo(tmp) : { url, close: async () => undefined };
  const client = new Client(
    { name: 'transcript', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  );
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
    const { tools } = await client.listTools();
    const turns = await converse(client, phrase);
    const rows = turns.map(({ tool, tokens }, i) => [
      `${i + 1}. ${tool}`,
      ...[tokens.args, tokens.text, tokens.structured].map(String),
    ]);
    const sum = (of: 'args' | 'text' | 'structured'): string =>
      String(turns.reduce((total, { tokens }) => total + tokens[of], 0));
    return {
      lines: [
        ...turns.flatMap(({ tool, args, isError, text }, i) => [
          `## ${i + 1}. ${tool} ${JSON.stringify(args)}${isError ? ' (refused)' : ''}`,
          '',
          text,
          '',
        ]),
        markdownTable(
          ['call', 'arguments', 'text', 'structured content'],
          [...rows, ['all', sum('args'), sum('text'), sum('structured')]],
        ),
        '',
        `The list of tools takes ${tokensOf(tools)} tokens, the instructions ${tokensOf(client.getInstructions() ?? '')}.`,
      ],
    };
  } finally {
    await client.close();
    await server.close();
  }
});

async function serveDemo(tmp: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmp, 'forecourt-transcript-'));
  await seedDemo(folder, () => undefined);
  const search = openEmbeddedBackend(folder, { threads: false });
  await search.catchUp();
  const app = buildHttpServer(search.service, {
    baseUrl: 'http://127.0.0.1:8080',
    trustProxy: false,
    isReady: () => true,
    logError: (error) => {
      throw error;
    },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    close: async () => {
      await app.close();
      await search.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
