// A cluster behind TLS and credentials, as operators run it: requests without valid ones get nothing.
import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { ClusterClient, type ClusterOptions } from '../../src/cluster/cluster-client.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { openDoor, type Door } from './door.ts';
import { onSharedCluster } from './on-cluster.ts';

/** `user:open sesame`, as Basic sends it. */
const BASIC = 'Basic dXNlcjpvcGVuIHNlc2FtZQ==';
const BEARER = 'Bearer a-token-of-the-cluster';

onSharedCluster('a cluster behind a door', ([url]) => {
  async function doorFor(authorization: string): Promise<Door> {
    const door = await openDoor(url, authorization, temporaryFolder());
    onTestFinished(() => door.close());
    return door;
  }

  /** The cluster's release, which authorised requests get. */
  async function release(
    { url, authorityFile }: Door,
    credentials: Partial<ClusterOptions>,
  ): Promise<string> {
    const ca = readFileSync(authorityFile, 'utf8');
    const cluster = new ClusterClient({ urls: [url], prefix: 'door', ca, ...credentials });
    try {
      const about = await cluster.request<{ version: { number: string } }>({ method: 'GET', path: '/' });
      return about.version.number;
    } finally {
      await cluster.close();
    }
  }

  it('accepts the user name and password', async () => {
    const door = await doorFor(BASIC);
    const credentials = { username: 'user', password: 'open sesame' };
    expect(await release(door, credentials)).toMatch(/^(2\.19|3)\./);
    expect(door.visits).toEqual({ admitted: 1, rejected: 0 });
  });

  it('accepts a token', async () => {
    const door = await doorFor(BEARER);
    expect(await release(door, { token: 'a-token-of-the-cluster' })).toMatch(/^(2\.19|3)\./);
    expect(door.visits).toEqual({ admitted: 1, rejected: 0 });
  });

  it('rejects a wrong password, which is tried once', async () => {
    const door = await doorFor(BASIC);
    const credentials = { username: 'user', password: 'open barley' };
    await expect(release(door, credentials)).rejects.toMatchObject({ status: 401, isRetryable: false });
    expect(door.visits).toEqual({ admitted: 0, rejected: 1 });
  });

  it('is not trusted with an unknown certificate, and gets no password', async () => {
    const door = await doorFor(BASIC);
    const credentials = { username: 'user', password: 'open sesame', ca: undefined };
    await expect(release(door, credentials)).rejects.toThrow(/self[- ]signed certificate/i);
    expect(door.visits).toEqual({ admitted: 0, rejected: 0 });
  });

  it('does not reveal the credentials in errors', async () => {
    const door = await doorFor(BASIC);
    const error: unknown = await release(door, { username: 'user', password: 'open barley' }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(Error);
    expect(`${(error as Error).stack}`).not.toContain('open barley');
    expect(`${(error as Error).message}`).not.toMatch(/Basic /);
  });
});
