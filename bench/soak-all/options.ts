// What `npm run soak` can be asked, and what its help says.
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';

export const HELP = `npm run soak -- [options]

Runs a real server of several processes under mixed load (searches, summaries, phrases, redirects, /mcp) while imports change the
stock and processes of the server are killed. Every answer is held to a plain model of the stock at the change that it was made
from. Ends with a page of figures, and with an error if an answer was wrong or too old, if the server ended, or if memory or open
files grew. Memory and files are read from Linux's /proc.

  --minutes NUMBER   how long (default: 30)
  --listings NUMBER  listings in the stock (default: 1000)
  --workers NUMBER   processes of the server (default: 2)
  --clients NUMBER   processes that ask (default: 2)
  --every SECONDS    between two imports (default: 5)
  --kills SECONDS    between two kills, on average; 0 kills nobody (default: 20)
  --stale MS         the longest that an import may take to be seen (default: 5000)
  --seed NUMBER      what questions and kills are drawn from (default: 1)
  --folder FOLDER    where the data folder is made and removed again (default: ${tmpdir()})

Example
  npm run soak -- --minutes 3 --kills 10
`;

export interface SoakOptions {
  readonly minutes: number;
  readonly listings: number;
  readonly workers: number;
  readonly clients: number;
  readonly every: number;
  readonly kills: number;
  readonly staleMs: number;
  readonly seed: number;
  readonly folder: string;
}

/** Undefined where help was asked for. Throws an Error with a sentence for the caller if something is wrong. */
export function readOptions(args: readonly string[]): SoakOptions | undefined {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean' },
      minutes: text,
      listings: text,
      workers: text,
      clients: text,
      every: text,
      kills: text,
      stale: text,
      seed: text,
      folder: text,
    },
  });
  if (values.help === true) return undefined;
  return {
    minutes: numberOf('--minutes', values.minutes ?? '30'),
    listings: numberOf('--listings', values.listings ?? '1000'),
    workers: numberOf('--workers', values.workers ?? '2'),
    clients: numberOf('--clients', values.clients ?? '2'),
    every: numberOf('--every', values.every ?? '5'),
    kills: numberOf('--kills', values.kills ?? '20'),
    staleMs: numberOf('--stale', values.stale ?? '5000'),
    seed: numberOf('--seed', values.seed ?? '1'),
    folder: values.folder ?? tmpdir(),
  };
}

function numberOf(name: string, value: string): number {
  const number = Number(value);
  if (!(number >= 0) || value.trim() === '') throw new Error(`${name} must be a number (got '${value}')`);
  return number;
}
