// The command line of `npm run bench`.
import {
  anyText,
  commandLine,
  flag,
  TEMPORARY_FOLDER,
  option,
  optional,
  wholeFromOne,
  type OptionsOf,
} from '../harness/command.ts';

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1000, m: 1_000_000 };

export const BENCH = commandLine(
  'bench',
  {
    sizes: option(
      'LIST',
      sizesOf,
      sizesOf('100k'),
      'sizes of the generated stock: 10k,1M or plain numbers',
      '100k',
    ),
    ownPositions: flag('every car of the generated stock has its own position, as with private sellers'),
    feed: optional('FILE', anyText, 'a feed of your own instead'),
    each: option('NUMBER', wholeFromOne, 200, 'queries of each class'),
    seed: option('NUMBER', wholeFromOne, 1, 'what stock and queries are drawn from'),
    imports: flag('also import the same feed again, and the stock as CSV'),
    cold: flag('also measure the first responses of a server that has just started'),
    workers: flag('also measure throughput and memory of servers with 1 and 2 workers'),
    http: flag('also measure throughput and CPU time over HTTP, against a bare server'),
    changes: flag('also measure how soon changes are found, and how an import slows searches down'),
    rivals: flag('also ask other engines the same queries'),
    all: flag('all six: --imports --cold --workers --http --changes --rivals'),
    only: optional('NAMES', namesOf, 'only these other engines: SQLite,OpenSearch'),
    against: optional('REF', anyText, 'instead of all that, compare the working tree with the commit REF'),
    rounds: option('NUMBER', wholeFromOne, 5, 'rounds of --against'),
    write: flag(
      'write docs/performance.md, docs/performance.svg, with --rivals docs/other-engines.md, and the tables of the README',
    ),
    date: optional('DATE', dateOf, 'the day that the page shows (default: the day of the commit)'),
    folder: TEMPORARY_FOLDER,
  },
  {
    summary:
      'Measures Forecourt on a stock that is drawn from a seed, or on a feed of your own. Engine, import, start and ' +
      'memory are always measured. Prints a page of figures; progress goes to standard error.',
    examples: [
      '--sizes 10k,100k,1M --all --write',
      '--sizes 10k --http',
      '--sizes 100k --cold --workers',
      '--sizes 100k --rivals --only sqlite,postgresql',
      '--sizes 1M --own-positions',
      '--sizes 10M --imports --cold --http --folder /mnt/large',
      '--feed stock.ndjson.gz --each 50',
      '--sizes 100k --against HEAD~3',
    ],
    notes:
      'Figures depend on the machine and its load: compare only those of one run. Before it starts, a run prints how much disk\n' +
      'and memory its largest stock needs, and ends if the disk has less.',
  },
);

export type BenchOptions = OptionsOf<typeof BENCH>;

/** The options with all that `--all` stands for. */
export function withAll(options: BenchOptions): BenchOptions {
  if (!options.all) return options;
  return {
    ...options,
    imports: true,
    cold: true,
    workers: true,
    http: true,
    changes: true,
    rivals: true,
  };
}

function sizesOf(list: string) {
  return list.split(',').map((text) => {
    const [, digits, unit] = /^([0-9]{1,8})([km]?)$/i.exec(text.trim()) ?? [];
    const listings = digits === undefined ? 0 : Number(digits) * UNITS[unit.toLowerCase()];
    if (listings < 1 || listings > 99_999_999)
      throw new Error(`--sizes must be numbers such as 300, 10k or 1M (got '${text}')`);
    return { name: text.trim(), listings };
  });
}

/** Names in lower case. */
function namesOf(list: string): string[] {
  return list.split(',').map((name) => name.trim().toLowerCase());
}

function dateOf(text: string): string {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text))
    throw new Error(`--date must be a day such as 2026-03-14 (got '${text}')`);
  return text;
}
