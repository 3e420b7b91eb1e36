// Reads a phrase beside a search as operations on it: `make it blue` sets, `or a Polo` adds, `forget the colour` removes, `cheaper`
// compares. The words between the words of operations are clauses, which the interpreter reads as it reads any phrase.
import { isName, kinds, type Match } from '../words/match.ts';
import { unimportantAt } from '../stances/preferences.ts';
import { flowsAt, type Phrase, type WordRange } from '../words/tokenized-phrase.ts';
import { amountStepAt } from './amount-steps.ts';
import {
  comparisonAt,
  exchangeAt,
  MAX_SPLIT,
  pageStepOf,
  type ClauseStep,
  type Operations,
  type Step,
  topicAmountAt,
} from './steps.ts';
import { ASKING, SUBJECTS } from '../words/word-lists.ts';
import type { PhraseMatcher } from '../words/phrase-matcher.ts';
import { endOfFillers, REFINEMENTS, pronounEnd, removalAt, topicsAt, type Topic } from './refine-words.ts';

/** The clause that is being read. */
type Clause = { -readonly [Key in keyof Omit<ClauseStep, 'kind' | 'words'>]: ClauseStep[Key] } & {
  words: number[];
};

export function readOperations(phrase: Phrase, matches: readonly Match[]): Operations {
  return new OperationReader(phrase, matches).read();
}

/** Kinds whose words say nothing of their own, so that an operation may have a part of them. */
const LOOSE = kinds('stop_words', 'unsupported', 'anywhere');

/** Kinds of values of which a search can have one more. */
const VALUES = kinds('make', 'model', 'fuel', 'transmission', 'free_text', 'dealer', 'range', 'stance');

class OperationReader {
  readonly #phrase: Phrase;
  readonly #matches: readonly Match[];
  readonly #steps: Step[] = [];
  readonly #markers: WordRange[] = [];
  #clause: Clause = { how: 'set', words: [] };
  #at = 0;
  /** Nothing but fillers so far. */
  #isStart = true;
  /** The same of the clause. */
  #isFirst = true;
  #hasAntecedent = false;
  readonly #said: { -readonly [Key in keyof Omit<Operations, 'steps' | 'markers'>]: Operations[Key] } = { reference: 'none', introduces: false, resets: false, corrects: false }; // prettier-ignore

  constructor(phrase: Phrase, matches: readonly Match[]) {
    this.#phrase = phrase;
    this.#matches = matches;
  }

