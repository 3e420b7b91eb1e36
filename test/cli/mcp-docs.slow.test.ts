// The examples of docs/mcp.md, run with other paths and another port.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { importFeeds } from '../../src/ingest/run/import.ts';
import { startServer } from '../e2e/server.ts';
import { connect } from '../mcp/official-client.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { fileIn, THREE } from './feeds.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs/mcp.md'), 'utf8');

function example(name: string): string {
  const [, text] = new RegExp(`<!-- example: ${name} -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(PAGE) ?? [];
  if (text === undefined) throw new Error(`docs/mcp.md has no example ${name}`);
  return text;
}

async function stock(): Promise<string> {
  const folder = temporaryFolder();
  const path = fileIn(folder, 'feed.ndjson', THREE);
  await importFeeds(folder, [{ name: path, source: path }], { merge: false });
  return folder;
}

const FOUND = { results: { total_vehicles: 1, cars: [{ make: 'Jaguar', model: 'XF', price: 8995.5 }] } };

test('every example of the page is run here', () => {
  const names = Array.from(PAGE.matchAll(/<!-- example: (\w+) -->/g), ([, name]) => name);
  expect(names).toEqual(['stdio', 'http', 'typescript', 'curl']);
  expect(PAGE.match(/^```\w/gm)).toHaveLength(4);
});

test('a client over standard input finds vehicles', async () => {
  const text = example('stdio')
    .replace('/path/to/forecourt/', ROOT)
    .replace('/path/to/data', await stock());
  const { mcpServers } = JSON.parse(text) as {
    mcpServers: { forecourt: { command: string; args: string[] } };
  };
  const { command, args } = mcpServers.forecourt;
  const client = await connect(new StdioClientTransport({ command, args, stderr: 'pipe' }), '2025-11-25');
  const result = await client.callTool({ name: 'search_vehicles', arguments: { make: 'Jaguar' } });
  expect(result.structuredContent).toMatchObject(FOUND);
});

test('a client over HTTP finds vehicles, with the official library and without', async () => {
  const { url } = await startServer(await stock());
  const here = (text: string): string => text.replaceAll('http://127.0.0.1:8080', url);
  const { servers } = JSON.parse(here(example('http'))) as { servers: { forecourt: { url: string } } };
  const transport = new StreamableHTTPClientTransport(new URL(servers.forecourt.url));
  const client = await connect(transport, '2026-07-28');
  const result = await client.callTool({ name: 'search_vehicles', arguments: { make: 'Jaguar' } });
  expect(result.structuredContent).toMatchObject(FOUND);

  const run = promisify(execFile);
  // Beside the tests, so that the library is found as it is from a program of one's own.
  const program = join(ROOT, 'test/cli', `mcp-example-${process.pid}.mts`);
  writeFileSync(program, here(example('typescript')));
  onTestFinished(() => rmSync(program));
  const printed = await run(process.execPath, ['--import', 'tsx', program], { cwd: ROOT });
  expect(JSON.parse(printed.stdout)).toMatchObject(FOUND);

  const response = await run('sh', ['-c', here(example('curl'))]);
  expect(JSON.parse(response.stdout)).toMatchObject({
    jsonrpc: '2.0',
    id: 1,
    result: { structuredContent: FOUND },
  });
});
