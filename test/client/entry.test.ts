// What programs get as `forecourt/client`: found under that name, and made of nothing but what browsers have too.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import ts from 'typescript';
import { expect, test } from 'vitest';
import type { ForecourtClient } from '../../src/client/index.ts';
import { serve } from '../http/fixture.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const BUILT = join(ROOT, 'dist/client');

test('is found by its name', async () => {
  const program = `
    import { ForecourtClient, ForecourtProblem, StockChangedError } from 'forecourt/client';
    const called = [ForecourtClient, ForecourtProblem, StockChangedError].map(({ name }) => name);
    process.stdout.write(called.join(' '));
  `;
  const node = [process.execPath, ['--input-type=module', '--eval', program], { cwd: ROOT }] as const;
  expect(execFileSync(...node).toString()).toBe('ForecourtClient ForecourtProblem StockChangedError');
});

test('imports nothing but its own files', () => {
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

test('runs where there is nothing of Node', async () => {
  const { url } = await serve();
  // The language itself, and all that the client takes from its surroundings.
  const world = createContext({ fetch, URLSearchParams, setTimeout, clearTimeout });
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
