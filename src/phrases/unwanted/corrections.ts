// Corrections: what somebody takes back (`an Audi Q3, scrap that, a BMW X1`) is not searched for. The words are in
// assets/phrases/corrections.tsv.
import { readAmount, readAsYear } from '../limits/amount.ts';
import { isAmountField } from '../limits/bare-amount.ts';
import { isClassKey, matchClass } from '../terms/classes.ts';
import { matchMakeOrModel, singulars } from '../names/make-and-model.ts';
import {
  asStopWords,
  bareAmountOf,
  isName,
  isPlace,
  limitOf,
  unsupported,
  type Match,
  type PhraseContext,
  type Matcher,
  type Meaning,
  type MeaningOf,
} from '../words/match.ts';
import type { PhraseMatch } from '../words/phrase-matcher.ts';
import { FIELDS, QUANTITIES, type Comparator, type Unit } from '../limits/quantity-words.ts';
import { groupOf } from '../terms/term.ts';
import { after } from '../words/slots.ts';
import { flowsAt, keyAt, type Phrase } from '../words/tokenized-phrase.ts';
import { ASKING, PHRASES, readLists } from '../words/word-lists.ts';

const LISTS = readLists(
  'corrections',
  {
    correction: PHRASES,
    'before a replacement': PHRASES,
    'after a replacement': PHRASES,
    'before a measure': PHRASES,
  },
  new Map([['earlier', after(false)]]),
);

const REASON = 'This was corrected by what follows, so it was not searched for.';

export const matchCorrection: Matcher = (phrase, at, context) => {
  const found = LISTS.correction.find(phrase, at);
  const end = at + (found?.length ?? 0);
  // `actually no Leons` excludes them from a search, `actually no, a Leon` corrects it.
  const isExclusion =
    context.hasSearch === true &&
    phrase.words[end - 1]?.key === 'no' &&
    isPluralName(keyAt(phrase, end), context) &&
    (matchMakeOrModel(phrase, end, context, undefined) ?? matchClass(phrase, end, context, undefined)) !==
      undefined;
  if (isExclusion) return undefined;
  return found && { length: found.length, meaning: { kind: 'correction' } };
};

/** Whether a word is the plural of a name or a class: `Leons`, `diesels`, but not `Focus`. */
function isPluralName(key: string, { vocabulary }: PhraseContext): boolean {
  return singulars(key).some(
    (one) =>
      vocabulary.make(one) !== undefined || vocabulary.modelsAnywhere(one).length > 0 || isClassKey(one),
  );
}

/** The matches without what was corrected. A correction is a stop word. */
export function withoutCorrected(matches: readonly Match[], phrase: Phrase): Match[] {
  const result = withoutForgotten(withLaterLimits(withNamedAlone(matches, phrase), phrase), phrase);
  for (let i = 0; i < result.length; i++) {
    const isReplaced = refusesReplaced(result, i);
    if (isReplaced) result[i - 1] = unsupported(result[i - 1], REASON);
    const isConclusion = concludes(result, i, phrase);
    if (!isReplaced && !isConclusion && !isCorrection(result, i, phrase)) continue;
    result[i] = asStopWords(result[i]);
    const next = result.findIndex((match, j) => j > i && slotOf(match, phrase) !== undefined);
    if (next === -1 || isReplaced) continue;
    if (!isConclusion) result[next] = inUnitOf(result.slice(0, i), result[next]);
    const slot = slotOf(result[next], phrase);
    for (let j = 0; j < i; j++)
      if (
        (slotOf(result[j], phrase) === slot || areOneNumber(result[j], result[next])) &&
        areOfOneSide(result[j], result[next]) &&
        !(isConclusion && isRuledOut(result, j, phrase))
      ) {
        result[next] = nearAs(result[j], onSideOf(result[j], result[next]));
        result[j] = unsupported(result[j], REASON);
      }
  }
  return result;
}

