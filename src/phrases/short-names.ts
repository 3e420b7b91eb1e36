// Matches models whose names are ordinary words or numbers, by what comes after them: `up gti`, `500 lounge`, `note 1.2`, `fox
// 2009`. After their make, make-and-model.ts knows them.
import { ukModels } from '../vehicle/models.ts';
import { makeJustBefore, type Matcher } from './match.ts';
import { NAME_LISTS } from './name-words.ts';
import type { ModelName, Vocabulary } from './vocabulary.ts';
import { keyAt, type TokenizedPhrase } from './tokenized-phrase.ts';

interface ShortName {
  readonly name: ModelName;
  /** Words behind it, such as trims of this model. */
  readonly followers: ReadonlySet<string>;
}

/** Among the followers: anything, or nothing. */
const ANYTHING = '*';
/** Among the followers: an engine size or a year. */
const FIGURE = '#';
/** Among the followers: an exclamation mark, or an engine size. */
const EXCLAMATION = '!';

let loaded: ReadonlyMap<string, readonly ShortName[]> | undefined;

function shortNames(): ReadonlyMap<string, readonly ShortName[]> {
  if (loaded !== undefined) return loaded;
  const byKey = new Map<string, ShortName[]>();
  for (const { make, model, names, ifFollowedBy } of ukModels().models) {
    if (ifFollowedBy.length === 0) continue;
    const { key } = names[0];
    const row = { name: { make, model }, followers: new Set(ifFollowedBy) };
    byKey.set(key, [...(byKey.get(key) ?? []), row]);
  }
  return (loaded = byKey);
}

const ENGINE_SIZE = /^[0-9]\.[0-9]l?$/;
const YEAR = /^(?:19|20)[0-9]{2}$/;

/** Whether a word, also with a possessive, is a model where the words before say that a car follows: `our 2012 Note`. */
export function isModelWord(key: string): boolean {
  const rows = shortNames().get(key) ?? shortNames().get(key.replace(/s$/, ''));
  return (
    rows?.some(({ followers }) => [ANYTHING, FIGURE, EXCLAMATION].some((one) => followers.has(one))) === true
  );
}

export const matchShortName: Matcher = (phrase, at, { vocabulary }, previous) => {
  const names = shortNames().get(phrase.words[at].key);
  if (names === undefined || makeJustBefore(previous, at) !== undefined) return undefined;
  const follower = keyAt(phrase, at + 1);
  const found = names.find(
    (name) =>
      name.followers.has(follower) ||
      name.followers.has(follower.replace(/s$/, '')) ||
      isModel(phrase, at, name, follower) ||
      (name.followers.has(EXCLAMATION) && isListed(phrase, at, vocabulary)),
  );
  return found && { length: 1, meaning: { kind: 'model', models: [found.name] } };
};

/** Whether a word is one of several models: `Picanto or Up`, `Up, Mii or Citigo`. */
function isListed({ words }: TokenizedPhrase, at: number, vocabulary: Vocabulary): boolean {
  const isJoint = (key: string | undefined): boolean => key === 'or' || key === 'and';
  const isName = (index: number): boolean =>
    vocabulary.models(words.at(index)?.key ?? '', undefined).length > 0;
  const next = words.at(at + 1);
  const isComma = next !== undefined && /^\s*[,/]/.test(next.gap);
  const ends = next?.flows !== true || isJoint(next.key);
  if (!ends) return false;
  if (at > 1 && isJoint(words[at - 1].key) && isName(at - 2)) return true;
  if (at > 0 && /^\s*[,/]/.test(words[at].gap) && isName(at - 1)) return true;
  return (at === 0 || !words[at].flows) && (isComma ? isName(at + 1) : isName(at + 2));
}

function isModel(
  { words, text }: TokenizedPhrase,
  at: number,
  { followers }: ShortName,
  follower: string,
): boolean {
  if (followers.has(ANYTHING)) return !NAME_LISTS['after an ordinary number'].has(follower);
  const before = at === 0 ? undefined : words[at - 1].key;
  if (followers.has(EXCLAMATION)) {
    const isMarked = text.charAt(words[at].end) === '!' || ENGINE_SIZE.test(follower);
    return isMarked && (before === undefined || NAME_LISTS['before up'].has(before));
  }
  if (!followers.has(FIGURE)) return false;
  return (
    (ENGINE_SIZE.test(follower) || YEAR.test(follower)) &&
    (before === undefined || !NAME_LISTS['before an ordinary word'].has(before))
  );
}
