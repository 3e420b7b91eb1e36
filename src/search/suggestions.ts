// Suggestions for a phrase that is being typed: makes, models, terms of the trade and towns that complete its last words, each
// with the number of listings that the completed phrase finds. Completions without listings are not suggested.
import { addToList } from '../lists-by-key.ts';
import { partitionPoint } from '../binary-search.ts';
import { loadTowns, townKey } from '../geo/towns.ts';
import { makeAliases } from '../vehicle/makes.ts';
import { nameKey } from '../vehicle/name-key.ts';
import type { ParameterPairs } from '../query/read-parameters.ts';
import { TERM_GROUPS } from '../vehicle/term-groups.ts';
import { tradeTerms, type TradeTerm } from '../vehicle/trade-terms.ts';
import { ukModels } from '../vehicle/models.ts';
import type { SearchService } from './search-service.ts';

export interface Suggestion {
  readonly kind: 'make' | 'model' | 'term' | 'place';
  /** The completion: `Ford Fiesta`. */
  readonly label: string;
  /** The whole completed phrase: `diesel Ford Fiesta`. */
  readonly text: string;
  readonly count: number;
}

interface Candidate {
  readonly kind: Suggestion['kind'];
  readonly label: string;
  readonly search: ParameterPairs;
  /** Size of a town in districts. A larger town is more likely to be meant, whatever is for sale around it. */
  readonly size?: number;
}

interface SuggestionEntry {
  readonly key: string;
  readonly candidate: Candidate;
}

/** Maximum typed words of one name. */
const MAX_WORDS = 4;
/** Minimum letters: shorter beginnings match too much. */
const MIN_LETTERS = 2;
/** Maximum candidates counted, each by a search, before the most common are suggested. */
const MAX_COUNTED = 40;
const MAX_SUGGESTIONS: Readonly<Record<Suggestion['kind'], number>> = {
  make: 2,
  model: 4,
  term: 3,
  place: 3,
};
const KINDS = ['make', 'model', 'term', 'place'] as const;
/** Maximum words read for all suggestions of a phrase together: the longer the phrase, the fewer suggestions. */
const MAX_WORDS_READ = 48;

/** Ends in a word after which a place follows. */
const BEFORE_PLACE = /(?:^|\s)(?:near|in|around|from|of|to|at)$/i;
/** Places that are only near are merely sorted, so a distance is suggested instead. */
const NEAR = /(?:^|\s)(?:near|in|around)$/i;
const NEARBY = 'within 15 miles of';
/** The distance band of these miles. */
const NEARBY_BAND = '3';

export class Suggester {
  readonly #service: SearchService;
  #entries: readonly SuggestionEntry[] | undefined;
  #counts = new Map<Candidate, number>();
  #version = '';

  constructor(service: SearchService) {
    this.#service = service;
  }