/** The matches with the side or the unit of a limit that a correction names alone: `1.6 minimum, oops, I meant maximum`. */
function withNamedAlone(matches: readonly Match[], phrase: Phrase): Match[] {
  const result = [...matches];
  matches.forEach(({ meaning: { kind }, to }, i) => {
    const side = kind === 'correction' ? comparatorAt(phrase, to) : undefined;
    const unit = kind === 'correction' ? QUANTITIES.unit.find(phrase, to) : undefined;
    const end = to + (side ?? unit ?? { length: 0 }).length;
    if (end === to || flowsAt(phrase, end)) return;
    let said = i - 1;
    while (said >= Math.max(0, i - MAX_MATCHES) && result[said].meaning.kind !== 'range') said--;
    if (said < 0) return;
    const meaning = limitWith(result[said], phrase, side?.meaning.side, unit?.meaning);
    if (meaning === undefined) return;
    result[said] = { ...result[said], meaning };
    for (let j = i + 1; j < result.length && result[j].to <= end; j++) result[j] = asStopWords(result[j]);
  });
  return result;
}

/** A limit of one end on another side, or of another measure; undefined if it cannot be. */
function limitWith(
  match: Match,
  phrase: Phrase,
  side?: Comparator['side'],
  unit?: Unit,
): Meaning | undefined {
  const { meaning: limit } = match;
  if (limit.kind !== 'range') return undefined;
  const { mayBeMiles, ...sure } = limit;
  const { min, max } = limit;
  const isAlike = isAmountField(limit.field);
  if (isAlike && (unit === 'miles' || unit === 'pounds')) return { ...sure, field: FIELDS[unit] };
  const isOpen = limit.hasComparator === true && (min === undefined || max === undefined);
  if (!isOpen || (side !== 'min' && side !== 'max')) return undefined;
  const { field } = limit;
  const bound = min ?? max ?? 0;
  // `newer than 2016` is from 2017, `older than 2016` to 2015.
  const end = field === 'year' ? 2 * (yearIn(match, phrase) ?? bound) - bound : bound;
  return { kind: 'range', field, hasComparator: true, ...(mayBeMiles && { mayBeMiles }), [side]: end };
}

/** The year that is written in a match. */
function yearIn({ from, to }: Match, phrase: Phrase): number | undefined {
  const numbers = phrase.words
    .slice(from, to)
    .flatMap((_, i) => readAmount(phrase, from + i)?.amount.number ?? []);
  return numbers.find((number) => readAsYear(number) !== 'no')?.value;
}

function comparatorAt(phrase: Phrase, at: number): PhraseMatch<Comparator> | undefined {
  return (
    QUANTITIES['limit after'].find(phrase, at) ??
    QUANTITIES['limit before'].find(phrase, at) ??
    QUANTITIES.direction.find(phrase, at)
  );
}

/** The matches without limits that a later one of the same measure and side replaces: `2015 or newer, actually 2016 or newer`. */
function withLaterLimits(matches: readonly Match[], phrase: Phrase): Match[] {
  const result = [...matches];
  const replacing = phrase.words.map(
    (_, at) => LISTS['before a replacement'].lengthAt(phrase, at) || LISTS.correction.lengthAt(phrase, at),
  );
  for (let i = 1; i < result.length; i++) {
    const { kind } = result[i].meaning;
    if (kind !== 'range' && kind !== 'unsupported') continue;
    const turnedBack = afterNo(result, i, phrase);
    const first = Math.max(0, i - MAX_MATCHES);
    const before = result.slice(first, i);
    const meant = inUnitOf(before, turnedBack ?? result[i]);
    const said =
      first +
      before.findLastIndex(
        ({ meaning }) =>
          meaning.kind === 'range' && amountOf(meant, meaning, phrase)?.field === meaning.field,
      );
    if (said < first || !(turnedBack !== undefined || isLater(result, said, i, replacing, phrase))) continue;
    const earlier = result[said];
    const meaning = amountOf(meant, earlier.meaning, phrase);
    const later = meaning && onSideOf(earlier, { ...meant, meaning });
    if (later === undefined || (turnedBack === undefined && !areOfOneSide(earlier, later))) continue;
    result[i] = later;
    result[said] = unsupported(earlier, REASON);
  }
  return result;
}

/** The matches without the limits of measures that later words take back: `under 50k miles, actually forget the mileage`. */
function withoutForgotten(matches: readonly Match[], phrase: Phrase): Match[] {
  const measures = phrase.words.flatMap((_, at) => {
    const end = at + LISTS['before a measure'].lengthAt(phrase, at);
    const topic = end > at ? QUANTITIES.topic.next(phrase, end) : undefined;
    return topic === undefined || flowsAt(phrase, end + topic.length)
      ? []
      : [{ at, field: FIELDS[topic.meaning] }];
  });
  const isForgotten = ({ meaning, to }: Match): boolean =>
    meaning.kind === 'range' && measures.some(({ at, field }) => field === meaning.field && to <= at);
  return matches.map((match) => (isForgotten(match) ? unsupported(match, REASON) : match));
}

