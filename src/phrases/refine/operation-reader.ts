// Where the reading of a phrase's operations is: the steps so far, the clause that is being read, and the word that comes next.
// The readers of operations.ts move it.
import { EXCLUDABLE, isName, kinds, type Match } from '../words/match.ts';
import type { PhraseMatcher } from '../words/phrase-matcher.ts';
import { flowsAt, type Phrase, type WordRange } from '../words/tokenized-phrase.ts';
import { ASKING, SUBJECTS } from '../words/word-lists.ts';
import { endOfFillers, pronounEnd, type Topic } from './refine-words.ts';
import type { ClauseAction, ClauseStep, Operations, Step } from './steps.ts';

type OpenClause = { -readonly [Key in keyof Omit<ClauseStep, 'kind' | 'words'>]: ClauseStep[Key] } & {
  words: number[];
};

/** Kinds whose words say nothing of their own, so that an operation may have a part of them. */
const LOOSE = kinds('stop_words', 'unsupported', 'anywhere');

/** Kinds of values of which a search can have one more. */
const VALUES = kinds(...EXCLUDABLE, 'range', 'stance');

export class OperationReader {
  readonly phrase: Phrase;
  readonly matches: readonly Match[];
  readonly steps: Step[] = [];
  readonly #markers: WordRange[] = [];
  clause: OpenClause = { action: 'set', words: [] };
  /** The next word. */
  at = 0;
  /** Whether the phrase has had nothing but fillers so far. */
  isStart = true;
  /** Whether the clause has had nothing but fillers and stop words so far. */
  isClauseStart = true;
  /** Whether there was a noun or a name before that `it` or `one` can refer to. */
  hasAntecedent = false;
  introduces = false;
  resets = false;
  corrects = false;
  #reference: Operations['reference'] = 'none';

  constructor(phrase: Phrase, matches: readonly Match[]) {
    this.phrase = phrase;
    this.matches = matches;
  }

  get isDone(): boolean {
    return this.at === this.phrase.words.length;
  }

  operations(): Operations {
    this.begin('set');
    const { steps, introduces, resets, corrects } = this;
    return { steps, markers: this.#markers, reference: this.#reference, introduces, resets, corrects };
  }

  /** Adds the next words to the clause: a filler, those of a match, or one. */
  take(): true {
    const { at } = this;
    const match = this.matches.find(({ from, to }) => from <= at && at < to);
    this.hasAntecedent ||= match !== undefined && isName(match);
    const lists = this.isStart ? [ASKING.filler, SUBJECTS.opening] : [];
    const filler = Math.max(0, ...lists.map((list) => list.lengthAt(this.phrase, at)));
    const isFiller = filler > 0 && this.isFree(at, at + filler);
    const end = isFiller ? at + filler : (match?.to ?? at + 1);
    // `does it take a heat pump?`
    if (isFiller && pronounEnd(this.phrase, end - 1) === end) this.refer('strong');
    this.isClauseStart &&= isFiller || match?.meaning.kind === 'stop_words';
    this.isStart &&= this.isClauseStart;
    return this.push(end);
  }

  /** Adds the words up to `to` to the clause. */
  push(to: number): true {
    while (this.at < to) this.clause.words.push(this.at++);
    return true;
  }

  /** Records the words up to `to` as ones that say what is done. */
  mark(to: number): true {
    this.#markers.push({ from: this.at, to });
    this.at = to;
    return true;
  }

  /** Ends the clause and begins another. */
  begin(action: ClauseAction): void {
    if (this.clause.words.length > 0) this.steps.push({ kind: 'clause', ...this.clause });
    this.clause = { action, words: [] };
  }

  /** Begins a removal of what the words name. */
  beginRemoval(from: number, to: number): void {
    this.begin('remove');
    this.clause.words = Array.from({ length: to - from }, (_, i) => from + i);
  }

  /** Begins a clause behind words up to `to` that introduce it. */
  introduce(action: 'set' | 'add', to: number): true {
    this.begin(action);
    return this.introduced(to);
  }

  introduced(to: number): true {
    this.refer('strong');
    this.introduces = true;
    return this.mark(to);
  }

  /** Ends the clause with words up to `to` that say what is done with it. */
  endClause(action: ClauseAction, to: number): true {
    this.clause.action = action;
    this.introduced(to);
    this.begin('set');
    return true;
  }

  step(step: Exclude<Step, ClauseStep>, reference: 'strong' | 'weak' = 'strong'): true {
    this.begin('set');
    this.steps.push(step);
    this.refer(reference);
    this.at = step.to;
    this.isStart = this.isClauseStart = false;
    return true;
  }

  removeTopics(topics: readonly Topic[], end: number): true {
    // `any gearbox will do`.
    const to = end + (ASKING['add after'].next(this.phrase, end)?.length ?? 0);
    return this.step({ kind: 'topics', topics, from: this.at, to });
  }

  /**
   * `sunroof isn't crucial, skip that`: what the phrase named last. Of `blue is fine too, so lose that`, the search has nothing
   * yet.
   */
  removeLast(to: number): void {
    const last = this.steps.at(-1);
    if (last?.kind === 'clause' && last.action === 'set' && !this.#isAllowed(last))
      this.steps.splice(-1, 1, { ...last, action: 'remove' });
    if (this.steps.length > 0) this.mark(to);
  }

  #isAllowed({ words }: ClauseStep): boolean {
    return this.matches.some(
      ({ from, meaning }) => words.includes(from) && meaning.kind === 'stance' && meaning.stance === 'also',
    );
  }

  refer(reference: 'strong' | 'weak'): void {
    if (this.#reference !== 'strong') this.#reference = reference;
  }

  /** Whether no annotation that means something has words both inside and outside of these. */
  isFree(from: number, to: number): boolean {
    return this.matches.every(
      (match) =>
        LOOSE.has(match.meaning.kind) ||
        match.to <= from ||
        match.from >= to ||
        (match.from >= from && match.to <= to),
    );
  }

  /** The number of the next words that are of a list and free. */
  lengthOf(list: PhraseMatcher<unknown>): number {
    const length = list.lengthAt(this.phrase, this.at);
    return length > 0 && this.isFree(this.at, this.at + length) ? length : 0;
  }

  isEnd(at: number): boolean {
    return !flowsAt(this.phrase, at);
  }

  /** Whether nothing but fillers follows in the clause: `too please`. */
  isEndOfClause(at: number): boolean {
    const also = ASKING['add after'].next(this.phrase, at);
    const from = at + (also === undefined || also.meaning === 'permits' ? 0 : also.length);
    return this.isEnd(endOfFillers(this.phrase, from));
  }

  /** The match that ends at the next word. */
  get matchBefore(): Match | undefined {
    return this.matches.find(({ to }) => to === this.at);
  }

  get matchHere(): Match | undefined {
    return this.matches.find(({ from }) => from === this.at);
  }

  /** Whether a value is within these words. */
  hasValue(from: number, to: number): boolean {
    return this.matches.some((match) => match.from >= from && match.to <= to && isValue(match));
  }

  /** Whether the clause sets a value. */
  get setsValue(): boolean {
    const { action, words } = this.clause;
    return action === 'set' && this.matches.some((match) => isValue(match) && words.includes(match.from));
  }

  /** Whether the next word is behind a value of the clause, without a comma. */
  get isBehindValue(): boolean {
    const { matchBefore } = this;
    const isOfValue = matchBefore !== undefined && isValue(matchBefore);
    return isOfValue && !this.isEnd(this.at) && this.clause.words.length > 0;
  }
}

function isValue({ meaning }: Match): boolean {
  return VALUES.has(meaning.kind);
}
