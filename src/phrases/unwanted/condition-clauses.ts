// Finds the ends of clauses that hold under a condition only: for one of several cars, limits or values. A search takes no conditions.
import { QUANTITIES } from '../limits/quantity-words.ts';
import { DESCRIBING } from '../words/match.ts';
import { ASKING, isOr } from '../words/word-lists.ts';
import type { WordRange } from '../words/tokenized-phrase.ts';
import { ClauseWords } from './other-vehicle-clauses.ts';
import { isThought } from './other-vehicle-words.ts';

export class ConditionClauses extends ClauseWords {
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
          (range.to > end && range.to <= to && this.words.slice(end, range.to).some(isThought))),
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
}