  /**
   * At most twelve suggestions: makes, models, terms, then places, the most common of each first, and the largest towns. For
   * phrases of more than three words there are fewer, because each suggestion reads the whole phrase again. Plates and ages count
   * from `thisYear`.
   */
  async suggest(text: string, thisYear: number): Promise<Suggestion[]> {
    const found = this.#findCandidates(text);
    if (found === undefined) return [];
    const { head, candidates } = found;
    const counted = await Promise.all(
      candidates.map(async (candidate) => ({ candidate, count: await this.#countOf(candidate) })),
    );
    const wordsRead = head.split(/[^\p{L}\p{N}]+/u).length + 1;
    const common = KINDS.flatMap((kind) =>
      counted
        .filter(({ candidate, count }) => candidate.kind === kind && count > 0)
        .sort((a, b) => bySize(a.candidate, b.candidate) || b.count - a.count)
        .slice(0, MAX_SUGGESTIONS[kind])
        .map((found, rank) => ({ ...found, rank })),
    );
    // The most common candidates of each kind come first.
    const made = new Set(
      common.toSorted((a, b) => a.rank - b.rank).slice(0, Math.floor(MAX_WORDS_READ / wordsRead)),
    );
    const context = this.#service.sharedContext(thisYear);
    const countPhrase = async (phrase: string): Promise<number> =>
      this.#service.count((await this.#service.understand(phrase, { context })).query);
    const suggestions = await Promise.all(
      common
        .filter((found) => made.has(found))
        .map(({ candidate }) => completed(head, candidate, countPhrase)),
    );
    return suggestions.filter(({ count }) => count > 0);
  }

  /** The completions of the longest run of last words that has any, and the words before the run. */
  #findCandidates(text: string): { head: string; candidates: Candidate[] } | undefined {
    const words = text.trim().split(/\s+/);
    for (let count = Math.min(MAX_WORDS, words.length); count > 0; count--) {
      const head = words.slice(0, -count).join(' ');
      const typed = words.slice(-count).join(' ');
      const onlyPlaces = BEFORE_PLACE.test(head);
      const candidates = this.#startingWith(typed).filter(({ kind }) => !onlyPlaces || kind === 'place');
      if (candidates.length > 0) return { head, candidates: candidates.slice(0, MAX_COUNTED) };
    }
    return undefined;
  }

  /** Makes before models, terms and places. The largest towns and the shortest keys of each kind come first. */
  #startingWith(typed: string): Candidate[] {
    const key = nameKey(typed);
    if (key.length < MIN_LETTERS) return [];
    const entries = (this.#entries ??= entriesInOrder());
    const found: SuggestionEntry[] = [];
    const first = partitionPoint(0, entries.length, (at) => entries[at].key >= key);
    for (let i = first; i < entries.length && entries[i].key.startsWith(key); i++) {
      found.push(entries[i]);
    }
    const order = ({ candidate: { kind } }: SuggestionEntry): number => KINDS.indexOf(kind);
    found.sort(
      (a, b) => order(a) - order(b) || bySize(a.candidate, b.candidate) || a.key.length - b.key.length,
    );
    return [...new Set(found.map(({ candidate }) => candidate))];
  }

  async #countOf(candidate: Candidate): Promise<number> {
    const { version } = this.#service;
    if (version !== this.#version) {
      this.#version = version;
      this.#counts = new Map();
    }
    const counts = this.#counts;
    const known = counts.get(candidate);
    if (known !== undefined) return known;
    const total = await this.#service.count(this.#service.parse(candidate.search).query);
    // If the stock changed meanwhile, its counts are in another map.
    counts.set(candidate, total);
    return total;
  }
}

function bySize({ size: a = 0 }: Candidate, { size: b = 0 }: Candidate): number {
  return b - a;
}

async function completed(
  head: string,
  { kind, label }: Candidate,
  countPhrase: (phrase: string) => Promise<number>,
): Promise<Suggestion> {
  // `within 20 miles of` stays as it is.
  if (kind === 'place' && (NEAR.test(head) || !BEFORE_PLACE.test(head))) {
    const rest = head.replace(NEAR, '').trim();
    const text = `${rest} ${NEARBY} ${label}`.trim();
    return { kind, label: `${NEARBY} ${label}`, text, count: await countPhrase(text) };
  }
  const text = `${head} ${label}`.trim();
  return { kind, label, text, count: await countPhrase(text) };
}

/** A term within a phrase: `sat nav`; trims and names such as `DAB radio` keep their capitals. */
function termLabel({ group, name }: TradeTerm): string {
  return group === 'trim' || !/^[A-Z][a-z]/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

function entriesInOrder(): SuggestionEntry[] {
  const entries: SuggestionEntry[] = [];
  const aliases = new Map<string, string[]>();
  for (const [alias, make] of makeAliases()) addToList(aliases, make, alias);
  const makes = new Map<string, Candidate>();
  for (const { make, model, names } of ukModels().models) {
    const ofMake = makes.get(make) ?? { kind: 'make', label: make, search: [['make', make]] };
    makes.set(make, ofMake);
    const candidate: Candidate = {
      kind: 'model',
      label: `${make} ${model}`,
      search: [
        ['make', make],
        ['model', model],
      ],
    };
    for (const { name } of names) {
      entries.push({ key: nameKey(name), candidate });
      for (const ownMake of [make, ...(aliases.get(nameKey(make)) ?? [])])
        entries.push({ key: nameKey(`${ownMake} ${name}`), candidate });
    }
  }
  for (const [make, candidate] of makes)
    for (const name of [make, ...(aliases.get(nameKey(make)) ?? [])])
      entries.push({ key: nameKey(name), candidate });
  for (const term of tradeTerms().terms) {
    if (!TERM_GROUPS.suggested.includes(term.group)) continue;
    const candidate: Candidate = { kind: 'term', label: termLabel(term), search: [['q', term.name]] };
    for (const spelling of term.spellings) entries.push({ key: nameKey(spelling), candidate });
  }
  const towns = loadTowns();
  for (const key of towns.keys()) {
    const town = towns.find(key);
    if (town === undefined || town.ambiguous) continue;
    const search: ParameterPairs = [
      ['location', town.districts[0]],
      ['distance', NEARBY_BAND],
    ];
    entries.push({
      key: townKey(key),
      candidate: { kind: 'place', label: town.name, search, size: town.size },
    });
  }
  return entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}
