// The recorded workload: the commands of a small service from its first day, each in its own process, and the states
// between them. What a command reported as done must survive a power loss.
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { spawn } from 'node:child_process';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { fileIn, ndjson } from '../cli/feeds.ts';
import type { Random } from '../support/random.ts';
import { stateOf, FEED, type State } from './state.ts';
import { readTrace, recording, type TraceRecord } from './trace.ts';

const COMMAND = fileURLToPath(new URL('../../bin/forecourt.js', import.meta.url));
/** Whose listings come from the configured feed alone. */
const DEALER = 'west.example';
const MAKES = ['Ford', 'Volkswagen', 'Jaguar', 'Fiat'];
/** An import of so many listings writes an index file of its own. */
const MANY_LISTINGS = 21_000;
const START_MS = 60_000;

export interface Step {
  readonly name: string;
  /** Records before this one belong to earlier steps. */
  readonly start: number;
  /** When it was over. */
  readonly after: State;
}

export interface Workload {
  readonly rootInode: number;
  readonly records: readonly TraceRecord[];
  readonly before: State;
  readonly steps: readonly Step[];
  /** Where the commands ran. */
  readonly root: string;
}

/** Listings of which some change, come and go from one version to the next. */
function feedOf(version: number, count: number, random: Random, only?: string): string {
  return ndjson(
    ...Array.from({ length: count }, (_, n) => {
      const id = n % 5 < 2 ? `v${version}-${n}` : `all-${n}`;
      const dealer = only ?? (n % 7 === 0 ? 'south.example' : 'north.example');
      return {
        id,
        dealer,
        advert_url: `https://${dealer}/${id}`,
        make: MAKES[n % MAKES.length],
        model: 'Focus',
        price: 1000 + random.below(9000),
        registration: `AB${10 + (n % 80)} ${id.slice(-3).toUpperCase()}`,
        full_description: 'Heated seats. '.repeat(random.below(60)),
      };
    }),
  );
}

/** Runs all commands beneath `place`, which is empty. `isLarge`: a first import that makes an index file, and little else. */
export async function recordWorkload(
  place: string,
  random: Random,
  isLarge: boolean,
  onStep: (name: string) => void = () => undefined,
): Promise<Workload> {
  const [root, trace] = [join(place, 'root'), join(place, 'trace')];
  mkdirSync(root);
  const environment = { ...process.env, ...recording(place, root, trace) };
  const [data, backup] = [join(root, 'data'), join(root, 'backup')];
  const steps: Step[] = [];
  // Of a copy: opening a folder may write to it, which is not recorded.
  const stateNow = async (): Promise<State> => {
    const copy = join(place, 'copy');
    // The recorded process still has the folder: the socket of its lock cannot be copied.
    cpSync(root, copy, { recursive: true, filter: (path) => !lstatSync(path).isSocket() });
    try {
      return await stateOf(copy);
    } finally {
      rmSync(copy, { recursive: true });
    }
  };
  const before = await stateNow();
  let recorded = 0;

  const step = async (name: string, work: () => Promise<void>): Promise<void> => {
    onStep(name);
    const start = recorded;
    await work();
    recorded = readTrace(trace).length;
    steps.push({ name, start, after: await stateNow() });
  };
  const command = (...args: readonly string[]): Promise<void> =>
    step(
      args
        .slice(0, 2)
        .map((word) => basename(word))
        .join(' '),
      async () => {
        const child = spawn(process.execPath, [COMMAND, ...args, '--data', data], {
          env: environment,
          stdio: ['ignore', 'ignore', 'pipe'],
        });
        let said = '';
        child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
        const [code] = (await once(child, 'close')) as [number | null];
        if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${said}`);
      },
    );
  const server = (name: string): Promise<void> =>
    step(name, async () => {
      rmSync(join(data, 'index.seg'), { force: true });
      const child = spawn(process.execPath, [COMMAND, 'serve', '--port', '0', '--data', data], {
        env: environment,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const ended = once(child, 'exit');
      // From its banner on, a signal closes it.
      await Promise.race([once(child.stdout, 'data'), ended]);
      const end = Date.now() + START_MS;
      while (!existsSync(join(data, 'index.seg')) && Date.now() < end) await pause(20);
      child.kill('SIGTERM');
      await ended;
    });
  const firstFormat = (): Promise<void> =>
    step('the first format', async () => {
      const script = fileURLToPath(new URL('to-first-format.ts', import.meta.url));
      const child = spawn(process.execPath, ['--import', 'tsx', script, data], {
        env: environment,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const [code] = (await once(child, 'close')) as [number | null];
      if (code !== 0) throw new Error(`the stock was not given its first format: ${code}`);
    });
  const feed = (version: number, count: number): string =>
    fileIn(place, `v${version}.ndjson`, feedOf(version, count, random));

  await command('import', feed(1, isLarge ? MANY_LISTINGS : 250));
  if (!isLarge) {
    await server('serve, which writes the index');
    await command('token', 'create', 'First');
    await command('import', feed(2, 250));
    await command('postcodes', 'import', fileIn(place, 'units.csv', 'pcds,lat,long\nZE1 0AA,60.15,-1.14\n'));
    const feeds = fileIn(
      place,
      'feeds.json',
      JSON.stringify({ feeds: [{ name: FEED, path: 'west.ndjson', dealer: DEALER }] }),
    );
    const west = fileIn(place, 'west.ndjson', feedOf(3, 200, random, DEALER) + '{"id":"x"}\n');
    await command('feed', 'run', '--feeds', feeds, '--force');
    const [first] = JSON.parse(steps[steps.length - 1].after.tokens) as { readonly id: string }[];
    await command('token', 'revoke', first.id);
    await command('token', 'create', 'Second');
    await command('backup', backup);
    await command('postcodes', 'import', fileIn(place, 'more.csv', 'pcds,lat,long\nZE1 0AB,60.1,-1.1\n'));
    fileIn(place, 'west.ndjson', feedOf(4, 120, random, DEALER));
    utimesSync(west, 1, 1);
    await command('feed', 'run', '--feeds', feeds, '--force');
    // Nothing has changed: only what is kept of the feed does.
    await command('feed', 'run', '--feeds', feeds);
    await server('serve, after changes');
    await firstFormat();
    await command('upgrade');
    await command('import', feed(5, 20), '--force');
    await command('import', feed(6, 300), '--merge');
    await command('import', feed(7, 5), '--force');
  }
  return { rootInode: statSync(root).ino, records: readTrace(trace), before, steps, root };
}

/** Names and bytes of all files beneath a folder, but for those that are no part of the data. */
export function filesIn(
  folder: string,
  into: ReadonlyMap<string, Buffer> = new Map(),
  path = '',
): Map<string, Buffer> {
  const files = new Map(into);
  for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
    const name = join(path, entry.name);
    if (entry.isDirectory())
      for (const [inner, bytes] of filesIn(folder, new Map(), name)) files.set(inner, bytes);
    else if (entry.isFile() && !name.endsWith('-lock')) files.set(name, readFileSync(join(folder, name)));
  }
  return files;
}
