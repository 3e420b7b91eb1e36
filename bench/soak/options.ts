// What `npm run soak:feeds` can be asked, and what its help says.
import { parseArgs } from 'node:util';
import { tmpdir } from 'node:os';

export const HELP = `npm run soak:feeds -- [options]

Serves feeds from a local server to a real \`forecourt serve --feeds\`, changes a tenth of every feed each round, and
searches meanwhile. Ends with a page of figures, and with an error if a listing was lost, if a change was not found a
second after its run had ended, or if memory grew. Memory is read from Linux's /proc.

  --listings NUMBER  listings in all (default: 1000000)
  --feeds NUMBER     feeds they are spread over, each of a dealer of its own (default: 600)
  --minutes NUMBER   how long, once all feeds have come in (default: 10)
  --every SECONDS    length of a round, and how often each feed is due (default: 60)
  --stale MS         the longest that a change may take to be found (default: 1000)
  --clients NUMBER   searches at a time (default: 2)
  --folder FOLDER    where the data folder is made and removed again (default: ${tmpdir()})

Example
  npm run soak:feeds -- --listings 100000 --feeds 60 --minutes 3
`;

export interface SoakOptions {
  readonly listings: number;
  readonly feeds: number;
  readonly minutes: number;
  readonly every: number;
  readonly clients: number;
  readonly staleMs: number;
  readonly folder: string;
}

/** Undefined where help was asked for. Throws an Error with a sentence for the caller if something is wrong. */
export function readSoakOptions(args: readonly string[]): SoakOptions | undefined {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean' },
      listings: text,
      feeds: text,
      minutes: text,
      every: text,
      clients: text,
      stale: text,
      folder: text,
    },
  });
  if (values.help === true) return undefined;
  const options = {
    listings: numberOf('--listings', values.listings ?? '1000000'),
    feeds: numberOf('--feeds', values.feeds ?? '600'),
    minutes: numberOf('--minutes', values.minutes ?? '10'),
    every: numberOf('--every', values.every ?? '60'),
    clients: numberOf('--clients', values.clients ?? '2'),
    staleMs: numberOf('--stale', values.stale ?? '1000'),
    folder: values.folder ?? tmpdir(),
  };
  if (options.listings < options.feeds * 20) throw new Error('a feed needs at least 20 listings');
  return options;
}

function numberOf(name: string, value: string): number {
  const number = Number(value);
  if (!(number > 0)) throw new Error(`${name} must be a number above 0 (got '${value}')`);
  return number;
}
