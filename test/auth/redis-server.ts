// A Redis for one test: on a free port, without persistence, ended by its process id. Without redis-server the tests that need it
// are skipped, or fail with CI=true.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { freePort } from '../support/ports.ts';
import { afterTest } from '../support/after-test.ts';

const IS_THERE = spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;

/** True: skip. Says why. */
export function skippedWithoutRedis(): boolean {
  if (IS_THERE || process.env['CI'] === 'true') return false;
  process.stderr.write('There is no redis-server, so the tests that need one are skipped.\n');
  return true;
}

export interface RunningRedis {
  readonly address: string;
  readonly port: number;
  readonly child: ChildProcess;
}

/** Ended after the test at the latest. */
export async function startRedis(port?: number, password?: string): Promise<RunningRedis> {
  const own = port ?? (await freePort());
  const settings = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()];
  const secret = password === undefined ? [] : ['--requirepass', password];
  const child = spawn('redis-server', ['--port', String(own), ...settings, ...secret], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  afterTest(() => endRedis(child));
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('Ready to accept connections')) break;
  }
  // Its other lines go nowhere, but must not fill up the pipe.
  child.stdout.resume();
  return { address: `redis://127.0.0.1:${own}`, port: own, child };
}

export async function endRedis(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
