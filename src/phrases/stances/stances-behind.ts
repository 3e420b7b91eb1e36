// Applies a stance to what was said before it: `automatic if possible`, `Fords and Fiats are out`, and an exception: `no Toyotas
// except the GT86`.
import {
  DESCRIBING,
  EXCLUDABLE,
  isJoint,
  isName,
  isPlace,
  isPrice,
  limitOf,
  NAMED,
  unsupported,
  type Match,
  type MatchOf,
} from '../words/match.ts';
import {
  CANNOT_EXCLUDE,
  hasRival,
  isAboutLimit,
  isOfTrade,
  joinedMeaning,
  LIMITS,
  NEEDLESS,
  turnedLimit,
  WISH,
} from './stance-items.ts';
import { groupOf } from '../terms/term.ts';
import { PREFERENCES } from './preferences.ts';
import { flowsAt, type Phrase } from '../words/tokenized-phrase.ts';
import { ASKING, isOr } from '../words/word-lists.ts';

const EXCEPTED = 'An exception to this was named, which is searched for alone.';
export const NO_EXCEPTION = 'A search cannot make an exception of this kind, so this does not limit it.';

/**
 * Applies an exception to what was said last: exclusions before it exclude nothing. A car is then `asked` for; any other exception
 * is `unread`, because no search can take it (`no diesels unless they're euro 6`, `under 10k unless it's automatic`).
 */
export function exceptTo(
  result: Match[],
  stance: MatchOf<'stance'> | undefined,
  isNamed: boolean,
  phrase: Phrase,
): 'asked' | 'unread' | undefined {
  if (stance?.meaning.isException !== true) return undefined;
  const isExclusion = ({ meaning, isExcluded }: Match): boolean =>
    isExcluded === true || (meaning.kind === 'unsupported' && meaning.reason === CANNOT_EXCLUDE);
  const isLoose = ({ meaning }: Match): boolean => meaning.kind === 'stop_words';
  let last = result.findLastIndex((match) => !isLoose(match));
  if (last === -1) return undefined;
  const limit = limitOf(result[last]);
  const isUnless = PREFERENCES.unless.lengthAt(phrase, stance.from) > 0;
  if (limit !== undefined) return limit.isTurned === true || isUnless ? 'unread' : undefined;
  if (!isExclusion(result[last])) return undefined;
  for (; last >= 0 && (isLoose(result[last]) || isExclusion(result[last])); last--)
    if (isExclusion(result[last]))
      result[last] = unsupported(result[last], isNamed ? EXCEPTED : NO_EXCEPTION);
  return isNamed ? 'asked' : 'unread';
}

/** Applies a stance to what was said before it. `after`: what follows. */
export function applyBackwards(
  result: Match[],
  stance: MatchOf<'stance'>,
  after: readonly Match[],
  phrase: Phrase,
  isWhole: boolean,
): void {
  const isPronoun = stance.meaning.of === 'pronoun';
  const last = lastObject(result, stance, phrase);
  if (last === -1 || result[last].isExcluded === true) return;
  // `a Superb estate would be perfect` is about the car.
  const named = result.at(last - 1);
  const isOfCar =
    named !== undefined &&
    isName(named) &&
    phrase.words[result[last].from].joins &&
    stance.meaning.scope !== 'choice' &&
    !isPlace(result[last]);
  if (isOfCar && !isPronoun && stance.meaning.stance === 'wish') return;
  // `in red preferably, or blue` asks for either.
  const other = after.find(({ meaning }) => meaning.kind !== 'stop_words')?.meaning;
  const isEither =
    isOr(phrase.words[after.at(0)?.from ?? 0].key) && other?.kind === result[last].meaning.kind;
  if (stance.meaning.stance === 'wish' && isEither) return;
  const objects = isPronoun ? [last] : withListed(result, last, stance, phrase);
  for (const i of objects) {
    const others = [...result.filter((_, j) => !objects.includes(j)), ...after];
    result[i] = appliedTo(result[i], stance, others, phrase, isWhole);
    // `a Hyundai i10 would do`
    const make = result.at(Math.max(i - 1, 0));
    if (
      result[i].isAlternative === true &&
      result[i].meaning.kind === 'model' &&
      make?.meaning.kind === 'make'
    )
      result[i - 1] = { ...make, isAlternative: true };
  }
}