  read(): Operations {
    const page = pageStepOf(this.#phrase);
    if (page !== undefined) this.#step(page);
    while (this.#at < this.#phrase.words.length) {
      // A removal of values ends with its clause.
      const { flows, gap } = this.#phrase.words[this.#at];
      this.#isFirst ||= !flows;
      if (this.#clause.how === 'remove' && (!flows || /^\s+[-–—]\s+$/.test(gap))) this.#begin('set');
      if (
        !this.#reset() &&
        !this.#amount() &&
        !this.#exchange() &&
        !this.#split() &&
        !this.#removal() &&
        !this.#comparison() &&
        !this.#marker()
      )
        this.#take();
    }
    this.#begin('set');
    return { steps: this.#steps, markers: this.#markers, ...this.#said };
  }

  #take(): void {
    const at = this.#at;
    const match = this.#matches.find(({ from, to }) => from <= at && at < to);
    this.#hasAntecedent ||= match !== undefined && isName(match);
    const lists = this.#isStart ? [ASKING.filler, SUBJECTS.opening] : [];
    const filler = Math.max(0, ...lists.map((list) => list.lengthAt(this.#phrase, at)));
    const isFiller = filler > 0 && this.#isFree(at, at + filler);
    const end = isFiller ? at + filler : (match?.to ?? at + 1);
    // `does it take a heat pump?`
    if (isFiller && pronounEnd(this.#phrase, end - 1) === end) this.#refer('strong');
    this.#isFirst &&= isFiller || match?.meaning.kind === 'stop_words';
    this.#isStart &&= this.#isFirst;
    this.#push(end);
  }

  /** Adds the words up to `to` to the clause. */
  #push(to: number): true {
    while (this.#at < to) this.#clause.words.push(this.#at++);
    return true;
  }

  /** Whether no annotation that means something has words both inside and outside of these. */
  #isFree(from: number, to: number): boolean {
    return this.#matches.every(
      (match) =>
        LOOSE.has(match.meaning.kind) ||
        match.to <= from ||
        match.from >= to ||
        (match.from >= from && match.to <= to),
    );
  }

  #begin(how: Clause['how']): void {
    if (this.#clause.words.length > 0) this.#steps.push({ kind: 'clause', ...this.#clause });
    this.#clause = { how, words: [] };
  }

  #refer(reference: 'strong' | 'weak'): void {
    if (this.#said.reference !== 'strong') this.#said.reference = reference;
  }

  #mark(to: number): true {
    this.#markers.push({ from: this.#at, to });
    this.#at = to;
    return true;
  }

  #isEnd(at: number): boolean {
    return !flowsAt(this.#phrase, at);
  }

  /** Whether nothing but fillers follows in the clause: `too please`. */
  #isEndOfClause(at: number): boolean {
    const also = ASKING['add after'].next(this.#phrase, at);
    const from = at + (also === undefined || also.meaning === 'permits' ? 0 : also.length);
    return this.#isEnd(endOfFillers(this.#phrase, from));
  }

  #step(step: Exclude<Step, { kind: 'clause' }>, reference: 'strong' | 'weak' = 'strong'): true {
    this.#begin('set');
    this.#steps.push(step);
    this.#refer(reference);
    this.#at = step.to;
    this.#isStart = this.#isFirst = false;
    return true;
  }

  #reset(): boolean {
    if (!this.#isStart) return false;
    const end = this.#at + REFINEMENTS.reset.lengthAt(this.#phrase, this.#at);
    // `clear the miles`
    if (end === this.#at || topicsAt(this.#phrase, end).found.length > 0) return false;
    const isAlone =
      this.#isEnd(end) ||
      this.#phrase.words[end].gap.includes(':') ||
      endOfFillers(this.#phrase, end) > end ||
      ASKING.request.find(this.#phrase, end) !== undefined;
    if (!isAlone || !this.#isFree(this.#at, end)) return false;
    this.#said.resets = true;
    this.#clause.words = [];
    return this.#mark(end);
  }

  /** `any fuel`, `forget the colour and the price limit`, `drop the diesel`, `mileage doesn't matter`, `anywhere`. */
  #removal(): boolean {
    const cue = removalAt(this.#phrase, this.#at);
    const after = this.#at + (cue?.length ?? 0);
    // `undo that`
    const undone = this.#steps.length === 0 ? REFINEMENTS.comparative.lengthAt(this.#phrase, this.#at) : 0;
    if (this.#at + undone >= after && undone > 0 && this.#isEndOfClause(this.#at + undone)) return false;
    const topics = topicsAt(this.#phrase, after, (from, to) => this.#isFree(from, to));
    const isAbout = topics.found.length > 0 && (cue?.meaning !== 'limit' || topics.isLimit || cue.length > 1);
    if (cue !== undefined && isAbout && this.#isFree(this.#at, topics.end))
      return this.#removeTopics(topics.found, topics.end);
    // `any colour but white`
    const but = this.#matches.find(({ from, to, meaning }) => from === this.#at && to > topics.end && meaning.kind === 'stance'); // prettier-ignore
    if (cue !== undefined && isAbout && but !== undefined)
      return this.#removeTopics(topics.found, topics.end) && this.#push(but.to);
    if (cue === undefined && topics.found.length > 0 && !this.#isEnd(topics.end)) {
      const end = topics.end + (unimportantAt(this.#phrase, topics.end)?.length ?? 0);
      if (end > topics.end && this.#isFree(this.#at, end)) return this.#removeTopics(topics.found, end);
    }
    const here = this.#matches.find(({ from }) => from === this.#at);
    // `anywhere in 100km` keeps the place.
    const next = this.#matches.find(({ from, meaning }) => from > this.#at && meaning.kind !== 'stop_words');
    const isMiles = next?.meaning.kind === 'range' && next.meaning.orKm !== undefined;
    const isDistance = isMiles || next?.meaning.kind === 'distance';
    if (here?.meaning.kind === 'anywhere' && !isDistance) return this.#removeTopics(['place'], here.to);
    const isOfTopic = cue === undefined || cue.meaning === 'topic' || cue.meaning === 'limit';
    if (isOfTopic || !this.#isFree(this.#at, after)) return false;
    this.#begin('remove');
    const isAll = REFINEMENTS['all of a kind'].lengthAt(this.#phrase, after) > 0;
    if (cue.meaning === 'cars') this.#clause.isOf = isAll ? 'all' : 'cars';
    this.#refer('strong');
    this.#mark(after);
    const that = pronounEnd(this.#phrase, after);
    if (that !== undefined && this.#isEndOfClause(that)) this.#removeLast(that);
    return true;
  }

  /** `sunroof isn't crucial, skip that`: what the phrase named last. Of `blue is fine too, so lose that`, the search has nothing yet. */
  #removeLast(to: number): void {
    const last = this.#steps.at(-1);
    const allows = ({ from, meaning }: Match): boolean => last?.kind === 'clause' && last.words.includes(from) && meaning.kind === 'stance' && meaning.stance === 'also'; // prettier-ignore
    if (last?.kind === 'clause' && last.how === 'set' && !this.#matches.some(allows))
      this.#steps.splice(-1, 1, { ...last, how: 'remove' });
    if (this.#steps.length > 0) this.#mark(to);
  }

  /** `2 grand more`, `double that`. */
  #amount(): boolean {
    const last = this.#clause.words.length === 0 ? this.#steps.at(-1) : undefined;
    const isOneMore = last?.kind === 'amount' && last.to === this.#at;
    const step = topicAmountAt(this.#phrase, this.#at, isOneMore) ?? amountStepAt(this.#phrase, this.#at);
    return step !== undefined && this.#isFree(step.from, step.to) && this.#step(step);
  }

  /** `swap red for blue`, `change the fuel to petrol`. */
  #exchange(): boolean {
    const exchange = this.#isStart ? exchangeAt(this.#phrase, this.#at) : undefined;
    if (exchange === undefined) return false;
    const { from, to } = exchange;
    if (exchange.isPreference) return this.#preference(from, to);
    const { found, end } = topicsAt(this.#phrase, from);
    this.#mark(from);
    // A new colour takes the place of the colour, and a place leaves the distance as it is.
    if (found.length > 0 && end === to) this.#mark(to);
    else {
      this.#remove(from, to);
      this.#clause.exchanges = true;
    }
    this.#introduce('set', to + 1);
    this.#clause.exchanges = true;
    return true;
  }

  /** `I'd prefer an SUV to an estate` */
  #preference(from: number, to: number): boolean {
    let end = to + 1;
    while (!this.#isEnd(end)) end++;
    if (!this.#hasValue(from, to) || !this.#hasValue(to + 1, end)) return false;
    this.#introduce('set', from);
    this.#push(to);
    this.#begin('remove');
    return this.#introduced(to + 1);
  }

  #hasValue(begin: number, end: number): boolean {
    return this.#matches.some((match) => match.from >= begin && match.to <= end && VALUES.has(match.meaning.kind)); // prettier-ignore
  }

  /** `take the sunroof off`, `take the price limit off`. */
  #split(): boolean {
    const { words } = this.#phrase;
    const at = this.#at;
    if (!this.#isStart && words[at].flows && words[at - 1].key !== 'and') return false;
    for (let to = at + 2; to < at + MAX_SPLIT && !this.#isEnd(to - 1) && !this.#isEnd(to); to++) {
      const isSplit = REFINEMENTS.split.has(`${words[at].key} ${words[to].key}`);
      // `take the seats out of it`
      const end = (words.at(to + 1)?.key === 'of' ? pronounEnd(this.#phrase, to + 2) : undefined) ?? to + 1;
      // `take the sunroof off again and add leather`
      const then = end + (ASKING['replace after'].next(this.#phrase, end)?.length ?? 0);
      const ends = this.#isEndOfClause(then) || words[then].key === 'and';
      if (!isSplit || !ends || !this.#isFree(at, at + 1)) continue;
      const topics = topicsAt(this.#phrase, at + 1);
      if (topics.found.length > 0 && topics.end === to) return this.#removeTopics(topics.found, end);
      const isPronoun = pronounEnd(this.#phrase, at + 1) === to;
      if (isPronoun) this.#begin('set');
      else this.#remove(at + 1, to);
      this.#mark(at + 1);
      if (isPronoun) this.#removeLast(to);
      this.#at = to;
      this.#isStart = this.#isFirst = false;
      return this.#endClause(this.#clause.how, end);
    }
    return false;
  }

  /** Begins a removal of what the words name. */
  #remove(from: number, to: number): void {
    this.#begin('remove');
    this.#clause.words = Array.from({ length: to - from }, (_, i) => from + i);
  }

  #removeTopics(topics: readonly Topic[], end: number): true {
    // `any gearbox will do`.
    const to = end + (ASKING['add after'].next(this.#phrase, end)?.length ?? 0);
    return this.#step({ kind: 'topics', topics, from: this.#at, to });
  }

  #comparison(): boolean {
    const step = comparisonAt(this.#phrase, this.#at);
    if (step === undefined || (!step.isOrder && !this.#isFree(step.from, step.to))) return false;
    // `a newer golf` may be a request of its own.
    return this.#step(step, this.#hasAntecedent ? 'weak' : 'strong');
  }

  /** Words that say what is done with the words beside them, or refer to the search before. */
  #marker(): boolean {
    const at = this.#at;
    const lengthOf = (list: PhraseMatcher<unknown>): number => {
      const length = list.lengthAt(this.#phrase, at);
      return length > 0 && this.#isFree(at, at + length) ? length : 0;
    };
    const before = this.#matches.find(({ to }) => to === at);
    const here = this.#matches.find(({ from }) => from === at)?.meaning;
    const isFirst = this.#isFirst;
    const correction = lengthOf(REFINEMENTS.correction);
    // `no diesel` and `actually no diesels` exclude, `no, diesel` corrects.
    const corrected = this.#matches.some(({ from, to, meaning }) => from > at && to === at + correction && meaning.kind === 'stance') ? 0 : correction; // prettier-ignore
    const isCorrected = isFirst ? corrected > 1 || this.#isEnd(at + corrected) : corrected > 1 && this.#isEnd(at + corrected); // prettier-ignore
    if (corrected > 0 && isCorrected) {
      this.#said.corrects = true;
      if (!this.#isStart && isFirst) this.#begin('set');
      return this.#mark(at + corrected);
    }
    const added = lengthOf(ASKING.add);
    const hasValue = this.#clause.how === 'set' && this.#matches.some(({ from, meaning }) => this.#clause.words.includes(from) && VALUES.has(meaning.kind)); // prettier-ignore
    const those = added > 0 ? pronounEnd(this.#phrase, at + added) : undefined;
    // `hybrids were ok, include those`
    if (isFirst && hasValue && those !== undefined) return this.#endClause('add', those);
    if (isFirst || this.#phrase.words[at - 1]?.key === 'and') {
      const joint = this.#isStart ? ASKING.conjunction.find(this.#phrase, at) : undefined;
      const replaced = lengthOf(ASKING.replace);
      if (replaced > 0 && replaced >= added) return this.#introduce('set', at + replaced);
      if (joint?.meaning === 'adds' && joint.length >= added) {
        this.#introduce('add', at + joint.length);
        return (this.#clause.isOr = true);
      }
      if (added > 0) return this.#introduce('add', at + added);
      // `and an X3`
      const named = at + (joint?.length ?? 0);
      const start = named + (ASKING.article.has(this.#phrase.words.at(named)?.key ?? '') ? 1 : 0);
      const isOfCar = this.#matches.some((match) => match.from === start && isName(match));
      if (joint?.meaning === 'lists' && isOfCar && !this.#isEnd(named)) return this.#introduce('add', named);
      if (joint !== undefined && at === 0) this.#refer('weak');
    }
    const addedAfter = lengthOf(ASKING['add after']);
    const isOfValue = before !== undefined && VALUES.has(before.meaning.kind);
    const isBehindValue = isOfValue && !this.#isEnd(at) && this.#clause.words.length > 0;
    // `petrol as well as diesel`
    if (added > addedAfter && isBehindValue && this.#clause.how === 'set') {
      this.#clause.how = 'add';
      return this.#introduce('add', at + added);
    }
    // `Skodas were all right, have them in as well`
    const isOfPronoun =
      !isBehindValue && [1, 2].some((back) => back < at && pronounEnd(this.#phrase, at - back) !== undefined);
    if (addedAfter > 0 && hasValue && isOfPronoun && this.#isEndOfClause(at + addedAfter))
      return this.#endClause('add', at + addedAfter);
    // What is `fine` is a stance, as a rule.
    const isStance = here?.kind === 'stance' && here.of === 'last' && before?.meaning.kind !== 'range';
    const isPermission = ASKING['add after'].find(this.#phrase, at)?.meaning === 'permits';
    const isAdded = !isPermission || (!isStance && this.#isEndOfClause(at + addedAfter));
    if (isStance && isBehindValue && !isAdded) return false;
    if (addedAfter > 0 && isBehindValue && isAdded) {
      // `any red will do` after Soul Red
      const isAny = this.#phrase.words[this.#clause.words[0]].key === 'any';
      return this.#endClause(isAny ? this.#clause.how : 'add', at + addedAfter);
    }
    const same = lengthOf(REFINEMENTS.same);
    if (same > 0) return this.#introduced(at + same);
    const replaced = lengthOf(ASKING['replace after']);
    if (replaced > 0 && this.#isEndOfClause(at + replaced)) return this.#introduced(at + replaced);
    const only = lengthOf(ASKING.only);
    if (only > 0 && (this.#isStart || this.#isEndOfClause(at + only))) {
      this.#refer('weak');
      return this.#mark(at + only);
    }
    if (lengthOf(ASKING.noun) > 0) this.#hasAntecedent = true;
    const pronoun = lengthOf(ASKING.pronoun);
    if (pronoun === 0) return false;
    // `the Audi ones`.
    const isNamed = !this.#isEnd(at) && before !== undefined && isName(before);
    if (isNamed) this.#said.introduces = true;
    if (!isNamed && this.#hasAntecedent) return false;
    this.#refer('strong');
    // `not bothered about it being red`
    const said = before?.meaning;
    const isSubject = said?.kind === 'stance' && said.of === 'next' && said.stance !== 'wish';
    return !isSubject && this.#mark(at + pronoun);
  }

  /** Ends the clause with words up to `to` that say what is done with it. */
  #endClause(how: Clause['how'], to: number): true {
    this.#clause.how = how;
    this.#introduced(to);
    this.#begin('set');
    return true;
  }

  #introduce(how: 'set' | 'add', to: number): true {
    this.#begin(how);
    return this.#introduced(to);
  }

  #introduced(to: number): true {
    this.#refer('strong');
    this.#said.introduces = true;
    return this.#mark(to);
  }
}
