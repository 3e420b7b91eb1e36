// `npm run transcript`: replays recorded conversations with the tools of a server through the official MCP client, and compares the last
// search of each with what the person wanted. With --phrase it prints the calls for one buyer, their texts and tokens. Without --url it
// asks a server of its own over the demo stock.
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { seedDemo } from '../../src/demo/seed.ts';
import { buildHttpServer } from '../../src/http/server.ts';
import { openEmbeddedBackend } from '../../src/search/search-backend.ts';
import { anyText, commandLine, option, optional, runCommand, TEMPORARY_FOLDER, wholeNumber, type Report } from '../harness/command.ts'; // prettier-ignore
import { markdownTable } from '../harness/format.ts';
import { converse, tokensOf } from './conversation.ts';
import { describeMiss, replay, type Outcome, type RecordedConversation } from './replay.ts';

const TRANSCRIPT = commandLine(
  'transcript',
  {
    url: optional('URL', anyText, 'the server to ask'),
    phrase: optional('TEXT', anyText, 'make the calls for one buyer who says this'),
    least: option('N', wholeNumber, 38, 'recorded conversations that must end as wanted'),
    tmp: TEMPORARY_FOLDER,
  },
  {
    summary:
      'Replays the calls of forty recorded conversations of assistants, and compares the search at the end of each with what the person wants. ' +
      'With --phrase: makes the calls for one buyer, and prints each with its text and its tokens (o200k).',
    examples: ['', '--url http://127.0.0.1:8080 --phrase "automatic diesel estate under £12k"'],
  },
);

await runCommand(TRANSCRIPT, async ({ url, phrase, least, tmp }) => {
  const server = url === undefined ? await serveDemo(tmp) : { url, close: async () => undefined };
  const client = new Client(
    { name: 'transcript', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  );
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
    return await (phrase === undefined ? replayAll(client, least) : transcribe(client, phrase));
  } finally {
    await client.close();
    await server.close();
  }
});

/** The calls for one buyer. */
async function transcribe(client: Client, phrase: string): Promise<Report> {
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
}

async function replayAll(client: Client, least: number): Promise<Report> {
  const file = new URL('conversations.json', import.meta.url);
  const conversations = JSON.parse(readFileSync(file, 'utf8')) as readonly RecordedConversation[];
  const outcomes: Outcome[] = [];
  for (const conversation of conversations) outcomes.push(await replay(client, conversation));
  const misses = outcomes.filter(({ miss }) => miss !== undefined);
  const met = outcomes.length - misses.length;
  return {
    lines: [...misses.map(describeMiss), `${met} of ${outcomes.length} conversations end as wanted.`],
    failures: met < least ? [`fewer than ${least} conversations end as wanted`] : [],
  };
}

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
