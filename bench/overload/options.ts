// What `npm run soak:overload` can be asked, and what its help says.
import { parseArgs } from 'node:util';
import { tmpdir } from 'node:os';
import type { SlowKind } from './slow-clients.ts';

export const HELP = `npm run soak:overload -- [options]

Asks a real \`forecourt serve\` for many times more than it can answer, and lets clients be slow on purpose. First its
capacity is measured, then its answering times at 30 % of that; they are measured again after the overload and while slow
clients are connected. All questions differ. Ends with a page of figures, and with an error if the server ended or answered
with a 5xx other than 503, if the p99 of what it answered under overload was more than 3 times that in quiet, if it was not
as before afterwards, or if memory or open files grew. Clients share the processors with the server; how much they took is
told. Memory and files are read from Linux's /proc. \`pages\` is the overload with search pages instead of searches.

The checks have servers of their own. \`users\`: 20 simulated users beside two busy loops. \`pictures\`: 600 pictures while the
server's process is stopped for 120 ms. \`browser\`: 40 loads of the page with /usr/bin/chromium. In these, everything must be
answered. \`unread\`: the memory that 100 readers of large pages take, who read nothing.

  --listings NUMBER     listings of the stock, which is drawn from a seed (default: 100000)
  --factor NUMBER       times its capacity that the server is asked for (default: 10)
  --seconds NUMBER      how long the overload lasts, and the rest after it (default: 60)
  --quiet NUMBER        seconds of each measurement in quiet (default: 20)
  --processes NUMBER    client processes of the overload (default: 3)
  --connections NUMBER  connections of all of them, at most (default: 3000)
  --max-queue NUMBER    the setting of the server (default: 256)
  --idle NUMBER         idle connections (default: 10000)
  --slow NUMBER         slow clients of each other kind (default: 500); a fiftieth of it sends piles of requests
  --parts LIST          overload,pages,idle,silent,heads,bodies,reads,piles, and the checks users,pictures,browser,unread
                        (default: all of them)
  --seed NUMBER         what stock and questions are drawn from (default: 1)
  --folder FOLDER       where the data folder is made and removed again (default: ${tmpdir()})

Both sides of 10,000 connections need as many open files: \`ulimit -n\` says how many there may be.

Examples
  npm run soak:overload -- --listings 10000 --seconds 10 --quiet 5
  npm run soak:overload -- --parts idle,reads
  npm run soak:overload -- --parts users,pictures,browser,unread --seconds 30
`;

const PARTS = [
  'overload',
  'pages',
  'idle',
  'silent',
  'heads',
  'bodies',
  'reads',
  'piles',
  'users',
  'pictures',
  'browser',
  'unread',
] as const;

export type CheckName = 'users' | 'pictures' | 'browser' | 'unread';
export type Part = 'overload' | 'pages' | SlowKind | CheckName;

export function isCheck(part: Part): part is CheckName {
  return part === 'users' || part === 'pictures' || part === 'browser' || part === 'unread';
}

export interface OverloadOptions {
  readonly listings: number;
  readonly factor: number;
  readonly seconds: number;
  readonly quiet: number;
  readonly processes: number;
  readonly connections: number;
  readonly maxQueue: number;
  readonly idle: number;
  readonly slow: number;
  readonly parts: readonly Part[];
  readonly seed: number;
  readonly folder: string;
}

/** Undefined where help was asked for. Throws an Error with a sentence for the caller if something is wrong. */
export function readOverloadOptions(args: readonly string[]): OverloadOptions | undefined {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean' },
      listings: text,
      factor: text,
      seconds: text,
      quiet: text,
      processes: text,
      connections: text,
      'max-queue': text,
      idle: text,
      slow: text,
      parts: text,
      seed: text,
      folder: text,
    },
  });
  if (values.help === true) return undefined;
  return {
    listings: numberOf('--listings', values.listings ?? '100000'),
    factor: numberOf('--factor', values.factor ?? '10'),
    seconds: numberOf('--seconds', values.seconds ?? '60'),
    quiet: numberOf('--quiet', values.quiet ?? '20'),
    processes: numberOf('--processes', values.processes ?? '3'),
    connections: numberOf('--connections', values.connections ?? '3000'),
    maxQueue: numberOf('--max-queue', values['max-queue'] ?? '256'),
    idle: numberOf('--idle', values.idle ?? '10000'),
    slow: numberOf('--slow', values.slow ?? '500'),
    parts: partsOf(values.parts ?? PARTS.join(',')),
    seed: numberOf('--seed', values.seed ?? '1'),
    folder: values.folder ?? tmpdir(),
  };
}

function numberOf(name: string, value: string): number {
  const number = Number(value);
  if (!(number > 0)) throw new Error(`${name} must be a number above 0 (got '${value}')`);
  return number;
}

function partsOf(value: string): Part[] {
  return value.split(',').map((word) => {
    const part = PARTS.find((name) => name === word.trim());
    if (part === undefined) throw new Error(`--parts must be some of ${PARTS.join(',')} (got '${value}')`);
    return part;
  });
}
