// Matches what somebody does not want (`anything but diesel`), only wishes (`if possible`), has no preference about (`don't
// mind the colour`, `gearbox doesn't matter`) or insists on (`if it isn't automatic I'm not interested`). The words are in
// assets/phrases/preferences.tsv; stances.ts applies them to the words beside them.
import { matchClass } from '../terms/classes.ts';
import {
  isName,
  STOP_WORDS,
  type PhraseContext,
  type Match,
  type Matcher,
  type MeaningOf,
} from '../words/match.ts';
import type { PhraseMatch } from '../words/phrase-matcher.ts';
import { PhraseReader } from '../names/phrase-reader.ts';
import { readAmount } from '../limits/amount.ts';
import { QUANTITIES } from '../limits/quantity-words.ts';
import { NEEDLESS_LIMIT } from '../limits/limit-lead.ts';
import { isTerm, saidBy } from '../terms/term.ts';
import { flowsAt, type Phrase } from '../words/tokenized-phrase.ts';
import { ASKING, PHRASES, WORDS, named, phrasesMeaning, readLists } from '../words/word-lists.ts';

type StanceWords = Pick<MeaningOf<'stance'>, 'stance' | 'isLack' | 'isException'>;

type Unimportant = 'topic' | 'alone' | 'needless' | 'given up';

export const PREFERENCES = readLists('preferences', {
  indifferent: PHRASES,
  topic: phrasesMeaning(named('searchable', 'other')),
  adverb: WORDS,
  'end of unimportant': PHRASES,
  about: WORDS,
  whether: WORDS,
  'opposed to important': WORDS,
  'is important': PHRASES,
  any: WORDS,
  link: WORDS,
  joint: WORDS,
  unimportant: phrasesMeaning<Unimportant>({ '': 'topic', ...named('alone', 'needless', 'given up') }),
  exclusion: phrasesMeaning<StanceWords>({ '': { stance: 'exclude' }, wish: { stance: 'needless' } }),
  negation: phrasesMeaning<StanceWords>({
    '': { stance: 'exclude' },
    lack: { stance: 'exclude', isLack: true },
    exception: { stance: 'exclude', isException: true },
    needless: { stance: 'needless' },
  }),
  'excluded before': phrasesMeaning<MeaningOf<'stance'>['of'] | 'answer' | 'particle'>({
    '': 'last',
    pronoun: 'pronoun',
    answer: 'answer',
    particle: 'particle',
  }),
  'before a particle': WORDS,
  'bad thing': PHRASES,
  'after a no': WORDS,
  'excluded at the end': WORDS,
  'before an item': WORDS,
  'before such an end': WORDS,
  be: WORDS,
  'is not': PHRASES,
  hope: PHRASES,
  'end of a wish': WORDS,
  'after a conclusion': WORDS,
  'wish label': PHRASES,
  'wish before': phrasesMeaning({ '': 'surely', perhaps: 'perhaps' }),
  'wish after': PHRASES,
  'given back': phrasesMeaning({ '': 'anywhere', alone: 'alone' }),
  'made firm': PHRASES,
  'but want': PHRASES,
  'also before': PHRASES,
  'also after': PHRASES,
  'also at the end': PHRASES,
  'wanted at the end': WORDS,
  'all but': WORDS,
  unless: PHRASES,
  'refused otherwise': PHRASES,
});

export function unimportantAt(phrase: Phrase, at: number): PhraseMatch<Unimportant> | undefined {
  const reader = new PhraseReader(phrase, at);
  reader.skip(PREFERENCES.adverb, MAX_ADVERBS);
  const { next, key } = reader;
  const meaning = reader.take(PREFERENCES.unimportant);
  // `the history matters, the owners don't`
  if (meaning === undefined && PREFERENCES['opposed to important'].has(key) && !flowsAt(phrase, next + 1)) {
    const isOpposed = phrase.words
      .slice(0, at)
      .some((_, i) => PREFERENCES['is important'].lengthAt(phrase, i) > 0);
    return isOpposed ? { length: next + 1 - at, meaning: 'given up' } : undefined;
  }
  if (meaning === undefined) return undefined;
  reader.take(PREFERENCES['end of unimportant']);
  return { length: reader.length, meaning };
}

