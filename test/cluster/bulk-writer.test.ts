// Bulk writes: limits, retries, and what counts as done.
import { expect, it, onTestFinished } from 'vitest';
import { BulkWriter } from '../../src/cluster/bulk-writer.ts';
import { ClusterServer, type GivenResponse, type SeenRequest } from './cluster-server.ts';

interface SentWrite {
  readonly action: string;
  readonly id: string;
  readonly version: number;
  readonly source?: unknown;
}

/** The writes of a bulk request. */
function writesIn({ body }: SeenRequest): SentWrite[] {
  const writes: SentWrite[] = [];
  const lines = body.trimEnd().split('\n').values();
  for (const line of lines) {
    const [[action, { _id: id, version }]] = Object.entries(
      JSON.parse(line) as Record<string, { _id: string; version: number }>,
    );
    const source: unknown = action === 'index' ? JSON.parse(lines.next().value ?? '') : undefined;
    writes.push({ action, id, version, ...(source !== undefined && { source }) });
  }
  return writes;
}

/** Answers each write with what `statusOf` says. */
function answerTo(request: SeenRequest, statusOf: (write: SentWrite) => number): GivenResponse {
  const items = writesIn(request).map((write) => {
    const status = statusOf(write);
    return {
      [write.action]: {
        status,
        ...(status >= 300 && { error: { type: 'a_fault', reason: `of ${write.id}` } }),
      },
    };
  });
  return { body: { errors: true, items } };
}

async function serverFor(
  response: (request: SeenRequest, number: number) => GivenResponse | Promise<GivenResponse>,
): Promise<ClusterServer> {
  const server = await ClusterServer.start(response);
  onTestFinished(() => server.stop());
  return server;
}

const QUICK = { bytes: 1000, requests: 2, timeoutMs: 300 };

it('sends documents and deletions with their versions to one index', async () => {
  const server = await serverFor((request) => answerTo(request, () => 201));
  const writer = new BulkWriter(server.cluster(), 'cars-1');
  await writer.put('a', { price: 1 }, 7);
  await writer.delete('b', 8);
  await writer.finish();
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /cars-1/_bulk']);
  expect(writesIn(server.requests[0])).toEqual([
    { action: 'index', id: 'a', version: 7, source: { price: 1 } },
    { action: 'delete', id: 'b', version: 8 },
  ]);
  expect(server.requests[0].body).toContain('"version_type":"external"');
});

it('limits the requests in flight and the size of each', async () => {
  let underWay = 0;
  let most = 0;
  const server = await serverFor(async (request) => {
    most = Math.max(most, (underWay += 1));
    await new Promise((resume) => setImmediate(resume));
    underWay -= 1;
    return answerTo(request, () => 201);
  });
  const writer = new BulkWriter(server.cluster(), 'cars-1', { limits: QUICK });
  for (let i = 0; i < 100; i++) await writer.put(`${i}`, { text: 'x'.repeat(200) }, 1);
  await writer.finish();
  expect(most).toBeLessThanOrEqual(2);
  expect(Math.max(...server.requests.map(({ body }) => body.length))).toBeLessThan(1500);
  expect(server.requests.flatMap(writesIn).map(({ id }) => id)).toHaveLength(100);
});

it('retries rejected writes only', async () => {
  const server = await serverFor((request, number) =>
    answerTo(request, ({ id }) => (number === 1 && id !== 'a' ? 429 : 201)),
  );
  const written: number[] = [];
  const writer = new BulkWriter(server.cluster(), 'cars-1', { onWritten: (writes) => written.push(writes) });
  for (const id of ['a', 'b', 'c']) await writer.put(id, {}, 1);
  await writer.finish();
  expect(server.requests.map((request) => writesIn(request).map(({ id }) => id))).toEqual([
    ['a', 'b', 'c'],
    ['b', 'c'],
  ]);
  expect(written).toEqual([1, 2]);
});

it('counts version conflicts and missing documents as done', async () => {
  const server = await serverFor((request) =>
    answerTo(request, ({ action }) => (action === 'delete' ? 404 : 409)),
  );
  const writer = new BulkWriter(server.cluster(), 'cars-1');
  await writer.put('a', {}, 1);
  await writer.delete('b', 1);
  await writer.finish();
  expect(server.requests).toHaveLength(1);
});

it('retries a whole request that is rejected', async () => {
  const server = await serverFor((request, number) =>
    number <= 2 ? { status: 429, body: { error: { type: 'too_busy' } } } : answerTo(request, () => 201),
  );
  const writer = new BulkWriter(server.cluster(), 'cars-1');
  await writer.put('a', {}, 1);
  await writer.finish();
  expect(server.requests).toHaveLength(3);
});

it('gives up after a timeout without an accepted write', async () => {
  const server = await serverFor((request) => answerTo(request, () => 503));
  const writer = new BulkWriter(server.cluster(), 'cars-1', { limits: QUICK });
  await writer.put('a', {}, 1);
  await expect(writer.finish()).rejects.toMatchObject({
    message: 'the cluster accepts no writes: a_fault: of a',
    isRetryable: true,
  });
});

it('stops at a document that cannot be written, and names it', async () => {
  const server = await serverFor((request) => answerTo(request, ({ id }) => (id === 'b' ? 400 : 201)));
  const writer = new BulkWriter(server.cluster(), 'cars-1');
  await writer.put('a', {}, 1);
  await writer.put('b', {}, 1);
  await expect(writer.finish()).rejects.toMatchObject({
    message: 'the cluster rejected the document b: a_fault: of b',
    isRetryable: false,
  });
  await expect(writer.put('c', {}, 1)).rejects.toThrow('rejected the document b');
});
