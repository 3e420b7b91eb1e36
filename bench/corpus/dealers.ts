// The dealers of a corpus, largest first: a few are large and have many sites, most are small. How many there are grows
// with the size of the corpus.
import { Random, type Weighted } from '../../src/demo/random.ts';
import { Places, type Site } from './places.ts';
import { zipf } from './zipf.ts';

export interface Dealer {
  readonly domain: string;
  readonly sites: readonly Site[];
  /** Whether its feed has coordinates beside the postcode. */
  readonly sendsCoordinates: boolean;
}

export const LISTINGS_A_DEALER = 160;
/** The largest dealer has about 2 % of a hundred thousand listings. */
export const DEALER_SHIFT = 10;
export const SENDS_COORDINATES = 0.4;
const LISTINGS_A_SITE = 400;
const MOST_SITES = 60;

const FIRST =
  `harrow finch thorn castle bracken willow raven penny oak farthing ash mill lark stone copper merri dun hollin
  hawk fern salter kestrel briar tamar forge wether grey quarry nettle high marlow bell pebble fox hay cross yarrow linnet
  orchard bramble`.split(/\s+/);
const SECOND =
  `motors cars autos garage carsales motorgroup wheels vehicles carcentre autohaus motorco trade direct
  approved prestige vans select drive forecourts specialists`.split(/\s+/);

export function makeDealers(size: number, seed: number): Weighted<Dealer> {
  // Not the numbers that the listings are drawn from.
  const random = new Random(seed ^ 0x5eed);
  const places = new Places();
  const count = Math.max(3, Math.round(size / LISTINGS_A_DEALER));
  const { sums } = zipf(Array.from({ length: count }), DEALER_SHIFT);
  const total = sums[count - 1];
  const dealers = sums.map((sum, rank): Dealer => {
    const listings = (size * (sum - (sums[rank - 1] ?? 0))) / total;
    const sites = 1 + Math.min(MOST_SITES - 1, Math.floor(listings / LISTINGS_A_SITE));
    return {
      domain: domainOf(rank),
      sites: Array.from({ length: sites }, () => places.pick(random)),
      sendsCoordinates: random.chance(SENDS_COORDINATES),
    };
  });
  return { values: dealers, sums };
}

/** `harrowmotors.example`, and once all pairs are used `harrowmotors-2.example`. */
function domainOf(rank: number): string {
  const first = FIRST[rank % FIRST.length];
  const second = SECOND[Math.floor(rank / FIRST.length) % SECOND.length];
  const round = Math.floor(rank / FIRST.length / SECOND.length);
  return `${first}${second}${round === 0 ? '' : `-${round + 1}`}.example`;
}