const OF_MILES: ReadonlySet<string> = new Set(['miles', 'on the clock', 'on it']);
const MAX_TOPICS = 4;
const MAX_ADVERBS = 2;

export const matchIndifference: Matcher = (phrase, at, context) => {
  const reader = new PhraseReader(phrase, at);
  const unimportant = unimportantAt(phrase, at);
  const before = PREFERENCES.indifferent.find(phrase, at)?.length ?? 0;
  const alone = unimportant === undefined || unimportant.meaning === 'topic' ? 0 : unimportant.length;
  if (before + alone > 0) {
    reader.next += Math.max(before, alone);
    // Leather is `not essential`.
    const isGivenUp = unimportant?.meaning === 'given up';
    const { length } = reader;
    // `don't mind it having 100k miles on it`
    const end = before > 0 ? endOfMileage(phrase, reader.next) : undefined;
    if (end !== undefined)
      return { length: end - at, meaning: { kind: 'unsupported', reason: NEEDLESS_LIMIT } };
    const isBefore =
      PREFERENCES.about.has(reader.key) || PREFERENCES.about.has(phrase.words[reader.next - 1].key);
    const isNeedless = unimportant?.meaning === 'needless' || (isGivenUp && !isBefore);
    // `not fussed if it's manual`
    const isIf = context.hasSearch === true && PREFERENCES.whether.has(reader.key);
    const isOfLast = alone >= before && isNeedless && !isIf;
    takeTopics(reader, phrase, context);
    if (reader.length > length) return { length: reader.length, meaning: STOP_WORDS };
    if (isOfLast) return stance(length, 'needless', 'last', isGivenUp ? { isGivenUp } : {});
    // `don't mind a diesel either`
    if (!isBefore && before > 0 && context.hasSearch === true)
      return stance(length + (isIf ? 1 : 0), 'also', 'next');
    // `not fussed about` a sunroof.
    if (!isBefore) return { length, meaning: STOP_WORDS };
    return stance(length + (PREFERENCES.about.has(reader.key) ? 1 : 0), 'needless', 'next');
  }
  if (PREFERENCES.any.has(reader.key)) {
    reader.next++;
    // `any estate` still wants an estate.
    const isOfAny = reader.take(PREFERENCES.topic) === 'searchable';
    return isOfAny ? { length: reader.length, meaning: STOP_WORDS } : undefined;
  }
  reader.skip(PREFERENCES.link, 1);
  const hasTopic = reader.take(PREFERENCES.topic) !== undefined;
  const after = hasTopic && reader.word !== undefined ? unimportantAt(phrase, reader.next) : undefined;
  return after && { length: reader.length + after.length, meaning: STOP_WORDS };
};

/** The end of a mileage behind words such as `having`. */
function endOfMileage(phrase: Phrase, at: number): number | undefined {
  const reader = new PhraseReader(phrase, at);
  reader.skip(PREFERENCES.link, 4);
  const read = flowsAt(phrase, reader.next) ? readAmount(phrase, reader.next) : undefined;
  return read?.amount.unit !== undefined && OF_MILES.has(read.amount.unit) ? read.next : undefined;
}

type StanceMeaning = MeaningOf<'stance'>;

function stance(
  length: number,
  name: StanceMeaning['stance'],
  of: StanceMeaning['of'],
  more: Pick<StanceMeaning, 'isGivenUp' | 'scope'> = {},
): { readonly length: number; readonly meaning: StanceMeaning } {
  return { length, meaning: { kind: 'stance', stance: name, of, ...more } };
}

/** Reads `the colour`, `if it's petrol or diesel`. */
function takeTopics(reader: PhraseReader, phrase: Phrase, context: PhraseContext): void {
  for (let i = 0; i < MAX_TOPICS; i++) {
    const start = reader.next;
    if (i > 0 && PREFERENCES.joint.has(reader.key)) reader.next++;
    else if (i > 0) return;
    reader.skip(PREFERENCES.link, 4);
    if (takeTopic(reader, phrase, context)) continue;
    reader.next = start;
    return;
  }
}

function takeTopic(reader: PhraseReader, phrase: Phrase, context: PhraseContext): boolean {
  if (reader.word === undefined) return false;
  if (reader.take(PREFERENCES.topic) !== undefined) return true;
  const found = context.hasSearch === true ? undefined : matchClass(phrase, reader.next, context, undefined);
  reader.next += found?.length ?? 0;
  return found !== undefined;
}

