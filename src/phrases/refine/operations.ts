// Reads a phrase beside a search as operations on it: `make it blue` sets, `or a Polo` adds, `forget the colour` removes,
// `cheaper` compares. The words between the words of operations are clauses, which the interpreter reads as it reads any
// phrase. At each word the readers run in the order of the table until one reads something. `before` lists the rows that a
// reader must run before, and why. test/phrases/refine/operation-order.test.ts has a phrase for each, which is understood
// otherwise if the reader runs after the other.
import { unimportantAt } from '../stances/preferences.ts';
import type { Match } from '../words/match.ts';
import type { Phrase } from '../words/tokenized-phrase.ts';
import { ASKING } from '../words/word-lists.ts';
import { amountStepAt } from './amount-steps.ts';
import {
  readAddedPronoun,
  readBehindPronoun,
  readBehindValue,
  readBetweenValues,
  readCorrection,
  readIntroduction,
  readOnly,
  readPronoun,
  readReplacementBehind,
  readSame,
} from './clause-markers.ts';
import { OperationReader } from './operation-reader.ts';
import { endOfFillers, pronounEnd, REFINEMENTS, removalAt, topicsAt } from './refine-words.ts';
import { comparisonAt, exchangeAt, MAX_SPLIT, pageStepOf, topicAmountAt, type Operations } from './steps.ts';

export interface OperationRow {
  readonly name: string;
  /** Whether it read something at the next word. */
  readonly read: (reader: OperationReader) => boolean;
  readonly before?: Readonly<Record<string, string>>;
}

export const OPERATIONS = [
  { name: 'new search', read: readNewSearch },
  {
    name: 'amount',
    read: readAmount,
    before: {
      exchange: '`change the latest year to 2018` moves a limit',
      'removal of values': '`drop the price 500` moves a limit',
      introduction: '`add 500 to the budget` adds to a limit',
      pronoun: '`one up to 9k` is a limit',
    },
  },
  { name: 'exchange', read: readExchange },
  { name: 'split removal', read: readSplitRemoval },
  {
    name: 'comparison at the end',
    read: readComparisonAtEnd,
    before: { 'removal of values': '`undo that` removes nothing' },
  },
  {
    name: 'removal of topics',
    read: readRemovalOfTopics,
    before: {
      'removal of values': '`forget the colour` is about any colour',
      introduction: '`open it up to other makes` introduces no value',
    },
  },
  { name: 'unimportant topics', read: readUnimportantTopics },
  { name: 'anywhere', read: readAnywhere },
  { name: 'removal of values', read: readRemovalOfValues },
  { name: 'comparison', read: readComparison },
  { name: 'correction', read: readCorrection },
  {
    name: 'added pronoun',
    read: readAddedPronoun,
    before: { introduction: 'nothing follows in `hybrids were ok, include those`' },
  },
  {
    name: 'introduction',
    read: readIntroduction,
    before: { same: '`same but` introduces what follows' },
  },
  { name: 'between values', read: readBetweenValues },
  { name: 'behind a pronoun', read: readBehindPronoun },
  { name: 'behind a value', read: readBehindValue },
  { name: 'same', read: readSame },
  { name: 'replacement behind', read: readReplacementBehind },
  { name: 'only', read: readOnly },
  { name: 'pronoun', read: readPronoun },
  { name: 'words of the clause', read: (reader) => reader.take() },
] as const satisfies readonly OperationRow[];

export function readOperations(
  phrase: Phrase,
  matches: readonly Match[],
  rows: readonly OperationRow[] = OPERATIONS,
): Operations {
  const reader = new OperationReader(phrase, matches);
  const page = pageStepOf(phrase);
  if (page !== undefined) reader.step(page);
  while (!reader.isDone) {
    // A removal of values ends with its clause.
    const { flows, gap } = phrase.words[reader.at];
    reader.isClauseStart ||= !flows;
    if (reader.clause.action === 'remove' && (!flows || /^\s+[-–—]\s+$/.test(gap))) reader.begin('set');
    rows.find(({ read }) => read(reader));
  }
  return reader.operations();
}

/** `start again`, `new search: a Polo` */
function readNewSearch(reader: OperationReader): boolean {
  const { phrase, at } = reader;
  if (!reader.isStart) return false;
  const end = at + REFINEMENTS.reset.lengthAt(phrase, at);
  // `clear the miles`
  if (end === at || topicsAt(phrase, end).found.length > 0) return false;
  const isAlone =
    reader.isEnd(end) ||
    phrase.words[end].gap.includes(':') ||
    endOfFillers(phrase, end) > end ||
    ASKING.request.find(phrase, end) !== undefined;
  if (!isAlone || !reader.isFree(at, end)) return false;
  reader.resets = true;
  reader.clause.words = [];
  return reader.mark(end);
}

/** `2 grand more`, `double that` */
function readAmount(reader: OperationReader): boolean {
  const { phrase, at } = reader;
  const last = reader.clause.words.length === 0 ? reader.steps.at(-1) : undefined;
  const isOneMore = last?.kind === 'amount' && last.to === at;
  const step = topicAmountAt(phrase, at, isOneMore) ?? amountStepAt(phrase, at);
  return step !== undefined && reader.isFree(step.from, step.to) && reader.step(step);
}

/** `swap red for blue`, `change the fuel to petrol`, `I'd prefer an SUV to an estate` */
function readExchange(reader: OperationReader): boolean {
  const { phrase } = reader;
  const exchange = reader.isStart ? exchangeAt(phrase, reader.at) : undefined;
  if (exchange === undefined) return false;
  const { from, to } = exchange;
  if (exchange.isPreference) return readPreference(reader, from, to);
  const { found, end } = topicsAt(phrase, from);
  reader.mark(from);
  // A new colour takes the place of the colour, and a place leaves the distance as it is.
  if (found.length > 0 && end === to) reader.mark(to);
  else {
    reader.beginRemoval(from, to);
    reader.clause.exchanges = true;
  }
  reader.introduce('set', to + 1);
  reader.clause.exchanges = true;
  return true;
}

