// Identifies columns whose names do not say their field, or say another than their values do: the likeness of a name and the
// values of the first records make one score. Imports read sure columns, and `feed inspect --suggest` writes the others for the
// operator to check. The dealer is never guessed.
import { domainName, parseUrl } from '../../listing/domain-name.ts';
import { echoed } from '../../quoted-text.ts';
import { testOf } from '../values/field-tests.ts';
import { ADDRESS_FIELDS, type ResolvedColumn } from './column-resolver.ts';
import { guessEquipment } from './equipment-flags.ts';
import { MIN_SCORES, WEIGHTS, type Guess, guessByName, isAbbreviation, type NameGuess } from './evidence.ts';
import type { MappedColumn } from '../settings/feed-mapping.ts';
import { doubtOf, guesserByRecords, pageGuesses, type ColumnOfRecords } from './record-evidence.ts';
import { areWrappers } from '../tables/column-path.ts';
import { partKey, partWords, spelledOut, wordsOfFields } from '../tables/feed-tables.ts';
import { FACT_FIELDS, fieldsOfKind, type ColumnField } from '../tables/feed-fields.ts';
import {
  columnValues,
  guessByValues,
  areFactLists,
  areRemarks,
  type ColumnValues,
} from './value-evidence.ts';

export type Resolve = (name: string) => ResolvedColumn | null | undefined;

export interface IdentifiedColumn extends MappedColumn {
  readonly column: string;
  readonly reason: string;
  /** `used`: an import reads it so. `question`: unlikely, or its values speak against it. */
  readonly certainty: 'used' | 'high' | 'medium' | 'question';
  /** The first different values, at most three, shortened and escaped. */
  readonly samples: readonly string[];
}

/** A column that an import leaves out although its values look like a fact's. */
export interface LikelyColumn extends Pick<IdentifiedColumn, 'field' | 'reason' | 'samples'> {
  /** Shortened and escaped. */
  readonly name: string;
}

export interface IdentifiedColumns {
  /** The identified columns, in the feed's order. */
  readonly columns: readonly IdentifiedColumn[];
  /** Unknown columns of domains, one of which may be the dealer's. */
  readonly domainColumns: readonly string[];
  /** Hosts of the adverts, at most five; one of all adverts may be the dealer's domain. */
  readonly advertHosts: readonly string[];
}

export interface ColumnContext {
  readonly resolve: Resolve;
  /** The dealer of records without one. */
  readonly dealer: string | undefined;
  /** Whether the settings give the adverts' addresses. */
  readonly isAddressGiven: boolean;
  /** The time of the import, in milliseconds since 1970. */
  readonly now: number;
}

/** Facts that searches need, and facts that values alone identify. Texts and ids may be internal to the dealer. */
const FACTS: readonly string[] = [
  ...['make', 'model', 'title', ...FACT_FIELDS],
  ...['registration', 'vin', 'postcode', 'loc', 'address', 'images', 'status', 'mileage_unit', 'currency'],
];
/** Fields for the place of a dealer's cars. A different place for each car is not the dealer's. */
const PLACES: readonly string[] = ['postcode', 'loc', 'address'];
/** Numbers that may be of something else: only a name says what they are. */
const NAMED: readonly string[] = ['price', 'mileage'];
/** Fields that take several columns. */
const REPEATABLE: readonly ColumnField[] = ['images', 'keywords', 'full_description', 'status'];
const PICTURES: readonly ColumnField[] = ['images', 'thumbnail'];
/** Fewer values may agree by chance. */
const MIN_VALUES = 3;
const MAX_COLUMNS = 1000;
const MAX_HOSTS = 5;
const MAX_SAMPLES = 3;

interface OpenColumn extends ColumnOfRecords {
  /** The records that have it, if only blank: those of another shape do not. */
  readonly rows: ReadonlySet<number>;
  /** Whether its name is unknown, or says another field than its values. */
  readonly isOpen: boolean;
  /** The guess that it holds the adverts' pages, whatever its name; else empty. */
  readonly pages: readonly Guess[];
}

