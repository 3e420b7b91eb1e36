// Words of columns' names and values, from assets/feeds/words.tsv, by what they are used for.
import { COLUMN_FIELDS, isColumnUnit } from './column-fields.ts';
import { rowMistake, tableRows, tableText, UniqueKeys } from './table.ts';

/** What `means` holds for each use: nothing, a field, a unit, a number, or words; a unit may be blank. */
const USES = {
  abbreviation: 'words',
  filler: 'nothing',
  subject: 'nothing',
  prefix: 'nothing',
  field: 'field',
  beside: 'field',
  generic: 'nothing',
  value: 'nothing',
  unit: 'unit',
  scale: 'number',
  currency: 'nothing',
  guess: 'words',
  idle: 'nothing',
  'not for sale': 'nothing',
  stock: 'nothing',
  'picture size': 'nothing',
  'beside a price': 'nothing',
  'beside a mileage': 'nothing',
  kind: 'nothing',
  'variant name': 'nothing',
  'variant list': 'nothing',
  'part payment': 'nothing',
  'whole payment': 'nothing',
  tags: 'nothing',
  'reduced price': 'nothing',
  share: 'nothing',
  quantity: 'nothing',
  'quantity beside an id': 'nothing',
  'no vehicle': 'nothing',
  'vehicle kind': 'nothing',
  'electric part': 'nothing',
  'electric part kind': 'nothing',
  'pair name': 'nothing',
  'pair value': 'nothing',
  'attribute value': 'nothing',
  'pair name word': 'nothing',
  'pair value word': 'nothing',
  'pair noun': 'nothing',
  'pair filler': 'nothing',
  'vehicle element': 'nothing',
  'entry element': 'nothing',
  'vehicle type': 'nothing',
  envelope: 'nothing',
  error: 'nothing',
  'error text': 'nothing',
  'engine size': 'nothing',
} as const;

export type WordUse = keyof typeof USES;

type Words = ReadonlyMap<string, string>;

export interface WordTable {
  readonly words: ReadonlyMap<WordUse, Words>;
  /** The words of one field, by the use `field` or `beside`; the fields in the order of the table. */
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
  const unique = new UniqueKeys();
  for (const { cells, place } of tableRows('words', text, ['word', 'use', 'means'])) {
    const { word, use, means } = cells;
    if (!isUse(use)) throw rowMistake(place, `'${use}' is no use of a word: ${Object.keys(USES).join(', ')}`);
    checkMeaning(use, means, place);
    const isOfField = use === 'field' || use === 'beside';
    unique.add(`${word} ${use} ${isOfField ? means : ''}`, `'${word}' as ${use}`, place);
    const ofUse = words.get(use) ?? new Map<string, string>();
    words.set(use, ofUse.set(word, means));
    if (!isOfField) continue;
    const known = ofFields.get(means) ?? { field: new Set(), beside: new Set() };
    known[use].add(word);
    ofFields.set(means, known);
  }
  return { words, ofFields };
}

function isUse(use: string): use is WordUse {
  return Object.hasOwn(USES, use);
}

function checkMeaning(use: WordUse, means: string, place: string): void {
  const kind = USES[use];
  if (kind === 'nothing' && means !== '') throw rowMistake(place, `a word for '${use}' has no meaning`);
  if (kind === 'words' && means === '') throw rowMistake(place, `a word for '${use}' needs a meaning`);
  if (kind === 'number' && !(Number(means) > 0)) throw rowMistake(place, `'${means}' is no number above 0`);
  if (kind === 'field' && !COLUMN_FIELDS.includes(means)) throw rowMistake(place, `'${means}' is no field`);
  if (kind === 'unit' && means !== '' && !isColumnUnit(means))
    throw rowMistake(place, `'${means}' is no unit`);
}
