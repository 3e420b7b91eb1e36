// Facts that a record states only within a text: `2017 (67) Ford Fiesta 1.0 Petrol Auto, 41,200 miles, £7,495`. A column of its
// own counts before it, and a text that says two things says none. Descriptions say facts in lines with a label,
// `Gearbox: Manual`, in tables of two columns, or as a short list.
import { classifyFuel, classifyTransmission, fuelInColumn, gearboxInColumn } from '../../vehicle/classify.ts';
import { testOf, ANY_TIME } from '../values/field-tests.ts';
import { htmlToText } from '../values/html-to-text.ts';
import { WITH_UNIT, withUnits } from '../values/measures.ts';
import { isAside } from '../values/price.ts';
import { cleanText } from '../values/text.ts';
import { PLATE_IN_TITLE, YEARS_IN_TITLE } from '../values/year.ts';
import { ColumnResolver } from './column-resolver.ts';
import { plateBefore } from './name-columns.ts';
import { layoutNamed } from '../tables/column-table.ts';
import { FACT_FIELDS, type ColumnField } from '../tables/feed-fields.ts';
import { wordsFor } from '../tables/feed-tables.ts';

type Values = Partial<Record<string, unknown>>;

const MAX_TAG_WORDS = 2;
const MAX_LIST_LENGTH = 120;
const LABELLED_FIELDS: readonly ColumnField[] = [...FACT_FIELDS, 'status', 'is_sold', 'is_reserved'];
const LABELLED = /^[^\p{L}]{0,3}(\p{L}[\p{L} ]{1,30}(?:\([\p{L}£ ]{1,10}\))?):\s*(\S.{0,40})$/u;
/** The end of a label in a table or a list of definitions, and of the value before the next label. */
const LABEL_END =
  /<\/th>\s*(?=<td)|<\/td>(?<=<tr[^<>]{0,100}>\s{0,20}<td[^<>]{0,100}>[^<>]{1,40}<\/td>)\s*(?=<td)|<\/dt>\s*<dd[^<>]*>/gi;
const VALUE_END = /<\/td>\s*(?=<th)/gi;
const MAX_LABELLED_LENGTH = 5000;
const MAX_LENGTH = 300;
const MILES = withUnits(
  '(?<![\\w£.,])([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{3,6}|[0-9]{1,3}(?:(?:\\.[0-9])?k| thousand)) ?<miles>(?![a-z])',
  'gi',
);
const CC = withUnits('(?<![\\w£.,])([1-9][0-9]{2,3}|[1-9],[0-9]{3}) ?<cc>(?![a-z])', 'gi');
/** A tag that is an engine size alone: `1.4 litre`, `2.0L`. */
const LITRES = withUnits('^([0-8]\\.[0-9]) ?<litres>(?: engine)?$', 'gi');
/** But for what something cost: `new timing chain (cost £850)`. */
const POUNDS =
  /(?<!(?<![a-z])(?:cost|costs|costing|worth|spent) )£ ?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{3,6})(?![0-9,.]*(?:k|pcm| ?(?:a|per|p\/?)\W?m))/gi;
/** What the tax costs, or what was spent on a car: `£165 road tax`, `£2,150 of extras`. */
const OF_ELSE =
  /£ ?[0-9]{1,3}(?:\.[0-9]{2})? ?(?:(?:a|per) (?:year|annum) |annual |road |car )*(?:tax|rfl|ved)(?![a-z])|£ ?[0-9][0-9,]* (?:worth )?of(?![a-z])/gi;
const ON_REQUEST = /(?<![a-z.])(?:p\.?o\.?a|price on (?:application|request))(?![a-z])/i;
/** With the words after it, which say whether it is a part of the car: `electric heated mirrors`. */
const POWERED = /(?<![a-z])(?:electric|auto(?:matic)?)[ -](?=([a-z ]{0,60}))/gi;

/** Texts about a vehicle: `titles` and `whole` name it, `variants` name a part of it, and `tags` list what it is. */
type Texts = Readonly<Record<'titles' | 'whole' | 'variants' | 'tags', readonly unknown[]>>;

export function takeTitleFacts({ titles, whole, variants, tags }: Texts, values: Values): void {
  const named = textsOf([...titles, ...whole]);
  values.year ??= yearIn(named, values.model);
  values.mileage ??= only(named, [MILES()], ' miles');
  if (values.price === undefined && !named.some((text) => ON_REQUEST.test(text))) {
    const priced = named.map((text) => text.replace(OF_ELSE, ' '));
    values.price = only(
      priced,
      [POUNDS],
      '',
      (before, after) => !isAside(before.toLowerCase(), after.toLowerCase()),
    );
  }
  takeLabelled(values, textsOf(tags));
  const codes = CODED.filter(([field, read]) => {
    const said = values[field];
    return typeof said === 'string' && CODE.test(said) && read(said) === undefined;
  });
  // Most records.
  if (codes.length === 0 && LISTED_FIELDS.every((field) => values[field] !== undefined)) return;
  const words = [...named, ...textsOf([...variants, values.model])].map((text) =>
    text.replace(POWERED, withoutPart).replace(/(?<![a-z])(?:at|mt)(?![a-z])/gi, ' '),
  );
  const { full_description: description } = values;
  const short = textsOf([description].flat()).filter((text) => text.length <= MAX_LIST_LENGTH);
  const listed = tagsIn([...textsOf(tags), ...short]);
  // `Kia Rio 1.2, auto, one owner`
  const classes = [...listed, ...tagsIn(named.map((text) => text.replace(/^[^,]*,?/, '')))];
  values.mileage ??= only(listed, [MILES()], ' miles');
  values.engine_size ??= only([...named, ...listed], [CC()], ' cc') ?? only(listed, [LITRES()], ' litre');
  // A code that nothing explains says less than a word.
  for (const [field, , readText] of codes) values[field] = firstOf(words, readText) ?? values[field];
  values.fuel_type ??=
    firstOf(words, fuelIn) ?? tagIn(classes, (tag) => (isShort(tag) ? fuelInColumn(tag) : fuelIn(tag)));
  // `Petrol / Man` in one column.
  values.transmission ??=
    firstOf([...textsOf([values.fuel_type]), ...words], classifyTransmission) ??
    tagIn(classes, (tag) => (isShort(tag) ? gearboxInColumn(tag) : classifyTransmission(tag)));
}

