// The tables in assets/feeds/, and words of columns' names and values by use (words.tsv). Names are read as words: `FuelType` and
// `fuel_type` have the same words, `Ext Col` and `Colour (Exterior)` the same set of words, and some fields are recognised by
// words alone. A mistake in a table would silently lose a column of some dealer, so it is an error with its line.
import { Memo } from '../../memo.ts';
import { mistake, parseTable, readTable, UniqueNames } from '../../tables.ts';
import { COLUMN_FIELDS, type ColumnField, isColumnUnit } from './feed-fields.ts';
import { nameKey } from '../../vehicle/name-key.ts';

const TABLES = ['columns', 'layouts', 'parents', 'words', 'statuses'] as const;
export type FeedTable = (typeof TABLES)[number];

function readFeedTable(table: FeedTable): { rows: string; version: string } {
  return readTable(`feeds/${table}.tsv`, (text) => text);
}

export function tableText(table: FeedTable): string {
  return readFeedTable(table).rows;
}

let version: string | undefined;

/** The hashes of all tables: records that were read with others are read again. */
export function tablesVersion(): string {
  return (version ??= TABLES.map((table) => readFeedTable(table).version).join(''));
}

/** The uses of words by what `means` holds; a unit may be blank. */
const USES = {
  words: ['abbreviation', 'translation'],
  field: ['field', 'beside'],
  unit: ['unit'],
  number: ['scale', 'minor digits', 'number word'],
  nothing: [
    ...['filler', 'subject', 'prefix', 'generic', 'value', 'currency', 'idle', 'not for sale'],
    ...['stock', 'tags', 'picture size', 'main picture', 'beside a price', 'beside a mileage', 'kind'],
    ...['variant name', 'variant list', 'share', 'on top', 'no vehicle', 'record noun'],
    ...['part payment', 'whole payment', 'reduced price', 'opening bid', 'sale format'],
    ...['quantity', 'quantity beside an id', 'pair list'],
    ...['vehicle kind', 'electric part', 'electric part kind', 'pair name', 'pair value', 'attribute value'],
    ...['pair name word', 'pair value word', 'pair noun', 'pair filler', 'vehicle element', 'entry element'],
    ...['vehicle type', 'envelope', 'error', 'error text', 'engine size'],
    ...['custom field', 'event name', 'change', 'link key', 'link kind', 'link wrapper', 'link content'],
    ...['month', 'unspecified', 'yes', 'no', 'flag'],
  ],
} as const;

export type WordUse = (typeof USES)[keyof typeof USES][number];

type Words = ReadonlyMap<string, string>;

export interface WordTable {
  readonly words: ReadonlyMap<WordUse, Words>;
  /** The words of one field, by the use `field` or `beside`, fillers beside each; the fields in the order of the table. */
  readonly ofFields: ReadonlyMap<string, Readonly<Record<'field' | 'beside', ReadonlySet<string>>>>;
}

let loaded: WordTable | undefined;

export function wordsFor(use: WordUse): Words {
  return loadedTable().words.get(use) ?? new Map<string, string>();
}

export function wordList(use: WordUse): readonly string[] {
  const list = lists.get(use) ?? [...wordsFor(use).keys()];
  lists.set(use, list);
  return list;
}

const lists = new Map<WordUse, readonly string[]>();

export function wordsOfFields(): WordTable['ofFields'] {
  return loadedTable().ofFields;
}

function loadedTable(): WordTable {
  return (loaded ??= parseWords(tableText('words')));
}

/** Throws an error that names the line of the first mistake. */
export function parseWords(text: string): WordTable {
  const words = new Map<WordUse, Map<string, string>>();
  const ofFields = new Map<string, Record<'field' | 'beside', Set<string>>>();
  const what = 'words.tsv';
  const unique = new UniqueNames(what);
  for (const { line, cells } of parseTable(what, ['word', 'use', 'means'], text)) {
    const [word, use, means] = cells;
    if (!isUse(use)) throw mistake(what, line, `'${use}' is no use of a word: ${ALL_USES.join(', ')}`);
    const fault = faultOf(use, means);
    if (fault !== undefined) throw mistake(what, line, fault);
    const isOfField = use === 'field' || use === 'beside';
    unique.add(word, line, `${use} ${isOfField ? means : ''}`, `'${word}' as ${use}`);
    const ofUse = words.get(use) ?? new Map<string, string>();
    words.set(use, ofUse.set(word, means));
    if (!isOfField) continue;
    const known = ofFields.get(means) ?? { field: new Set(), beside: new Set() };
    known[use].add(word);
    ofFields.set(means, known);
  }
  const fillers = words.get('filler')?.keys() ?? [];
  for (const word of fillers) for (const { beside } of ofFields.values()) beside.add(word);
  return { words, ofFields };
}