interface Candidate extends NameGuess {
  readonly column: OpenColumn;
}

/** `records`: their values by column, as sampled texts. */
export function identifyColumns(
  records: readonly ReadonlyMap<string, string>[],
  { resolve, dealer, isAddressGiven, now }: ColumnContext,
): IdentifiedColumns {
  const names = [...new Set(records.flatMap((record) => [...record.keys()]))].slice(0, MAX_COLUMNS);
  const cellsOf = (name: string): readonly string[] => records.map((record) => record.get(name) ?? '');
  const cellsFor = (field: ColumnField): readonly string[] =>
    cellsOf(names.find((name) => resolve(name)?.field === field) ?? '');
  const dealers = cellsFor('dealer').map((text) => domainName(text) ?? dealer);
  const ids = cellsFor('id');
  const columns = names.map((name, position): OpenColumn => {
    const cells = cellsOf(name);
    const values = columnValues(cells);
    const known = resolve(name);
    const guesses = known === null ? [] : guessByValues(values, now);
    const isOpen =
      known === undefined ||
      thousandsIn(values, known).length > 0 ||
      (known !== null && isOther(known.field, values, guesses[0], now));
    // Also columns whose names say something else: `Details`, `On the web`, `Cars (Title)`.
    const mayHold = isOpen || (known !== null && !ADDRESS_FIELDS.has(known.field));
    const pages = mayHold ? pageGuesses(cells, dealers, ids) : [];
    const rows = new Set([...records.keys()].filter((row) => records[row].has(name)));
    return {
      ...{ name, position, cells, values, rows, isOpen, pages },
      field: isOpen ? undefined : known?.field,
      guesses: isOpen ? [...pages, ...guesses] : [],
    };
  });
  const beginnings = sharedBeginnings(names.filter((name) => resolve(name) === undefined));
  const knownTexts = longTextsOf(columns.filter(({ field }) => field !== undefined));
  const guessByRecords = guesserByRecords(columns);
  const candidates = columns.flatMap((column) => {
    if (!column.isOpen || repeatsOne(column, knownTexts)) return candidatesFor(column, [], column.pages);
    const named = [
      ...thousandsIn(column.values, resolve(column.name)),
      ...guessByName(column.name),
      ...guessWithout(beginnings, column.name, resolve),
      ...guessEquipment(column.name, column.values),
    ];
    return candidatesFor(column, named, [...column.guesses, ...guessByRecords(column)]);
  });
  const taken = new Map<ColumnField, Set<number>>();
  for (const { field, rows } of columns) if (field !== undefined) take(taken, field, rows);
  if (isAddressGiven) take(taken, 'advert_url', records.keys());
  const chosen = choose(candidates, taken, now);
  const isGuessed = (name: string): boolean => (chosen.get(name)?.certainty ?? 'question') !== 'question';
  const advert = columns.find(
    ({ name, field }) => (field ?? (isGuessed(name) ? chosen.get(name)?.field : undefined)) === 'advert_url',
  );
  return {
    columns: names
      .flatMap((name) => chosen.get(name) ?? [])
      // A name that says another field counts, unless its values are sure.
      .filter(({ column, certainty }) => certainty === 'used' || resolve(column) === undefined),
    domainColumns: columns
      .filter(({ name, guesses: [best] }) => best?.field === 'dealer' && !isGuessed(name))
      .map(({ name }) => name),
    advertHosts: hostsOf(advert?.values.texts ?? []),
  };
}

export function likelyColumns(columns: readonly IdentifiedColumn[]): LikelyColumn[] {
  return columns
    .filter(
      ({ field, certainty }) => FACTS.includes(field) && (certainty === 'high' || certainty === 'medium'),
    )
    .map(({ column, field, reason, samples }) => ({ name: echoed(column), field, reason, samples }));
}

