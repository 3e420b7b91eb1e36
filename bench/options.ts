// What `npm run bench` can be asked, and what its help says.
import { parseArgs } from 'node:util';
import { tmpdir } from 'node:os';

export const HELP = `npm run bench -- [options]

Measures Forecourt on a stock that is drawn from a seed, or on a feed of your own. Prints a page of figures;
progress goes to standard error.

What is measured
  --sizes LIST     sizes of the stock: 10k,100k,1M,10M or plain numbers (default: 100k)
  --feed FILE      a feed of your own instead
  --each NUMBER    questions of each shape (default: 200)
  --seed NUMBER    what stock and questions are drawn from (default: 1)

Parts. Engine, import, start and memory are always measured.
  --http           throughput over HTTP, against a bare server
  --changes        how soon changes are found, and what an import does to those who search
  --rivals         the same questions to other stores
  --only NAMES     of the other stores, these: SQLite,OpenSearch
  --against REF    instead of all that: the working tree against the commit REF, question by question
  --rounds NUMBER  rounds of --against (default: 5)

Where it goes
  --write          also into docs/performance.md, docs/performance.svg and the README
  --date DATE      the day that the page shows (default: the day of the commit)
  --folder FOLDER  where temporary folders are made and removed again (default: ${tmpdir()})

Examples
  npm run bench
  npm run bench -- --sizes 10k,100k,1M --http --changes --write
  npm run bench -- --feed stock.ndjson.gz --each 50
  npm run bench -- --sizes 100k --against HEAD~3

A figure is of this machine and this run: compare only what one run printed.
`;

export interface Size {
  readonly name: string;
  readonly listings: number;
}

export interface Options {
  readonly help: boolean;
  readonly sizes: readonly Size[];
  readonly feed: string | undefined;
  readonly each: number;
  readonly seed: number;
  readonly http: boolean;
  readonly changes: boolean;
  readonly rivals: boolean;
  /** Names in lower case; undefined: all. */
  readonly only: readonly string[] | undefined;
  readonly against: string | undefined;
  readonly rounds: number;
  readonly write: boolean;
  readonly date: string | undefined;
  readonly folder: string;
}

/** Throws an Error with a sentence for the caller if something is wrong. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', default: false },
      sizes: { type: 'string', default: '100k' },
      feed: { type: 'string' },
      each: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      http: { type: 'boolean', default: false },
      changes: { type: 'boolean', default: false },
      rivals: { type: 'boolean', default: false },
      only: { type: 'string' },
      against: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      write: { type: 'boolean', default: false },
      date: { type: 'string' },
      folder: { type: 'string', default: tmpdir() },
    },
  });
  return {
    ...values,
    sizes: values.sizes.split(',').map(sizeOf),
    only: values.only?.split(',').map((name) => name.trim().toLowerCase()),
    each: wholeNumber('--each', values.each),
    seed: wholeNumber('--seed', values.seed),
    rounds: wholeNumber('--rounds', values.rounds),
    date: values.date === undefined ? undefined : dateOf(values.date),
    feed: values.feed,
    against: values.against,
  };
}

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1000, m: 1_000_000 };

function sizeOf(text: string): Size {
  const [, digits, unit] = /^([0-9]{1,8})([km]?)$/i.exec(text.trim()) ?? [];
  const listings = digits === undefined ? 0 : Number(digits) * UNITS[unit.toLowerCase()];
  if (listings < 1 || listings > 99_999_999) {
    throw new Error(`--sizes must be numbers such as 300, 10k or 1M (got '${text}')`);
  }
  return { name: text.trim(), listings };
}

function wholeNumber(flag: string, text: string): number {
  if (!/^[0-9]{1,8}$/.test(text) || Number(text) === 0) {
    throw new Error(`${flag} must be a whole number from 1 (got '${text}')`);
  }
  return Number(text);
}

function dateOf(text: string): string {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) {
    throw new Error(`--date must be a day such as 2026-03-14 (got '${text}')`);
  }
  return text;
}