const LISTED_FIELDS = ['mileage', 'engine_size', 'fuel_type', 'transmission'] as const;
const CODE = /^[a-z0-9]{1,2}$/i;
const CODED = [
  ['fuel_type', fuelInColumn, fuelIn],
  ['transmission', gearboxInColumn, classifyTransmission],
] as const;

/** The parts of lists that are tags: `Petrol`, `2.0 litre`. */
function tagsIn(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.split(/,(?![0-9])|[;|>\u00b7\u2022]|\s[/\u2013-]\s|\.(?:\s|$)/))
    .map((tag) => tag.trim())
    .filter((tag) => tag.split(' ').length <= MAX_TAG_WORDS);
}

/** Whether a tag is an abbreviation, `Dsl`, of more letters than a trim may have. */
function isShort(tag: string): boolean {
  return /^[a-z]{3,4}$/i.test(tag);
}

function takeLabelled(values: Values, tags: readonly string[]): void {
  const missing = LABELLED_FIELDS.filter((field) => values[field] === undefined);
  const texts = [values.full_description, ...tags].flat().filter((text) => typeof text === 'string');
  for (const text of missing.length === 0 ? [] : texts) {
    if (text.length > MAX_LABELLED_LENGTH) continue;
    const lines = text.includes('<') ? text.replace(LABEL_END, ': ').replace(VALUE_END, '<br>') : text;
    if (!lines.includes(':')) continue;
    for (const line of htmlToText(lines).split('\n')) {
      const [field, value] = labelledFact(line.trim()) ?? [];
      if (field !== undefined && missing.includes(field)) values[field] ??= value;
    }
  }
}

/** What a line says behind a label: `Gearbox: Manual`. */
export function labelledFact(line: string): readonly [ColumnField, unknown] | undefined {
  const [, label = '', value = ''] = LABELLED.exec(line) ?? [];
  if (label === '') return undefined;
  const column = (labels ??= new ColumnResolver(layoutNamed('general'))).resolve(label);
  // `Engine: 2.0 litre`. The test excludes other words about an engine.
  const named = column?.field === 'engine' ? 'engine_size' : column?.field;
  if (named === undefined || !LABELLED_FIELDS.includes(named)) return undefined;
  if (testOf(named)?.(value, ANY_TIME) !== true) return undefined;
  return [named, WITH_UNIT[named]?.(value, column?.unit) ?? value];
}

let labels: ColumnResolver | undefined;

/** The only class among tags, of which each says one thing: `Petrol`, `Manual`. */
function tagIn(tags: readonly string[], read: (text: string) => string | undefined): string | undefined {
  const found = new Set(tags.map((tag) => read(tag.replace(POWERED, withoutPart))));
  found.delete(undefined);
  return found.size === 1 ? [...found][0] : undefined;
}

/** The word before a part is about the part, not about the car. */
function withoutPart(powered: string, after: string): string {
  const kinds = wordsFor('electric part kind');
  const part =
    after
      .toLowerCase()
      .split(' ')
      .find((word) => !kinds.has(word)) ?? '';
  return [...wordsFor('electric part').keys()].some((start) => part.startsWith(start)) ? '' : powered;
}

function textsOf(list: readonly unknown[]): string[] {
  return list
    .filter((value) => typeof value === 'string')
    .filter((text) => text.length <= MAX_LENGTH)
    .map(cleanText);
}

function yearIn(titles: readonly string[], model: unknown): string | undefined {
  const year = only(titles, YEARS_IN_TITLE);
  const isModel = typeof model === 'string' && year !== undefined && model.startsWith(year);
  if (isModel) return undefined;
  return (
    year ?? titles.flatMap((title) => plateBefore(title)?.plate ?? [])[0] ?? only(titles, [PLATE_IN_TITLE])
  );
}

/** What the first of the expressions that match finds, of that which is meant, if that is one thing. */
function only(
  texts: readonly string[],
  expressions: readonly RegExp[],
  unit = '',
  isMeant: (before: string, after: string) => boolean = () => true,
): string | undefined {
  for (const text of texts) {
    for (const expression of expressions) {
      const meant = Array.from(text.matchAll(expression)).filter(({ 0: whole, index }) =>
        isMeant(text.slice(0, index), text.slice(index + whole.length)),
      );
      const found = new Set(meant.map(([, value = '']) => value.toLowerCase()));
      if (found.size === 1) return `${[...found].join('')}${unit}`;
      if (found.size > 1) return undefined;
    }
  }
  return undefined;
}

/** The fuel. The names of petrol engines alone do not say it, because hybrids have them too: `Golf GTE 1.4 TSI`. */
function fuelIn(text: string): string | undefined {
  const fuel = classifyFuel(text);
  return fuel === 'Petrol' && !/petrol|unleaded/i.test(text) ? undefined : fuel;
}

function firstOf(texts: readonly string[], read: (text: string) => string | undefined): string | undefined {
  for (const text of texts) {
    const found = read(text);
    if (found !== undefined) return found;
  }
  return undefined;
}
