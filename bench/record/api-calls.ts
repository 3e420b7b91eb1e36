// Requests to the API's endpoints and to those of the search page: fixed ones, and random ones for the cars that a server lists.
import { CASES } from '../../test/conformance/cases.ts';
import type { Random } from '../../src/demo/random.ts';
import { misspelt, phraseFor, queryOf, searchPairs, type Car, type Pairs } from './cars.ts';
import { modelNames, phraseWords, termSpellings, testedPhrases } from './known-words.ts';
import type { HttpCall, Kind } from './recording.ts';

export const SEARCH = '/api/v1/vehicles/';
export const SUMMARY = '/api/v1/vehicles/summary/';
export const MAP = '/api/v1/vehicles/map/';
export const LOOKUP = '/api/v1/vehicles/lookup/';
export const INTERPRET = '/api/v1/interpret/';
export const SUGGESTIONS = '/page/suggestions';
const PAGE_STATE = '/page/state';

const TERMS = termSpellings();

/** Calls of one server: how many there are of each kind is the caller's choice. */
export class ApiCalls {
  readonly #server: string;
  readonly #cars: readonly Car[];
  readonly #random: Random;

  constructor(server: string, cars: readonly Car[], random: Random) {
    this.#server = server;
    this.#cars = cars;
    this.#random = random;
  }

  searches(count: number): HttpCall[] {
    return this.#times(count, () => this.#get('search', SEARCH, this.#pairs()));
  }

  /** A search for each spelling of each term of the trade. */
  terms(): HttpCall[] {
    return TERMS.map((q) => this.#get('term', SEARCH, [['q', q]]));
  }

  /** What the conformance cases ask of searches, and some of it of summaries and maps. */
  conformanceCases(): HttpCall[] {
    const call = (kind: Kind, path: string, { query, strict }: (typeof CASES)[number]): HttpCall => ({
      kind,
      server: this.#server,
      target: `${path}?${query}`,
      ...(strict === true && { headers: { prefer: 'handling=strict' } }),
    });
    return [
      ...CASES.map((one) => call('search', SEARCH, one)),
      ...CASES.filter((_, at) => at % 4 === 0).map((one) => call('summary', SUMMARY, one)),
      ...CASES.filter((_, at) => at % 8 === 1).map((one) => call('map', MAP, one)),
    ];
  }

  summaries(count: number): HttpCall[] {
    return this.#times(count, () => this.#get('summary', SUMMARY, this.#filters()));
  }

  maps(count: number): HttpCall[] {
    return this.#times(count, () => {
      const pairs: Pairs = [...this.#filters(), ['zoom', String(this.#random.whole(0, 12))]];
      const [west, south] = [this.#random.whole(-80, 10) / 10, this.#random.whole(500, 570) / 10];
      const box = [
        west,
        south,
        west + this.#random.whole(1, 40) / 10,
        south + this.#random.whole(1, 30) / 10,
      ];
      return this.#get('map', MAP, this.#random.chance(0.5) ? [...pairs, ['bbox', box.join()]] : pairs);
    });
  }

  lookups(count: number): HttpCall[] {
    return this.#times(count, () => {
      const cars = this.#random.sample(this.#cars, this.#random.pick([1, 1, 2, 3, 20, 21]));
      const adverts = cars.map(({ advert }) => (this.#random.chance(0.05) ? `${advert}/none` : advert));
      return this.#get(
        'lookup',
        LOOKUP,
        adverts.map((advert) => ['advert', advert] as const),
      );
    });
  }

  /** Beginnings of phrases, with and without typos. */
  suggestions(count: number): HttpCall[] {
    return this.#times(count, () => {
      const phrase = this.#random.chance(0.4) ? this.#random.pick(TERMS) : this.#phrase();
      const begun = phrase.slice(0, this.#random.whole(1, 24));
      const text = this.#random.chance(0.2) ? misspelt(this.#random, begun) : begun;
      return this.#get('suggestion', SUGGESTIONS, [['text', text]]);
    });
  }

  /** What the page's script asks for. */
  pageStates(count: number): HttpCall[] {
    return this.#times(count, () => this.#get('suggestion', PAGE_STATE, this.#filters()));
  }

  phrases(count: number): HttpCall[] {
    return this.#times(count, () => this.#interpret(this.#phrase()));
  }

  /** Phrases of tests and tables, and each word that the interpreter knows beside a model and an amount. */
  knownPhrases(): HttpCall[] {
    const texts = [...testedPhrases(), ...modelNames(), ...TERMS];
    const words = phraseWords().map((word) => `golf ${word} 9000`);
    return [...texts, ...words].filter((text) => text.length <= 512).map((text) => this.#interpret(text));
  }

  #interpret(text: string): HttpCall {
    return this.#get('phrase', INTERPRET, [['text', text]]);
  }

  #phrase(): string {
    return phraseFor(this.#random, this.#random.pick(this.#cars), TERMS);
  }

  #pairs(): Pairs {
    return searchPairs(this.#random, this.#cars, TERMS);
  }

  #filters(): Pairs {
    return this.#pairs().filter(([name]) => name !== 'sort' && name !== 'page');
  }

  #get(kind: Kind, path: string, pairs: Pairs): HttpCall {
    return { kind, server: this.#server, target: `${path}?${queryOf(pairs)}` };
  }

  #times(count: number, make: () => HttpCall): HttpCall[] {
    return Array.from({ length: count }, make);
  }
}