/** Maximum share of values that fit the field of a name if the name means another: `Motor` an engine, or `Ford Fiesta 1.0`. */
const MAX_FITTING = 0.2;

/** Whether the values clearly fit another field than that of the column's name, and hardly any fits the latter. */
function isOther(
  field: ColumnField,
  { texts }: ColumnValues,
  guess: Guess | undefined,
  now: number,
): boolean {
  // The words of links: `View on site`.
  if (field === 'advert_url') return texts.length > 0 && texts.every((text) => /^[\p{L} ]+$/u.test(text));
  const test = testOf(field);
  if (test === undefined && field !== 'engine') return false;
  if (guess === undefined || guess.field === field || !FACTS.includes(guess.field)) return false;
  // `diesel 2.0 L` is an engine, and `Man / Pet` is also a fuel.
  if (field === 'engine' && guess.field === 'fuel_type') return false;
  if (guess.field === 'transmission' && field === 'fuel_type' && texts.every((text) => text.includes('/')))
    return false;
  const fitting = test === undefined ? [] : texts.filter((text) => test(text, now));
  return guess.score >= WEIGHTS.clearValues && fitting.length <= MAX_FITTING * texts.length;
}

/** Thousands, if all of a known column's values have points before the last three figures: `88.000` among `36.410`. */
function thousandsIn({ texts }: ColumnValues, known: ReturnType<Resolve>): NameGuess[] {
  const areThousands = texts.length >= MIN_VALUES && texts.every((text) => THOUSANDS.test(text));
  if (!areThousands || texts.every((text) => text.endsWith('000')) || !NAMED.includes(known?.field ?? ''))
    return [];
  return [{ field: '', ...known, scale: 1000, reason: 'points between thousands', score: 1, isName: true }];
}

const THOUSANDS = /^[1-9][0-9]{0,2}\.[0-9]{3}$/;

/** Minimum number of names that begin with the word of a plugin, which says nothing: `_cm_brand`, `_cm_odometer`. */
const MIN_SHARED = 3;
const BEGINNING = /(?<=^|\.)[^a-z0-9.]*([a-z0-9]+)[^a-z0-9.]+(?=[a-z][^.]*$)/i;

function sharedBeginnings(names: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const beginning of names.map(beginningOf)) counts.set(beginning, (counts.get(beginning) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= MIN_SHARED).map(([beginning]) => beginning));
}

function beginningOf(name: string): string {
  return BEGINNING.exec(name)?.[1]?.toLowerCase() ?? '';
}

function guessWithout(beginnings: ReadonlySet<string>, name: string, resolve: Resolve): readonly NameGuess[] {
  const beginning = beginningOf(name);
  if (beginning === '' || !beginnings.has(beginning)) return [];
  const known = resolveBelow(name.replace(BEGINNING, ''), resolve);
  if (!known || !(FACTS.includes(known.field) || known.field.startsWith('is_'))) return [];
  const { field, unit, scale } = known;
  const reason = `its name without ${beginning}`;
  return [{ field, unit, scale, reason, score: WEIGHTS.withoutPlugin, isName: true }];
}

/** The column of a name, or else of its end below words for the car or its model: `listing_model_fuel` as `listing.model.fuel`. */
function resolveBelow(name: string, resolve: Resolve): ReturnType<Resolve> {
  const known = resolve(name);
  const [, above = '', word = '', end = ''] = ABOVE.exec(name) ?? [];
  if (known !== undefined || word === '') return known;
  const saysCar = areWrappers([partKey(word)]) || resolve(word)?.field === 'model';
  return saysCar ? resolveBelow(`${above}${word}.${end}`, resolve) : undefined;
}

const ABOVE = /^(.*\.)?([a-z]+)[_-](.+)$/i;

/** Two columns rarely share texts of this length by chance. */
const MIN_TEXT_LENGTH = 15;

