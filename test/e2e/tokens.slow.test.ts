// Tokens with the real command and a real server: the examples of docs/tokens.md, with other URLs.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { importFeeds } from '../../src/ingest/run/import.ts';
import { keyServer, signed, signingKey } from '../auth/key-server.ts';
import { forecourt } from '../support/process.ts';
import { fileIn, THREE } from '../cli/feeds.ts';
import { sendRequest, readAnswer } from '../http/fixture.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { startServer, stopServer, type Server } from './server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXAMPLES = Array.from(
  readFileSync(join(ROOT, 'docs/tokens.md'), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm),
  ([, text]) => text,
);

/** A folder with a stock in `data`. */
async function home(): Promise<string> {
  const folder = temporaryFolder();
  const path = fileIn(folder, 'feed.ndjson', THREE);
  await importFeeds(join(folder, 'data'), [{ name: path, source: path }], { merge: false });
  return folder;
}

/** Runs a script in the folder, with `forecourt` as this project's command. */
function run(script: string, cwd: string): Promise<{ stdout: string; stderr: string }> {
  mkdirSync(join(cwd, 'bin'), { recursive: true });
  const shim = `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, 'bin/forecourt.js')}' "$@"\n`;
  writeFileSync(join(cwd, 'bin/forecourt'), shim, { mode: 0o755 });
  const env = { ...process.env, PATH: `${join(cwd, 'bin')}:${process.env.PATH}` };
  return promisify(execFile)('bash', ['-eu', '-o', 'pipefail', '-c', script], { cwd, env });
}

async function statusFor({ url }: Server, token?: string): Promise<number> {
  const headers = new Headers(token === undefined ? [] : [['authorization', `Bearer ${token}`]]);
  const response = await fetch(`${url}/api/v1/vehicles/?make=Jaguar`, { headers });
  await response.text();
  return response.status;
}

test('the page has two examples', () => {
  expect(EXAMPLES).toHaveLength(2);
});

test('a running server accepts and revokes a token within a second, and never logs it', async () => {
  const folder = await home();
  const server = await startServer(join(folder, 'data'));
  expect(await statusFor(server, 'unread')).toBe(200);

  await expect
    .poll(async () => {
      const { stdout } = await run(EXAMPLES[0].replaceAll('http://127.0.0.1:8080', server.url), folder);
      expect(JSON.parse(stdout)).toMatchObject({ results: { total_vehicles: 1 } });
      return statusFor(server, 'unknown');
    })
    .toBe(401);
  const token = readFileSync(join(folder, 'comparison.token'), 'utf8').trim();
  expect(await statusFor(server, token)).toBe(200);
  expect(await statusFor(server)).toBe(200);

  const { code } = await forecourt(['token', 'revoke', token.slice(3, 15), '--data', join(folder, 'data')]);
  expect(code).toBe(0);
  await expect.poll(() => statusFor(server, token), { interval: 20 }).toBe(401);

  await stopServer(server);
  expect(server.output.stdout + server.output.stderr).not.toContain(token.slice(16));
});

test('a server that requires tokens accepts those of its issuer', async () => {
  const folder = await home();
  const key = await signingKey('ES256', 'first');
  const keys = await keyServer(key);
  const example = EXAMPLES[1].replaceAll(/--jwt-keys \S+/g, `--jwt-keys ${keys.address}`);
  const args = example.replaceAll('\\\n', ' ').trim().split(/\s+/).slice(2);
  const server = await startServer(join(folder, 'data'), [...args, '--require-token']);
  const exp = Date.now() / 1000 + 600;
  expect(await statusFor(server, await signed(key, { exp }))).toBe(200);
  expect(await statusFor(server, await signed(key, { exp, scope: 'openid' }))).toBe(403);
  expect(await statusFor(server, await signed(key, { exp, aud: 'https://other.example' }))).toBe(401);
  expect(await statusFor(server)).toBe(401);
  expect(await stopServer(server)).toBe(0);
});

test('every worker follows the list', async () => {
  const folder = await home();
  const data = join(folder, 'data');
  const { stdout } = await forecourt(['token', 'create', 'Northgate', '--data', data]);
  const token = stdout.trim();
  const server = await startServer(data, ['--workers', '2']);
  // Each on a connection of its own: the processes get these in turns.
  const statuses = async (): Promise<number[]> => {
    const one = () => sendRequest(server.port, 'GET /api/v1/vehicles/', `Authorization: Bearer ${token}`);
    return (await Promise.all(Array.from({ length: 6 }, one))).map((response) => readAnswer(response).status);
  };
  expect(await statuses()).toEqual(Array(6).fill(200));
  await forecourt(['token', 'revoke', token.slice(3, 15), '--data', data]);
  await expect.poll(statuses).toEqual(Array(6).fill(401));
  expect(await stopServer(server)).toBe(0);
});

test('a server does not start with a damaged list', async () => {
  const folder = await home();
  writeFileSync(join(folder, 'data/tokens.json'), '{"version":1,"tokens":[');
  const { code, stderr } = await forecourt(['serve', '--data', join(folder, 'data'), '--port', '0']);
  expect(code).toBe(1);
  expect(stderr).toContain('is damaged: it is not a list of tokens in JSON. Restore a copy');
});
