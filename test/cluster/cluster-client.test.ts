// The client: authentication, and which errors are retryable.
import { expect, it, onTestFinished, test } from 'vitest';
import { ClusterClient, ClusterError } from '../../src/cluster/cluster-client.ts';
import { ClusterServer } from './cluster-server.ts';

async function serverThatResponds(status: number, body: unknown): Promise<ClusterServer> {
  const server = await ClusterServer.start(() => ({ status, body }));
  onTestFinished(() => server.stop());
  return server;
}

async function errorMessageOf(status: number, body: unknown): Promise<ClusterError> {
  const server = await serverThatResponds(status, body);
  const fault: unknown = await server
    .cluster()
    .request({ method: 'GET', path: '/cars/_count', retries: 0 })
    .catch((error: unknown) => error);
  if (!(fault instanceof ClusterError)) throw new Error(`no fault: ${JSON.stringify(fault)}`);
  return fault;
}

test.each([
  ['nobody', {}, undefined],
  [
    'name and password',
    { username: 'forecourt', password: 'open-sesame' },
    'Basic Zm9yZWNvdXJ0Om9wZW4tc2VzYW1l',
  ],
  ['a token', { token: 'abc' }, 'Bearer abc'],
  ['a token before name and password', { token: 'abc', username: 'forecourt', password: 'x' }, 'Bearer abc'],
])('authenticates with %s', async (_, address, authorization) => {
  const server = await serverThatResponds(200, {});
  await server.cluster(address).request({ method: 'GET', path: '/' });
  expect(server.requests.map((request) => request.authorization)).toEqual([authorization]);
});

test.each([
  [429, { error: { type: 'circuit_breaking_exception' } }, true],
  [503, { error: { type: 'cluster_block_exception' } }, true],
  [500, { error: { type: 'search_phase_execution_exception' } }, true],
  [
    404,
    {
      error: {
        type: 'search_phase_execution_exception',
        root_cause: [{ type: 'search_context_missing_exception' }],
      },
    },
    true,
  ],
  [404, { error: { type: 'index_not_found_exception' } }, true],
  [404, { found: false }, false],
  [
    500,
    {
      error: { type: 'search_phase_execution_exception', root_cause: [{ type: 'too_many_clauses' }] },
    },
    false,
  ],
  [400, { error: { type: 'parsing_exception', reason: 'unknown query' } }, false],
  [401, 'Unauthorized', false],
  [403, { error: { type: 'security_exception' } }, false],
  [409, { error: { type: 'version_conflict_engine_exception' } }, false],
])('a response of status %i with %j retryable: %s', async (status, body, isRetryable) => {
  expect(await errorMessageOf(status, body)).toMatchObject({ status, isRetryable });
});

it('reports the reasons of the cluster', async () => {
  expect(
    (await errorMessageOf(400, { error: { type: 'parsing_exception', reason: 'unknown query' } })).message,
  ).toBe('the cluster responded to GET /cars/_count with 400: parsing_exception: unknown query');
});

it('has a retryable error if nothing responds', async () => {
  const cluster = new ClusterClient({ urls: ['http://127.0.0.1:1'], prefix: 'cars' });
  onTestFinished(() => cluster.close());
  await expect(cluster.request({ method: 'GET', path: '/', retries: 0 })).rejects.toMatchObject({
    status: 0,
    isRetryable: true,
  });
});

it('returns undefined for a missing path', async () => {
  const server = await serverThatResponds(404, { found: false });
  expect(
    await server.cluster().requestOptional({ method: 'GET', path: '/cars-state/_doc/writer' }),
  ).toBeUndefined();
});
