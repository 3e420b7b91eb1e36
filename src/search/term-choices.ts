// The terms of the trade that buyers choose by (body, colour, doors, seats, owners, equipment, trim), as filters of a search: each with
// the words of `q` that choose it and the number of listings that it finds beside the search's other filters.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { canonicalQuery } from '../listing/canonical-query.ts';
import { omit } from '../listing/filtered-fields.ts';
import { nameKey } from '../listing/name-key.ts';
import { MAX_TERM_WORDS } from '../listing/parse-trade-terms.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import { tradeTerms, type TradeTerm } from '../listing/trade-terms.ts';
import { COUNT_ONLY } from './count-only.ts';
import type { SearchService } from './search-service.ts';

export interface TermChoice {
  /** As the trade writes it, and as words of `q`: `Sat nav`. */
  readonly term: string;
  /** Listings of the search with it: in place of the group's other terms, or beside them if several can be chosen. */
  readonly count: number;
  readonly isChosen: boolean;
}

export interface TermGroupChoices {
  readonly group: string;
  readonly label: string;
  /** Whether several can be chosen, of which a listing has all. Otherwise at most one. */
  readonly isMultiple: boolean;
  /** Those that some listing has, and the chosen ones. */
  readonly choices: readonly TermChoice[];
}

export interface TermChoices {
  /** The words of `q` that are none of these terms. */
  readonly words: string;
  readonly groups: readonly TermGroupChoices[];
}

interface Group {
  readonly group: string;
  readonly label: string;
  readonly isMultiple: boolean;
  /** Terms by name; undefined: all of the term group, for one model only, because there are hundreds. */
  readonly terms: readonly string[] | undefined;
  /** In this order, not the most common first. */
  readonly isOrdered: boolean;
}

const group = (
  name: string,
  label: string,
  terms: string | undefined,
  more?: 'ordered' | 'multiple',
): Group => ({
  group: name,
  label,
  isMultiple: more === 'multiple',
  terms: terms?.split(', '),
  isOrdered: more === 'ordered',
});

const GROUPS: readonly Group[] = [
  group('body', 'Body', 'Hatchback, SUV, Saloon, Estate, MPV, Coupe, Convertible, Pickup, Van, Minibus'),
  group(
    'colour',
    'Colour',
    'Black, White, Grey, Silver, Blue, Red, Green, Orange, Yellow, Brown, Beige, Gold, Bronze, Purple',
  ),
  group('trim', 'Trim', undefined),
  group('doors', 'Doors', '2 door, 3 door, 4 door, 5 door', 'ordered'),
  group('seats', 'Seats', '2 seats, 4 seats, 5 seats, 6 seats, 7 seats, 8 seats, 9 seats', 'ordered'),
  group('owners', 'Owners', '1 owner, 2 owners, 3 owners', 'ordered'),
  group(
    'equipment',
    'Equipment and history',
    'Sat nav, Apple CarPlay, Android Auto, Bluetooth, DAB radio, Heated seats, Leather, Panoramic roof, Sunroof, Parking sensors, ' +
      'Reversing camera, 360 camera, Park assist, Cruise control, Adaptive cruise control, Lane assist, Blind spot monitor, ' +
      'Head-up display, Keyless entry, Climate control, Air conditioning, Alloy wheels, Towbar, Isofix, Electric seats, Roof rails, ' +
      'Four-wheel drive, Full service history, Two keys, Long MOT',
    'multiple',
  ),
];

const MAX_TRIMS = 30;
/** Searches between two turns of the event loop. */
const SLICE = 16;
const MAX_CACHED = 500;

export class TermChooser {
  readonly #service: SearchService;
  readonly #cache = new Map<string, TermChoices>();
  #version = '';
  #inStock: Promise<ReadonlySet<string>> | undefined;

  constructor(service: SearchService) {
    this.#service = service;
  }

