// The package that `npm pack` makes, installed from its file in an empty folder on the oldest Node that it allows: the command, the
// demo, the client and its types. It is packed from a copy, because packing builds `dist/` anew.
import { execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { installNode } from './support/installed.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const NODE = `node-${process.platform}-${process.arch}`;
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

const oldest = await installNode([`${NODE}@20.19.0`]);
const recommended = await installNode([`${NODE}@24.21.0`]);

interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-package-'));
  folders.push(folder);
  return folder;
}

/** Rejects with all output if the program fails. */
async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env = process.env,
): Promise<Output> {
  return promisify(execFile)(program, args, { cwd, env, maxBuffer: 2 ** 25 });
}

/** The environment with another Node, and without npm's settings of the run that this test is part of. */
function withNode(folder: string | undefined): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|FORECOURT_|NODE_OPTIONS$)/i.test(name),
  );
  const binaries = join(folder ?? '', 'node_modules', NODE, 'bin');
  return { ...Object.fromEntries(own), PATH: `${binaries}${delimiter}${process.env['PATH'] ?? ''}` };
}

/** The files that a fresh checkout has, with the packages of this one. */
async function copyOfCheckout(): Promise<string> {
  const folder = temporaryFolder();
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], ROOT);
  for (const path of stdout.split('\0')) {
    if (path === '' || !existsSync(join(ROOT, path))) continue;
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    cpSync(join(ROOT, path), join(folder, path));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

const missing = oldest.missing || recommended.missing;
describe.skipIf(missing !== '')(`the package${missing}`, () => {
  const env = withNode(oldest.folder);
  let tarball = '';
  /** Where it is installed. */
  let home = '';
  let installed: Output;

  beforeAll(async () => {
    const checkout = await copyOfCheckout();
    await run('npm', ['pack', '--silent'], checkout);
    tarball = join(checkout, `forecourt-${version}.tgz`);
    home = temporaryFolder();
    writeFileSync(join(home, 'package.json'), '{ "private": true, "type": "module" }');
    installed = await run('npm', ['install', tarball], home, env);
  });

  test('has the program, docs, data and licences in at most 3 MB, and no tests or sources', async () => {
    expect(statSync(tarball).size).toBeLessThanOrEqual(3_000_000);
    const { stdout } = await run('tar', ['--list', '--gzip', '--file', tarball], home);
    const files = stdout.trim().split('\n');
    expect(files).toEqual(
      expect.arrayContaining([
        'package/LICENSE',
        'package/README.md',
        'package/CHANGELOG.md',
        'package/SECURITY.md',
        'package/assets/postcodes/README.md',
        'package/bin/forecourt.js',
        'package/deploy/forecourt.service',
        'package/dist/client/index.d.ts',
        'package/dist/main.js',
        'package/docs/deployment.md',
      ]),
    );
    const names = new Set(files.map((file) => file.split('/')[1]).filter((name) => !name.includes('.')));
    expect([...names].sort()).toEqual(['LICENSE', 'assets', 'bin', 'deploy', 'dist', 'docs']);
    expect(files.filter((file) => /\.map$|\.test\.|(?<!\.d)\.ts$/.test(file))).toEqual([]);
  });

  test.each([
    ['20.19.0', oldest],
    ['24.21.0', recommended],
  ])('is installed without a warning about Node %s, or about a deprecated package', async (_, node) => {
    const another = temporaryFolder();
    writeFileSync(join(another, 'package.json'), '{ "private": true }');
    const dry = await run('npm', ['install', '--dry-run', tarball], another, withNode(node.folder));
    for (const { stdout, stderr } of [installed, dry])
      expect(`${stdout}${stderr}`).not.toMatch(/EBADENGINE|deprecated/i);
    expect(dry.stdout).toContain('added ');
  });

  test('has a command', async () => {
    expect(await run('npx', ['forecourt', '--version'], home, env)).toMatchObject({ stdout: `${version}\n` });
  });

  test('serves the demo, with pages, pictures, descriptions and phrases', async () => {
    const server = spawn('npx', ['forecourt', 'serve', '--demo', '--port', '0'], {
      cwd: home,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      // npx, its shell and the server, as one group.
      detached: true,
    });
    const ended = new Promise((resolve) => server.once('exit', resolve));
    onTestFinished(async () => {
      if (server.exitCode === null) process.kill(-(server.pid ?? 0), 'SIGTERM');
      await ended;
    });
    let url = '';
    const lines: string[] = [];
    for await (const line of createInterface(server.stdout)) {
      lines.push(line);
      url = /answers on (http:\/\/\S+) /.exec(line)?.[1] ?? '';
      if (url !== '') break;
    }
    server.stdout.resume();
    expect(url, lines.join('\n')).not.toBe('');

    const textOf = async (path: string): Promise<string> => {
      const response = await fetch(new URL(path, url));
      const text = await response.text();
      expect([path, response.status, text !== '']).toEqual([path, 200, true]);
      return text;
    };
    const found = JSON.parse(await textOf('/api/v1/vehicles/?make=Jaguar&model=XJ&location=SW1A+1AA')) as {
      readonly results: { readonly cars: readonly { readonly thumbnail: string }[] };
    };
    const picture = found.results.cars[0]?.thumbnail ?? '';
    expect(await textOf(picture)).toContain('<svg');
    expect(await textOf('/api/v1/interpret/?text=diesel+Volvo+near+Leeds')).toContain('"make":"Volvo"');
    for (const path of ['/openapi.json', '/llms.txt']) await textOf(path);
    const pages = await Promise.all(['/', '/docs', '/dashboard/'].map(textOf));
    const linked = pages.flatMap((page) =>
      Array.from(
        page.matchAll(/(?:src|href)="(?:https?:\/\/[^/"]+)?(\/[^"]+\.(?:js|css|ico|svg)[^"]*)"/g),
        ([, path]) => path,
      ),
    );
    expect(linked).not.toEqual([]);
    for (const path of linked) await textOf(path.replaceAll('&amp;', '&'));
  });

  const PROGRAM = `import { ForecourtClient, ForecourtProblem, type Vehicle } from 'forecourt/client';
const client = new ForecourtClient({ baseUrl: 'http://127.0.0.1:9', retries: 0 });
const cars: readonly Vehicle[] = await client.search({ make: 'Ford' }).then(
  (page) => page.cars,
  (error: unknown) => (error instanceof ForecourtProblem ? [] : Promise.reject(error)),
);
console.log(cars.length);
`;

  test.each(['nodenext', 'bundler'])('has a client with types, resolved as by %s', async (resolution) => {
    const name = `${resolution}.ts`;
    writeFileSync(join(home, name), PROGRAM);
    const module = resolution === 'nodenext' ? 'nodenext' : 'esnext';
    const options = ['--strict', '--target', 'es2023', '--lib', 'es2023,dom'];
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const modes = ['--module', module, '--moduleResolution', resolution, '--ignoreConfig'];
    await run(process.execPath, [compiler, ...options, ...modes, name], home);
    const node = join(oldest.folder ?? '', 'node_modules', NODE, 'bin/node');
    expect(await run(node, [`${resolution}.js`], home, env)).toEqual({ stdout: '0\n', stderr: '' });
  });
});
