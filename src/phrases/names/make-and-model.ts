// Matches makes and models by name, alias or badge (`320d`), or with one edit. A name that is also an ordinary word matches
// only where the context rules that word out.
import { isOrdinaryMake, isPartAfter, isTrimMake, isTrimmedModel } from '../../vehicle/makes.ts';
import { nameKey } from '../../vehicle/name-key.ts';
import { versionOf } from '../../vehicle/model-name.ts';
import { modelOfBadge } from '../../vehicle/models.ts';
import { makeJustBefore, type Match, type Matcher } from '../words/match.ts';
import { beginsNumber } from '../words/numerals.ts';
import { ASKING, NAMES, isOr, isTableWord } from '../words/word-lists.ts';
import { QUANTITIES } from '../limits/quantity-words.ts';
import { exclusiveGroupOf, isTerm, isTermWord } from '../terms/term.ts';
import { flowsAt, joinedKeys, type PhraseToken, type Phrase } from '../words/tokenized-phrase.ts';
import type { ModelName, Vocabulary } from '../words/vocabulary.ts';

/** `Range Rover Evoque`, `Build Your Dreams`. */
const MAX_WORDS = 4;

export const matchMakeOrModel: Matcher = (phrase, at, { vocabulary }, previous) => {
  if (!vocabulary.mayBegin(phrase.words[at].key.replace('.', ''))) return undefined;
  // `an Audi A6, quattro`
  const isQuality = /^\s*,/.test(phrase.words[at].gap) && isTerm(phrase.words[at].key);
  const listed = isQuality ? undefined : makesListedBefore(phrase, at, vocabulary);
  const own = makeJustBefore(previous, at);
  const after = own ?? listed?.[0] ?? makeOfNumber(phrase, at, vocabulary);
  // `an A3, a 1 Series`, but `Audi A 3 or A 4`
  const isCar = own !== undefined || (after !== undefined && phrase.words.at(at + 2)?.flows !== true);
  const keys = joinedKeys(phrase, at, isArticle(phrase, at) && !isCar ? 1 : MAX_WORDS);
  const end = keys.findIndex((key, i) => i > 0 && !vocabulary.mayBegin(key));
  for (let length = end === -1 ? keys.length : end; length > 0; length--) {
    const key = keys[length - 1];
    // The X of `Aygo X-Play` begins the name of its trim.
    if (length > 1 && isHyphenated(phrase, at + length)) continue;
    // `Abarth 500 8 grand`, `Mazda 3 23 plate`
    const isFigure = length > 1 && /^[0-9]/.test(phrase.words[at + length - 1].key);
    if (isFigure && own !== undefined && endsName(keys[length - 2], own, vocabulary)) continue;
    // The E of `Mercedes E-Class` is not the end of a misspelt make.
    const hasLetter = length > 1 && phrase.words[at + length - 1].key.length === 1;
    const last = phrase.words[at + length - 1];
    const signed = isSigned(phrase, last) ? vocabulary.models(`${key}plus`, after) : [];
    const models =
      signed.length > 0 ? [...signed] : [...withPlural(key, (word) => vocabulary.models(word, after), last)];
    if (length > 1 && endsInLimit(phrase, at + length - 1, models)) continue;
    // `I want a 2008`, but not `a 2008 Golf`
    if (
      models.length === 0 &&
      length === 1 &&
      (isNumberAlone(phrase, at, vocabulary) || isAmongNames(phrase, at, vocabulary))
    )
      models.push(...vocabulary.modelsAnywhere(key));
    // `show me Adams`
    if (models.length === 0 && length === 1 && isAskedPlural(phrase, at, listed))
      models.push(
        ...singulars(key).flatMap((word) =>
          vocabulary.make(word) === undefined ? vocabulary.modelsAnywhere(word) : [],
        ),
      );
    // `for two grand`
    const isWords = length > 1 && phrase.words[at].key === 'for' && after === undefined;
    if (models.length > 0 && !isWords) {
      const named = withoutTrim(phrase.words.at(at + length), preferring(after, models));
      return { length, meaning: { kind: 'model', models: named } };
    }
    // `Skodas, Seats and VWs`, but not `golf, seats five`
    const isListedPlural = listed !== undefined && length === 1 && isPluralInList(phrase, at);
    const isPlural = key.length > 2 && phrase.words[at + length - 1].key.length > 2;
    const plural = isPlural
      ? singulars(key).find(
          (word) => vocabulary.make(word) !== undefined && (isListedPlural || !isOrdinaryMake(word)),
        )
      : undefined;
    const isWithLetter = hasLetter && vocabulary.make(keys[length - 2]) !== undefined;
    const make = isWithLetter
      ? undefined
      : (vocabulary.make(key) ?? (plural === undefined ? undefined : vocabulary.make(plural)));
    const next = phrase.words.at(at + length)?.key ?? '';
    const isOwnModel = (word: string): boolean =>
      make !== undefined && vocabulary.models(word, make).some((model) => model.make === make);
    const hasModel = isOwnModel(next);
    // `Land Rover Range Rover` is a name of the make, and the make with a model.
    const withModel = keys
      .slice(0, length - 1)
      .some((start) => vocabulary.make(start) === make && isOwnModel(key.slice(start.length)));
    if (withModel) continue;
    if (make !== undefined && !hasModel && isTrimOf(previous, phrase, at, make))
      return { length, meaning: { kind: 'free_text' } };
    if (make !== undefined && (hasModel || isListedPlural || !isOrdinaryWord(phrase, at, key)))
      return { length, meaning: { kind: 'make', make } };
  }
  return undefined;
};