/** `over 10k, no under 10k I meant`: this `no` turns no limit round. */
function afterNo(matches: readonly Match[], at: number, { words }: Phrase): Match | undefined {
  const { meaning, from } = matches[at];
  const isMeant =
    matches.at(at + 1)?.meaning.kind === 'correction' && words.at(matches[at + 1].from)?.flows === true;
  if (meaning.kind !== 'range' || meaning.isTurned !== true || words[from].key !== 'no' || !isMeant)
    return undefined;
  const { min, max, field } = meaning;
  return { ...matches[at], meaning: { kind: 'range', field, min: max, max: min, hasComparator: true } };
}

/**
 * The limit that a match is; a number without a unit is of the measure of a limit before it: `under 7k, ok fine, seven and a
 * half`.
 */
function amountOf(
  { meaning, from, to }: Match,
  said: Meaning,
  phrase: Phrase,
): MeaningOf<'range'> | undefined {
  if (meaning.kind === 'range') return meaning;
  if (meaning.kind !== 'unsupported' || said.kind !== 'range') return undefined;
  const { field } = said;
  if (!isAmountField(field)) return undefined;
  const read = meaning.asks === undefined ? readAmount(phrase, from) : undefined;
  const alone =
    read?.next === to && read.amount.unit === undefined ? String(read.amount.number.value * 1000) : undefined;
  const asked = meaning.asks?.choices.find(
    ({ parameters }) => `${field}_max` in parameters || `${field}_min` in parameters,
  )?.parameters;
  const [min, max] = [asked?.[`${field}_min`], asked?.[`${field}_max`] ?? alone].map(
    (value) => value && Number(value),
  );
  const share = Number(max ?? min ?? 0) / (said.max ?? said.min ?? Infinity);
  if (share < MIN_SHARE || share > MAX_SHARE) return undefined;
  return {
    kind: 'range',
    field,
    ...(min && { min }),
    ...(max && { max }),
    ...((min || comparatorAt(phrase, from)) && { hasComparator: true }),
  };
}

/**
 * Whether words say that a limit takes the place of an earlier one: right before an amount without a comparator. `replacing` has
 * the length of such words by where they begin.
 */
function isLater(
  matches: readonly Match[],
  said: number,
  at: number,
  replacing: readonly number[],
  phrase: Phrase,
): boolean {
  const { from, to } = matches[at];
  const isCompared = limitOf(matches[at]) !== undefined;
  const end = matches[said].to;
  for (let word = isCompared ? end : Math.max(end, from - MAX_APART); word < from; word++)
    if (replacing[word] > 0 && word + replacing[word] <= to) return true;
  return LISTS['after a replacement'].next(phrase, to) !== undefined;
}

/** `under 6,000 miles, sorry, I meant £6,000`: what is corrected is the unit. */
function areOneNumber({ meaning: said }: Match, { meaning: next }: Match): boolean {
  if (said.kind !== 'range' || next.kind !== 'range') return false;
  return (said.max ?? said.min) === (next.max ?? next.min);
}

const MAX_APART = 4;
const MAX_MATCHES = 40;

/** Of the amount that another corrects. */
const MIN_SHARE = 0.25;
const MAX_SHARE = 2;

/** `at least 5k, sorry, at most 8k` are two limits, `over 12k, sorry, under 12k` only one. */
function areOfOneSide(earlier: Match, later: Match): boolean {
  const [said, next] = [limitOf(earlier), limitOf(later)];
  if (said === undefined || next === undefined) return true;
  if ((said.min === undefined) === (next.min === undefined)) return true;
  return (said.min ?? next.min ?? 0) >= (said.max ?? next.max ?? Infinity);
}

/** An amount without a unit is of what it corrects: `under 60k miles, make that 50k`. */
function inUnitOf(before: readonly Match[], match: Match): Match {
  const { meaning } = match;
  if (meaning.kind !== 'range') return match;
  const { mayBeMiles, ...sure } = meaning;
  const limits = before.flatMap((other) => (other.meaning.kind === 'range' ? [other.meaning] : []));
  const last = limits.at(-1);
  if (mayBeMiles !== true || last?.field !== 'miles' || limits.some(({ field }) => field === 'price'))
    return match;
  const share = (meaning.max ?? meaning.min ?? 0) / (last.max ?? last.min ?? Infinity);
  return share < MIN_SHARE || share > MAX_SHARE ? match : { ...match, meaning: { ...sure, field: 'miles' } };
}

