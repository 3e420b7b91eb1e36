// A cluster behind TLS is trusted by the certificates that the operator names only.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ClusterClient } from '../../src/cluster/cluster-client.ts';
import { clusterOptions } from '../../src/cluster/cluster-settings.ts';
import { CAN_MAKE_CERTIFICATES, makeCertificate } from '../support/certificate.ts';

const UNSET = {
  opensearchIndex: 'cars',
  opensearchCa: undefined,
  opensearchUsername: undefined,
  opensearchPassword: undefined,
  opensearchToken: undefined,
  opensearchShards: 1,
  opensearchReplicas: 0,
};

it.skipIf(!CAN_MAKE_CERTIFICATES)('is queried only if its certificate is trusted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { key, path } = makeCertificate(folder, 'IP:127.0.0.1');
  const server = createServer({ key: readFileSync(key), cert: readFileSync(path) }, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"seen":true}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const opensearchUrl = [`https://127.0.0.1:${(server.address() as AddressInfo).port}`];

  const sendRequest = async (opensearchCa: string | undefined): Promise<unknown> => {
    const cluster = new ClusterClient(clusterOptions({ ...UNSET, opensearchUrl, opensearchCa }));
    try {
      return await cluster.request({ method: 'GET', path: '/', retries: 0 });
    } finally {
      await cluster.close();
    }
  };
  expect(await sendRequest(path)).toEqual({ seen: true });
  await expect(sendRequest(undefined)).rejects.toThrow(/certificate/);
});

it.each([
  ['no address', { opensearchUrl: [] }, 'A cluster needs --opensearch-url'],
  ['a password of nobody', { opensearchPassword: 'x' }, 'needs FORECOURT_OPENSEARCH_USERNAME'],
  [
    'a file that is not there',
    { opensearchCa: '/nowhere/ca.pem' },
    "The certificates cannot be read from '/nowhere/ca.pem': it is not there",
  ],
  ['a file without a certificate', { opensearchCa: '/etc/hostname' }, 'it contains no PEM certificate'],
])('cannot be reached with %s', (_, settings, message) => {
  const all = { ...UNSET, opensearchUrl: ['https://node1.example'], ...settings };
  expect(() => clusterOptions(all)).toThrow(message);
});