function longTextsOf(columns: readonly ColumnOfRecords[]): readonly (readonly string[])[] {
  return columns
    .map(({ values }) => [...values.distinct].filter((text) => text.length >= MIN_TEXT_LENGTH))
    .filter((texts) => texts.length > 0);
}

/** Whether most values only repeat texts of one known column, perhaps with the dealer's name: `SEO title`. */
function repeatsOne({ values }: ColumnOfRecords, knownTexts: ReturnType<typeof longTextsOf>): boolean {
  return knownTexts.some((texts) => {
    const repeated = values.texts.filter((text) => texts.some((one) => text.startsWith(one)));
    return repeated.length * 2 > values.texts.length;
  });
}

/** One candidate for each field: its name and its values together are better than either. */
function candidatesFor(
  column: OpenColumn,
  byName: readonly NameGuess[],
  byValues: readonly Guess[],
): Candidate[] {
  const clearest = Math.max(0, ...byValues.map(({ score }) => score));
  const fields = new Set([...byName, ...byValues].map(({ field }) => field));
  return Array.from(fields, (field): Candidate => {
    const named = bestFor(field, byName);
    const valued = bestFor(field, byValues);
    const isContradicted =
      valued === undefined && (clearest >= WEIGHTS.clearValues || !couldBe(field, column.values));
    const weight = named?.isName === true ? 1 : isContradicted ? WEIGHTS.contradictedName : WEIGHTS.name;
    const hasWords = valued !== undefined && NAMED.includes(field) && areWordsOf(field, column.name);
    const doubt = (1 - (named?.score ?? 0) * weight) * (1 - (valued?.score ?? 0));
    const score = 1 - doubt * (hasWords ? WEIGHTS.doubtWithWords : 1);
    const isAlone = valued === undefined && named?.isName !== true;
    const reasons = [valued?.reason, named?.reason].filter((reason) => reason !== undefined);
    return {
      ...named,
      ...{ column, field, reason: reasons.join(', and ') },
      score: isAlone ? Math.min(score, WEIGHTS.nameAlone) : score,
    };
  });
}

function bestFor<G extends Guess>(field: ColumnField, guesses: readonly G[]): G | undefined {
  return guesses
    .filter((guess) => guess.field === field)
    .reduce<G | undefined>((best, guess) => (guess.score > (best?.score ?? 0) ? guess : best), undefined);
}

const NUMERIC = fieldsOfKind('integer', 'number', 'year');
const ADDRESSES = fieldsOfKind('address', 'addresses');

function couldBe(field: ColumnField, { texts }: ColumnValues): boolean {
  const test = NUMERIC.includes(field) ? /[0-9]/ : ADDRESSES.includes(field) ? /^(?:https?:|www\.)/i : /./;
  return texts.filter((text) => test.test(text)).length >= 0.5 * texts.length;
}

/** The records that have a column of each field. */
type Taken = Map<ColumnField, Set<number>>;

function take(taken: Taken, field: ColumnField, rows: Iterable<number>): void {
  taken.set(field, new Set([...(taken.get(field) ?? []), ...rows]));
}

