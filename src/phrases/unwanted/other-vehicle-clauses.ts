// The words and vehicles of the clauses of a phrase, for the reader of those that somebody has, had, gives up or rules out.
import { QUANTITIES } from '../limits/quantity-words.ts';
import { kinds, type Match } from '../words/match.ts';
import {
  isOwner,
  isYear,
  OTHER_VEHICLES as LISTS,
  vehicleOf,
  type VehicleKind,
} from './other-vehicle-words.ts';
import { isModelWord } from '../names/short-names.ts';
import { ASKING, isOr } from '../words/word-lists.ts';
import type { Phrase, WordRange } from '../words/tokenized-phrase.ts';

/** Kinds of matches that describe a vehicle. */
export const DESCRIBING = kinds('fuel', 'transmission', 'free_text');

/** Words between an owner and a vehicle. */
const MAX_DESCRIPTION = 6;

export class ClauseWords {
  protected readonly matches: readonly Match[];
  protected readonly phrase: Phrase;
  protected readonly words: Phrase['words'];
  /** The match that begins at a word. */
  protected readonly at = new Map<number, Match>();

  constructor(matches: readonly Match[], phrase: Phrase) {
    this.matches = matches;
    this.phrase = phrase;
    this.words = phrase.words;
    for (const match of matches) this.at.set(match.from, match);
  }

  protected isInBrackets(at: number): boolean {
    const before = this.phrase.text.slice(0, this.words[at].start);
    return before.lastIndexOf('(') > before.lastIndexOf(')');
  }

  protected clauseAt(from: number): WordRange {
    let to = from + 1;
    while (to < this.words.length && !this.startsClause(to)) to++;
    return { from, to };
  }

  protected startsClause(at: number): boolean {
    const { flows, gap } = this.words[at];
    if (!flows || gap.includes(':')) return true;
    // The `and` of `two thousand and nine` is a part of it.
    return this.is(LISTS['clause start'], at) && this.at.has(at) && !this.is(LISTS.target, at + 1);
  }

  /** Whether a vehicle follows within a few words that describe it. */
  protected isVehicleNear(from: number, end: number, named = false): boolean {
    for (let at = from; at < Math.min(from + MAX_DESCRIPTION, end); at++) {
      const match = this.at.get(at);
      const vehicle = match && this.vehicleOf(match);
      if (vehicle === 'named' || (vehicle !== undefined && !named)) return true;
      if (this.is(LISTS['not mine'], at) || this.is(LISTS.relative, at) || this.isWant(at)) return false;
    }
    return false;
  }

  /** The first word in a clause before what a vehicle is exchanged for: `which has 61k on it against a Sportage`. */
  protected targetIn({ from, to }: WordRange): number | undefined {
    for (let at = from + 1; at < to; at++)
      if (this.is(LISTS.target, at) && this.isVehicleNear(at + 1, to, true)) return at;
    return undefined;
  }

  /** The word that the part of an owned vehicle begins at: `the cambelt's due on my Golf`, but not `leather as in my Golf`. */
  protected startOfPart(owner: number, { from }: WordRange): number {
    const isOn = owner > from + 1 && /^(?:on|in|of)$/.test(this.words[owner - 1].key);
    const isPart = this.is(LISTS.definite, from) || isOwner(this.phrase, from);
    const before = { from, to: owner };
    return isOn && isPart && this.namesIn(before).length === 0 && this.wantedIn(before) === undefined
      ? from
      : owner;
  }

  /** The first word of wanting: `the Golf has died find me a Polo`. */
  protected wantedIn({ from, to }: WordRange): number | undefined {
    for (let at = from; at < to; at++) if (this.isWant(at)) return at;
    return undefined;
  }

  protected isWant(at: number): boolean {
    return LISTS.want.find(this.phrase, at) !== undefined;
  }

  protected is(list: ReadonlySet<string>, at: number): boolean {
    return list.has(this.words.at(at)?.key ?? '');
  }

  protected within({ from, to }: WordRange): Match[] {
    return this.matches.filter((match) => match.from >= from && match.to <= to);
  }

