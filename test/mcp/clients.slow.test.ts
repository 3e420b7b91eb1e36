// Clients of both eras of MCP, as their packages are, over HTTP and standard input: each lists tools, searches, compares and is refused.
// Then the scenarios of the official conformance suite that apply to a server without sessions. The official
// client of 2026 in TypeScript has tests of its own (http.test.ts, test/cli/mcp.slow.test.ts).
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Transport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { TOOL_LIST } from '../../src/mcp/mcp-server.ts';
import { THREE } from '../cli/feeds.ts';
import { serveFolder, type RunningServer } from '../conformance/http-server.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { DataFolder } from '../support/data-folder.ts';
import { installNode, installPython } from '../support/installed.ts';

const CLIENTS = new URL('clients/', import.meta.url).pathname;
const COMMAND = new URL('../../bin/forecourt.js', import.meta.url).pathname;

const mcp2 = await installPython(join(CLIENTS, 'requirements-mcp-2.txt'));
const mcp1 = await installPython(join(CLIENTS, 'requirements-mcp-1.txt'));
const node = await installNode([
  '@modelcontextprotocol/sdk@1.32.2',
  '@modelcontextprotocol/conformance@0.1.16',
]);

const EXPECTED = {
  tools: TOOL_LIST.tools.map(({ name }) => name),
  adverts: ['https://north.example/n1', 'https://north.example/n2'],
  errors: [false, false, true],
  refused:
    "fuel_type must be one of Petrol, Diesel, Hybrid, Electric (got 'gas'). Did you mean Petrol? " +
    "'maxPrice' is not a parameter of this search. Did you mean price_max?",
};

const run = promisify(execFile);

const data = new DataFolder();
let server: RunningServer;
beforeAll(async () => {
  await data.import(THREE.trim().split('\n'), { merge: false });
  server = await serveFolder(data);
});
afterAll(() => server.close());

function mcpUrl(): string {
  return `http://127.0.0.1:${server.port}/mcp`;
}

/** The command that clients start. */
function stdioCommand(): string[] {
  return [process.execPath, COMMAND, 'mcp', '--data', data.path];
}

function conversationOf(printed: string): { readonly differences: string[] } & Record<string, unknown> {
  return JSON.parse(printed) as { readonly differences: string[] };
}

describe.each([
  ['the official SDK 2.3 for Python', mcp2, 'mcp_2.py', 'auto', '2026-07-28'],
  ['the official SDK 2.3 for Python, as of 2025', mcp2, 'mcp_2.py', 'legacy', '2025-11-25'],
  ['FastMCP 4.1', mcp2, 'fastmcp_4.py', 'auto', '2026-07-28'],
  ['FastMCP 4.1, as of 2025', mcp2, 'fastmcp_4.py', 'legacy', '2025-11-25'],
  ['the official SDK 1.30 for Python', mcp1, 'mcp_1.py', '', '2025-11-25'],
  // It does not show the revision.
  ["LangChain's adapter 0.3", mcp1, 'langchain_adapter.py', '', null],
] as const)('%s', (_, { folder, missing }, script, mode, protocol) => {
  test.skipIf(folder === undefined).each(['HTTP', 'standard input'])(
    `calls the tools over %s${missing}`,
    async (transport) => {
      const address = transport === 'HTTP' ? [mcpUrl()] : stdioCommand();
      const env = { ...process.env, MODE: mode, PYTHONDONTWRITEBYTECODE: '1' };
      const { stdout } = await run(join(folder ?? '', 'bin/python'), [join(CLIENTS, script), ...address], {
        env,
      });
      const conversation = conversationOf(stdout);
      expect(conversation).toMatchObject({ protocol, ...EXPECTED });
      expect(conversation.differences[0]).toBe('Price: 1 cheapest, £3,454.50 less than 2.');
    },
  );
});

