// Guesses from values of one record: an id is in the advert's address, a model has one make, mileages fall with the year while prices rise.
import { canonicalMake } from '../../vehicle/makes.ts';
import { nameModel } from '../../vehicle/model-name.ts';
import { isCounter } from './check-guess.ts';
import type { SampledRecord } from './feed-profile.ts';
import type { ColumnField } from '../columns/column-fields.ts';
import { isIn } from '../values/url.ts';
import type { ColumnValues, Guess } from './guess-by-values.ts';

export interface CandidateColumn {
  readonly name: string;
  /** Its place in the feed, from 0. */
  readonly position: number;
  readonly values: ColumnValues;
  readonly field: ColumnField | undefined;
  /** Guesses from its values alone. */
  readonly guesses: readonly Guess[];
}

export function guessByRecords(
  columns: readonly CandidateColumn[],
  records: readonly SampledRecord[],
): ReadonlyMap<string, readonly Guess[]> {
  const likely = (field: ColumnField): CandidateColumn | undefined =>
    columns.find((column) => column.field === field) ??
    columns
      .filter(({ guesses: [best] }) => best?.field === field)
      .sort((a, b) => (b.guesses[0]?.score ?? 0) - (a.guesses[0]?.score ?? 0))[0];
  const [advert, make, year] = [likely('advert_url'), likely('make'), likely('year')];
  return new Map(
    columns.map((column): [string, Guess[]] => {
      const rows = rowsOf(column, records);
      return [
        column.name,
        [
          ...idGuesses(column, rows, advert),
          ...modelGuesses(column, rows, make),
          ...trendGuesses(column, rows, year),
        ],
      ];
    }),
  );
}

type Rows = readonly { readonly record: SampledRecord; readonly text: string }[];

function rowsOf({ name }: CandidateColumn, records: readonly SampledRecord[]): Rows {
  return records.map((record) => ({ record, text: textOf(record, name) })).filter(({ text }) => text !== '');
}

function textOf(record: SampledRecord, name: string): string {
  return record.get(name) ?? '';
}

const ID = /^(?=.*[0-9])[A-Z0-9][A-Z0-9._/-]{0,29}$/i;
const DATE = /^[0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{1,4}/;

function idGuesses(
  { name, position, values, guesses }: CandidateColumn,
  rows: Rows,
  advert?: CandidateColumn,
): Guess[] {
  if (rows.length === 0 || values.distinct.size < rows.length) return [];
  if (rows.filter(({ text }) => ID.test(text) && !DATE.test(text)).length < 0.95 * rows.length) return [];
  if (advert !== undefined && advert.name !== name) {
    const within = rows.filter(({ record, text }) => isIn(textOf(record, advert.name), text)).length;
    const isOther = guesses.some(({ field }) => field === 'registration' || field === 'vin');
    if (within >= 0.9 * rows.length)
      return [{ field: 'id', score: isOther ? 0.5 : 0.95, reason: 'each is in the address of its advert' }];
  }
  const numbers = rows.map(({ text }) => Number(text));
  const isRising = numbers.length >= 3 && numbers.every((n, at) => at === 0 || n > (numbers[at - 1] ?? n));
  if (isCounter(values.texts))
    return [{ field: 'id', score: 0.4, reason: 'numbers of the rows, which change with the file' }];
  const isFirst = position === 0 ? 0.1 : 0;
  if (isRising) return [{ field: 'id', score: 0.8 + isFirst, reason: 'rising numbers' }];
  if (numbers.every((number) => !Number.isNaN(number)))
    return [{ field: 'id', score: 0.3 + 2 * isFirst, reason: 'numbers, each once' }];
  return [{ field: 'id', score: (isCodes(rows) ? 0.75 : 0.55) + isFirst, reason: 'short codes, each once' }];
}

/** Whether all are of one form with a number, such as `V-881`. */
function isCodes(rows: Rows): boolean {
  const forms = new Set(rows.map(({ text }) => text.replace(/[0-9]+/g, '#').toUpperCase()));
  return rows.length >= 3 && forms.size === 1 && [...forms][0] !== '#';
}

function modelGuesses(
  { position, values, guesses }: CandidateColumn,
  rows: Rows,
  make?: CandidateColumn,
): Guess[] {
  if (make === undefined) {
    const titles = rows.filter(({ text }) => (nameModel(null, text)?.make ?? null) !== null).length;
    const isTitle = rows.length > 0 && titles >= 0.6 * rows.length;
    return isTitle ? [{ field: 'title', score: 0.9, reason: 'makes with their models' }] : [];
  }
  if (make.position === position) return [];
  const isKnown = ({ record, text }: Rows[number]): boolean =>
    nameModel(canonicalMake(textOf(record, make.name)) ?? null, text) !== undefined;
  const known = rows.filter(isKnown).length;
  const isName = rows.every(({ text }) => text.length <= 40);
  if (rows.length > 0 && known >= 0.7 * rows.length && isName)
    return [{ field: 'model', score: 0.95, reason: 'models of their makes' }];
  const isShort = values.texts.every((text) => text.length <= 40 && text.split(/\s+/).length <= 5);
  const isOther = guesses.some(({ field, score }) => field !== 'model' && score >= 0.7);
  if (!isShort || isOther || isCodes(rows) || values.distinct.size < make.values.distinct.size) return [];
  const makes = new Map<string, string>();
  for (const { record, text } of rows) {
    const own = textOf(record, make.name);
    if ((makes.get(text) ?? own) !== own) return [];
    makes.set(text, own);
  }
  if (rows.every(({ text }) => /^[0-9.,]+$/.test(text))) return [];
  const isBeside = Math.abs(position - make.position) === 1;
  return [{ field: 'model', score: isBeside ? 0.75 : 0.5, reason: 'names that belong to one make each' }];
}

/** How plain numbers change with the year tells prices from mileages. */
function trendGuesses({ name, guesses }: CandidateColumn, rows: Rows, year?: CandidateColumn): Guess[] {
  if (year === undefined || year.name === name || rows.length < 4) return [];
  if (!guesses.some(({ field }) => field === 'price' || field === 'mileage')) return [];
  const pairs = rows.map(({ record, text }) => ({
    year: Number(/[12][0-9]{3}/.exec(textOf(record, year.name))?.[0]),
    number: Number(text.replace(/[^0-9.]/g, '')),
  }));
  let sum = 0;
  let count = 0;
  for (const [n, a] of pairs.entries()) {
    for (const b of pairs.slice(n + 1, n + 50)) {
      const sign = Math.sign(a.year - b.year) * Math.sign(a.number - b.number);
      if (Number.isNaN(sign) || sign === 0) continue;
      sum += sign;
      count += 1;
    }
  }
  if (count < 4) return [];
  const trend = sum / count;
  if (trend >= 0.3) return [{ field: 'price', score: 0.72, reason: 'newer cars have more of it' }];
  if (trend <= -0.3) return [{ field: 'mileage', score: 0.72, reason: 'newer cars have less of it' }];
  return [];
}
