// The semantics of a requested model, listing by listing: whether a title says it as the trade does. It shares the tables of
// makes and models and the splitting into words with the program, and none of its terms.
import { canonicalMake } from '../../src/vehicle/makes.ts';
import { makeKey, modelPrefixKeys, splitTitle } from '../../src/vehicle/model-terms.ts';
import { makesOfBadge, nameModel } from '../../src/vehicle/model-name.ts';
import { ukModels } from '../../src/vehicle/models.ts';
import { modelKey } from '../../src/vehicle/name-key.ts';
import { isTwoWordTrim, looseWords, spacedWords, withJoinedTrims } from '../../src/vehicle/title-words.ts';

export interface Title {
  readonly make: string | null;
  readonly model: string;
}

interface SplitTitle {
  /** The base model's names, without spaces. */
  readonly names: readonly string[];
  /** The words behind it. */
  readonly words: readonly string[];
}

const known = new Map<string, boolean>();

/** Whether a title says the requested model, if these makes are asked for, as sent; none: any make. */
export function saysModel(title: Title, requested: string, makes: readonly string[]): boolean {
  const key = JSON.stringify([title.make, title.model, requested, makes]);
  let answer = known.get(key);
  if (answer === undefined) {
    const asked = makes.length < 2 ? makes : makes.filter((make) => isOf(title, make));
    answer =
      makes.length === 0
        ? says(title, requested, undefined, [])
        : asked.some((make) => says(title, requested, make, makes));
    if (known.size > 500_000) known.clear();
    known.set(key, answer);
  }
  return answer;
}

function isOf({ make }: Title, asked: string): boolean {
  return make !== null && makeKey(make) === makeKey(asked);
}

function says(
  title: Title,
  requested: string,
  sentMake: string | undefined,
  makes: readonly string[],
): boolean {
  const whole = modelKey(requested);
  const words = withJoinedTrims(looseWords(requested));
  if (whole === '') return false;
  if (beginsWith(title, whole)) return true;
  if (words.length === 0 || words.length > 12) return false;
  const split = splitOf(title);
  const asked = sentMake === undefined ? [] : [sentMake];
  if (modelsBy(whole, asked).length === 0 && saysBaseAndWords(split, words)) return true;
  if (saysVariant(title, split, words, makes)) return true;
  if (sentMake !== undefined) {
    const named = nameModel(sentMake, requested);
    if (named !== undefined && modelKey(named.model) !== whole) {
      const meant = splitTitle(named.make, named.model);
      const behind = withJoinedTrims(looseWords(meant.variant));
      if (split.names.includes(meant.names[0]) && saysAll(split.words, behind)) return true;
    }
  }
  return saysBehindMake(title, requested, words, sentMake);
}

/** By the old names of a model too. */
function beginsWith({ model }: Title, whole: string): boolean {
  const texts = withJoinedTrims(spacedWords(model));
  return modelPrefixKeys(texts.join(' ')).includes(whole);
}

function splitOf({ make, model }: Title): SplitTitle {
  const { names, variant } = splitTitle(make, model);
  return { names, words: looseWords(variant) };
}

function saysBaseAndWords({ names, words }: SplitTitle, requested: readonly string[]): boolean {
  return requested.some(
    (_, i) => i > 0 && names.includes(requested.slice(0, i).join('')) && saysAll(words, requested.slice(i)),
  );
}

function saysVariant(
  title: Title,
  split: SplitTitle,
  words: readonly string[],
  makes: readonly string[],
): boolean {
  const models = words.flatMap((_, i) =>
    modelsBy(words.slice(0, i + 1).join(''), makes).map((model) => ({ ...model, rest: words.slice(i + 1) })),
  );
  const isBadge = makes.length === 0 && makesOfBadge(words[0]).some((make) => isOf(title, make));
  if (models.some(({ isOwn }) => isOwn)) return isBadge && saysAll(split.words, words);
  const own = models.filter(({ make }) => isOf(title, make));
  if (makes.length === 0 && models.length > 0 && own.length === 0 && !isBadge) return false;
  const saysOther = own.some(({ names, rest }) =>
    names.some((name) => saysAll(split.words, [...looseWords(name), ...rest])),
  );
  return saysOther || saysAll(split.words, words);
}

function saysBehindMake(
  title: Title,
  requested: string,
  words: readonly string[],
  sentMake: string | undefined,
): boolean {
  const texts = requested.split(/\s+/).filter((word) => modelKey(word) !== '');
  for (let length = Math.min(5, texts.length - 1); length > 0; length--) {
    const sent = texts.slice(0, length).join(' ');
    const make = canonicalMake(sent);
    if (make === undefined) continue;
    if (sentMake !== undefined && make !== (canonicalMake(sentMake) ?? sentMake)) continue;
    if (words.some((_, i) => modelsBy(words.slice(0, i + 1).join(''), [make]).length > 0)) continue;
    return isOf(title, make) && says(title, texts.slice(length).join(' '), sent, [sent]);
  }
  return false;
}

/** Models by a name, of some makes or of all. */
function modelsBy(
  key: string,
  makes: readonly string[],
): { make: string; isOwn: boolean; names: readonly string[] }[] {
  const canonical = makes.map((make) => canonicalMake(make) ?? make);
  return ukModels()
    .models.filter(({ make }) => makes.length === 0 || canonical.includes(make))
    .flatMap(({ make, names }) =>
      names
        .filter((name) => name.key === key)
        .map(({ heard }) => ({ make, isOwn: heard !== 'never', names: names.map(({ name }) => name) })),
    );
}

/** Whether each requested word is one of the words, or a part of a run that is, with neighbours on either side. */
function saysAll(words: readonly string[], requested: readonly string[]): boolean {
  const isPart = (i: number): boolean => i + 1 < words.length && isTwoWordTrim(words[i], words[i + 1]);
  const said = new Set([...words.filter((_, i) => !isPart(i)), ...joined(words).map(({ text }) => text)]);
  const runs = joined(requested);
  return requested.every(
    (word, i) => said.has(word) || runs.some(({ at, text }) => at.includes(i) && said.has(text)),
  );
}

/** Two neighbours as one, of which one is short, and a number with letters on both sides. */
function joined(words: readonly string[]): { at: readonly number[]; text: string }[] {
  const pairs = words.slice(1).map((word, i) => ({ at: [i, i + 1], text: words[i] + word }));
  const isPair = ({ at: [a, b], text }: { at: readonly number[]; text: string }): boolean =>
    !text.includes('.') && Math.min(words[a].length, words[b].length) < 4;
  const threes = words
    .slice(2)
    .map((word, i) => ({ at: [i, i + 1, i + 2], text: words[i] + words[i + 1] + word }));
  return [
    ...pairs.filter(isPair),
    ...threes.filter(
      ({ at: [i] }) => isPair(pairs[i]) && isPair(pairs[i + 1]) && /^[0-9]+$/.test(words[i + 1]),
    ),
  ];
}