/** The number of the match that a stance behind it is about, or -1. */
function lastObject(result: readonly Match[], stance: MatchOf<'stance'>, phrase: Phrase): number {
  const { words } = phrase;
  const isPronoun = stance.meaning.of === 'pronoun';
  const isChoice = stance.meaning.scope === 'choice';
  // `automatic, if possible`
  let flows = true;
  for (let i = result.length - 1; i >= 0 && (flows || isPronoun); i--) {
    const match = result[i];
    const { kind } = match.meaning;
    const isObject = isChoice
      ? DESCRIBING.has(kind)
      : isPronoun
        ? EXCLUDABLE.has(kind) && kind !== 'free_text'
        : EXCLUDABLE.has(kind) || isAboutLimit(match, stance, phrase);
    if (isObject) return i;
    if (!isPronoun && kind !== 'stop_words' && !(isChoice && (NAMED.has(kind) || LIMITS.has(kind))))
      return -1;
    ({ flows } = words[match.from]);
  }
  return -1;
}

/** Numbers of the match at `last` and of those joined to it: `leather and a sunroof would be nice`, `Fords and Fiats are out`. */
function withListed(
  result: readonly Match[],
  last: number,
  { meaning: { stance } }: MatchOf<'stance'>,
  phrase: Phrase,
): number[] {
  const { words } = phrase;
  const objects = [last];
  const isSaidOfKind = stance === 'exclude' || stance === 'also';
  const group = groupOf(result[last], phrase);
  for (let i = last; i > 0;) {
    // `diesel/electric`; `BMWs, Audis and Minis`
    const { gap } = words[result[i].from];
    const isComma = isSaidOfKind && objects.length > 1 && /^\s*,\s*$/.test(gap);
    let isJoined = isComma || /^\s*[/&]\s*$/.test(gap);
    let before = i - 1;
    const flows = (): boolean =>
      before >= 0 && (words[result[before + 1].from].flows || (isComma && before === i - 1));
    for (; flows() && result[before].meaning.kind === 'stop_words'; before--)
      isJoined ||= isJoint(result[before]);
    if (!flows()) break;
    const match = result[before];
    const { kind } = match.meaning;
    const isWords = before === i - 1 && kind === 'free_text' && result[i].meaning.kind === kind;
    const isDistance = stance === 'wish' && kind === 'distance' && isPlace(result[i]);
    // `a Kia, Fords and Fiats are out`, `Golf, Fiestas and Corsas are out`
    const isPlural = ({ to }: Match): boolean => words[to - 1].key.endsWith('s');
    const startsClause = match.from === 0 || !words[match.from].flows;
    const areAlike = groupOf(match, phrase) === group && (kind !== 'free_text' || group !== undefined);
    const isListed = !isComma || (startsClause && areAlike && isPlural(match) === isPlural(result[i]));
    const isSame =
      isJoined && isListed && (isSaidOfKind ? kind === result[last].meaning.kind : DESCRIBING.has(kind));
    if (match.isExcluded === true || !(isSame || isDistance || (isWords && stance === 'wish'))) break;
    objects.push((i = before));
  }
  return objects;
}

function appliedTo(
  match: Match,
  said: MatchOf<'stance'>,
  others: readonly Match[],
  phrase: Phrase,
  isWhole: boolean,
): Match {
  const { stance } = said.meaning;
  const { kind } = match.meaning;
  if (stance === 'exclude' && kind === 'free_text' && !isOfTrade(match, phrase))
    return unsupported(match, CANNOT_EXCLUDE);
  const turned = stance === 'exclude' ? turnedLimit(match, said, phrase) : undefined;
  if (turned !== undefined) return { ...match, meaning: turned };
  if (stance === 'exclude') return { ...match, meaning: joinedMeaning([match], phrase), isExcluded: true };
  // A limit is an alternative to no other.
  if (stance === 'also' && (!isWhole || (kind !== 'range' && hasRival(match, others, phrase))))
    return { ...match, isAlternative: true };
  if (stance === 'needless' && !isWhole && EXCLUDABLE.has(kind)) return { ...match, isNeedless: true };
  // A model is what the phrase is about, whether it is `a must` or not.
  if (kind === 'model' || kind === 'dealer') return match;
  // Beside a search, `near Leeds if possible` is all that is asked for.
  if (isPlace(match)) return isWhole ? { ...match, isWished: true } : match;
  if (kind === 'distance' && !isWhole) return match;
  if (stance === 'wish' && isPrice(match)) return { ...match, isWished: true };
  return unsupported(match, stance === 'needless' ? NEEDLESS : WISH);
}

/**
 * Drops the last exclusion if it holds only under the condition that `match` is: `no diesels if they're older than 2015`. Returns
 * whether it did.
 */
export function dropConditionalExclusion(result: Match[], match: Match, phrase: Phrase): boolean {
  const last = result.findLastIndex(({ meaning }) => meaning.kind !== 'stop_words');
  if (match.meaning.kind === 'stop_words' || last === -1 || result[last].isExcluded !== true) return false;
  const { to } = result[last];
  const length = flowsAt(phrase, to) ? ASKING['if it is'].lengthAt(phrase, to) : 0;
  if (length === 0 || to + length > match.from) return false;
  result[last] = unsupported(result[last], NO_EXCEPTION);
  return true;
}