  protected namesIn(range: WordRange): Match[] {
    return this.within(range).filter((match) => this.vehicleOf(match) === 'named');
  }

  /** The end of a clause that is about one of several cars only: `if it's the BMW then a petrol one`. */
  protected endOfCondition({ from, to }: WordRange): number | undefined {
    const length = ASKING['if it is'].lengthAt(this.phrase, from);
    const [name] = length === 0 ? [] : this.namesIn({ from: from + length, to });
    const isOneOf = name !== undefined && this.namesIn({ from: 0, to: from }).length > 1;
    if (length > 0 && !isOneOf) return this.#endOfOneKind(from, { from: from + length, to });
    if (!isOneOf || !this.isVehicleNear(from + length, to, true)) return undefined;
    return name.to === to && to < this.words.length ? this.clauseAt(to).to : to;
  }

  /** The end of a condition of one limit or value only: `if it's an automatic 12k, otherwise 10k`. */
  #endOfOneKind(start: number, { from, to }: WordRange): number | undefined {
    const own = this.within({ from, to });
    const isItem = (at: number): boolean => DESCRIBING.has(own.at(at)?.meaning.kind ?? 'stop_words');
    let last = own.findIndex(({ meaning }) => meaning.kind !== 'stop_words');
    if (last === -1) return undefined;
    const ranges = this.matches.flatMap((match) =>
      match.meaning.kind === 'range' ? [{ to: match.to, field: match.meaning.field }] : [],
    );
    const isLimit = own[last].meaning.kind === 'range';
    if (!isLimit && !isItem(last)) return undefined;
    while (isItem(last + 1)) last++;
    const { to: end } = own[last];
    // `9k if it's an automatic`, `if it's an automatic I can go to 9k`
    const isOfLimit = ranges.some(
      (range) =>
        (!isLimit || range.field === 'price') &&
        ((range.to === start && this.words[start].flows) ||
          (range.to > end && range.to <= to && this.#hasThought({ from: end, to: range.to }))),
    );
    const isConditional =
      isOfLimit ||
      this.#isOfAlternative(start) ||
      (!isLimit &&
        (new Set(ranges.map(({ field }) => field)).size < ranges.length ||
          this.words.some(({ key }) => QUANTITIES.otherwise.has(key))));
    return isConditional ? end : undefined;
  }

  /** Whether word `start` is behind one of several values: `petrol, or diesel if it's euro 6`, `diesel is fine if it's euro 6`. */
  #isOfAlternative(start: number): boolean {
    if (!this.words[start].flows) return false;
    const before = this.matches.filter(({ to }) => to <= start);
    const at = before.findLastIndex(({ meaning: { kind } }) => kind !== 'stop_words' && kind !== 'stance');
    const value = before.at(at);
    if (at === -1 || value === undefined || !DESCRIBING.has(value.meaning.kind)) return false;
    const other = before.slice(0, at).findLast(({ meaning }) => meaning.kind === value.meaning.kind);
    const isAllowed = before
      .slice(at + 1)
      .some(({ meaning }) => meaning.kind === 'stance' && meaning.stance === 'also');
    return isAllowed || this.words.slice(other?.to ?? start, value.from).some(({ key }) => isOr(key));
  }

  #hasThought({ from, to }: WordRange): boolean {
    return this.words
      .slice(from, to)
      .some(({ key }) => QUANTITIES['end of a refusal'].get(key) === 'thought');
  }

  /** Also `Note` after a year, which is another word elsewhere. */
  protected vehicleOf(match: Match): VehicleKind {
    const before = this.matches.find(({ to }) => to === match.from);
    const isNamed = before !== undefined && isYear(before) && isModelWord(this.words[match.from].key);
    return isNamed ? 'named' : vehicleOf(match, this.phrase);
  }

  protected startOf({ from }: Match, clause: WordRange): number {
    for (let at = from - 1; at >= Math.max(clause.from, from - MAX_DESCRIPTION); at--)
      if (this.is(LISTS.article, at) || isOwner(this.phrase, at)) return at;
    return from;
  }
}