export const matchExclusion: Matcher = (phrase, at, _context, previous) => {
  // `white. purple's a daft colour`, `leather is grim`
  const bad = at > 0 && flowsAt(phrase, at) ? PREFERENCES['bad thing'].lengthAt(phrase, at) : 0;
  if (bad > 0 && previous !== undefined && isClassOrTerm(previous, phrase))
    return stance(bad, 'exclude', 'last');
  const before = PREFERENCES['excluded before'].find(phrase, at);
  const found = PREFERENCES.exclusion.find(phrase, at);
  if (before !== undefined) {
    const { length, meaning } = before;
    // `diesel? no chance.`, `diesel no chance`
    const isParticle = meaning === 'particle';
    if (isParticle && hasVerbBefore(phrase, at)) return stance(length, 'exclude', 'last');
    const isAnswer = meaning === 'answer' || isParticle;
    const isOfLast = flowsAt(phrase, at) && previous !== undefined && isClassOrTerm(previous, phrase);
    const excludes = isAnswer
      ? (isOfLast || phrase.words[at].gap.includes('?')) && !flowsAt(phrase, at + length)
      : length >= (found?.length ?? 0) && !isAdjective(phrase, at + length);
    if (excludes) return stance(length, 'exclude', isAnswer ? 'last' : meaning);
  }
  // `no more than` is a limit.
  if (found === undefined || phrase.words.at(at + found.length)?.key === 'than') return undefined;
  return { length: found.length, meaning: { kind: 'stance', ...found.meaning, of: 'next' } };
};

/** Whether a particle is that of a verb before it in the clause: `leave the silver ones out`. */
function hasVerbBefore(phrase: Phrase, at: number): boolean {
  for (let i = at; i > 0 && flowsAt(phrase, i); i--)
    if (PREFERENCES['before a particle'].has(phrase.words[i - 1].key)) return true;
  return false;
}