/** In litres, from the size of an engine to the smallest that rounds to it. */
const ENGINE_STEP = 0.05;

/** An amount alone corrects a limit on its side: `over 5k, make that 6k`. */
function onSideOf(earlier: Match, match: Match): Match {
  const [said, amount] = [limitOf(earlier), bareAmountOf(match)];
  if (said === undefined || amount === undefined) return match;
  const { field, min, max } = amount;
  const side = said.max === undefined ? 'min' : 'max';
  let bound: number | undefined;
  // `2015 or newer, sorry, 2016`
  if (field === 'year' && min === max) bound = min;
  // `max 1.6 engine, wait, 1.4`
  else if (field === 'engine' && min !== undefined) bound = Math.round((min + ENGINE_STEP) * 1000) / 1000;
  else if (side === 'min' && min === undefined) bound = max;
  if (bound === undefined) return match;
  return { ...match, meaning: { kind: 'range', field, [side]: bound, hasComparator: true } };
}

/** A place alone corrects one to look near: `near Leeds, I mean Bradford`. */
function nearAs(said: Match, match: Match): Match {
  const near = isPlace(said) ? said.meaning.near : undefined;
  return isPlace(match) && match.meaning.introWords === 0 && near !== undefined
    ? { ...match, meaning: { ...match.meaning, near } }
    : match;
}

/** Also a `no` that is a clause of its own. */
function isCorrection(matches: readonly Match[], at: number, { words }: Phrase): boolean {
  const { from, to, meaning } = matches[at];
  if (meaning.kind === 'correction') return true;
  const isNo =
    meaning.kind === 'stance' &&
    meaning.stance === 'exclude' &&
    meaning.of === 'next' &&
    words[from].key === 'no';
  return isNo && to === from + 1 && at > 0 && !words[from].flows && words.at(to)?.flows === false;
}

/** Whether words refuse the amount right before them, whose place a later one takes: `40k is too much, 35k`. */
function refusesReplaced(matches: readonly Match[], at: number): boolean {
  const { meaning, from } = matches[at];
  if (meaning.kind !== 'stance' || meaning.stance !== 'exclude' || meaning.of !== 'last') return false;
  const said = matches.find(({ to }) => to === from)?.meaning;
  const isSame = (next: Meaning): boolean =>
    next.kind === 'range' && said?.kind === 'range' && next.field === said.field;
  return matches.slice(at + 1).some((match) => isSame(match.meaning));
}

/**
 * Whether words of a conclusion come before the name, the amount or the like that somebody concludes to: `Wanted a Golf, too
 * dear, so a Polo`.
 */
function concludes(matches: readonly Match[], at: number, phrase: Phrase): boolean {
  const { words } = phrase;
  const { to, meaning } = matches[at];
  if (meaning.kind !== 'stop_words' || !ASKING.conclusion.has(words[to - 1].key)) return false;
  const next = matches
    .slice(at + 1)
    .find((match) => match.meaning.kind !== 'stop_words' || !words[match.from].flows);
  return next !== undefined && words[next.from].flows && slotOf(next, phrase) !== undefined;
}

/** Whether words of its clause exclude a match: what somebody concludes to is no change of it. */
function isRuledOut(matches: readonly Match[], at: number, { words }: Phrase): boolean {
  for (let i = at - 1; i >= 0 && words[matches[i + 1].from].flows; i--) {
    const { meaning } = matches[i];
    if (meaning.kind === 'stance' && meaning.stance === 'exclude') return true;
  }
  return false;
}

/** What only one thing can be: of two, the later corrects the earlier. */
export function slotOf(match: Match, phrase: Phrase): string | undefined {
  const { meaning } = match;
  const { kind } = meaning;
  if (isName(match)) return 'name';
  if (isPlace(match) || kind === 'anywhere') return 'place';
  if (kind === 'fuel' || kind === 'transmission' || kind === 'dealer') return kind;
  return kind === 'range' ? meaning.field : groupOf(match, phrase);
}
