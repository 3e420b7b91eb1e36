// docs/assistants.md is true: every call that it shows gives the result that it shows, on the demo stock.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StreamableHTTPClientTransport, type Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ASSISTANT_PROMPTS } from '../../scripts/assistant-prompts.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import { serverFor, listen } from '../support/server.ts';
import { openEmbeddedBackend } from '../../src/search/search-backend.ts';
import { connect, REVISIONS, textsOf } from './official-client.ts';

const PAGE = readFileSync(new URL('../../docs/assistants.md', import.meta.url), 'utf8');

let url = '';
let close: () => Promise<void>;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-assistants-'));
  await seedDemo(folder, () => undefined);
  const search = openEmbeddedBackend(folder, { threads: false });
  await search.catchUp();
  const app = serverFor(search.service);
  url = await listen(app);
  close = async () => {
    await app.close();
    await search.close();
    rmSync(folder, { recursive: true });
  };
});
afterAll(() => close());

describe('docs/assistants.md', () => {
  test('has a prompt for every tool, and at least eight', async () => {
    const client: Client = await connect(
      new StreamableHTTPClientTransport(new URL(`${url}/mcp`)),
      REVISIONS[0],
    );
    const { tools } = await client.listTools();
    const prompted = new Set(ASSISTANT_PROMPTS.map(({ tool }) => tool));
    expect(tools.map(({ name }) => name).filter((name) => !prompted.has(name))).toEqual([]);
    expect(ASSISTANT_PROMPTS.length).toBeGreaterThanOrEqual(8);
    for (const { description } of tools) expect(PAGE).toContain(description);
  });

  test.each(ASSISTANT_PROMPTS)('$prompt', async ({ tool, args, says }) => {
    const client = await connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)), REVISIONS[0]);
    const texts = textsOf(await client.callTool({ name: tool, arguments: args }));
    expect(texts.join('\n')).toContain(says);
  });

  test('has a server.json with what the registry requires', () => {
    const [, json = ''] = /```json\n([^]*?)```/.exec(PAGE) ?? [];
    expect(JSON.parse(json)).toEqual({
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: 'example.cars/forecourt',
      title: 'Forecourt',
      description:
        'Searches used-vehicle listings of dealers in the United Kingdom, with exact totals. Read-only.',
      version: '0.1.0',
      websiteUrl: 'https://cars.example/docs',
      remotes: [
        {
          type: 'streamable-http',
          url: 'https://cars.example/mcp',
          headers: [
            {
              name: 'Authorization',
              description: 'Bearer and a token, if this service requires tokens.',
              isRequired: false,
              isSecret: true,
            },
          ],
        },
      ],
    });
  });
});
