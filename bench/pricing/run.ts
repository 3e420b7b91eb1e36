// `npm run bench:pricing`: measures how far price ratings' estimates are from the prices of listings that were held out.
import { fileURLToPath } from 'node:url';
import { Random } from '../../src/demo/random.ts';
import { factReader } from '../../src/index/words/stated-facts.ts';
import type { Listing } from '../../src/listing/listing.ts';
import { comparePrice, type NoRatingReason, type PriceRating } from '../../src/pricing/rating.ts';
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

const RATINGS = commandLine(
  'bench:pricing',
  {
    feed: option('FILE', anyText, DEALER_STOCK, 'the stock', 'the dealer stock beside the project'),
    year: option('YEAR', wholeFromOne, 2020, 'the year from which ages count'),
    sample: option('COUNT', wholeFromOne, 10_000, 'listings that are estimated'),
    seed: option('NUMBER', wholeFromOne, 1, 'draws another sample'),
  },
  {
    summary:
      'Estimates the prices of a sample of listings, each from four fifths of the stock without it, and prints the errors and how often there is no rating.',
    examples: ['--feed stock.csv --year 2026', '--sample 99187'],
  },
);

interface Rated {
  readonly listing: Listing;
  readonly rating: Extract<PriceRating, { readonly rating: string }>;
  /** Difference of estimate and price, in percent of the price. */
  readonly error: number;
}

type Segment = readonly [name: string, fits: (one: Rated) => boolean];

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
  return [name, ({ rating: { comparables } }) => comparables >= min && comparables < below];
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

await runCommand(RATINGS, async ({ feed, year, sample, seed }) => {
  const stock = new HeldOutStock(await feedSource(feed, 1).first(Infinity));
  const rated: Rated[] = [];
  const silent = new Map<NoRatingReason, number>();
  const drawn = drawNumbers(stock.listings.length, sample, new Random(seed));
  const progress = progressLogger('estimating', drawn.length);
  for (const [done, i] of drawn.entries()) {
    const listing = stock.listings[i];
    const stated = factReader().read(listing);
    const { priceRating: rating } = await comparePrice(listing, stated, stock.without(i), year);
    if (rating.rating === null) count(silent, rating.reason);
    else {
      const price = listing.priceGbp ?? NaN;
      rated.push({ listing, rating, error: (Math.abs(rating.expected - price) / price) * 100 });
    }
    progress(done + 1);
  }
  const share = (part: number): string => `${((part / drawn.length) * 100).toFixed(1)} %`;
  return {
    lines: [
      `${drawn.length} of ${stock.listings.length} listings, ages in ${year}`,
      '',
      markdownTable(
        ['listings', 'share of the rated', 'median error', '90th percentile', 'in the range'],
        SEGMENTS.map(([name, fits]) => rowOf(name, rated.filter(fits), rated.length)),
      ),
      '',
      markdownTable(
        ['no rating because', 'share of all'],
        [
          ...[...silent].sort(([, a], [, b]) => b - a).map(([reason, listings]) => [reason, share(listings)]),
          ['any reason', share(drawn.length - rated.length)],
        ],
      ),
    ],
  };
});

function rowOf(name: string, rated: readonly Rated[], all: number): string[] {
  if (rated.length === 0) return [name, '0.0 %', '–', '–', '–'];
  const errors = rated.map(({ error }) => error).sort((a, b) => a - b);
  const at = (quantile: number): string => `${errors[Math.ceil(quantile * errors.length) - 1].toFixed(1)} %`;
  const percent = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(1)} %`;
  const within = rated.filter(({ rating }) => rating.rating === 'around').length;
  return [name, percent(rated.length, all), at(0.5), at(0.9), percent(within, rated.length)];
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