/** Whether the name of a model of a make ends in figures: another figure behind it is none of the name. */
function endsName(key: string, make: string, vocabulary: Vocabulary): boolean {
  return /[0-9]$/.test(key) && vocabulary.models(key, make).some((model) => model.make === make);
}

/** Whether a plus is the end of a word: `Ka+`, but not `2016+2`. */
function isSigned({ text }: Phrase, { end }: PhraseToken): boolean {
  return /^\+(?![\p{L}\p{N}])/u.test(text.slice(end, end + 2));
}

/** In words: how far the make may be before the number of one of its models. */
const MAX_MAKE_DISTANCE = 5;

/** The make of a number behind `the` that ends its clause: `any Mazda except the 2`. */
function makeOfNumber({ words }: Phrase, at: number, vocabulary: Vocabulary): string | undefined {
  const next = words.at(at + 1);
  const isLast = next?.flows !== true || NAMES.joint.has(next.key);
  if (at < 2 || words[at - 1].key !== 'the' || !isLast || !/^[0-9]{1,3}$/.test(words[at].key))
    return undefined;
  for (let i = at - 2; i >= Math.max(0, at - MAX_MAKE_DISTANCE) && words[i + 1].flows; i--) {
    const make = vocabulary.make(words[i].key);
    if (make !== undefined) return make;
  }
  return undefined;
}

/** Whether the letter before word `at` belongs to it: `X-Play`. */
function isHyphenated({ words }: Phrase, at: number): boolean {
  const next = words.at(at);
  return next?.gap === '-' && words[at - 1].gap !== '-' && /^[a-z]$/.test(words[at - 1].key);
}

function isPluralInList({ words }: Phrase, at: number): boolean {
  const next = words.at(at + 1);
  const isJoint = next !== undefined && (NAMES.joint.has(next.key) || /^\s*[,/&+]/.test(next.gap));
  return words[at].key.endsWith('s') && (isJoint || /^\p{Lu}/u.test(words[at].text));
}

/**
 * Whether a number behind an article, a colour or a model and `or` is all that is named: a model. `a white 2008` is a year as
 * well.
 */
function isNumberAlone(phrase: Phrase, at: number, vocabulary: Vocabulary): boolean {
  const { words } = phrase;
  const next = words.at(at + 1);
  if (at === 0 || !words[at].flows || !/^[1-9]0?0[0-9]$/.test(words[at].key)) return false;
  // `a Juke or 2008`
  const isListed =
    isOr(words[at - 1].key) && vocabulary.models(words[at - 2]?.key ?? '', undefined).length > 0;
  if (words[at - 1].key === 'a' || isListed) return next?.flows !== true || NAMES.joint.has(next.key);
  const isColour = exclusiveGroupOf(words[at - 1].text) === 'colour';
  return isColour && words[at].key.length === 3 && QUANTITIES.unit.find(phrase, at + 1) === undefined;
}