const ALL_USES: readonly string[] = Object.values(USES).flat();

function isUse(use: string): use is WordUse {
  return ALL_USES.includes(use);
}

function faultOf(use: string, means: string): string | undefined {
  const holds = (kind: keyof typeof USES): boolean => USES[kind].some((one) => one === use);
  if (holds('nothing') && means !== '') return `a word for '${use}' has no meaning`;
  if (holds('words') && means === '') return `a word for '${use}' needs a meaning`;
  if (holds('number') && !(Number(means) > 0)) return `'${means}' is no number above 0`;
  if (holds('field') && !COLUMN_FIELDS.includes(means)) return `'${means}' is no field`;
  return holds('unit') && means !== '' && !isColumnUnit(means) ? `'${means}' is no unit` : undefined;
}

/** The key of a name's words in any order, abbreviations spelt out; undefined if none are left. */
export function wordsKey(words: readonly string[]): string | undefined {
  const fillers = wordsFor('filler');
  const known = new Set(words.map(spelledOut).filter((word) => !fillers.has(word)));
  return known.size === 0 ? undefined : [...known].sort().join(' ');
}

/** The words without those that say only that it is about the vehicle: `Vehicle Fuel`, `v_fuel`. */
export function withoutSubject(words: readonly string[]): readonly string[] {
  const others = words[0] === 'v' ? words.slice(1) : words;
  const subjects = wordsFor('subject');
  return others.filter((word) => !subjects.has(spelledOut(word)));
}

/** The words without those for what the price before them includes: `Price inc. fees`. */
export function withoutIncluded(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => spelledOut(word) === 'including');
  const [onTop, fillers] = [wordsFor('on top'), wordsFor('filler')];
  const areOnTop = words.slice(at + 1).every((word) => onTop.has(word) || fillers.has(word));
  return at > 0 && areOnTop ? words.slice(0, at) : words;
}

export function fieldOfWords(words: readonly string[]): ColumnField | undefined {
  const known = words.map(spelledOut);
  for (const [name, { field, beside }] of wordsOfFields()) {
    const isOf = known.some((word) => field.has(word));
    if (isOf && known.every((word) => field.has(word) || beside.has(word))) return name;
  }
  return undefined;
}

export function spelledOut(word: string): string {
  return wordsFor('abbreviation').get(word) ?? word;
}

/** Whether the last word of a name has this use: `Product Category`, `Vehicle Type Desc`, `Category name` for a kind. */
export function isNamedAs(name: string, use: WordUse): boolean {
  const words = partWords(name).map(spelledOut);
  const [last = '', before = ''] = [words.at(-1), words.at(-2)];
  const known = wordsFor(use);
  return known.has(last) || ((last === 'description' || last === 'name') && known.has(before));
}

/** Whether any word of a name has this use. */
export function hasWord(name: string, use: WordUse): boolean {
  return partWords(name).some((word) => wordsFor(use).has(word));
}

/** The comparable form of one name: its words without case, accents, signs, namespace and plural. */
export function partKey(name: string): string {
  return partWords(name).join('');
}

/** Half of the maximum of names whose words are cached: each record asks for those of its columns. */
const MAX_NAMES = 2048;
const wordsOfNames = new Memo(MAX_NAMES, readWords);

export function partWords(name: string): readonly string[] {
  return wordsOfNames.get(name);
}

function readWords(name: string): readonly string[] {
  const local = /[^:]:([^:]+)$/.exec(name)?.[1] ?? name;
  const found = local
    // `Price + VAT`
    .replace(/\+(?=\s*VAT(?![a-z]))/gi, ' ex ')
    // Salesforce's custom fields: `Screen_Price__c`.
    .replace(/__(?:p?c|r)$/i, '')
    // `Date Reg'd`
    .replace(/(?<=\p{L})['\u2019](?=\p{L})/gu, '')
    .replace(/([a-z]|[0-9](?!(?:ST|ND|RD|TH)(?![A-Za-z])))([A-Z])/g, '$1 $2')
    // Not `URLs`, which is one word.
    .replace(/([A-Z])([A-Z](?:[a-rt-z]|s[a-z]))/g, '$1 $2')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map((word) => singular(nameKey(word)).replace(/[0-9]+/g, '#'))
    .filter((word) => word !== '');
  // JSON-LD's keywords are not names of values.
  return local.startsWith('@') ? [`@${found[0] ?? ''}`, ...found.slice(1)] : found;
}

function singular(word: string): string {
  if (word.length > 6 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 2 && /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}
