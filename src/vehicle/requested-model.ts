// Reads a requested model in the trade's wordings: its base model with further words of the title (`Golf GTI`), a badge or
// variant of one of the make's models (`320d`, `Cooper S`), or either after its make (`BMW 320d`).
import { baseTerm, makeTerm, modelsNamed, splitTitle, wordTerm, type ModelNames } from './model-terms.ts';
import { canonicalMake } from './makes.ts';
import { makesOfBadge, nameModel } from './model-name.ts';
import type { TermQuery } from './classes.ts';
import { modelKey } from './name-key.ts';
import { looseWords, runsOf, withJoinedTrims } from './title-words.ts';

/** Maximum words that are read one by one. Longer texts are only compared as a whole. */
const MAX_WORDS = 12;
const MAX_MAKE_WORDS = 5;

/**
 * The terms that a listing's title must have to match a requested model. `makes` are those that the search requests, as sent; a
 * badge is read as one of theirs. The listing's make is not required, unless it distinguishes between several or the model begins
 * with it.
 */
export function readModel(requested: string, makes: readonly string[]): TermQuery {
  const models = makes.map((sent): SentMake => ({ sent, make: canonicalMake(sent) ?? sent }));
  const ofAll = requestedBy(requested, models);
  const read = readingsOf(ofAll, models);
  const [{ query: first }] = read;
  if (models.length < 2 || read.every(({ query }) => typeof query === 'string')) return first;
  return anyOf(read.map(({ makes: some, query }) => ({ all: [query, anyOf(some.map(makeTerm))] })));
}

/** A reading, and the makes that have it. */
interface Reading {
  readonly makes: string[];
  readonly query: TermQuery;
}

/** Most makes share one reading of a model. Repeating it for each make would exceed a cluster's limit of clauses. */
function readingsOf(ofAll: RequestedModel, makes: readonly SentMake[]): readonly Reading[] {
  if (makes.length === 0) return [{ makes: [], query: readOf(ofAll, undefined) }];
  const readings: Reading[] = [];
  const shared = new Map<boolean, Reading>();
  for (const one of makes) {
    const isNamed = isNamedBy(ofAll, one);
    const own = ownReadings(ofAll, one);
    const known = own.length === 0 ? shared.get(isNamed) : undefined;
    if (known !== undefined) {
      known.makes.push(one.make);
      continue;
    }
    const reading = { makes: [one.make], query: allReadings(ofAll, isNamed, own) };
    readings.push(reading);
    if (own.length === 0) shared.set(isNamed, reading);
  }
  return readings;
}

interface SentMake {
  readonly sent: string;
  /** The canonical make, if it is known. */
  readonly make: string;
}

interface RequestedModel {
  readonly requested: string;
  readonly whole: string;
  readonly words: readonly string[];
  /** The readings that are the same with each of the makes. */
  readonly variants: readonly TermQuery[];
}

function requestedBy(requested: string, makes: readonly SentMake[]): RequestedModel {
  const sent = withJoinedTrims(looseWords(requested));
  const words = sent.length > MAX_WORDS ? [] : sent;
  const variants = words.length === 0 ? [] : variantReadings(words, makes);
  return { requested, whole: modelKey(requested), words, variants };
}

/** `make` must be one of those that the model was requested by, or undefined if there are none. */
function readOf(ofAll: RequestedModel, make: SentMake | undefined): TermQuery {
  return allReadings(ofAll, isNamedBy(ofAll, make), ownReadings(ofAll, make));
}

function isNamedBy({ whole }: RequestedModel, make: SentMake | undefined): boolean {
  return namedBy(whole, make === undefined ? [] : [make]).length > 0;
}

/** The readings that depend on the make. */
function ownReadings({ requested, whole, words }: RequestedModel, make: SentMake | undefined): TermQuery[] {
  if (words.length === 0) return [];
  return [
    ...(make === undefined ? [] : namedReadings(requested, make.sent, whole)),
    ...behindMake(requested, words, make),
  ];
}

