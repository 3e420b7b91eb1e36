// Event streams and waiting requests through the example proxies in deploy/: nothing is held back, and a client that leaves is forgotten.
import { get } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { fileIn, ndjson, plainRecord } from '../cli/feeds.ts';
import { startServer } from '../e2e/server.ts';
import { forecourt } from '../support/process.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { HOST, PROXIES, skippedWithout, startProxy, type RunningProxy } from './proxy.ts';

const PATH = '/api/v1/vehicles/changes/';

function open(
  { httpsPort, certificate }: RunningProxy,
  path: string,
  headers: Record<string, string>,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const at = { host: '127.0.0.1', port: httpsPort, servername: HOST, ca: certificate, agent: false };
    get({ ...at, path, headers: { host: HOST, ...headers } }, resolve).on('error', reject);
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += String(part);
  return text;
}

describe.each(PROXIES)('%s', (proxy) => {
  it.skipIf(skippedWithout(proxy))(
    'passes on events as they come, and that their reader has left',
    async () => {
      const folder = temporaryFolder();
      const place = temporaryFolder();
      const change = async (price: number): Promise<void> => {
        const feed = fileIn(place, 'cars.ndjson', ndjson({ ...plainRecord('A1'), price }));
        expect((await forecourt(['import', feed, '--data', folder])).code).toBe(0);
      };
      await change(1000);
      const server = await startServer(folder, ['--base-url', `https://${HOST}`, '--trust-proxy']);
      const running = await startProxy(proxy, temporaryFolder(), server.port);
      const { cursor } = JSON.parse(await textOf(await open(running, PATH, {}))) as { cursor: string };
      const stream = await open(running, `${PATH}?since=${cursor}`, {
        accept: 'text/event-stream',
        'accept-encoding': 'gzip, br',
      });
      expect([stream.statusCode, stream.headers['content-encoding']]).toEqual([200, undefined]);
      let events = '';
      stream.setEncoding('utf8').on('data', (text: string) => (events += text));
      stream.on('error', () => undefined);
      await expect.poll(() => events).toContain('id: ');
      const waiting = open(running, `${PATH}?since=${cursor}&wait=60`, {});
      await expect.poll(() => waitingAt(server.url)).toBe(2);
      await change(900);
      await expect.poll(() => events).toContain('"change":"changed"');
      expect(await textOf(await waiting)).toContain('"change":"changed"');
      stream.destroy();
      await expect.poll(() => waitingAt(server.url)).toBe(0);
    },
  );
});

/** How many requests wait for changes at a server. */
async function waitingAt(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^forecourt_waiting_connections (\d+)$/m.exec(text)?.[1] ?? NaN);
}