/** How many words before a joint a name may begin. */
const MAX_NAME = 3;

/** The makes of the name before a joint: `Panda or 500`, `Skodas, Seats and VWs`. */
function makesListedBefore(
  phrase: Phrase,
  at: number,
  vocabulary: Vocabulary,
): readonly string[] | undefined {
  const { words } = phrase;
  if (at === 0 || words.at(at + 1)?.gap === '-') return undefined;
  // `a Citigo or a Rapid`
  const start = hasArticle(phrase, at) ? at - 1 : at;
  // `or maybe like an Adam`
  let joint = start - 1;
  while (joint > 0 && words[joint + 1].flows && NAMES['before a listed name'].has(words[joint].key)) joint--;
  const isWord = joint > 0 && words[joint + 1].flows && NAMES.joint.has(words[joint].key);
  const end = isWord ? joint : /^\s*[,/&+]\s*$/.test(words[start].gap) ? start : 0;
  for (let from = Math.max(0, end - MAX_NAME); from < end; from++) {
    const key = words
      .slice(from, end)
      .map((word) => word.key)
      .join('');
    if (words.slice(from + 1, end).some(({ joins }) => !joins)) continue;
    const makes = [key, ...singulars(key)].flatMap((word) => [
      ...vocabulary.models(word, undefined).map(({ make }) => make),
      ...(isOrdinaryMake(word) ? [] : [vocabulary.make(word)].filter((make) => make !== undefined)),
    ]);
    if (makes.length > 0) return makes;
  }
  return undefined;
}

function hasArticle({ words }: Phrase, at: number): boolean {
  return at > 0 && words[at].flows && /^an?$/.test(words[at - 1].key) && /^[a-z]{3,}$/.test(words[at].key);
}

/** Whether a word that is also an ordinary one is a name of several: `an Adam, a Citigo or an i10`, `a Juke or a Note`. */
function isAmongNames(phrase: Phrase, at: number, vocabulary: Vocabulary): boolean {
  const { words } = phrase;
  if (!hasArticle(phrase, at) || isTermWord(words[at].key)) return false;
  let next = at + 1;
  const isJoint = (): boolean => NAMES.joint.has(words[next].key);
  if (next < words.length && words[next].flows && !isJoint()) return false;
  if (makesListedBefore(phrase, at, vocabulary) !== undefined) return true;
  if (next >= words.length || !(isJoint() || /^\s*,/.test(words[next].gap))) return false;
  while (next < words.length - 1 && (isJoint() || /^an?$/.test(words[next].key))) next++;
  const isName = (key: string): boolean => vocabulary.models(key, undefined).length > 0;
  return (
    joinedKeys(phrase, next, MAX_NAME).some(isName) ||
    (hasArticle(phrase, next) &&
      vocabulary.modelsAnywhere(words[next].key).length > 0 &&
      !isTermWord(words[next].key))
  );
}

/** Whether a capital and what is before it make a plural one of cars: `your Notes`, `Kas and Adams`. */
function isAskedPlural({ words }: Phrase, at: number, listed: readonly string[] | undefined): boolean {
  if (at === 0 || !words[at].flows || !/^\p{Lu}\p{Ll}{2,}s$/u.test(words[at].text)) return false;
  if (isTableWord(words[at].key)) return false;
  const { key, text } = words[at - 1];
  return (/^\p{Ll}/u.test(text) || at === 1) && (listed !== undefined || NAMES['before a plural'].has(key));
}

/** Without the make that the next word, a trim, is not: `Leon Cupra`. */
function withoutTrim(next: PhraseToken | undefined, models: readonly ModelName[]): readonly ModelName[] {
  const others = next?.flows === true ? models.filter((name) => !isTrimmedModel(next.key, name)) : models;
  return others.length > 0 ? others : models;
}

