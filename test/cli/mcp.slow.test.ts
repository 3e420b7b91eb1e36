// `forecourt mcp` with the official client, with and without a handshake, and with a client that sends invalid messages.
import { fileURLToPath } from 'node:url';
import { once } from 'node:events';
import type { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, test } from 'vitest';
import { importFeeds } from '../../src/ingest/run/import.ts';
import { connect, problemOf, REVISIONS, textsOf } from '../mcp/official-client.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { forecourt, outcomeOf, start } from '../support/process.ts';
import { fileIn, ndjson, plainRecord, THREE } from './feeds.ts';

const COMMAND = fileURLToPath(new URL('../../bin/forecourt.js', import.meta.url));

async function importInto(folder: string, feed: string): Promise<void> {
  const path = fileIn(folder, 'feed.ndjson', feed);
  await importFeeds(folder, [{ name: path, source: path }], { merge: false });
}

function connectTo(folder: string, revision: string, ...more: string[]): Promise<Client> {
  const args = [COMMAND, 'mcp', '--data', folder, ...more];
  return connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' }), revision);
}

describe('forecourt mcp', () => {
  // A process for each; every revision is asked over HTTP.
  test.each(REVISIONS.slice(0, 2))(
    'answers in revision %s what forecourt search answers',
    async (revision) => {
      const folder = temporaryFolder();
      await importInto(folder, THREE);
      const client = await connectTo(folder, revision);
      expect(client.getNegotiatedProtocolVersion()).toBe(revision);
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
        'search_vehicles',
        'get_vehicles',
        'compare_vehicles',
        'summarize_vehicles',
        'list_changes',
        'interpret_request',
        'search',
        'fetch',
      ]);
      const result = await client.callTool({
        name: 'search_vehicles',
        arguments: { sort: 'price_asc', detail: 'full', limit: 20 },
      });
      expect(result.structuredContent).toMatchObject({ results: { total_vehicles: 3 } });
      const { stdout } = await forecourt(['search', '--sort', 'price_asc', '--json', '--data', folder]);
      expect(result.structuredContent).toEqual(JSON.parse(stdout));
      const text = { text: 'a ford' };
      const read = await client.callTool({ name: 'interpret_request', arguments: text });
      expect(textsOf(read)).toEqual(['Call search_vehicles with {"make":"Ford"}.']);
      const summary = await client.callTool({ name: 'summarize_vehicles', arguments: {} });
      expect(summary.structuredContent).toMatchObject({ summary: { total_vehicles: 3 } });
      const [cards] = (await client.listResources()).resources;
      expect(cards?.uri).toBe('ui://forecourt/cards.html');
      expect((await client.readResource({ uri: 'ui://forecourt/cards.html' })).contents).toMatchObject([
        { mimeType: 'text/html;profile=mcp-app', text: expect.stringMatching(/^<!DOCTYPE html>/) as string },
      ]);
      const drawing = 'http://127.0.0.1:8080/pictures/suv-red-front-Nissan-Qashqai.svg';
      expect((await client.readResource({ uri: drawing })).contents).toMatchObject([
        { uri: drawing, mimeType: 'image/svg+xml' },
      ]);
      const wrong = await client.callTool({ name: 'search_vehicles', arguments: { colour: 'red' } });
      expect(problemOf(wrong).errors).toMatchObject([{ parameter: 'colour', suggestion: 'q' }]);
    },
  );

  test('finds what is imported while it runs, with URLs below the base URL', async () => {
    const folder = temporaryFolder();
    await importInto(folder, ndjson(plainRecord('A1')));
    const client = await connectTo(folder, '2026-07-28', '--base-url', 'https://cars.example');
    const search = async (): Promise<unknown> =>
      (await client.callTool({ name: 'search_vehicles', arguments: { detail: 'full' } })).structuredContent;
    expect(await search()).toMatchObject({
      results: {
        cars: [{ url: 'https://cars.example/cars/redirect/?api_target=https%3A%2F%2Fnorth.example%2Fa1' }],
      },
    });
    await importInto(folder, ndjson(plainRecord('A1'), plainRecord('A2')));
    await expect.poll(search, { interval: 20 }).toMatchObject({ results: { total_vehicles: 2 } });
  });

  test('writes only the protocol to standard output, and ends with its input', async () => {
    const folder = temporaryFolder();
    const child = start(['mcp', '--data', folder]);
    const outcome = outcomeOf(child);
    child.stdin.write('this is no message\n');
    child.stdin.write(
      `${JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'test', version: '1' },
        },
      })}\n`,
    );
    await Promise.all([once(child.stdout, 'data'), once(child.stderr, 'data')]);
    child.stdin.end();
    const { code, stdout, stderr } = await outcome;
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-06-18', serverInfo: { name: 'forecourt' } } },
    ]);
    expect(stderr).toContain(`There is no stock in ${folder} yet.`);
  });

  test('answers what it received before its input ended, and only then ends', async () => {
    const folder = temporaryFolder();
    await importInto(folder, THREE);
    const calls = [1, 2].map((id) => {
      const params = { name: 'search_vehicles', arguments: { sort: 'price_asc' } };
      return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
    });
    const input = `${calls.join('\n')}\n`;
    const { code, stdout, stderr } = await forecourt(['mcp', '--data', folder], { input });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const answers = stdout.trimEnd().split('\n');
    expect(answers.map((line) => JSON.parse(line) as unknown)).toMatchObject(
      [1, 2].map((id) => ({ id, result: { structuredContent: { results: { total_vehicles: 3 } } } })),
    );
  });

  test('does not wait for an answer to a cancelled call', async () => {
    const folder = temporaryFolder();
    await importInto(folder, THREE);
    const messages = [
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_vehicles', arguments: {} } },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    ];
    const input = messages.map((message) => `${JSON.stringify(message)}\n`).join('');
    expect(await forecourt(['mcp', '--data', folder], { input })).toMatchObject({ code: 0, stdout: '' });
  });

  test('ends at once if its input is empty or its folder cannot be used', async () => {
    expect(await forecourt(['mcp', '--data', temporaryFolder()])).toMatchObject({ code: 0, stdout: '' });
    const file = fileIn(temporaryFolder(), 'stock', 'no folder');
    const child = start(['mcp', '--data', file]);
    const { code, stdout, stderr } = await outcomeOf(child);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^forecourt: /);
  });
});
