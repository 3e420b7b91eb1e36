// The example proxies in deploy/, each in front of a real server: what they forward, add and block.
import type { IncomingHttpHeaders } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { request } from 'node:https';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { forecourt } from '../support/process.ts';
import { fileIn, THREE } from '../cli/feeds.ts';
import { startServer } from '../e2e/server.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { HOST, PROXIES, skippedWithout, startProxy, type Proxy, type RunningProxy } from './proxy.ts';

const SEARCH = '/api/v1/vehicles/';

interface ReceivedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function sendRequest(
  { httpsPort, certificate }: RunningProxy,
  path: string,
  asking: RequestOptions = {},
): Promise<ReceivedResponse> {
  const { method = 'GET', headers = {}, body } = asking;
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: httpsPort,
        servername: HOST,
        ca: certificate,
        // Sent as it is written here.
        path,
        method,
        headers: { host: HOST, ...headers },
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}

describe.each(PROXIES.map((proxy): [Proxy] => [proxy]))('behind %s', (proxy) => {
  const skipped = skippedWithout(proxy);

  /** The proxy, and the server behind it with the flags that the example asks for. */
  async function started(...flags: readonly string[]): Promise<RunningProxy> {
    const folder = temporaryFolder();
    const feed = fileIn(folder, 'feed.ndjson', THREE);
    expect((await forecourt(['import', feed, '--data', folder])).code).toBe(0);
    const own = ['--base-url', `https://${HOST}`, '--trust-proxy', '--trusted-proxies', '127.0.0.1'];
    const { port } = await startServer(folder, [...own, ...flags]);
    return startProxy(proxy, temporaryFolder(), port);
  }

  it.skipIf(skipped)('answers a search, with addresses of the public name', async () => {
    const { status, headers, body } = await sendRequest(await started(), `${SEARCH}?make=Jaguar`);
    expect(status).toBe(200);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    const { results } = JSON.parse(body.toString()) as {
      results: { total_vehicles: number; cars: { url: string }[] };
    };
    expect(results.total_vehicles).toBe(1);
    expect(results.cars[0]?.url).toMatch(/^https:\/\/cars\.example\/cars\/redirect\/\?api_target=/);
  });

  it.skipIf(skipped)('believes nothing that a client says of itself', async () => {
    const running = await started('--rate-limit', '3/h');
    const statuses: number[] = [];
    for (let at = 1; at <= 4; at += 1) {
      const forged = {
        'x-forwarded-for': `203.0.113.${at}`,
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
        forwarded: `for=203.0.113.${at};host=evil.example`,
      };
      const { status, body } = await sendRequest(running, `${SEARCH}?make=Jaguar`, { headers: forged });
      expect(body.toString()).not.toContain('evil.example');
      statuses.push(status);
    }
    // One address, whatever it says it is.
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it.skipIf(skipped)('keeps what is for operators from the public, however its path is written', async () => {
    const running = await started();
    const paths = [
      '/metrics', '/metrics/', '/%6detrics', '/%6Detrics', '/./metrics', '/x/../metrics', '//metrics', '/metrics?x=1',
      '/metrics;x', '/METRICS', '/dashboard/', '/dashboard', '/%64ashboard/', '/x/%2e%2e/dashboard/', '//dashboard/',
      '/status', '/status/', '/%73tatus', '/.//status', '/x//../status',
    ]; // prettier-ignore
    for (const path of paths) {
      const { status, body } = await sendRequest(running, path);
      expect([path, status]).toEqual([path, 404]);
      expect(body.toString()).not.toMatch(/forecourt_|freshness|index_bytes/);
    }
  });

  it.skipIf(skipped)('is asked in HTTP/2 as well', async () => {
    const { httpsPort, certificate } = await started();
    const session = connectHttp2(`https://127.0.0.1:${httpsPort}`, { ca: certificate, servername: HOST });
    try {
      const stream = session.request({ ':path': `${SEARCH}?make=Ford`, ':authority': HOST });
      const status = await new Promise((resolve, reject) => {
        stream.once('response', (headers) => resolve(headers[':status'])).once('error', reject);
      });
      expect(status).toBe(200);
      stream.resume();
    } finally {
      session.destroy();
    }
  });

  it.skipIf(skipped)('compresses, and knows a compressed answer again', async () => {
    const running = await started();
    const plain = await sendRequest(running, SEARCH);
    const headers = { 'accept-encoding': 'gzip' };
    const small = await sendRequest(running, SEARCH, { headers });
    expect(small.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(small.body).equals(plain.body)).toBe(true);
    const tag = small.headers.etag ?? '';
    expect(tag).not.toBe('');
    const again = await sendRequest(running, SEARCH, { headers: { ...headers, 'if-none-match': tag } });
    expect(again.status).toBe(304);
  });

  it.skipIf(skipped)('answers a search of many dealers, whose links are long', async () => {
    const dealers = Array.from({ length: 90 }, (_, at) => `dealer-number-${at + 10}.example`).join();
    const { status, headers } = await sendRequest(await started(), `${SEARCH}?dealer=${dealers}`);
    expect(status).toBe(200);
    expect(headers.link).toMatch(/rel="first".*rel="last"/);
    expect(headers.link?.length).toBeGreaterThan(4096);
  });

  it.skipIf(skipped)('leaves the limits and their words to the server', async () => {
    const running = await started();
    const type = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const call = (length: number): string => {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
      return JSON.stringify(message).padEnd(length);
    };
    const largest = await sendRequest(running, '/mcp', {
      method: 'POST',
      headers: type,
      body: call(64 * 1024),
    });
    expect(largest.status).toBe(200);
    const larger = await sendRequest(running, '/mcp', {
      method: 'POST',
      headers: type,
      body: call(64 * 1024 + 1),
    });
    expect(larger.status).toBe(413);

    const word = (length: number): string => `${SEARCH}?q=${'a'.repeat(length - SEARCH.length - 3)}`;
    expect((await sendRequest(running, word(8192))).status).toBe(400);
    const long = await sendRequest(running, word(8193));
    expect([long.status, (JSON.parse(long.body.toString()) as { code: string }).code]).toEqual([
      414,
      'target_too_long',
    ]);
  });
});