/** Whether a make behind another make's model is its trim. */
function isTrimOf(previous: Match | undefined, { words }: Phrase, at: number, make: string): boolean {
  return (
    isTrimMake(make) &&
    words[at].flows &&
    previous?.meaning.kind === 'model' &&
    previous.meaning.models.every((model) => model.make !== make)
  );
}

/** Whether a joined name ends in a comparator which is not part of the model's name: `Ranger over 2 litres`. */
function endsInLimit({ words }: Phrase, last: number, models: readonly ModelName[]): boolean {
  const { key } = words[last];
  if (!beginsNumber(words.at(last + 1)?.key ?? '')) return false;
  const isLimit = QUANTITIES['limit before'].get(key) !== undefined;
  return isLimit && !models.some(({ model }) => model.toLowerCase().split(/[ -]/).includes(key));
}

/** `a 7 seater` does not name an Audi A7. */
function isArticle({ words }: Phrase, at: number): boolean {
  const next = words.at(at + 1);
  return (
    ['a', 'i'].includes(words[at].key) &&
    next !== undefined &&
    /^\s/.test(next.gap) &&
    /^[0-9]/.test(next.key)
  );
}

/** Matches `C3 Picaso`: the first word is exact. */
export const matchMisspeltSecondWord: Matcher = ({ words }, at, { vocabulary }) => {
  const next = words.at(at + 1);
  if (next?.joins !== true || NAMES['not misspelt'].get(next.key) === 'ever') return undefined;
  const models = vocabulary.fuzzySecondWord(words[at].key, next.key);
  return models.length > 0 ? { length: 2, meaning: { kind: 'model', models } } : undefined;
};

export const matchMisspeltName: Matcher = (phrase, at, { vocabulary }, previous) => {
  const { key } = phrase.words[at];
  const after = makeJustBefore(previous, at);
  if (NAMES['not misspelt'].get(key) === 'ever' || isTermWord(key)) return undefined;
  // The other words that are not misspelt are in a table too.
  if (after === undefined && isTableWord(key)) return undefined;
  const make = vocabulary.fuzzyMake(key) ?? scrambledMake(phrase, at, vocabulary);
  if (make !== undefined) return { length: 1, meaning: { kind: 'make', make } };
  const models = vocabulary.fuzzyModels(key, after);
  return models.length > 0 ? { length: 1, meaning: { kind: 'model', models, isGuess: true } } : undefined;
};

/** The make of the model behind a word of its letters: `toyato yaris`. */
function scrambledMake(phrase: Phrase, at: number, vocabulary: Vocabulary): string | undefined {
  const lettersOf = (key: string): string => [...key].sort().join('');
  const { key } = phrase.words[at];
  const typed = lettersOf(key);
  if (!flowsAt(phrase, at + 1)) return undefined;
  return joinedKeys(phrase, at + 1, MAX_NAME)
    .flatMap((model) => vocabulary.modelsAnywhere(model).map(({ make }) => make))
    .find((make) => key[0] === nameKey(make)[0] && lettersOf(nameKey(make)) === typed);
}

const ROAD = /^[abm][0-9]+$/;

/**
 * Matches badges: `320d` is a 3 Series, and so is `320 d`; `c220` is a C-Class. After a search for a CLA, `the 220d` is its
 * version, but `a 220d` a BMW.
 */
