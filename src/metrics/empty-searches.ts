// Counts searches that found nothing, and the terms that they missed, but not who searched or when. Terms are shown only if
// several searches had them, so that nobody reads what one visitor typed once.
import { type TermFrequency, type Term, FrequentTerms, termKey } from './frequent-terms.ts';

/** Counts since the start, of one process or of several. */
export interface EmptySearchCounts {
  readonly searches: number;
  readonly terms: readonly TermFrequency[];
}

export const NO_EMPTY_SEARCHES: EmptySearchCounts = { searches: 0, terms: [] };

export interface EmptySearch {
  readonly terms: readonly Term[];
  /** False: only terms were missing, and the search without them may have found something. */
  readonly foundNothing: boolean;
}

export const MIN_SEARCHES = 3;

/** Entries per process, each of at most MAX_TERM_LENGTH characters. */
const MAX_TERMS = 512;
const MAX_SHOWN = 100;
const MAX_TERM_LENGTH = 40;

/** Pause after which a search on the page is no longer one that is being typed. */
const SETTLE_MS = 2000;
const MAX_UNSETTLED = 64;

interface Unsettled {
  terms: readonly Term[];
  keys: ReadonlySet<string>;
  foundNothing: boolean;
  changedAt: number;
}

export class EmptySearches {
  readonly #terms = new FrequentTerms(MAX_TERMS);
  readonly #now: () => number;
  /** Oldest first. */
  #unsettled: Unsettled[] = [];
  #searches = 0;

  /** `now` in milliseconds, of any clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  add({ terms, foundNothing }: EmptySearch): void {
    if (foundNothing) this.#searches += 1;
    for (const term of terms) if (isShort(term)) this.#terms.add(term);
  }

  /**
   * Adds a search of the search page, which searches at every pause in typing, and again to explain what finds nothing: such
   * searches, one soon after the other, count as the last of them.
   */
  addTyped({ terms, foundNothing }: EmptySearch): void {
    this.#settle();
    const keys = new Set(terms.map(termKey));
    const changedAt = this.#now();
    for (const earlier of this.#unsettled.toReversed()) {
      const isRepeat = keys.size > 0 ? isSubset(keys, earlier.keys) : earlier.keys.size === 0;
      if (!isRepeat && !continues(keys, earlier.keys)) continue;
      if (!isRepeat) Object.assign(earlier, { terms, keys });
      earlier.foundNothing ||= foundNothing;
      earlier.changedAt = changedAt;
      return;
    }
    this.#unsettled.push({ terms, keys, foundNothing, changedAt });
    if (this.#unsettled.length > MAX_UNSETTLED) this.#settle(Infinity);
  }

  read(): EmptySearchCounts {
    this.#settle();
    return { searches: this.#searches, terms: this.#terms.list() };
  }

  #settle(now = this.#now()): void {
    const isSettled = ({ changedAt }: Unsettled): boolean => changedAt <= now - SETTLE_MS;
    for (const search of this.#unsettled) if (isSettled(search)) this.add(search);
    this.#unsettled = this.#unsettled.filter((search) => !isSettled(search));
  }
}

export function sumEmptySearches(all: readonly EmptySearchCounts[]): EmptySearchCounts {
  const sum = new Map<string, TermFrequency>();
  for (const term of all.flatMap(({ terms }) => terms)) {
    const key = termKey(term);
    sum.set(key, { ...term, searches: term.searches + (sum.get(key)?.searches ?? 0) });
  }
  return {
    searches: all.reduce((total, { searches }) => total + searches, 0),
    terms: [...sum.values()]
      .sort((a, b) => b.searches - a.searches || (termKey(a) < termKey(b) ? -1 : 1))
      .slice(0, MAX_TERMS),
  };
}

/** The terms that an operator may see, the most frequent first. */
export function shownTerms({ terms }: EmptySearchCounts): readonly TermFrequency[] {
  return terms.filter(({ searches }) => searches >= MIN_SEARCHES).slice(0, MAX_SHOWN);
}

/** Longer ones are no words. */
function isShort({ text }: Term): boolean {
  return text.length > 0 && text.length <= MAX_TERM_LENGTH;
}

function isSubset(keys: ReadonlySet<string>, of: ReadonlySet<string>): boolean {
  return [...keys].every((key) => of.has(key));
}

/** True if each earlier term is still there, or was typed further or back. */
function continues(keys: ReadonlySet<string>, earlier: ReadonlySet<string>): boolean {
  if (earlier.size === 0) return false;
  const now = [...keys];
  return [...earlier].every((before) => now.some((key) => key.startsWith(before) || before.startsWith(key)));
}
