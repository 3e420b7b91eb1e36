// Splits a dealer's model into the base model and the variant, by the table of the UK's models: `FIESTA 1.0 ZETEC` is a `Fiesta`,
// `320d M Sport` a `3 Series`. Models that the table lacks stay unchanged.
import { canonicalMake } from './makes.ts';
import { modelKey, nameKey } from './name-key.ts';
import { withOrdinaryCapitals } from './ordinary-capitals.ts';
import { modelOfBadge, ukModels, type UkModel } from './models.ts';
import { isTwoWordTrim } from './title-words.ts';

export interface MakeAndModel {
  /** The canonical make; null if the dealer sent none and the model's text does not begin with one. */
  readonly make: string | null;
  /** The base model, followed by the variant. */
  readonly model: string;
}

/** The start of a text that names a model. */
interface Found {
  readonly model: UkModel;
  /** The words after the base model. */
  readonly variant: readonly string[];
}

interface Badge {
  /** The folded name; in a pattern, a 0 stands for any digit. */
  readonly key: string;
  readonly isPattern: boolean;
  readonly model: UkModel;
  /** Length of the part that only repeats the model: `CLA` of `CLA200`. */
  readonly repeated: number;
  /** The table's spelling; undefined for a pattern. */
  readonly spelling: string | undefined;
}

/** Models by the keys of their names. */
type Names = ReadonlyMap<string, UkModel>;

/** The models of one make. */
interface MakeModels {
  readonly byName: Map<string, UkModel>;
  readonly badges: Badge[];
}

interface Lookup {
  readonly byMake: ReadonlyMap<string, MakeModels>;
  /** Models by the names that need no make, if only one make has such a model. */
  readonly alone: Names;
}

/** Maximum words of a name: `Range Rover Evoque Convertible`, `BMW 3 Series Gran Turismo`. */
const MAX_NAME_WORDS = 5;
const MAX_MAKE_WORDS = 5;
/** Maximum cached names: stocks have few makes and models, and feeds repeat their texts. */
const MAX_KNOWN = 20_000;
/** Maximum characters of a cached name: searches may send thousands. */
const MAX_KNOWN_LENGTH = 200;

/**
 * The listing's make and model for those that a dealer sent (null for none); undefined if the table lacks the model. Without a
 * make, only a name that belongs to a single make is known, and the make is not guessed from it.
 */
export const nameModel = memoizedByModel((sentMake, sentModel): MakeAndModel | undefined => {
  const words = sentModel.split(' ').filter((word) => word !== '');
  const ofMake = sentMake === null ? findBehindAnyMake(words) : findOf(sentMake, words);
  const found = ofMake ?? (sentMake === null ? findName(lookup().alone, words) : undefined);
  if (found === undefined) return undefined;
  const { model, variant } = found;
  const isSmall = !/\p{Lu}/u.test(sentModel);
  return {
    make: ofMake === undefined ? null : model.make,
    model: [model.model, ...withOrdinaryCapitals(variant, isSmall)].join(' '),
  };
});

/**
 * The model by which a listing is counted: the base model that its text begins with, or else the whole text. So a search for the
 * base model finds every listing counted as it.
 */
export const baseModel = memoizedByModel((make, model): string => {
  const models = make === null ? lookup().alone : lookup().byMake.get(make)?.byName;
  if (models === undefined) return model;
  return (
    longestKnown(models, model.split(/\s+/), (known, key) => known.names[0].key === key)?.model.model ?? model
  );
});

export function memoizedByModel<V>(
  find: (make: string | null, model: string) => V,
): (make: string | null, model: string) => V {
  // By make, then by model: a key of both would be a new text for every listing, which must be hashed.
  const known = new Map<string | null, Map<string, { readonly found: V }>>();
  let size = 0;
  return (make, model) => {
    if ((make?.length ?? 0) + model.length > MAX_KNOWN_LENGTH) return find(make, model);
    const before = known.get(make)?.get(model);
    if (before !== undefined) return before.found;
    if (size++ === MAX_KNOWN) {
      known.clear();
      size = 1;
    }
    const ofMake = known.get(make) ?? new Map<string, { readonly found: V }>();
    const found = find(make, model);
    known.set(make, ofMake.set(model, { found }));
    return found;
  };
}