function readPreference(reader: OperationReader, from: number, to: number): boolean {
  let end = to + 1;
  while (!reader.isEnd(end)) end++;
  if (!reader.hasValue(from, to) || !reader.hasValue(to + 1, end)) return false;
  reader.introduce('set', from);
  reader.push(to);
  reader.begin('remove');
  return reader.introduced(to + 1);
}

/** `take the sunroof off`, `take the price limit off` */
function readSplitRemoval(reader: OperationReader): boolean {
  const { phrase, at } = reader;
  const { words } = phrase;
  if (!reader.isStart && words[at].flows && words[at - 1].key !== 'and') return false;
  for (let to = at + 2; to < at + MAX_SPLIT && !reader.isEnd(to - 1) && !reader.isEnd(to); to++) {
    if (!REFINEMENTS.split.has(`${words[at].key} ${words[to].key}`)) continue;
    // `take the seats out of it`
    const end = (words.at(to + 1)?.key === 'of' ? pronounEnd(phrase, to + 2) : undefined) ?? to + 1;
    // `take the sunroof off again and add leather`
    const then = end + (ASKING['replace after'].next(phrase, end)?.length ?? 0);
    const ends = reader.isEndOfClause(then) || words[then].key === 'and';
    if (!ends || !reader.isFree(at, at + 1)) continue;
    const topics = topicsAt(phrase, at + 1);
    if (topics.found.length > 0 && topics.end === to) return reader.removeTopics(topics.found, end);
    const isPronoun = pronounEnd(phrase, at + 1) === to;
    if (isPronoun) reader.begin('set');
    else reader.beginRemoval(at + 1, to);
    reader.mark(at + 1);
    if (isPronoun) reader.removeLast(to);
    reader.at = to;
    reader.isStart = reader.isClauseStart = false;
    return reader.endClause(reader.clause.action, end);
  }
  return false;
}

/** `undo that`: a comparative that is not shorter than words which remove something. */
function readComparisonAtEnd(reader: OperationReader): boolean {
  const { phrase, at } = reader;
  const length = reader.steps.length === 0 ? REFINEMENTS.comparative.lengthAt(phrase, at) : 0;
  const removal = removalAt(phrase, at)?.length ?? 0;
  return length > 0 && length >= removal && reader.isEndOfClause(at + length) && readComparison(reader);
}

/** `any fuel`, `forget the colour and the price limit`, `any colour but white` */
function readRemovalOfTopics(reader: OperationReader): boolean {
  const { phrase, at } = reader;
  const cue = removalAt(phrase, at);
  if (cue === undefined) return false;
  const { found, end, isLimit } = topicsAt(phrase, at + cue.length, (from, to) => reader.isFree(from, to));
  if (found.length === 0 || (cue.meaning === 'limit' && !isLimit && cue.length === 1)) return false;
  if (reader.isFree(at, end)) return reader.removeTopics(found, end);
  const but = reader.matches.find(
    ({ from, to, meaning }) => from === at && to > end && meaning.kind === 'stance',
  );
  return but !== undefined && reader.removeTopics(found, end) && reader.push(but.to);
}

/** `mileage doesn't matter` */
function readUnimportantTopics(reader: OperationReader): boolean {
  const { phrase, at } = reader;
  if (removalAt(phrase, at) !== undefined) return false;
  const topics = topicsAt(phrase, at, (from, to) => reader.isFree(from, to));
  if (topics.found.length === 0 || reader.isEnd(topics.end)) return false;
  const end = topics.end + (unimportantAt(phrase, topics.end)?.length ?? 0);
  return end > topics.end && reader.isFree(at, end) && reader.removeTopics(topics.found, end);
}

/** `anywhere`; `anywhere in 100km` keeps the place. */
function readAnywhere(reader: OperationReader): boolean {
  const { at, matches, matchHere } = reader;
  if (matchHere?.meaning.kind !== 'anywhere') return false;
  const next = matches.find(({ from, meaning }) => from > at && meaning.kind !== 'stop_words')?.meaning;
  const isDistance = next?.kind === 'distance' || (next?.kind === 'range' && next.orDistanceKm !== undefined);
  return !isDistance && reader.removeTopics(['place'], matchHere.to);
}

/** `drop the diesel`, `not bothered about the towbar` */
function readRemovalOfValues(reader: OperationReader): boolean {
  const { phrase, at } = reader;
  const cue = removalAt(phrase, at);
  if (cue === undefined || cue.meaning === 'topic' || cue.meaning === 'limit') return false;
  const after = at + cue.length;
  if (!reader.isFree(at, after)) return false;
  reader.begin('remove');
  if (cue.meaning === 'cars') {
    const isAll = REFINEMENTS['all of a kind'].lengthAt(phrase, after) > 0;
    reader.clause.removes = isAll ? 'everything beyond the limit' : 'matching cars';
  }
  reader.refer('strong');
  reader.mark(after);
  const that = pronounEnd(phrase, after);
  if (that !== undefined && reader.isEndOfClause(that)) reader.removeLast(that);
  return true;
}

function readComparison(reader: OperationReader): boolean {
  const step = comparisonAt(reader.phrase, reader.at);
  if (step === undefined || (!step.isOrder && !reader.isFree(step.from, step.to))) return false;
  // `a newer golf` may be a request of its own.
  return reader.step(step, reader.hasAntecedent ? 'weak' : 'strong');
}
