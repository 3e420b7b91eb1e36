// The first line of a server's log names its version, also if requests come, and are logged, while it loads.
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { freePort } from '../support/ports.ts';
import { start } from '../support/process.ts';

const FIRST_LINE =
  /^(?:\{.*"msg":")?Forecourt \d+\.\d+\.\d+(?:\+[\w-]+)? starts, on Node \d+\.\d+\.\d+\.(?:"\})?$/;

test.each([
  ['a JSON log', ['--log', 'json']],
  ['a JSON log of workers', ['--log', 'json', '--workers', '2']],
  ['a text log with requests', ['--log-requests']],
  ['a text log with requests of workers', ['--log-requests', '--workers', '2']],
])('%s begins with the version, before requests', async (_, flags) => {
  const port = await freePort();
  const child = start(['serve', '--data', temporaryFolder(), '--port', `${port}`, ...flags]);
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (log += text));
  while (!log.includes('Forecourt answers on') && child.exitCode === null)
    await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.text(),
      () => undefined,
    );
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
  const [first = '', ...others] = log.trimEnd().split('\n');
  expect(first).toMatch(FIRST_LINE);
  expect(others.filter((line) => FIRST_LINE.test(line))).toEqual([]);
  expect(others.filter((line) => line.includes('/readyz'))).not.toEqual([]);
});