/** The model of a make, by a dealer's name for it. */
function findOf(sentMake: string, words: readonly string[]): Found | undefined {
  const make = canonicalMake(sentMake);
  const models = make === undefined ? undefined : lookup().byMake.get(make);
  if (make === undefined || models === undefined) return undefined;
  // For the make `Range Rover` with the model `Sport`, and `Mercedes-AMG` with `GT`.
  const makeWords = sentMake.split(/[\s-]+/);
  const inMake = sentMake === make ? [] : makeWords.map((_, at) => [...makeWords.slice(at), ...words]);
  const joined = inMake.map((text) => findName(models.byName, text)).filter((found) => found !== undefined);
  return (
    joined.find(({ variant }) => variant.length < words.length) ??
    findIn(models, words) ??
    findBehindMake(make, models, makeWords, words) ??
    joined.at(0)
  );
}

/** A model after its make or the rest of its make: `Ford Fiesta`, or `Benz C220` for the make `Mercedes`. */
function findBehindMake(
  make: string,
  models: MakeModels,
  makeWords: readonly string[],
  words: readonly string[],
): Found | undefined {
  for (let length = Math.min(MAX_MAKE_WORDS, words.length - 1); length > 0; length--) {
    const start = words.slice(0, length);
    const isMake = [start, [...makeWords, ...start]].some((text) => canonicalMake(text.join(' ')) === make);
    const found = isMake ? findIn(models, words.slice(length)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A model with its make in its own text: `FORD FIESTA ZETEC`. */
function findBehindAnyMake(words: readonly string[]): Found | undefined {
  for (let length = Math.min(MAX_MAKE_WORDS, words.length - 1); length > 0; length--) {
    const make = words.slice(0, length).join(' ');
    const found = canonicalMake(make) === undefined ? undefined : findOf(make, words.slice(length));
    if (found !== undefined) return found;
  }
  return undefined;
}

function findIn(models: MakeModels, words: readonly string[]): Found | undefined {
  return findName(models.byName, words) ?? findBadge(models.badges, words);
}

function findName(models: Names, words: readonly string[]): Found | undefined {
  const found = longestKnown(models, words, () => true);
  return found && { model: found.model, variant: words.slice(found.length) };
}

/** The model named by the longest run of first words, and the length of the run. */
function longestKnown(
  models: Names,
  words: readonly string[],
  isMeant: (model: UkModel, key: string) => boolean,
): { readonly model: UkModel; readonly length: number } | undefined {
  const most = longestName(words);
  let found: { readonly model: UkModel; readonly length: number } | undefined;
  let key = '';
  for (let at = 0; at < most; at++) {
    key += modelKey(words[at]);
    const model = models.get(key);
    if (model !== undefined && isMeant(model, key)) found = { model, length: at + 1 };
  }
  return found;
}

/** Words with other characters stay as they are, with the words around them. */
const IN_NAMES = /^[\p{L}\p{M}\p{N}'’.+!#/_,:°-]+$/u;
const COUNTED = /^(?:dr|drs|door|doors|seat|seats|seater|speed)$/i;

/** Maximum words of a name: it ends before an engine size, a number that counts something, and a trim. */
function longestName(words: readonly string[]): number {
  const most = Math.min(MAX_NAME_WORDS, words.length);
  if (!IN_NAMES.test(words[0] ?? '')) return 0;
  for (let at = 1; at < most; at++) {
    const next = words[at + 1] ?? '';
    const isCount = /^[0-9]$/.test(words[at]) && COUNTED.test(next);
    if (
      isCount ||
      isTwoWordTrim(words[at], next) ||
      /^[0-9]\.[0-9]/.test(words[at]) ||
      !IN_NAMES.test(words[at])
    )
      return at;
  }
  return most;
}

/** The model of a badge. A pattern matches one word, or letters and a number: `C 220`. */
function findBadge(badges: readonly Badge[], words: readonly string[]): Found | undefined {
  if (badges.length === 0) return undefined;
  const isSplit = /^[a-z]+$/i.test(words[0] ?? '') && /^[0-9]/.test(words.at(1) ?? '');
  for (const length of [2, 1]) {
    const word = modelKey(words.slice(0, length).join(''));
    const badge = badges.find((badge) => (length === 1 || isSplit || !badge.isPattern) && fits(badge, word));
    if (badge === undefined) continue;
    const { model, repeated, spelling } = badge;
    const own = spelling === undefined ? words.slice(0, length) : [spelling];
    const variant = repeated === 0 ? own : length === 2 ? own.slice(1) : [own[0].slice(repeated)];
    return { model, variant: [...variant, ...withoutModel(model, words.slice(length))] };
  }
  return undefined;
}

/** The makes with a model of which a word is a badge by its pattern: `A35`. */
export function makesOfBadge(word: string): readonly string[] {
  return Array.from(lookup().byMake)
    .filter(([, { badges }]) => badges.some((badge) => badge.isPattern && fits(badge, word)))
    .map(([make]) => make);
}

/** Whether a folded word is a badge of a make's model. The first word after the model may omit it: `200` for a `CLA200`. */
export function isBadge(make: string, modelsKey: string, word: string, isFirst: boolean): boolean {
  const models = lookup().byMake.get(make);
  const model = models?.byName.get(modelsKey);
  if (models === undefined || model === undefined) return false;
  const { heardBadges } = model;
  if (heardBadges.some((heard) => heard.test(word) || heard.test(modelsKey + word))) return true;
  return models.badges.some((badge) => {
    if (badge.model !== model) return false;
    const rest = { ...badge, key: badge.key.slice(badge.repeated) };
    if (badge.repeated > 0 && isFirst && fits(rest, word)) return true;
    // If phrases know the model's badges, other numbers are none: `3 Series 300 hp`.
    return (heardBadges.length === 0 || !badge.isPattern) && fits(badge, word);
  });
}

/** The name of a model's version by a number of its badge, which may omit the model: `CLA 220d`, `C220d`. Undefined for others. */
export function versionOf(
  { make, model }: Pick<UkModel, 'make' | 'model'>,
  number: string,
): string | undefined {
  const letter = /^([A-Z])-Class$/.exec(model)?.[1];
  if (letter === undefined)
    return isBadge(make, modelKey(model), number, true) ? `${model} ${number}` : undefined;
  const isOwn = modelOfBadge(nameKey(letter + number), make)?.model === model;
  return isOwn ? letter + number : undefined;
}

/** The words without the model's name: `T6 Transporter` is a `Transporter T6`. */
function withoutModel(model: UkModel, words: readonly string[]): readonly string[] {
  const length = model.model.split(' ').length;
  return modelKey(words.slice(0, length).join('')) === modelKey(model.model) ? words.slice(length) : words;
}

let lookedUp: Lookup | undefined;

function lookup(): Lookup {
  return (lookedUp ??= buildLookup(ukModels().models));
}

function buildLookup(models: readonly UkModel[]): Lookup {
  const byMake = new Map<string, MakeModels>();
  const alone = new Map<string, UkModel>();
  const shared = new Set<string>();
  for (const model of models) {
    let ofMake = byMake.get(model.make);
    if (ofMake === undefined) byMake.set(model.make, (ofMake = { byName: new Map(), badges: [] }));
    for (const { key, heard } of model.names) {
      ofMake.byName.set(key, model);
      if (heard !== 'anywhere' || alone.has(key)) shared.add(key);
      alone.set(key, model);
    }
    for (const badge of model.badges) ofMake.badges.push(badgeOf(badge, model));
  }
  for (const key of shared) alone.delete(key);
  return { byMake, alone };
}

function badgeOf(badge: string, model: UkModel): Badge {
  const space = badge.indexOf(' ');
  const isPattern = badge.includes('#');
  return {
    key: modelKey(badge.replaceAll('#', '0')),
    isPattern,
    model,
    repeated: isPattern && space > 0 ? space : 0,
    spelling: isPattern ? undefined : badge,
  };
}

/** Whether a folded word is the badge. Up to four letters may follow a pattern: `320d`. */
function fits({ key, isPattern }: Badge, word: string): boolean {
  if (!isPattern) return word === key;
  for (let i = 0; i < key.length; i++) {
    if (key[i] === '0' ? !/[0-9]/.test(word.charAt(i)) : key[i] !== word[i]) return false;
  }
  return /^[a-z]{0,4}$/.test(word.slice(key.length));
}
