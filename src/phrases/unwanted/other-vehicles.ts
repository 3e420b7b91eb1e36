// Vehicles that somebody has, had, gives up or rules out limit no search: `part ex my 2012 Fiesta`, `the Zafira's finally
// died`, `from petrol to electric`, `a Mini but it's too small`. The phrase is read clause by clause: words of having begin a
// stretch that is about such a vehicle; words of wanting, what it is exchanged for and the end of the clause end it. The words
// are in other-vehicle-words.ts.
import { DESCRIBING, isJoint, limitOf, PLACES, type Match } from '../words/match.ts';
import {
  beginsRange,
  fateAt,
  hadAt,
  isOwner,
  isYear,
  OTHER_VEHICLES as LISTS,
  vehicleOf,
  type Act,
  type Ending,
} from './other-vehicle-words.ts';
import { ConditionClauses } from './condition-clauses.ts';
import { OF_ONE, withoutSpans, type VehicleSpan } from './other-vehicle-spans.ts';
import { OTHER_MONEY } from './other-amounts.ts';
import type { PhraseMatch } from '../words/phrase-matcher.ts';
import { keyAt, type Phrase, type WordRange } from '../words/tokenized-phrase.ts';
import { ASKING } from '../words/word-lists.ts';

interface Stretch {
  readonly from: number;
  /** Whether words of having say so: without them only a name is a vehicle. */
  readonly act: Act | 'source' | undefined;
  isSure: boolean;
  vehicle?: 'named' | 'unnamed';
}

/** `isWhole`: the phrase refines no search, where `a Golf over a Polo` exchanges them. */
export function withoutOtherVehicles(matches: readonly Match[], phrase: Phrase, isWhole = false): Match[] {
  const isAbout =
    matches.some((match) => vehicleOf(match, phrase) !== undefined) ||
    phrase.words.some((_, at) => ASKING['if it is'].lengthAt(phrase, at) > 0);
  if (!isAbout) return [...matches];
  return new ClauseReader(matches, phrase, isWhole).read();
}

class ClauseReader extends ConditionClauses {
  readonly #isWhole: boolean;
  readonly #spans: VehicleSpan[] = [];
  /** What is wanted if nothing else is: `swap my diesel Tiguan for a petrol one`, `never had an automatic, I want one now`. */
  #kept: readonly Match[] = [];
  #stretch: Stretch | undefined;
  /** The stretch of the clause before, which is about another vehicle only if the next clause confirms it. */
  #unsure: Stretch | undefined;

  constructor(matches: readonly Match[], phrase: Phrase, isWhole: boolean) {
    super(matches, phrase);
    this.#isWhole = isWhole;
  }

  read(): Match[] {
    let before: WordRange | undefined;
    for (let from = 0; from < this.words.length;) {
      const { to } = this.clauseAt(from);
      const last = this.#spans.at(-1);
      const isBehind = last?.to === from && last.reason !== OF_ONE;
      const hasYear = before !== undefined && this.at.get(before.from)?.meaning.kind === 'range';
      const listed = isBehind ? this.#endOfListed({ from, to }) : undefined;
      const own = { from, to: this.targetIn({ from, to }) ?? to };
      const ofOne = this.endOfCondition({ from, to });
      if (ofOne !== undefined) this.#spans.push({ from, to: ofOne, reason: OF_ONE });
      else if (isBehind && this.#areFacts(own, hasYear)) {
        this.#spans.push(own);
        if (own.to < to) this.#readClause({ from: own.to, to }, own);
      } else if (listed !== undefined) this.#spans.push({ from, to: listed });
      else if (this.#unsure === undefined || !this.#areFacts({ from, to }))
        this.#readClause({ from, to }, before);
      before = { from, to };
      from = to;
    }
    return withoutSpans(this.matches, this.#spans, this.#same() ?? this.#kept, (match) =>
      this.vehicleOf(match),
    );
  }

  /** The vehicle that somebody wants once more: `my Yaris got nicked, the same again please`. */
  #same(): readonly Match[] | undefined {
    const at = this.words.findIndex((_, i) => LISTS['same again'].lengthAt(this.phrase, i) > 0);
    const names = at === -1 ? [] : this.#spans.map((span) => this.namesIn(span));
    return names.findLast((own) => own.length > 0);
  }