export const matchBadge: Matcher = (phrase, at, { searchedModels = [] }, previous) => {
  const { words } = phrase;
  const after = makeJustBefore(previous, at);
  const hasArticle = at > 0 && words[at].flows && /^an?$/.test(words[at - 1].key);
  // `make it a 220d`
  const isOfSearch = hasArticle && at > 1 && ASKING.pronoun.lengthAt(phrase, at - 2) > 0;
  const isOther = after !== undefined || (hasArticle && !isOfSearch);
  const keys = joinedKeys(phrase, at, SPACED.test(words[at].key) ? MAX_BADGE_WORDS : 1);
  for (let length = keys.length; length > 0; length--) {
    if (length > 1 && !isSpacedBadge(phrase, at, length, after)) continue;
    const key = keys[length - 1];
    const model = modelOfBadge(key, after);
    const isVersion = !isOther && (model !== undefined || VERSION.test(key));
    const searched =
      isVersion && !searchedModels.some(({ make }) => make === model?.make)
        ? searchedModels.find((name) => versionOf(name, key) !== undefined)
        : undefined;
    const named = searched ?? model;
    if (named === undefined || isRoad(words, at)) continue;
    const badge = (searched && versionOf(searched, key)) ?? badgeName(key);
    const name = { make: named.make, model: named.model };
    return { length, meaning: { kind: 'model', models: [name], badge } };
  }
  return undefined;
};

/** A number that is a version of a model that is named otherwise: `200d`, `300h`. Without its letter it may be pounds: `cheaper by 300`. */
const VERSION = /^[0-9]{3}[deh]$/;
/** `E 220 d` */
const MAX_BADGE_WORDS = 3;
/** The first words of such badges. */
const SPACED = /^(?:[a-z]|[0-9]{3})$/;

/** `320 d`, `C 220`, `E 220 d`, and `A 180` where the A is no article. The `i` behind a number is mostly a person. */
function isSpacedBadge(phrase: Phrase, at: number, length: number, after: string | undefined): boolean {
  const { words } = phrase;
  const parts = words.slice(at, at + length).map(({ key }) => key);
  const isBadge = /^(?:[a-z] [0-9]{2,3}(?: [de])?|[0-9]{3} [de])$/.test(parts.join(' '));
  if (!isBadge || QUANTITIES.unit.find(phrase, at + length) !== undefined) return false;
  return (
    parts[0] !== 'a' ||
    after !== undefined ||
    (words[at].text === 'A' && words.at(at + length)?.flows !== true)
  );
}

/** `A180d`, `320d`, `M140i`: letters before the number are large, and those behind it small. */
function badgeName(key: string): string {
  const letters = /^[a-z]*/.exec(key)?.[0] ?? '';
  return letters.toUpperCase() + key.slice(letters.length);
}

/** `near the A45`, but a `c63` is no road. */
function isRoad(words: readonly PhraseToken[], at: number): boolean {
  const before = words.at(at - (at > 1 && words[at - 1].key === 'the' ? 2 : 1))?.key ?? '';
  return at > 0 && ROAD.test(words[at].key) && NAMES['before a road'].has(before);
}

function preferring(make: string | undefined, models: readonly ModelName[]): readonly ModelName[] {
  const own = models.filter((model) => model.make === make);
  return own.length > 0 ? own : models;
}

/** `Octavia` for `Octavias`. The last of several words must be a plural, because `Class S` is not `Class`. */
function withPlural<T>(
  key: string,
  find: (key: string) => readonly T[],
  lastWord: PhraseToken,
): readonly T[] {
  const found = find(key);
  const isPlural =
    (lastWord.key.length > 2 || lastWord.gap === '-' || /^[0-9]s$/.test(lastWord.key)) &&
    (key.length >= 3 || /[0-9]s$/.test(key));
  if (found.length > 0 || !isPlural) return found;
  return (
    singulars(key)
      .map(find)
      .find((names) => names.length > 0) ?? []
  );
}

/** `Yaris` for `Yarises`, `Golf` for `Golfs`. */
export function singulars(key: string): string[] {
  if (!key.endsWith('s')) return [];
  return [
    key.slice(0, -1),
    ...(key.endsWith('es') ? [key.slice(0, -2)] : []),
    ...(key.endsWith('sses') ? [key.slice(0, -3)] : []),
    ...(key.endsWith('ies') ? [`${key.slice(0, -3)}y`] : []),
  ];
}

function isOrdinaryWord({ words }: Phrase, at: number, key: string): boolean {
  const before = words.at(Math.max(at - 1, 0))?.key ?? '';
  if (at > 0 && isPartAfter(key, before)) return true;
  return isOrdinaryMake(key) && !NAMES['after a make'].has(words.at(at + 1)?.key ?? '');
}
