// The container file and the systemd unit have the right settings and reference existing files. They are not built or
// started.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { WAIT } from '../../src/api/change-operations.ts';
import { SETTINGS, environmentVariableOf } from '../../src/config/settings.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const { engines, scripts, devDependencies } = JSON.parse(read('package.json')) as {
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};

const VARIABLES = Object.values(SETTINGS).map((setting) => environmentVariableOf(setting));

describe('Node', () => {
  it('is recommended in one version, in which quick tests run too', () => {
    for (const page of ['README.md', 'docs/deployment.md']) expect(read(page)).toContain('Node 24');
    expect(read('.ci/run')).toMatch(
      /^npm run test:node -- 24 --maxWorkers=1 test\/\{files,http,server,store\} /m,
    );
    expect(scripts['test:node']).toBe('tsx scripts/test-node.ts');
    expect(read('scripts/test-node.ts')).toContain("['24', '24.");
  });

  it('may be as old as the types that the compiler checks with', () => {
    expect(engines.node).toBe('>=20.19');
    expect(devDependencies['@types/node']).toBe('^20.19.0');
  });
});

test.each([
  ['deploy/nginx.conf', /proxy_read_timeout (\d+)s;/],
  ['deploy/Caddyfile', /response_header_timeout (\d+)s\n/],
])('%s lets clients wait for changes as long as they may', (path, timeout) => {
  expect(Number(timeout.exec(read(path))?.[1])).toBeGreaterThan(WAIT.max);
});

describe('the container file', () => {
  // Lines that end in a backslash go on; comments are left out.
  const lines = read('Containerfile')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const all = (instruction: string): string[] =>
    lines
      .filter((line) => line.startsWith(`${instruction} `))
      .map((line) => line.slice(instruction.length + 1));
  /** The instructions of the last stage: what runs. */
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));

  it('uses the recommended Node', () => {
    expect(all('FROM')).toEqual(['node:24-slim AS build', 'node:24-slim']);
  });

  it('runs as an unprivileged numeric user to the end', () => {
    expect(all('USER')).toEqual(['1000:1000']);
    const at = last.findIndex((line) => line.startsWith('USER '));
    expect(last.slice(at).some((line) => /^(?:RUN|COPY|ADD) /.test(line))).toBe(false);
  });

  it('checks the health of the server with Node alone', () => {
    const [check = ''] = all('HEALTHCHECK');
    expect(check).toMatch(/^--interval=10s --timeout=3s --start-period=60s --retries=3 +CMD \[/);
    const command = JSON.parse(check.slice(check.indexOf('['))) as string[];
    expect(command.slice(0, 2)).toEqual(['node', '-e']);
    expect(command[2]).toContain("'/healthz'");
  });

  it('starts the program without a shell, so that it gets the signals', () => {
    expect(JSON.parse(all('ENTRYPOINT')[0] ?? '')).toEqual(['node', '/app/bin/forecourt.js']);
    expect(JSON.parse(all('CMD')[0] ?? '')).toEqual(['serve']);
  });

  it('copies existing files that .dockerignore lets through', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toContain('*');
    const copied = all('COPY')
      .filter((line) => !line.startsWith('--from='))
      .flatMap((line) => line.split(' ').slice(0, -1));
    expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(copied.filter((path) => !ignored.includes(`!${path}`))).toEqual([]);
    expect(ignored.filter((line) => line.startsWith('!') && !copied.includes(line.slice(1)))).toEqual([]);
  });

  it('uses only existing settings and scripts', () => {
    const set = Array.from(
      all('ENV')
        .join(' ')
        .matchAll(/(FORECOURT_[A-Z_]+)=/g),
      ([, name]) => name ?? '',
    );
    expect(set).toEqual(['FORECOURT_DATA', 'FORECOURT_HOST']);
    expect(set.filter((name) => !VARIABLES.includes(name))).toEqual([]);
    const run = Array.from(
      all('RUN')
        .join('\n')
        .matchAll(/npm run (?:--silent )?([a-z:]+)/g),
      ([, name]) => name ?? '',
    );
    expect(run).toEqual(['build']);
    expect(run.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('runs no install scripts and contains no development tools', () => {
    const installs = all('RUN').filter((line) => line.startsWith('npm ') && !line.startsWith('npm run'));
    expect(installs.every((line) => line.includes('--ignore-scripts'))).toBe(true);
    expect(last.some((line) => /npm|apt-get|curl|wget/.test(line))).toBe(false);
    expect(all('ADD')).toEqual([]);
  });
});

describe('the unit of systemd', () => {
  const settings = new Map(
    read('deploy/forecourt.service')
      .split('\n')
      .filter((line) => /^[A-Za-z]+=/.test(line))
      .map((line): [string, string] => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

  it('can write only to the data folder and gains no privileges', () => {
    expect(Object.fromEntries(settings)).toMatchObject({
      User: 'forecourt',
      StateDirectory: 'forecourt',
      ProtectSystem: 'strict',
      ProtectHome: 'yes',
      PrivateTmp: 'yes',
      NoNewPrivileges: 'yes',
      CapabilityBoundingSet: '',
    });
    // JavaScript is compiled while it runs.
    expect(settings.has('MemoryDenyWriteExecute')).toBe(false);
  });

  it('starts, reloads and stops the program by the right signals', () => {
    expect(settings.get('ExecStart')).toBe('/usr/bin/node /opt/forecourt/bin/forecourt.js serve');
    expect(settings.get('ExecReload')).toBe('/bin/kill -HUP $MAINPID');
    expect(settings.get('KillMode')).toBe('mixed');
    expect(Number(settings.get('TimeoutStopSec'))).toBeGreaterThan(10);
  });

  it('denies system calls that it does not need, and allows it to lower its own priority', () => {
    const lines = read('deploy/forecourt.service').split('\n');
    // The first line decides that the list is one of allowed calls. Later lines remove some and add others.
    expect(lines.filter((line) => line.startsWith('SystemCallFilter='))).toEqual([
      'SystemCallFilter=@system-service',
      'SystemCallFilter=~@privileged @resources',
      'SystemCallFilter=setpriority',
    ]);
  });

  it('has a dedicated user', () => {
    expect(read('deploy/forecourt.sysusers')).toMatch(/^u forecourt - "Forecourt" \/var\/lib\/forecourt$/m);
  });
});

describe('the page on deployment', () => {
  const page = read('docs/deployment.md');

  test('has only existing settings', () => {
    const named = [...page.matchAll(/FORECOURT_[A-Z_]+/g)].map(([name]) => name);
    expect(named.filter((name) => !VARIABLES.includes(name))).toEqual([]);
  });

  test('has the latest measured sizes', () => {
    const measured = read('docs/performance.md').split('\n');
    const [, table = ''] = /<!-- sizing -->\n([\s\S]*?)\n<!-- end -->/.exec(page) ?? [];
    const rows = table.split('\n');
    expect(rows).toHaveLength(8);
    expect(rows.filter((row) => !measured.includes(row))).toEqual([]);
  });

  test('links only to existing files', () => {
    const files = [...page.matchAll(/\]\(\.\.\/([^)#]+)/g)].map(([, file]) => file ?? '');
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  test.each(['deploy/nginx.conf', 'deploy/Caddyfile'])(
    'and %s shuts operators’ pages from the public',
    (file) => {
      for (const path of ['/metrics', '/dashboard', '/status']) expect(read(file)).toContain(path);
    },
  );
});
