// A new program behind a switched symlink: a reload starts its workers, and what still runs the old program is reported.
import { cpSync, readdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startProcess } from '../support/process.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A built copy of this program that has another version. */
function installCopy(place: string, version: string): void {
  for (const part of ['bin', 'dist', 'assets', 'package.json'])
    cpSync(join(ROOT, part), join(place, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(place, 'node_modules'));
  const manifest = join(place, 'package.json');
  writeFileSync(
    manifest,
    readFileSync(manifest, 'utf8').replace('"version": "0.1.0"', `"version": "${version}"`),
  );
}

/** Two versions in `folder`, of which `current` is a symlink to the first. */
function installBoth(folder: string): void {
  for (const version of ['7.1.0', '7.2.0']) installCopy(join(folder, version), version);
  symlinkSync('7.1.0', join(folder, 'current'));
}

function switchTo(folder: string, version: string): void {
  unlinkSync(join(folder, 'current'));
  symlinkSync(version, join(folder, 'current'));
}

/** A server by the path of the symlink. */
async function serveCurrent(folder: string, ...args: readonly string[]) {
  const command = join(folder, 'current/bin/forecourt.js');
  const child = startProcess(process.execPath, [
    command,
    'serve',
    '--data',
    join(folder, 'data'),
    '--port',
    '0',
    ...args,
  ]);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const printed = (text: string | RegExp) => expect.poll(() => output).toMatch(text);
  await printed(/^Forecourt answers on/m);
  const [, url = ''] = /answers on (\S+) from/.exec(output) ?? [];
  const program = async () => {
    // A connection that a dying worker has taken gets no response.
    const signal = AbortSignal.timeout(10_000);
    const status = (await (await fetch(`${url}/status`, { signal })).json()) as {
      program: Record<string, string>;
    };
    // Without the commit, which copies of one build share.
    return Object.fromEntries(
      Object.entries(status.program).map(([name, value]) => [name, value.split('+')[0]]),
    );
  };
  const versions = async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    return Array.from(
      metrics.matchAll(/^forecourt_build_info\{version="([0-9.]+)[^}]*\} 1$/gm),
      ([, version]) => version,
    );
  };
  return { child, printed, program, versions, first: () => output.split('\n')[0] };
}

test(
  'a reload starts workers of the new program and reports that the first process runs the old one',
  { timeout: 180_000 },
  async () => {
    const folder = temporaryFolder();
    installBoth(folder);
    const server = await serveCurrent(folder, '--workers', '2');
    await server.printed(/^All 2 workers are ready\.$/m);
    expect(server.first()).toMatch(/^Forecourt 7\.1\.0(\+\S+)? starts, on Node \d+\.\d+\.\d+\.$/);
    expect(await server.program()).toEqual({ version: '7.1.0' });
    expect(await server.versions()).toEqual(['7.1.0']);

    switchTo(folder, '7.2.0');
    await expect.poll(() => server.program()).toEqual({ version: '7.1.0', installed: '7.2.0' });
    server.child.kill('SIGHUP');
    await server.printed(
      /^All 2 workers were replaced\. They run Forecourt 7\.2\.0\S*\. The first process, which starts workers and pulls feeds, still runs 7\.1\.0\S*: restart the server to replace it too\.$/m,
    );
    expect(await server.program()).toEqual({ version: '7.2.0', primary: '7.1.0' });
    expect(await server.versions()).toEqual(['7.2.0']);
  },
);

test(
  'workers that die before a reload start again with the program that they ran',
  { timeout: 180_000 },
  async () => {
    const folder = temporaryFolder();
    installBoth(folder);
    const server = await serveCurrent(folder, '--workers', '2');
    await server.printed(/^All 2 workers are ready\.$/m);
    switchTo(folder, '7.2.0');
    const children = readdirSync(`/proc/${server.child.pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${server.child.pid}/task/${thread}/children`, 'utf8')
        .trim()
        .split(' ')
        .filter(Boolean),
    );
    for (const child of children) process.kill(Number(child), 'SIGKILL');
    await server.printed(/A worker exited \(SIGKILL\)/);
    await expect
      .poll(() => server.program().catch(() => undefined))
      .toEqual({ version: '7.1.0', installed: '7.2.0' });
  },
);

test(
  'a new program that cannot work under the running one leaves it as it is, and says what to do',
  { timeout: 180_000 },
  async () => {
    const folder = temporaryFolder();
    installBoth(folder);
    const dist = join(folder, '7.2.0/dist');
    for (const name of readdirSync(dist).filter((file) => file.endsWith('.js'))) {
      const code = readFileSync(join(dist, name), 'utf8');
      writeFileSync(join(dist, name), code.replace('IPC_PROTOCOL = 1;', 'IPC_PROTOCOL = 2;'));
    }
    const server = await serveCurrent(folder, '--workers', '2');
    await server.printed(/^All 2 workers are ready\.$/m);
    switchTo(folder, '7.2.0');
    server.child.kill('SIGHUP');
    await server.printed(
      /^Forecourt 7\.2\.0\S* cannot take over from the running program without a gap\. Restart the server\.$/m,
    );
    await server.printed(
      /^No worker was replaced: A worker exited before it was ready \(exit code 1\)\. Forecourt 7\.2\.0 is installed, and runs after a restart of the server\.$/m,
    );
    expect(await server.program()).toEqual({ version: '7.1.0', installed: '7.2.0' });
  },
);

test(
  'a reload of a single process says that it still runs the old program',
  { timeout: 180_000 },
  async () => {
    const folder = temporaryFolder();
    installBoth(folder);
    const server = await serveCurrent(folder);
    switchTo(folder, '7.2.0');
    server.child.kill('SIGHUP');
    await server.printed(
      /^A single process cannot be replaced without a gap: it still runs 7\.1\.0\S*\. Restart the server to run 7\.2\.0, which is installed\. Use --workers 2 or more\.$/m,
    );
    await expect.poll(() => server.program()).toEqual({ version: '7.1.0', installed: '7.2.0' });
  },
);