function isClassOrTerm(match: Match, phrase: Phrase): boolean {
  const { kind } = match.meaning;
  const said = saidBy(match, phrase)?.replace(/['’]s$/u, '');
  return kind === 'fuel' || kind === 'transmission' || (said !== undefined && isTerm(said));
}

/** Whether a `no` right before a word begins a description: `a no nonsense car`. */
function isAdjective({ words }: Phrase, next: number): boolean {
  const word = words.at(next);
  return words[next - 1].key === 'no' && word?.flows === true && !PREFERENCES['after a no'].has(word.key);
}

export const matchNegation: Matcher = (phrase, at, _context, previous) => {
  const found = PREFERENCES.negation.find(phrase, at);
  // `but not more than` is a limit.
  if (found === undefined) return undefined;
  if (found.length > 1 && QUANTITIES['limit before'].lengthAt(phrase, at + 1) > 1) return undefined;
  // `hybrid yes, diesel no`
  const { words } = phrase;
  const { key, gap } = words[at];
  // `manual? no.`
  const flows = flowsAt(phrase, at) || (gap.includes('?') && previous !== undefined && !isName(previous));
  let end = at + 1;
  while (flowsAt(phrase, end)) end++;
  // `diesel no petrol yes`
  const isOpposed = PREFERENCES['wanted at the end'].has(words[end - 1].key);
  const isAtEnd =
    at > 0 && flows && (end === at + 1 || isOpposed) && PREFERENCES['excluded at the end'].has(key);
  const of = isAtEnd && !PREFERENCES['before such an end'].has(words[at - 1].key) ? 'last' : 'next';
  return { length: found.length, meaning: { kind: 'stance', ...found.meaning, of } };
};

const ENDS_SENTENCE = /[.;?!\n]/;

/**
 * Matches a condition and the refusal in its sentence: `I won't look at one unless it's a diesel`. Two refusals make a request,
 * so neither excludes anything.
 */
export const matchCondition: Matcher = (phrase, at) => {
  const { words } = phrase;
  const condition = PREFERENCES.unless.lengthAt(phrase, at);
  const length = condition > 0 ? condition : PREFERENCES['refused otherwise'].lengthAt(phrase, at);
  if (length === 0) return undefined;
  const other = PREFERENCES[condition > 0 ? 'refused otherwise' : 'unless'];
  let [from, to] = [at, at + length];
  while (from > 0 && !ENDS_SENTENCE.test(words[from].gap)) from--;
  while (to < words.length && !ENDS_SENTENCE.test(words[to].gap)) to++;
  const isRefused = words.slice(from, to).some((_, i) => other.lengthAt(phrase, from + i) > 0);
  return isRefused ? { length, meaning: { kind: 'stop_words', isCondition: true } } : undefined;
};

/** Matches `ideally`, `if possible`, `is fine too`. */
export const matchWish: Matcher = (phrase, at, { hasSearch }) => {
  const label = PREFERENCES['wish label'].find(phrase, at);
  if (label !== undefined && phrase.words.at(at + label.length)?.gap.includes(':') === true)
    return stance(label.length, 'wish', 'next', { scope: 'list' });
  const hope = PREFERENCES.hope.lengthAt(phrase, at);
  if (hope > 0) return stance(hope, 'wish', 'next', { scope: 'equipment' });
  const back = PREFERENCES['given back'].find(phrase, at);
  const rest = at + (back?.length ?? 0);
  const isBack =
    back?.meaning !== 'alone' ||
    endsWish(phrase, rest + (PREFERENCES['end of unimportant'].next(phrase, rest)?.length ?? 0));
  if (back !== undefined && isBack) return stance(back.length, 'wish', 'last', { scope: 'choice' });
  const before = PREFERENCES['wish before'].find(phrase, at);
  const wish = longer(before, PREFERENCES['wish after'].find(phrase, at));
  const end = PREFERENCES['also at the end'].find(phrase, at);
  if (before !== undefined && wish?.isAfter === false && isMadeFirm(phrase, at + before.length))
    return { length: before.length, meaning: STOP_WORDS };
  const ends = end !== undefined && endsWish(phrase, at + end.length);
  const also = longer(
    PREFERENCES['also before'].find(phrase, at),
    PREFERENCES['also after'].find(phrase, at) ?? (ends ? end : undefined),
  );
  const found = (wish?.length ?? 0) >= (also?.length ?? 0) ? wish : also;
  if (found === undefined) return undefined;
  const { length, isAfter } = found;
  if (found === also && hasSearch !== true && isOfAny(phrase, at)) return { length, meaning: STOP_WORDS };
  // `if possible automatic`, `nice to have: sat nav`
  const next = phrase.words.at(at + length);
  const isFirst =
    at === 0 || !phrase.words[at].flows || ASKING.conjunction.find(phrase, at - 1)?.length === 1;
  const opens = (isFirst && next?.flows === true) || (found === wish && next?.gap.includes(':') === true);
  // `automatic ideally, but`, `manual otherwise`
  const isLast = !isAfter && at > 0 && phrase.words[at].flows && endsWish(phrase, at + length);
  const isPerhaps = found === wish && !isAfter && before?.meaning === 'perhaps';
  const of = isLast || (isAfter && !opens) ? 'last' : 'next';
  return stance(length, found === wish ? 'wish' : 'also', of, isPerhaps ? { scope: 'perhaps' } : {});
};

/** Whether a clause asks for any of a kind: `any diesel estate will do`. */
function isOfAny({ words }: Phrase, at: number): boolean {
  let start = at;
  while (start > 0 && words[start].flows) start--;
  return start < at && words[start].key === 'any';
}

/** `would prefer petrol after all` */
function isMadeFirm(phrase: Phrase, from: number): boolean {
  for (let at = from; flowsAt(phrase, at); at++)
    if (PREFERENCES['made firm'].lengthAt(phrase, at) > 0) return true;
  return false;
}

/** Whether word `next` begins a clause: `ideally, `, `ideally but`. */
function endsWish({ words }: Phrase, next: number): boolean {
  const word = words.at(next);
  return word?.flows !== true || PREFERENCES['end of a wish'].has(word.key);
}

function longer(before: PhraseMatch<unknown> | undefined, after: PhraseMatch<unknown> | undefined) {
  const found = (after?.length ?? 0) > (before?.length ?? 0) ? after : before;
  return found && { length: found.length, isAfter: found === after };
}
