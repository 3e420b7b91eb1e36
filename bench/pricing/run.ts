// `npm run bench:pricing`: measures how far price marks' estimates are from the prices of listings that were held out.
import { fileURLToPath } from 'node:url';
import { Random } from '../../src/demo/random.ts';
import type { Listing } from '../../src/listing/listing.ts';
import { markPrice, type NoMarkReason, type PriceMark } from '../../src/pricing/price-mark.ts';
import {
  anyText,
  commandLine,
  option,
  progressLogger,
  runCommand,
  wholeFromOne,
} from '../harness/command.ts';
import { markdownTable } from '../harness/format.ts';
import { count } from '../harness/statistics.ts';
import { feedSource } from '../corpus/stock-source.ts';
import { HeldOutStock } from './held-out-stock.ts';

const DEALER_STOCK = fileURLToPath(
  new URL('../../../shared/data/feeds/dealer-stock.ndjson.gz', import.meta.url),
);

const MARKS = commandLine(
  'bench:pricing',
  {
    feed: option('FILE', anyText, DEALER_STOCK, 'the stock', 'the dealer stock beside the project'),
    year: option('YEAR', wholeFromOne, 2020, 'the year from which ages count'),
    sample: option('COUNT', wholeFromOne, 10_000, 'listings that are estimated'),
    seed: option('NUMBER', wholeFromOne, 1, 'draws another sample'),
  },
  {
    summary:
      'Estimates the prices of a sample of listings, each from four fifths of the stock without it, and prints the errors and how often there is no mark.',
    examples: ['--feed stock.csv --year 2026', '--sample 99187'],
  },
);

interface Marked {
  readonly listing: Listing;
  readonly mark: Extract<PriceMark, { readonly mark: string }>;
  /** Difference of estimate and price, in percent of the price. */
  readonly error: number;
}

type Segment = readonly [name: string, fits: (one: Marked) => boolean];

function priced(name: string, min: number, below: number): Segment {
  return [name, ({ listing: { priceGbp } }) => priceGbp !== null && priceGbp >= min && priceGbp < below];
}

function fuelled(fuel: string): Segment {
  return [fuel, ({ listing }) => listing.fuelType === fuel];
}

function geared(transmission: string): Segment {
  return [transmission, ({ listing }) => listing.transmission === transmission];
}

function driven(name: string, min: number, below: number): Segment {
  return [
    name,
    ({ listing: { mileageMiles } }) => mileageMiles !== null && mileageMiles >= min && mileageMiles < below,
  ];
}

function compared(name: string, min: number, below: number): Segment {
  return [name, ({ mark: { comparables } }) => comparables >= min && comparables < below];
}

const SEGMENTS: readonly Segment[] = [
  ['all', () => true],
  priced('below £5,000', 0, 5000),
  priced('£5,000 to £9,999', 5000, 10_000),
  priced('£10,000 to £19,999', 10_000, 20_000),
  priced('£20,000 to £39,999', 20_000, 40_000),
  priced('£40,000 and more', 40_000, Infinity),
  driven('below 10,000 miles', 0, 10_000),
  driven('10,000 to 29,999 miles', 10_000, 30_000),
  driven('30,000 to 59,999 miles', 30_000, 60_000),
  driven('60,000 miles and more', 60_000, Infinity),
  fuelled('Petrol'),
  fuelled('Diesel'),
  fuelled('Hybrid'),
  geared('Manual'),
  geared('Automatic'),
  compared('20 to 39 comparables', 20, 40),
  compared('40 to 99 comparables', 40, 100),
  compared('100 comparables and more', 100, Infinity),
];

await runCommand(MARKS, async ({ feed, year, sample, seed }) => {
  const stock = new HeldOutStock(await feedSource(feed, 1).first(Infinity));
  const marked: Marked[] = [];
  const silent = new Map<NoMarkReason, number>();
  const drawn = drawNumbers(stock.listings.length, sample, new Random(seed));
  const progress = progressLogger('estimating', drawn.length);
  for (const [done, i] of drawn.entries()) {
    const listing = stock.listings[i];
    const mark = await markPrice(listing, stock.without(i), year);
    if (mark.mark === null) count(silent, mark.reason);
    else {
      const price = listing.priceGbp ?? NaN;
      marked.push({ listing, mark, error: (Math.abs(mark.expected - price) / price) * 100 });
    }
    progress(done + 1);
  }
  const share = (part: number): string => `${((part / drawn.length) * 100).toFixed(1)} %`;
  return {
    lines: [
      `${drawn.length} of ${stock.listings.length} listings, ages in ${year}`,
      '',
      markdownTable(
        ['listings', 'share of the marked', 'median error', '90th percentile', 'in the range'],
        SEGMENTS.map(([name, fits]) => rowOf(name, marked.filter(fits), marked.length)),
      ),
      '',
      markdownTable(
        ['no mark because', 'share of all'],
        [
          ...[...silent].sort(([, a], [, b]) => b - a).map(([reason, listings]) => [reason, share(listings)]),
          ['any reason', share(drawn.length - marked.length)],
        ],
      ),
    ],
  };
});

function rowOf(name: string, marked: readonly Marked[], all: number): string[] {
  if (marked.length === 0) return [name, '0.0 %', '–', '–', '–'];
  const errors = marked.map(({ error }) => error).sort((a, b) => a - b);
  const at = (quantile: number): string => `${errors[Math.ceil(quantile * errors.length) - 1].toFixed(1)} %`;
  const percent = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(1)} %`;
  const within = marked.filter(({ mark }) => mark.mark === 'around').length;
  return [name, percent(marked.length, all), at(0.5), at(0.9), percent(within, marked.length)];
}

/** Distinct numbers below `limit`, or all if there are fewer than `wanted`. */
function drawNumbers(limit: number, wanted: number, random: Random): number[] {
  const numbers = Array.from({ length: limit }, (_, i) => i);
  for (let i = 0; i < Math.min(wanted, limit - 1); i++) {
    const other = random.whole(i, limit - 1);
    [numbers[i], numbers[other]] = [numbers[other], numbers[i]];
  }
  return numbers.slice(0, wanted);
}
