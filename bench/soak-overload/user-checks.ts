// Checks that users are served. Each returns a line for the report and its failures. They need a server with the demo
// stock, which has pictures.
import { spawn } from 'node:child_process';
import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { Random } from '../../src/demo/random.ts';
import { onExit } from '../harness/process.ts';
import type { Server } from '../harness/server.ts';
import { count, sum } from '../harness/statistics.ts';

export interface Check {
  readonly line: string;
  readonly failures: readonly string[];
}

export interface UserCheckOptions {
  readonly seconds: number;
  readonly seed: number;
}

const USERS = 20;
/** As browsers open to one server. */
const CONNECTIONS = 6;
const PICTURES = 20;
const BUSY_LOOPS = 2;
const PICTURES_WHILE_STOPPED = 600;
const CONNECTIONS_WHILE_STOPPED = 300;
const STOPPED_MS = 120;
const PAGE_LOADS = 40;

/** Responses by status; 0: there was none. */
class Statuses {
  readonly #counts = new Map<number, number>();

  add(status: number): void {
    count(this.#counts, status);
  }

  check(what: string): Check {
    const total = sum([...this.#counts.values()]);
    const other = [...this.#counts].filter(([status]) => status !== 200 && status !== 302);
    const failures = other.map(([status, times]) => `${what}: ${times} of ${total} with status ${status}`);
    return {
      line: `${what}: ${total} requests, ${failures.length === 0 ? 'all' : 'not all'} answered.`,
      failures,
    };
  }
}

function request(url: string, agent: Agent, headers: IncomingHttpHeaders = {}): Promise<[number, string]> {
  return new Promise((resolve) => {
    get(url, { agent, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.once('end', () => resolve([response.statusCode ?? 0, body]));
      response.once('error', () => resolve([0, '']));
    }).once('error', () => resolve([0, '']));
  });
}

const PICTURE_PATH = /\/pictures\/[^"&\s]+\.svg/g;

/** Users who open the page, look at its pictures, type searches and think, beside two busy loops. */
export async function checkUsers({ url }: Server, { seconds, seed }: UserCheckOptions): Promise<Check> {
  const statuses = new Statuses();
  const end = performance.now() + seconds * 1000;
  const loops = Array.from({ length: BUSY_LOOPS }, () => spawn(process.execPath, ['-e', 'for (;;);']));
  const ends = loops.map((loop) => onExit(() => loop.kill('SIGKILL')));

  async function user(number: number): Promise<void> {
    const random = new Random(seed * USERS + number);
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const send = async (path: string, accept = '*/*'): Promise<string> => {
      const [status, body] = await request(url + path, agent, { accept });
      statuses.add(status);
      return body;
    };
    while (performance.now() < end) {
      const page = await send('/', 'text/html');
      const pictures = [...new Set(page.match(PICTURE_PATH))].slice(0, PICTURES);
      const query = `price_max=${random.whole(2000, 60_000)}`;
      await Promise.all([...pictures.map((path) => send(path)), send(`/api/v1/vehicles/summary/?${query}`)]);
      const word = random.pick(['estate', 'diesel automatic', 'panoramic roof', 'focus', 'heated seats']);
      for (let typed = 3; typed <= word.length; typed += 1) {
        await sleep(random.whole(80, 300));
        await send(`/api/v1/vehicles/?${query}&q=${encodeURIComponent(word.slice(0, typed))}`);
      }
      await sleep(random.whole(500, 2000));
    }
    agent.destroy();
  }

  try {
    await Promise.all(Array.from({ length: USERS }, (_, number) => user(number)));
  } finally {
    for (const end of ends) end();
  }
  return statuses.check(`${USERS} users beside ${BUSY_LOOPS} busy loops`);
}

/** Pictures that are requested while the server's process is stopped. */
export async function checkPictures({ url, pid }: Server): Promise<Check> {
  const statuses = new Statuses();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_WHILE_STOPPED });
  const paths = new Set<string>();
  for (let page = 1; paths.size < PICTURES_WHILE_STOPPED; page += 1) {
    const [, body] = await request(`${url}/api/v1/vehicles/?page=${page}`, agent);
    for (const path of body.match(PICTURE_PATH) ?? []) paths.add(path);
  }
  process.kill(pid, 'SIGSTOP');
  const responses = [...paths].slice(0, PICTURES_WHILE_STOPPED).map((path) => request(url + path, agent));
  await sleep(STOPPED_MS);
  process.kill(pid, 'SIGCONT');
  for (const [status] of await Promise.all(responses)) statuses.add(status);
  agent.destroy();
  return statuses.check(
    `${PICTURES_WHILE_STOPPED} pictures while the process was stopped for ${STOPPED_MS} ms`,
  );
}

/** The page in a browser that has nothing cached. Broken pictures and requests without a response are failures. */
export async function checkBrowser({ url }: Server): Promise<Check> {
  const statuses = new Statuses();
  const failures: string[] = [];
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' });
  try {
    for (let load = 0; load < PAGE_LOADS; load += 1) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 4000 } });
      const page = await context.newPage();
      page.on('response', (response) => statuses.add(response.status()));
      page.on('requestfailed', (failed) => failures.push(`no response to ${failed.url()}`));
      await page.goto(`${url}/?price_max=${2000 + 500 * load}`, { waitUntil: 'networkidle' });
      const broken = await page.$$eval('img', (images) =>
        (images as unknown as { complete: boolean; naturalWidth: number; currentSrc: string }[])
          .filter(({ complete, naturalWidth }) => complete && naturalWidth === 0)
          .map(({ currentSrc }) => currentSrc),
      );
      failures.push(...broken.map((source) => `a broken picture: ${source}`));
      page.removeAllListeners('requestfailed');
      await context.close();
    }
  } finally {
    await browser.close();
  }
  const check = statuses.check(`${PAGE_LOADS} loads of the page with Chromium`);
  return { line: check.line, failures: [...check.failures, ...failures] };
}
