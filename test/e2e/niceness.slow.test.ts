// Servers and imports under a filter of system calls that denies setpriority work, and say so once. Needs Linux and a C compiler.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, startProcess } from '../support/process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMMAND = join(ROOT, 'bin/forecourt.js');
const DENIAL =
  'Background work keeps its normal priority, so it takes time from searches: setting niceness 10 was denied (EPERM). ' +
  'Allow the system call setpriority, as deploy/forecourt.service does.\n';
const hasCompiler = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0;

describe.runIf(hasCompiler)('where setpriority is denied', () => {
  let folder = '';
  const run = (...args: readonly string[]) =>
    startProcess(join(folder, 'deny-setpriority'), [process.execPath, COMMAND, ...args], { cwd: folder });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'forecourt-niceness-'));
    const source = join(ROOT, 'test/support/deny-setpriority.c');
    const { stderr } = spawnSync('cc', ['-Wall', '-Werror', '-o', join(folder, 'deny-setpriority'), source], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    writeFileSync(
      join(folder, 'stock.csv'),
      'id,dealer,make,model,price,advert_url\n1,north.example,Ford,Focus,9000,https://north.example/1\n',
    );
    writeFileSync(
      join(folder, 'feeds.json'),
      '{"feeds":[{"name":"north","path":"stock.csv","dealer":"north.example","every":"1m"}]}',
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('an import says so once and imports', async () => {
    const { code, stdout, stderr } = await outcomeOf(run('import', 'stock.csv', '--data', 'stock'));
    expect({ code, stderr }).toEqual({ code: 0, stderr: DENIAL });
    expect(stdout).toContain('1 added, 0 changed, 0 unchanged, 0 withdrawn.');
  });

  it.each([
    ['a server', [], 'Forecourt answers on', 'stock.mdb'],
    ['a server with workers', ['--workers', '2'], 'All 2 workers are ready.', 'stock.mdb'],
    // The process that pulls feeds makes a folder for them.
    ['a server with feeds', ['--feeds', 'feeds.json'], 'It pulls 1 feed', 'incoming'],
  ])('%s says so once and serves', async (_, flags, last, file) => {
    const server = run('serve', '--data', 'stock', '--port', '0', ...flags);
    let stderr = '';
    let stdout = '';
    server.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    server.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    while (!(stdout.includes(last) && existsSync(join(folder, 'stock', file))) && server.exitCode === null)
      await sleep(20);
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    expect(stderr).toBe(DENIAL);
  });
});
