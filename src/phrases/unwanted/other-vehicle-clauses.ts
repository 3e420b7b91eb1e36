// The words and vehicles of the clauses of a phrase, for the reader of those that somebody has, had, gives up or rules out.
import type { Match } from '../words/match.ts';
import {
  isOwner,
  isYear,
  OTHER_VEHICLES as LISTS,
  vehicleOf,
  type VehicleKind,
} from './other-vehicle-words.ts';
import { isModelWord } from '../names/short-names.ts';
import type { Phrase, WordRange } from '../words/tokenized-phrase.ts';

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