  /**
   * Whether a clause behind a vehicle only says how it is: `(2011, 90k miles)`, `, 88k on it`, `, worth £900`. A year alone may
   * be of another, and an amount without a unit is a mileage behind a year. In brackets, and in a sentence before that of the
   * wanted vehicle, anything describes it: `PX: Insignia, manual, 84k. Wanted: Superb`.
   */
  #areFacts({ from, to }: WordRange, hasYear = false): boolean {
    const own = this.within({ from, to }).filter(({ meaning }) => meaning.kind !== 'stop_words');
    const isWorth = LISTS.valued.has(this.words[from].key);
    const isAside = this.isInBrackets(from);
    const isOfSentence = isAside || this.#isOfSentence(to);
    const isFact = ({ meaning }: Match): boolean => {
      if (isOfSentence && DESCRIBING.has(meaning.kind)) return true;
      if (meaning.kind !== 'range' || meaning.hasComparator === true) return false;
      const isValue = isWorth || isAside || ((hasYear || isOfSentence) && meaning.mayBeMiles === true);
      return meaning.field === 'miles' || meaning.field === 'year' || (meaning.field === 'price' && isValue);
    };
    if (own.length === 0 || !own.every(isFact)) return false;
    if (isOfSentence || !own.every(isYear)) return true;
    return to < this.words.length && this.#areFacts(this.clauseAt(to), true);
  }

  /** Whether the sentence of a clause that ends at `to` has no wish and no further vehicle, and a later one has. */
  #isOfSentence(to: number): boolean {
    let end = to;
    while (end < this.words.length && !/[.\n]/.test(this.words[end].gap)) end++;
    const start = this.#spans.at(-1)?.to ?? to;
    const isWish = (i: number): boolean => this.isWant(i) || this.is(LISTS['start of another'], i);
    const isWished = this.words.some((_, i) => i >= start && i < end && isWish(i));
    const isNamed = this.namesIn({ from: start, to: end }).length > 0;
    return !isWished && !isNamed && this.namesIn({ from: end, to: this.words.length }).length > 0;
  }

  /**
   * The end of another vehicle that a clause behind one names first: `and a Polo`, `and a Polo for a Juke`, `my husband a
   * Polo`.
   */
  #endOfListed({ from, to }: WordRange): number | undefined {
    const own = this.within({ from, to });
    const name = own.find((match) => this.vehicleOf(match) === 'named');
    const joints = own.slice(0, 1).filter(isJoint).length;
    if (name === undefined || (joints === 0 && !isOwner(this.phrase, from))) return undefined;
    const isOwning = ({ from: at }: Match): boolean =>
      this.is(LISTS.article, at) || this.is(LISTS.relative, at) || isOwner(this.phrase, at);
    const isBare = own.slice(joints, own.indexOf(name)).every(isOwning);
    return isBare && (name.to === to || this.is(LISTS.target, name.to)) ? name.to : undefined;
  }

  #readClause(clause: WordRange, before: WordRange | undefined): void {
    for (let at = this.#endOfUnsure(clause); at < clause.to;) {
      // `had my eye on a Golf`, `has a Golf in mind`
      const isInMind = this.#stretch?.vehicle === undefined || (at > 0 && this.words[at - 1].key === 'in');
      if (isInMind && this.is(LISTS['no vehicle'], at)) this.#stretch = undefined;
      const length = this.#cueAt(at, clause, before);
      const match = this.at.get(at);
      if (length === 0 && match !== undefined) this.#describe(match);
      // The `drive` of `left hand drive` is not a verb.
      at += Math.max(length, match?.meaning.kind === 'free_text' ? match.to - at : 1);
    }
    // `to replace: Peugeot 207`, `part ex (Peugeot 207)`
    const isLabel =
      this.#stretch?.vehicle === undefined &&
      /[:(]/.test(this.words.at(clause.to)?.gap ?? '') &&
      !this.#saysElse(clause.to);
    if (!isLabel) this.#close(clause.to);
    // `trade enquiry: Passats`
    else if (this.is(LISTS['no vehicle'], clause.to - 1)) this.#stretch = undefined;
    else if (this.#stretch !== undefined) this.#stretch.isSure = true;
  }

  /** Whether words between those of having and word `to` say that something else is had or done: `I've slept on it: a Polo`. */
  #saysElse(to: number): boolean {
    const { act, from } = this.#stretch ?? {};
    if (act !== 'weak' || from === undefined) return false;
    const start = from + (hadAt(this.phrase, from)?.length ?? 1);
    return this.words
      .slice(start, to)
      .some(({ key }) => !LISTS.article.has(key) && ASKING.noun.get(key) === undefined);
  }

  /** The end of words at the start of a clause that confirm the stretch before it: `I've a Panda, 60k miles, to trade in`. */
  #endOfUnsure({ from, to }: WordRange): number {
    const start = this.#unsure?.from ?? (this.#spans.at(-1)?.to === from ? from : undefined);
    this.#unsure = undefined;
    const ending = LISTS.ending.find(this.phrase, from);
    // `changing a Panda (60k miles) for a Tipo`
    const isExchanged =
      this.words[from].gap.includes(')') &&
      this.is(LISTS.target, from) &&
      this.isVehicleNear(from + 1, to, true);
    if (start !== undefined && isExchanged) this.#spans.push({ from: start, to: from });
    if (start === undefined || ending?.meaning !== 'alone') return from;
    this.#spans.push({ from: start, to: from + ending.length });
    return from + ending.length;
  }

  #cueAt(at: number, clause: WordRange, before: WordRange | undefined): number {
    const phrase = this.phrase;
    // `nothing older than a 2018 Fiesta` compares with a year.
    const isInLimit = this.matches.some(
      ({ from, to, meaning }) => meaning.kind === 'range' && from <= at && at < to,
    );
    const found = isInLimit ? undefined : hadAt(phrase, at);
    const had = found !== undefined && this.#applies(found, at, clause) ? found : undefined;
    const want = LISTS.want.find(phrase, at);
    // `the Jag's gone`, but not `any Ford going`
    const isAfterName = this.matches.some(
      ({ to, meaning: { kind } }) =>
        to === at && (kind === 'model' || (kind === 'make' && /['’]s$/iu.test(this.words[at - 1].text))),
    );
    const fate = fateAt(phrase, at, isAfterName);
    const longest = Math.max(had?.length ?? 0, want?.length ?? 0, fate);
    if (fate > 0 && fate === longest) {
      this.#applyFate(at, at + fate, clause, before);
      return fate;
    }
    if (had !== undefined && had.length === longest) {
      this.#close(at);
      this.#stretch = { from: at, act: had.meaning, isSure: had.meaning !== 'weak' };
      return had.length;
    }
    if (want !== undefined) {
      this.#close(at);
      return want.length;
    }
    const ending = at > clause.from ? LISTS.ending.find(phrase, at) : undefined;
    if (ending !== undefined && this.#end(at, at + ending.length, ending.meaning, clause))
      return ending.length;
    return this.#sourceAt(at, clause) || this.#targetAt(at, clause) || this.#ownerAt(at, clause);
  }

  /** Whether words compare nothing, or a vehicle is near them and they are not part of others: `nothing other than a Golf`. */
  #applies({ meaning, length }: PhraseMatch<Act>, at: number, { to }: WordRange): boolean {
    if (meaning === 'preferred' && !this.#isWhole) return false;
    if (meaning !== 'compared' && meaning !== 'preferred') return true;
    const isPart = this.matches.some((match) => match.from < at && match.to > at);
    // `a bit over the top Audi`
    const end = meaning === 'preferred' ? Math.min(at + length + 1, to) : to;
    return !isPart && this.isVehicleNear(at + length, end);
  }

  /** Applies a fate to the vehicle before it in its clause, or to those of the clause before: `but it died`. */
  #applyFate(from: number, to: number, clause: WordRange, before: WordRange | undefined): void {
    if (this.#stretch?.vehicle !== undefined) {
      this.#stretch.isSure = true;
      this.#close(this.wantedIn({ from: to, to: clause.to }) ?? clause.to);
      return;
    }
    // `golf, must cost me less than 8k`
    if (limitOf(this.at.get(to)) !== undefined && this.words[to].flows) return;
    // `has the Golf gone?`
    if (from > clause.from && this.is(LISTS.verb, clause.from)) return;
    const vehicle = this.namesIn({ from: clause.from, to: from }).at(-1);
    if (vehicle !== undefined) {
      const start = this.startOf(vehicle, clause);
      const isDefinite = this.is(LISTS.definite, start) || isOwner(this.phrase, start);
      const isLabelled = this.words[start].gap.includes(':');
      const isSubject = start === clause.from && !this.is(LISTS.article, start) && !isLabelled;
      // `a Golf cost me 9k last time`
      const paid = this.at.get(from)?.meaning;
      const isPaid = paid?.kind === 'unsupported' && paid.reason === OTHER_MONEY;
      const rest = { from: to, to: clause.to };
      const end = this.namesIn(rest).length > 0 ? to : (this.wantedIn(rest) ?? clause.to);
      if (isDefinite || isSubject || isPaid) this.#spans.push({ from: start, to: end });
      return;
    }
    // `the gearbox has gone on the Golf`
    if (/^(?:on|in)$/.test(this.words.at(to)?.key ?? '')) {
      this.#stretch = { from: clause.from, act: 'strong', isSure: true };
      return;
    }
    // `need a van, mine's been written off`
    if (before === undefined || from > clause.from + 2 || isOwner(this.phrase, clause.from)) return;
    const first = this.namesIn(before).at(0);
    if (first !== undefined) this.#spans.push({ from: this.startOf(first, before), to });
  }

  /** Whether words after a vehicle confirm that somebody has it. */
  #end(at: number, to: number, ending: Ending, clause: WordRange): boolean {
    const last = this.matches.findLast((match) => match.to <= at && match.from >= clause.from);
    // `a Fiesta sized hatchback`
    if (ending === 'compared' && last?.to === at && this.vehicleOf(last) === 'named') {
      this.#close(last.from);
      this.#spans.push({ from: this.startOf(last, clause), to });
      return true;
    }
    if (this.#stretch?.vehicle !== undefined) {
      this.#stretch.isSure ||= this.#stretch.act !== 'source';
      return true;
    }
    if (ending !== 'alone' || last === undefined || this.vehicleOf(last) !== 'named') return false;
    if (last.to !== at || (to < clause.to && !this.is(LISTS.target, to) && !this.isWant(to))) return false;
    // `ex Golf owner`
    const start = last.from - clause.from < 3 ? clause.from : this.startOf(last, clause);
    this.#spans.push({ from: start, to });
    return true;
  }

  #sourceAt(at: number, clause: WordRange): number {
    const length = this.#stretch === undefined ? LISTS.source.lengthAt(this.phrase, at) : 0;
    if (length === 0 || at + length >= clause.to) return 0;
    if (beginsRange(this.phrase, at)) return 0;
    // `10 miles from Wrexham: a Juke`
    const next = this.at.get(at)?.meaning ?? this.at.get(at + length)?.meaning;
    if (next !== undefined && PLACES.has(next.kind)) return 0;
    this.#stretch = { from: at, act: 'source', isSure: false };
    return length;
  }

  /** Ends the stretch before what its vehicle is exchanged for. */
  #targetAt(at: number, clause: WordRange): number {
    const stretch = this.#stretch;
    if (stretch === undefined) return this.is(LISTS['in exchange'], at) ? this.#exchangeAt(at, clause) : 0;
    let next = at;
    while (next < clause.to && (this.is(LISTS['clause start'], next) || this.is(LISTS.adverb, next))) next++;
    if (next >= clause.to || !this.is(LISTS.target, next)) return 0;
    if (stretch.vehicle === undefined) {
      if (next === at) this.#stretch = undefined;
      return 0;
    }
    if (!this.isVehicleNear(next + 1, clause.to)) return 0;
    stretch.isSure = true;
    const target = this.matches.find((match) => match.from > next && this.vehicleOf(match) !== undefined);
    if (target !== undefined && keyAt(this.phrase, target.to) === 'one')
      this.#kept = this.namesIn({ from: stretch.from, to: at });
    this.#close(at);
    return next + 1 - at;
  }

  /** `take a Transit against a Vivaro` */
  #exchangeAt(at: number, clause: WordRange): number {
    const given = this.namesIn({ from: clause.from, to: at }).at(-1);
    if (given === undefined || !this.isVehicleNear(at + 1, clause.to)) return 0;
    this.#spans.push({ from: this.startOf(given, clause), to: at });
    return 1;
  }

  #ownerAt(at: number, clause: WordRange): number {
    const isNear = (): boolean => this.isVehicleNear(at + 1, clause.to, true);
    if (isOwner(this.phrase, at) && (this.#stretch !== undefined || isNear())) {
      if (this.#stretch === undefined)
        this.#stretch = { from: this.startOfPart(at, clause), act: undefined, isSure: true };
      else if (this.#stretch.act !== 'source') this.#stretch.isSure = true;
      return 1;
    }
    if (this.#stretch?.act === 'weak' && this.is(LISTS.definite, at) && at > clause.from && isNear())
      this.#stretch.isSure = true;
    return 0;
  }

  #isComparing(stretch: Stretch | undefined): boolean {
    return stretch?.act === 'compared' || stretch?.act === 'preferred';
  }

  #describe(match: Match): void {
    const stretch = this.#stretch;
    if (stretch === undefined) return;
    const { meaning } = match;
    const vehicle = this.vehicleOf(match);
    if (vehicle !== undefined && stretch.vehicle !== 'named') stretch.vehicle = vehicle;
    // `I have 8k`
    else if (stretch.vehicle === undefined && meaning.kind === 'range' && meaning.field === 'price')
      this.#stretch = undefined;
    else if (stretch.vehicle !== undefined && this.#endsDescription(match)) this.#close(match.from);
    else if (stretch.vehicle !== undefined && stretch.act === 'weak' && this.is(LISTS.particle, match.from))
      stretch.isSure = true;
  }

  #endsDescription(match: Match): boolean {
    const { from, to, meaning } = match;
    // `I have a Golf from 2012`
    const isOwnYear = isYear(match) && this.words[from].key === 'from' && to === from + 2;
    return (
      (limitOf(match) !== undefined && !isOwnYear) ||
      PLACES.has(meaning.kind) ||
      // `cheaper than a Golf with five doors`
      (this.#isComparing(this.#stretch) && this.is(LISTS.target, from)) ||
      this.is(LISTS['start of another'], from)
    );
  }

  #close(at: number): void {
    const stretch = this.#stretch;
    this.#stretch = undefined;
    if (stretch?.vehicle === undefined) return;
    const isLeft = stretch.act === 'source' && this.is(LISTS.target, at);
    const isConfirmed = stretch.act === 'weak' && this.words.some((_, i) => i >= at && this.isWant(i));
    // `never had a Golf` does not refuse one, and `nothing bigger than a Golf` does not ask for one.
    const isNever =
      !this.#isComparing(stretch) &&
      this.words
        .slice(Math.max(0, stretch.from - 1), stretch.from + 1)
        .some(({ key }) => LISTS.negative.has(key));
    if (isNever) this.#kept = this.matches.filter(({ from, to }) => to >= stretch.from && from < at);
    if (stretch.isSure || isLeft || isConfirmed) this.#spans.push({ from: stretch.from, to: at });
    else this.#unsure = stretch;
  }
}
