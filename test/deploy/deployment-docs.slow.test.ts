// docs/deployment.md: backup, restore, upgrade and reload are run as they are written there, on paths in a temporary folder. A
// stand-in for systemctl does what systemd does with deploy/forecourt.service.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ndjson, plainRecord } from '../cli/feeds.ts';
import { freePort } from '../support/ports.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs/deployment.md'), 'utf8');
const UNIT = readFileSync(join(ROOT, 'deploy/forecourt.service'), 'utf8');
const LISTINGS = 60;
const WITHIN_A_MINUTE = { timeout: 60_000 };

interface Example {
  readonly commands: readonly string[];
  /** What the page shows below them. */
  readonly output: readonly string[];
}

/** The examples of a section. Commands follow a prompt: `$` of a user, `#` of root. */
function examplesOf(section: string): Example[] {
  const [, text = ''] = PAGE.split(`\n## ${section}\n`);
  const [body = ''] = text.split('\n## ');
  return Array.from(body.matchAll(/^```text\n([\s\S]*?)^```$/gm), ([, block]) => {
    const lines = block.trimEnd().split('\n');
    const isCommand = (line: string): boolean => /^[$#] /.test(line);
    return {
      commands: lines.filter(isCommand).map((line) => line.slice(2)),
      output: lines.filter((line) => !isCommand(line)),
    };
  });
}

/** Without its figures. */
const shapeOf = (line: string): string => line.replaceAll(/\d[\d,.]*/g, 'N');

const settingOf = (name: string): string => new RegExp(`^${name}=(.+)$`, 'm').exec(UNIT)?.[1] ?? '';

describe('the page on deployment', { timeout: 300_000 }, () => {
  let folder = '';
  let url = '';
  let environment: NodeJS.ProcessEnv = {};
  const placed = (text: string): string =>
    text
      .replaceAll(/(?<![\w.])\/(opt|backup|var\/lib)\//g, `${folder}/$1/`)
      .replaceAll('127.0.0.1:8080', new URL(url).host);

  /** Runs the commands. The result is the lines that they print. */
  function run(commands: readonly string[]): string[] {
    const output = execFileSync('bash', ['--norc', '-euc', commands.map(placed).join('\n')], {
      env: environment,
      encoding: 'utf8',
    });
    return output
      .trimEnd()
      .split('\n')
      .map((line) => line.replaceAll(folder, ''));
  }

  const program = (name: string, ...lines: readonly string[]): void => {
    const path = join(folder, 'bin', name);
    writeFileSync(path, ['#!/bin/bash', 'set -eu', ...lines, ''].join('\n'));
    chmodSync(path, 0o755);
  };

  async function status() {
    const { program: running, listings } = (await (await fetch(`${url}/status`)).json()) as {
      readonly program: Readonly<Record<string, string>>;
      readonly listings: number;
    };
    // Without the commit, which both copies share.
    const versions = Object.entries(running).map(([name, version]) => [name, version.split('+')[0]]);
    return { ...(Object.fromEntries(versions) as Record<string, string>), listings };
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'forecourt-deployment-'));
    url = `http://127.0.0.1:${await freePort()}`;
    for (const part of ['bin', 'opt', 'backup', 'var/lib'])
      mkdirSync(join(folder, part), { recursive: true });
    for (const version of ['1.0', '1.1']) {
      const place = join(folder, `opt/forecourt-${version}`);
      for (const part of ['bin', 'dist', 'assets'])
        cpSync(join(ROOT, part), join(place, part), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules'), join(place, 'node_modules'));
      const manifest = readFileSync(join(ROOT, 'package.json'), 'utf8');
      writeFileSync(
        join(place, 'package.json'),
        manifest.replace(/"version": "[^"]+"/, `"version": "${version}.0"`),
      );
    }
    symlinkSync('forecourt-1.0', join(folder, 'opt/forecourt'));
    const others = Object.entries(process.env).filter(
      ([name]) => !name.startsWith('FORECOURT_') && name !== 'BASH_ENV',
    );
    environment = {
      ...Object.fromEntries(others),
      PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`,
      FORECOURT_PORT: new URL(url).port,
      FORECOURT_WORKERS: '2',
      FORECOURT_DATA: placed('/var/lib/forecourt'),
    };
    program('forecourt', `exec node ${placed('/opt/forecourt/bin/forecourt.js')} "$@"`);
    program('chown', '[ "$1 $2" = "-R forecourt:forecourt" ]');
    program('date', 'echo 2026-11-21');
    program(
      'curl',
      `exec node -e 'fetch(process.argv.at(-1)).then(async (it) => console.log(await it.text()))' -- "$@"`,
    );
    const start = placed(settingOf('ExecStart')).replace('/usr/bin/node', process.execPath);
    const reload = settingOf('ExecReload').replace('/bin/', '');
    program(
      'systemctl',
      `cd ${folder}`,
      `start() { ${start} >>log 2>&1 & echo $! >pid; until curl ${url}/readyz 2>/dev/null | grep -q ready; do sleep 0.1; done; }`,
      'stop() { kill -TERM "$(cat pid)"; while kill -0 "$(cat pid)" 2>/dev/null; do sleep 0.1; done; }',
      `reload() { MAINPID=$(cat pid); ${reload}; }`,
      '[ "$2" = forecourt ]',
      'case $1 in start) start ;; stop) stop ;; restart) stop; start ;; reload) reload ;; *) exit 2 ;; esac',
    );
    const records = Array.from({ length: LISTINGS }, (_, i) =>
      plainRecord(`L${i}`, `dealer-${i % 3}.example`),
    );
    const imports = [LISTINGS - 1, LISTINGS].map((count) => {
      const feed = join(folder, `${count}.ndjson`);
      writeFileSync(feed, ndjson(...records.slice(0, count)));
      return `forecourt import ${feed}`;
    });
    run([
      ...imports,
      'forecourt token create one',
      'forecourt token create two',
      'systemctl start forecourt',
    ]);
  }, 300_000);
  afterAll(() => {
    run(['systemctl stop forecourt || true']);
    rmSync(folder, { recursive: true, force: true });
  });

  const [backup, verify, restore] = examplesOf('Backup and restore');
  const [upgrade] = examplesOf('Upgrades');
  const [reload] = examplesOf('Zero-downtime restarts');

  it('makes a backup and verifies it, and prints what it shows', () => {
    for (const { commands, output } of [backup, verify])
      expect(run(commands).map(shapeOf)).toEqual(output.map(shapeOf));
  });

  it('restores it, and the server reads its index', async () => {
    expect(restore.commands).toHaveLength(5);
    run(restore.commands);
    await expect.poll(status, WITHIN_A_MINUTE).toEqual({ version: '1.0.0', listings: LISTINGS });
    // Operators' requests carry a token where there are any.
    const [token = ''] = run(['forecourt token create metrics --permissions operate']);
    await expect
      .poll(async () =>
        (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text(),
      )
      .toMatch(/^forecourt_index_builds_total 0$/m);
  });

  it('upgrades by a switched symlink and a restart', async () => {
    const lines = run(upgrade.commands);
    expect(lines.join('\n')).toMatch(/"program": \{\n +"version": "1\.1\.0/);
    await expect.poll(status, WITHIN_A_MINUTE).toEqual({ version: '1.1.0', listings: LISTINGS });
  });

  it('upgrades by a reload, without a restart', async () => {
    run(['ln -sfn /opt/forecourt-1.0 /opt/forecourt', 'systemctl restart forecourt']);
    await expect.poll(status, WITHIN_A_MINUTE).toEqual({ version: '1.0.0', listings: LISTINGS });
    run(reload.commands);
    await expect
      .poll(status, WITHIN_A_MINUTE)
      .toEqual({ version: '1.1.0', primary: '1.0.0', listings: LISTINGS });
  });
});
