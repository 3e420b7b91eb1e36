// The package entry `forecourt/client`: it can be imported by name, and uses only what browsers have.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import ts from 'typescript';
import { expect, onTestFinished, test } from 'vitest';
import type { ForecourtClient } from '../../src/client/index.ts';
import { serve } from '../http/fixture.ts';
import { CHROMIUM, launchChromium } from '../support/browser.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const BUILT = join(ROOT, 'dist/client');

test('can be imported by its name', async () => {
  const program = `
    import { ForecourtClient, ForecourtProblem, StockChangedError } from 'forecourt/client';
    const called = [ForecourtClient, ForecourtProblem, StockChangedError].map(({ name }) => name);
    process.stdout.write(called.join(' '));
  `;
  const node = [process.execPath, ['--input-type=module', '--eval', program], { cwd: ROOT }] as const;
  expect(execFileSync(...node).toString()).toBe('ForecourtClient ForecourtProblem StockChangedError');
});

test('imports only its own files', () => {
  const files = readdirSync(BUILT).filter((name) => name.endsWith('.js'));
  const imported = files.flatMap((name) =>
    Array.from(
      readFileSync(join(BUILT, name), 'utf8').matchAll(/(?:from|import|import\()\s*['"]([^'"]+)/g),
      ([, target]) => target.replace(/^\.\//, ''),
    ),
  );
  expect(imported).toContain('client.js');
  expect(imported.filter((name) => !files.includes(name))).toEqual([]);
});

test("runs without Node's globals", async () => {
  const { url } = await serve();
  // The language itself, and all that the client takes from its surroundings.
  const world = createContext({ fetch, URL, URLSearchParams, TextDecoder, setTimeout, clearTimeout });
  const loaded = new Map<string, object>();
  const load = (name: string): object => {
    const known = loaded.get(name);
    if (known !== undefined) return known;
    const exports = {};
    loaded.set(name, exports);
    const { outputText } = ts.transpileModule(readFileSync(join(BUILT, name), 'utf8'), {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 },
    });
    const run = runInContext(`(function (require, exports) {${outputText}\n})`, world) as (
      require: typeof load,
      exports: object,
    ) => void;
    run(load, exports);
    return exports;
  };
  expect(runInContext('typeof process + typeof Buffer + typeof require', world)).toBe(
    'undefinedundefinedundefined',
  );
  const { ForecourtClient: Client } = load('./index.js') as { ForecourtClient: typeof ForecourtClient };
  const client = new Client({ baseUrl: url });
  let seen = 0;
  for await (const { make } of client.vehicles({ make: 'skoda' })) if (make === 'Skoda') seen += 1;
  expect(seen).toBe(45);
  await expect(client.search({ page: 0 })).rejects.toMatchObject({ code: 'invalid_parameters' });
});

/** The address of a page that loads the client from beside it. */
async function servePage(program: string): Promise<string> {
  const page = `<!doctype html><title>client</title><script type="module">${program}</script>`;
  const server = createServer(({ url = '/' }, response) => {
    const name = /^\/([a-z-]+\.js)$/.exec(url)?.[1];
    response.setHeader('content-type', name === undefined ? 'text/html' : 'text/javascript');
    response.end(name === undefined ? page : readFileSync(join(BUILT, name)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

// Where no browser is installed there is nothing to try this in. The test above holds most of it everywhere.
if (CHROMIUM !== undefined) {
  test('runs in a browser, in a page of another origin', async () => {
    const { url } = await serve();
    const address = await servePage(`
      import { ForecourtClient } from './index.js';
      const client = new ForecourtClient({ baseUrl: '${url}' });
      const prices = [];
      for await (const { price } of client.vehicles({ make: 'skoda' }, { sameStock: true })) prices.push(price);
      const problem = await client.search({ page: 0 }).catch(({ code, errors }) => ({ code, errors }));
      const wrong = await client.search({ fuel: 'Diesel' }).catch(({ message }) => message);
      document.title = JSON.stringify({ count: prices.length, last: prices.at(-1), problem, wrong });
    `);
    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(address);
    await expect.poll(async () => [await page.title(), ...errors]).not.toEqual(['client']);
    expect(errors).toEqual([]);
    expect(JSON.parse(await page.title())).toMatchObject({
      count: 45,
      last: 1044,
      problem: { code: 'invalid_parameters', errors: [{ parameter: 'page', code: 'out_of_range' }] },
      wrong: 'The service ignores these parameters: "fuel"; did-you-mean="fuel_type".',
    });
  });
}