/** At most one field for each column, and in a record one column for each field, the best ones first. */
function choose(
  candidates: readonly Candidate[],
  taken: Taken,
  now: number,
): ReadonlyMap<string, IdentifiedColumn> {
  const chosen = new Map<string, IdentifiedColumn>();
  const doubtFor = ({ field, column, scale, readAs }: Candidate): string | undefined =>
    scale !== undefined || readAs !== undefined || isPage(field, column)
      ? undefined
      : doubtOf(field, column, now);
  const hasPictures = taken.has('images');
  for (const candidate of candidates.toSorted((a, b) => b.score - a.score)) {
    const { field, column, unit, scale, reason, readAs } = candidate;
    const { name } = column;
    const earlier = chosen.get(name)?.certainty;
    if (candidate.score < MIN_SCORES.possible || field === 'dealer') continue;
    if ((earlier !== undefined && earlier !== 'question') || column.values.texts.length === 0) continue;
    const isTaken = [...column.rows].some((row) => taken.get(field)?.has(row));
    // `_cm_price` and `_cm_sale_price`
    const isFurther = field === 'price' && candidate.isName === true;
    if (isTaken && !isFurther && !REPEATABLE.includes(field)) continue;
    // Members of a picture are further sizes of it.
    if (hasPictures && PICTURES.includes(field) && name.includes('.')) continue;
    const doubt = doubtFor(candidate);
    const isLikely = candidate.score >= MIN_SCORES.likely;
    const samples = [...column.values.distinct].slice(0, MAX_SAMPLES).map(echoed);
    const identified = { column: name, field, unit, scale, reason, readAs, samples };
    if (doubt !== undefined || !isLikely) {
      // A weak guess with a doubt is not worth a question.
      const isQuestion = (doubt === undefined || isLikely) && earlier === undefined;
      if (isQuestion) chosen.set(name, { ...identified, reason: doubt ?? reason, certainty: 'question' });
      continue;
    }
    take(taken, field, column.rows);
    const hasRival =
      candidate.isName !== true &&
      candidates.some((other) => isRival(other, candidate) && doubtFor(other) === undefined);
    const score = hasRival ? WEIGHTS.withRival : candidate.score;
    const certainty = score < MIN_SCORES.sure ? 'medium' : mayBeUsed(candidate) ? 'used' : 'high';
    chosen.set(name, { ...identified, certainty });
  }
  return chosen;
}

/** Whether another column is about as likely, so that neither is sure. */
function isRival(other: Candidate, { field, score, column }: Candidate): boolean {
  if (other.field !== field || other.column === column || REPEATABLE.includes(field)) return false;
  if (![...column.rows].some((row) => other.column.rows.has(row))) return false;
  const isDifferent = other.column.cells.some((text, row) => text !== column.cells[row]);
  return isDifferent && 1 - other.score < 2.5 * (1 - score);
}

function isPage(field: ColumnField, { pages }: OpenColumn): boolean {
  return field === 'advert_url' && pages.length > 0;
}

/** Whether an import may read a sure column without asking: it is a fact, in most of several records. */
function mayBeUsed({ field, column, isName }: Candidate): boolean {
  const { name, cells, rows, values } = column;
  // A few remarks against a sale are not chance: `SOLD - thank you`.
  const areFew = field === 'status' && values.texts.length * 2 <= cells.length && areRemarks(values);
  if (isName === true || isPage(field, column) || areFew) return true;
  const isTheirs = PLACES.includes(field) && values.distinct.size * 2 > values.texts.length;
  const areEnough = values.texts.length >= MIN_VALUES && values.texts.length * 2 >= rows.size;
  const isFact = FACTS.includes(field) || (field === 'full_description' && areFactLists(values));
  return isFact && areEnough && !isTheirs && (!NAMED.includes(field) || areWordsOf(field, name));
}

/** Whether each word of a name is one that names of the field have, or short for it: `Price new` is another price, `Price1` is not. */
function areWordsOf(name: ColumnField, column: string): boolean {
  const { field, beside } = wordsOfFields().get(name) ?? {};
  const known = [...(field ?? []), ...(beside ?? [])];
  return partWords(column.replace(/(?<=[a-z])1$/i, '')).every((word) =>
    known.some((one) => one === spelledOut(word) || isAbbreviation(word, one)),
  );
}

function hostsOf(addresses: readonly string[]): string[] {
  const hosts = addresses.map((address) =>
    domainName(parseUrl(address.replace(/^(?=www\.)/i, 'https://'))?.hostname ?? ''),
  );
  return [...new Set(hosts)].filter((host) => host !== undefined).slice(0, MAX_HOSTS);
}