  async choices(query: SearchQuery): Promise<TermChoices> {
    const { version } = this.#service;
    if (version !== this.#version) {
      this.#cache.clear();
      this.#inStock = undefined;
    }
    this.#version = version;
    const filters = { ...omit(query, ['sort']), page: 1 };
    const key = canonicalQuery(filters);
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    const choices = await this.#count(filters);
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    if (this.#service.version === version) this.#cache.set(key, choices);
    return choices;
  }

  /** Those of all groups, once for each version of the stock. Others would be searched for as words. */
  #termsInStock(): Promise<ReadonlySet<string>> {
    return (this.#inStock ??= this.#service.termsInStock([
      ...GROUPS.flatMap(({ terms = [] }) => terms),
      ...trims(),
    ]));
  }

  async #count(query: SearchQuery): Promise<TermChoices> {
    const { chosen, words } = readTerms(query.q ?? '');
    let searches = 0;
    const countOf = async (terms: readonly string[]): Promise<number> => {
      if (++searches % SLICE === 0) await nextTurn();
      const q = [words, ...terms].filter((part) => part !== '').join(' ');
      const rest = omit(query, ['q']);
      return (await this.#service.search({ ...rest, ...(q !== '' && { q }), ...COUNT_ONLY })).total;
    };
    const groups: TermGroupChoices[] = [];
    // Nothing to choose from, and words that no listing has are the slowest to search for.
    const isEmpty = words !== '' && (await countOf([])) === 0;
    const inStock = await this.#termsInStock();
    for (const one of GROUPS) {
      const own = chosen.filter((term) => groupOf(term) === one);
      const others = chosen.filter((term) => one.isMultiple || !own.includes(term));
      const terms = one.terms ?? (query.make === undefined || query.model === undefined ? [] : trims());
      const found: TermChoice[] = [];
      for (const term of new Set([...(isEmpty ? [] : terms.filter((term) => inStock.has(term))), ...own])) {
        const isChosen = own.includes(term);
        const count = isEmpty ? 0 : await countOf(others.includes(term) ? others : [...others, term]);
        if (count > 0 || isChosen) found.push({ term, count, isChosen });
      }
      if (!one.isOrdered) found.sort((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1));
      const shown = found.filter(({ isChosen }, i) => i < MAX_TRIMS || isChosen);
      if (shown.length > 0) {
        const { label, isMultiple } = one;
        groups.push({ group: one.group, label, isMultiple, choices: shown });
      }
    }
    return { words, groups };
  }
}

/** The terms of the groups among the words of a text, the longest from the left, by their names; and the other words. */
function readTerms(q: string): { chosen: string[]; words: string } {
  const words = q.split(/\s+/).filter((word) => word !== '');
  const chosen = new Set<string>();
  const rest: string[] = [];
  let at = 0;
  while (at < words.length) {
    let length = Math.min(MAX_TERM_WORDS, words.length - at);
    let term: TradeTerm | undefined;
    for (; length > 0 && term === undefined; length--) {
      term = termsByKey().get(nameKey(words.slice(at, at + length).join(' ')));
      if (term !== undefined) break;
    }
    if (term !== undefined && groupOf(term.name) !== undefined) chosen.add(term.name);
    else rest.push(...words.slice(at, at + Math.max(1, length)));
    at += Math.max(1, length);
  }
  return { chosen: [...chosen], words: rest.join(' ') };
}

let byKey: ReadonlyMap<string, TradeTerm> | undefined;

function termsByKey(): ReadonlyMap<string, TradeTerm> {
  return (byKey ??= new Map(
    tradeTerms().terms.flatMap((term) =>
      term.spellings.map((spelling) => [nameKey(spelling), term] as const),
    ),
  ));
}

function trims(): string[] {
  return tradeTerms()
    .terms.filter((term) => term.group === 'trim')
    .map(({ name }) => name);
}

/** Terms of the listed groups that are not offered (`Navy blue`) belong to none: they are words. */
function groupOf(name: string): Group | undefined {
  return GROUPS.find(({ terms }) => (terms === undefined ? trims().includes(name) : terms.includes(name)));
}
