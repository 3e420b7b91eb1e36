// Random queries for a given stock: each value is taken from one of its listings, so that most queries find something.
// The same seed gives the same queries.
import type { Listing } from '../../src/listing/listing.ts';
import { DISTANCE_BANDS_KM } from '../../src/query/search-query.ts';
import { FUEL_TYPES, TRANSMISSIONS } from '../../src/vehicle/classes.ts';
import { SORTS } from '../../src/query/sorts.ts';
import { tradeTerms } from '../../src/vehicle/trade-terms.ts';

/** Query strings about `listings`. */
export function stockQueries(listings: readonly Listing[], count: number, seed: number): string[] {
  const drawer = new Drawer(listings, seed);
  return Array.from({ length: count }, () => new URLSearchParams(drawer.pairs()).toString());
}

type Pairs = [name: string, value: string][];

class Drawer {
  readonly #listings: readonly Listing[];
  #state: number;

  constructor(listings: readonly Listing[], seed: number) {
    this.#listings = listings;
    this.#state = seed;
  }

  /** The parameters of a search: rarely all, rarely none. */
  pairs(): Pairs {
    const sometimes = (chance: number, pairs: () => Pairs): Pairs => (this.#chance(chance) ? pairs() : []);
    const some = this.#pick(this.#listings);
    return [
      ...sometimes(0.4, () => [['q', this.#words(some)]]),
      ...sometimes(0.35, () => this.#makeAndModel(some)),
      ...sometimes(0.1, () => this.#severalNames()),
      ...sometimes(0.2, () => [['fuel_type', this.#oneOrMore(() => this.#pick(FUEL_TYPES))]]),
      ...sometimes(0.15, () => [['transmission', this.#oneOrMore(() => this.#pick(TRANSMISSIONS))]]),
      ...sometimes(0.1, () => [['dealer', this.#dealers()]]),
      ...sometimes(0.25, () => this.#bounds('price', 500, ({ priceGbp }) => priceGbp)),
      ...sometimes(0.15, () => this.#bounds('miles', 1000, ({ mileageMiles }) => mileageMiles)),
      ...sometimes(0.15, () => this.#bounds('year', 1, ({ year }) => year)),
      ...sometimes(0.1, () => this.#bounds('engine', 0.1, ({ engineLitres }) => engineLitres)),
      ...sometimes(0.35, () => this.#place()),
      ...sometimes(0.75, () => [['sort', this.#pick(SORTS)]]),
      ...sometimes(0.3, () => [['page', String(this.#pick([2, 2, 3, 7, 50, 1000]))]]),
    ];
  }

  /** A few words of a listing's texts and terms of the trade, some with typos, the last one perhaps truncated. */
  #words(listing: Listing): string {
    const { make, model, fullDescription, loc, sourceTerms, dealer } = listing;
    const texts = [make, model, fullDescription, fullDescription, fullDescription, loc, sourceTerms, dealer];
    const words = texts.flatMap((text) => (text ?? '').split(/\s+/)).filter((word) => word !== '');
    const count = this.#pick([1, 1, 1, 2, 2, 3, 4, 5]);
    const requested = Array.from({ length: count }, () => {
      if (this.#chance(0.25)) return this.#pick(this.#pick(tradeTerms().terms).spellings);
      if (this.#chance(0.15)) return this.#name(listing);
      const word = this.#chance(0.1)
        ? this.#pick(['vw', 'merc', 'ev', '4x4', 'zeppelin', 'a3'])
        : this.#pick(words);
      return this.#chance(0.15) ? this.#misspelt(word) : word;
    });
    const last = requested.pop() ?? '';
    const cut = this.#chance(0.3) ? last.slice(0, 4) : last;
    return [...requested, cut].join(' ');
  }

  /** The model, whole or after the make, as one word, in plural or as it sounds. */
  #name({ make, model }: Listing): string {
    const name = (model ?? 'golf').toLowerCase();
    const sound = name.replaceAll('f', 'ph').replaceAll('qu', 'k').replace(/c(?=[aou])/g, 'k').replace(/o(?=.)/, 'u'); // prettier-ignore
    return this.#pick([name, `${make} ${name}`, name.replaceAll(/[ -]/g, ''), `${name}s`, sound, sound]);
  }

  #misspelt(word: string): string {
    const at = this.#below(word.length);
    const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
    return this.#pick([`${before}${after}`, `${before}${letter}${letter}${after}`, `${before}e${after}`, `${after.charAt(0)}${before}${letter}${after.slice(1)}`]); // prettier-ignore
  }

  #makeAndModel({ make, model }: Listing): Pairs {
    const pairs: Pairs = [];
    if (make !== null && this.#chance(0.9))
      pairs.push(['make', this.#chance(0.5) ? make : make.toLowerCase()]);
    if (model !== null && this.#chance(0.6))
      pairs.push(['model', this.#chance(0.7) ? model : model.split(' ')[0]]);
    return pairs;
  }

  /** Makes or models of some listings, or all others. A text with a comma is several. */
  #severalNames(): Pairs {
    const name = this.#pick(['make', 'model'] as const);
    return [[name, this.#oneOrMore(() => this.#pick(this.#listings)[name] ?? 'none')]];
  }

  /** One value, up to four, or those excluded. */
  #oneOrMore(value: () => string): string {
    const values = Array.from({ length: this.#pick([1, 1, 2, 4]) }, value);
    const sign = this.#pick(['', '', '-']);
    return values.map((one) => `${sign}${one}`).join(',');
  }

  #dealers(): string {
    const listings = Array.from({ length: this.#pick([1, 2, 5]) }, () => this.#pick(this.#listings));
    return listings.map(({ dealer }) => dealer).join(',');
  }

  /** Round bounds around the listings' values: a lower one, an upper one or both. */
  #bounds(name: string, step: number, valueOf: (listing: Listing) => number | null): Pairs {
    const bound = (): string => {
      const value = valueOf(this.#pick(this.#listings)) ?? 0;
      return (Math.round(value / step) * step).toFixed(step < 1 ? 1 : 0);
    };
    const sides = this.#pick([['min'], ['max'], ['max'], ['min', 'max']]);
    return sides.map((side) => [`${name}_${side}`, bound()]);
  }

  #place(): Pairs {
    const postcode = this.#pick(this.#listings).postcode ?? 'SW1A 1AA';
    const district = postcode.split(' ')[0];
    const location = this.#pick([postcode, postcode, postcode.slice(0, -2), district]);
    const pairs: Pairs = [['location', location]];
    if (this.#chance(0.75)) pairs.push(['distance', String(this.#below(DISTANCE_BANDS_KM.length))]);
    return pairs;
  }

  #pick<T>(values: readonly T[]): T {
    return values[this.#below(values.length)];
  }

  #chance(chance: number): boolean {
    return this.#below(1000) < chance * 1000;
  }

  /** A whole number in [0, `end`): the upper bits of a linear congruential generator. */
  #below(end: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * end);
  }
}
