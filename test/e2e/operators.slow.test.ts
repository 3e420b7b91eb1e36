// Operators of a server with workers: its operator port shows all processes together, even after some have died; and its JSON log.
import { readFileSync, readdirSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { expect, test } from 'vitest';
import { forecourt } from '../support/process.ts';
import { fileIn, THREE } from '../cli/feeds.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { startServer, stopServer, type Server } from './server.ts';

async function folderOfThree(): Promise<string> {
  const folder = temporaryFolder();
  expect((await forecourt(['import', fileIn(folder, 'feed.ndjson', THREE), '--data', folder])).code).toBe(0);
  return folder;
}

/** URL of the operator port, as printed, without a trailing slash. */
async function operatorsOf({ output }: Server): Promise<string> {
  const printed = (): string => /The dashboard is at (\S+)\/dashboard\//.exec(output.stdout)?.[1] ?? '';
  await expect.poll(printed, { interval: 20 }).not.toBe('');
  return printed();
}

/** A request on a new connection: connections go to the workers in turn. */
function sendRequest(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent: new Agent({ keepAlive: false }) }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    }).once('error', reject);
  });
}

async function valuesOf(operators: string, line: RegExp): Promise<number> {
  const text = await (await fetch(`${operators}/metrics`)).text();
  return Array.from(text.matchAll(line), ([, value]) => Number(value)).reduce((sum, value) => sum + value, 0);
}

const SEARCHES = /^forecourt_requests_total\{route="search",status="2xx"\} (\d+)$/gm;
const PROCESSES = /^forecourt_processes (\d+)$/gm;

function workersOf({ child }: Server): number[] {
  const threads = readdirSync(`/proc/${child.pid}/task`);
  return threads.flatMap((thread) => {
    const children = readFileSync(`/proc/${child.pid}/task/${thread}/children`, 'utf8').trim();
    return children === '' ? [] : children.split(' ').map(Number);
  });
}

test('operators see all processes together, including the counters of one that died', async () => {
  const server = await startServer(await folderOfThree(), ['--workers', '2', '--operator-port', '0']);
  const operators = await operatorsOf(server);
  await expect.poll(() => valuesOf(operators, PROCESSES), { interval: 50 }).toBe(2);
  for (let requested = 0; requested < 10; requested++)
    expect(await sendRequest(`${server.url}/api/v1/vehicles/`)).toBe(200);
  expect(await valuesOf(operators, SEARCHES)).toBe(10);

  process.kill(workersOf(server)[0], 'SIGKILL');
  await expect.poll(() => valuesOf(operators, PROCESSES), { interval: 20 }).toBe(1);
  await expect.poll(() => valuesOf(operators, PROCESSES), { interval: 50 }).toBe(2);
  expect(await valuesOf(operators, SEARCHES)).toBe(10);

  expect(await (await fetch(`${operators}/status`)).json()).toMatchObject({ listings: 3 });
  expect(await (await fetch(`${operators}/dashboard/`)).text()).toContain('<dt>Listings</dt><dd>3</dd>');
  for (const path of ['/metrics', '/dashboard/', '/status'])
    expect(await sendRequest(server.url + path)).toBe(404);
  for (const path of ['/healthz', '/readyz']) {
    expect(await sendRequest(server.url + path)).toBe(200);
    expect(await sendRequest(operators + path)).toBe(200);
  }
  expect(await stopServer(server)).toBe(0);
});

test('without an operator port every worker reports on all', async () => {
  const server = await startServer(await folderOfThree(), ['--workers', '2']);
  await expect.poll(() => valuesOf(server.url, PROCESSES), { interval: 50 }).toBe(2);
  for (let requested = 0; requested < 6; requested++)
    expect(await sendRequest(`${server.url}/api/v1/vehicles/`)).toBe(200);
  expect(await valuesOf(server.url, SEARCHES)).toBe(6);
  expect(await (await fetch(`${server.url}/dashboard/`)).text()).toContain('<dt>Listings</dt><dd>3</dd>');
  expect(await stopServer(server)).toBe(0);
});

test('an operator port in use ends the server with a message', async () => {
  const first = await startServer(await folderOfThree(), ['--operator-port', '0']);
  const { port } = new URL(await operatorsOf(first));
  const second = await forecourt([
    'serve',
    '--data',
    temporaryFolder(),
    '--port',
    '0',
    '--operator-port',
    port,
  ]);
  expect(second.stderr).toBe(
    `forecourt: Cannot listen on 127.0.0.1, port ${port}: another program uses it. Stop that, or choose another port with --operator-port.\n`,
  );
  expect(second.code).toBe(2);
  expect(await stopServer(first)).toBe(0);
});

test('the JSON log has a line for each event and request, and no secret', async () => {
  const folder = await folderOfThree();
  const server = await startServer(folder, [], {
    environment: { FORECOURT_LOG_REQUESTS: 'yes', FORECOURT_LOG: 'json' },
  });
  await sendRequest(`${server.url}/api/v1/vehicles/?make=Ford&access_token=open-sesame`);
  await sendRequest(`${server.url}/api/v1/vehicles/?page=0`);
  expect(await stopServer(server)).toBe(0);
  const lines = server.output.stdout.trim().split('\n');
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(entries.slice(0, 2)).toMatchObject([
    { level: 'info', msg: expect.stringMatching(/^Forecourt 0\.1\.0\S* starts, on Node \d+\./) as string },
    { level: 'info', msg: expect.stringContaining('Forecourt answers on') as string },
  ]);
  expect(entries.filter(({ msg }) => msg === 'request')).toMatchObject([
    { method: 'GET', path: '/api/v1/vehicles/?make=Ford&access_token=…', status: 200, address: '127.0.0.1' },
    { path: '/api/v1/vehicles/?page=0', status: 400, problem: 'invalid_parameters' },
  ]);
  expect(server.output.stdout).not.toContain('open-sesame');
});