function allReadings(
  { whole, words, variants }: RequestedModel,
  isNamed: boolean,
  own: readonly TermQuery[],
): TermQuery {
  if (words.length === 0) return whole;
  return anyOf([whole, ...(isNamed ? [] : baseReadings(words)), ...variants, ...own]);
}

/** The models of these makes with a name; without makes, of all makes. */
function namedBy(key: string, makes: readonly SentMake[]): readonly ModelNames[] {
  return modelsNamed(key).filter(
    (model) => makes.length === 0 || makes.some(({ make }) => make === model.make),
  );
}

/** The models with which a text may begin, and the number of words that name each. */
function namedFirst(
  words: readonly string[],
  makes: readonly SentMake[],
): { readonly model: ModelNames; readonly length: number }[] {
  return words.flatMap((_, i) =>
    namedBy(words.slice(0, i + 1).join(''), makes).map((model) => ({ model, length: i + 1 })),
  );
}

/** Readings in which the first words are the base model and the others follow it. */
function baseReadings(words: readonly string[]): TermQuery[] {
  return words
    .slice(1)
    .map((_, i) => ({ all: [baseTerm(words.slice(0, i + 1).join('')), ...allWords(words.slice(i + 1))] }));
}

/** Readings in which all words follow the base model, unless the first ones are a model: `500` does not ask for an S 500. */
function variantReadings(words: readonly string[], makes: readonly SentMake[]): TermQuery[] {
  const models = namedFirst(words, makes);
  const required = allWords(words);
  const ofMake = (make: string): TermQuery => ({ all: [makeTerm(make), ...required] });
  // `A35` is an old Austin and also the badge of an A-Class.
  const badged = makes.length > 0 || models.length === 0 ? [] : makesOfBadge(words[0]);
  if (models.some(({ model }) => model.isOwn)) return badged.map(ofMake);
  // `JCW` is a `John Cooper Works` of any model.
  const others = models.flatMap(({ model, length }) =>
    model.names
      .filter(({ key }) => key !== words.slice(0, length).join(''))
      .map(({ name }) => ({
        all: [makeTerm(model.make), ...allWords([...looseWords(name), ...words.slice(length)])],
      })),
  );
  if (makes.length > 0 || models.length === 0) return [{ all: required }, ...others];
  // `Cooper` is a variant of several of MINI's models.
  return [...new Set([...models.map(({ model }) => model.make), ...badged])].map(ofMake).concat(others);
}

/** The reading that an import would give: a `T6 Transporter` is a `Transporter T6`. */
function namedReadings(requested: string, sentMake: string, whole: string): TermQuery[] {
  const named = nameModel(sentMake, requested);
  if (named === undefined || modelKey(named.model) === whole) return [];
  const { names, variant } = splitTitle(named.make, named.model);
  return [{ all: [baseTerm(names[0]), ...allWords(withJoinedTrims(looseWords(variant)))] }];
}

/** Readings with the make first: `BMW 320d`. A `Range Rover Sport` is not a Sport by Land Rover. */
function behindMake(requested: string, words: readonly string[], asked: SentMake | undefined): TermQuery[] {
  const texts = requested.split(/\s+/).filter((word) => modelKey(word) !== '');
  for (let length = Math.min(MAX_MAKE_WORDS, texts.length - 1); length > 0; length--) {
    const sent = texts.slice(0, length).join(' ');
    const make = canonicalMake(sent);
    if (make === undefined || (asked !== undefined && asked.make !== make)) continue;
    const found = { sent, make };
    if (namedFirst(words, [found]).length > 0) continue;
    return [{ all: [makeTerm(make), readOf(requestedBy(texts.slice(length).join(' '), [found]), found)] }];
  }
  return [];
}

/** Each word, alone or joined with its neighbours: `A 180` is also an `A180`. */
function allWords(words: readonly string[]): TermQuery[] {
  const runs = runsOf(words);
  return words.map((_, at) =>
    anyOf(runs.filter(({ from, to }) => from <= at && at <= to).map(({ key }) => wordTerm(key))),
  );
}

function anyOf(queries: readonly TermQuery[]): TermQuery {
  return queries.length === 1 ? queries[0] : { any: queries };
}