/** What is used of the SDK, whose packages are there only after `installNode`. */
interface Sdk {
  readonly Client: new (identity: object) => {
    connect(transport: Transport): Promise<void>;
    close(): Promise<void>;
    listTools(): Promise<{ tools: { name: string }[] }>;
    callTool(call: object): Promise<{
      isError?: boolean;
      structuredContent?: unknown;
      content: { text: string }[];
    }>;
  };
  readonly StreamableHTTPClientTransport: new (url: URL) => Transport;
  readonly StdioClientTransport: new (options: object) => Transport;
}

async function importSdk(): Promise<Sdk> {
  const modules = ['index', 'streamableHttp', 'stdio'].map(async (name) => {
    const path = `node_modules/@modelcontextprotocol/sdk/dist/esm/client/${name}.js`;
    return (await import(pathToFileURL(join(node.folder ?? '', path)).href)) as Sdk;
  });
  return Object.assign({}, ...(await Promise.all(modules))) as Sdk;
}

test.skipIf(node.folder === undefined).each(['HTTP', 'standard input'])(
  `the official SDK 1.32 for TypeScript calls the tools over %s${node.missing}`,
  async (name) => {
    const { Client, StreamableHTTPClientTransport, StdioClientTransport } = await importSdk();
    const [command, ...args] = stdioCommand();
    const transport =
      name === 'HTTP'
        ? new StreamableHTTPClientTransport(new URL(mcpUrl()))
        : new StdioClientTransport({ command, args, stderr: 'pipe' });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    onTestFinished(() => client.close());
    const { tools } = await client.listTools();
    const call = (tool: string, args: object) => client.callTool({ name: tool, arguments: args });
    const found = await call('search_vehicles', { sort: 'price_asc', limit: 2 });
    const { results } = found.structuredContent as { results: { cars: { advert: string }[] } };
    const adverts = results.cars.map(({ advert }) => advert);
    const compared = await call('compare_vehicles', { adverts });
    const refused = await call('search_vehicles', { fuel_type: 'gas', maxPrice: 9000 });
    expect({
      tools: tools.map((tool) => tool.name),
      adverts,
      errors: [found, compared, refused].map(({ isError }) => isError === true),
      refused: refused.content[0].text,
    }).toEqual(EXPECTED);
    expect(compared.structuredContent).toMatchObject({
      differences: expect.arrayContaining(['Price: 1 cheapest, £3,454.50 less than 2.']) as unknown,
    });
  },
);

/** Scenarios that need what this server does not have, or tools that exist for the suite only. */
const NOT_APPLICABLE: Readonly<Record<string, readonly string[]>> = {
  'tools and resources of the suite': [
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-error',
    'tools-call-with-progress',
    'json-schema-2020-12',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
  ],
  'calls from the server to the client': [
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
  ],
  sessions: ['server-sse-polling', 'server-sse-multiple-streams'],
  logging: ['logging-set-level', 'tools-call-with-logging'],
  completions: ['completion-complete'],
  subscriptions: ['resources-subscribe', 'resources-unsubscribe'],
  prompts: [
    'prompts-list',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
  ],
};

const APPLICABLE = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'];

describe.skipIf(node.folder === undefined)(`the official conformance suite${node.missing}`, () => {
  async function conformance(...args: readonly string[]): Promise<string> {
    const suite = join(node.folder ?? '', 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
    const loader = pathToFileURL(join(CLIENTS, 'conformance-loader.mjs')).href;
    return (await run(process.execPath, ['--import', loader, suite, ...args])).stdout;
  }

  test('has no scenarios but those that are run or listed here', async () => {
    const listed = (await conformance('list', '--server')).matchAll(/^ {2}- (\S+)/gm);
    const known = [...APPLICABLE, ...Object.values(NOT_APPLICABLE).flat()];
    expect(Array.from(listed, ([, name]) => name).sort()).toEqual(known.sort());
  });

  test('passes every scenario that applies', async () => {
    const url = mcpUrl();
    const folder = temporaryFolder();
    for (const scenario of APPLICABLE) {
      const printed = await conformance('server', '--url', url, '--scenario', scenario, '-o', folder);
      expect(printed, scenario).toMatch(/Passed: ([1-9][0-9]*)\/\1, 0 failed, 0 warnings/);
    }
  });
});
