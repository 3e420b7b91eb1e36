// Classifies dealers' words for fuels and transmissions into the classes that searches filter by. The words are in
// assets/vehicles/fuels.tsv and gearboxes.tsv: one row per class, and rows for dealers' words without a class. Other words
// (`48v`, `6 speed`, `turbo`) are ignored. A text with terms of two classes has none, except that petrol or diesel with electric
// is a hybrid. `Gas` is LPG to a UK dealer.
import { FUEL_TYPES, TRANSMISSIONS, type FuelType, type Transmission } from './classes.ts';
import { nameKey } from './name-key.ts';
import { withoutAccents } from '../accents.ts';
import { listOf, mistake, parseTable, readTable, UniqueNames } from '../tables.ts';

/** The class of a fuel: `Hybrid` for `Petrol/Electric PHEV`; undefined if the text has none (`Hydrogen`). */
export function classifyFuel(text: string): FuelType | undefined {
  const exact = FUEL_TYPES.find((fuel) => fuel === text);
  if (exact !== undefined) return exact;
  const named = meaningsIn(text, FUELS.inColumns);
  if (named.has(UNCLASSED)) return undefined;
  if (named.has('Hybrid') || (named.size === 2 && named.has('Electric'))) return 'Hybrid';
  return FUEL_TYPES.find((fuel) => named.size === 1 && named.has(fuel));
}

/** The class of a gearbox: `Automatic` for `7-speed DSG`; undefined if the text has none. */
export function classifyTransmission(text: string): Transmission | undefined {
  const exact = TRANSMISSIONS.find((transmission) => transmission === text);
  if (exact !== undefined) return exact;
  const named = meaningsIn(text, GEARBOXES.inColumns);
  return TRANSMISSIONS.find((transmission) => named.size === 1 && named.has(transmission));
}

/** The class of a value of a fuel column, which dealers' systems abbreviate: `D`, `Dsl`. */
export function fuelInColumn(text: string): FuelType | undefined {
  return FUELS.abbreviations.get(text.toLowerCase()) ?? classifyFuel(text);
}

/** A number of gears beside an abbreviation of a class. `S` beside one is not: `5S` has five speeds. */
const GEARS = /^[0-9] ?(?=(?:a|m|aut)$)|(?<=^(?:a|m|aut))[ -]?[0-9]{1,2}$/;

/** The class of a value of a gearbox column: `A`, `M6`, `7-speed DSG`. */
export function gearboxInColumn(text: string): Transmission | undefined {
  const withoutGears = text.toLowerCase().replace(GEARS, '');
  return GEARBOXES.abbreviations.get(withoutGears) ?? classifyTransmission(text);
}

/** Whether a fuel or a gearbox is all that a text says: `6-speed auto`, but not `Auto Trader`. */
export function isClassAlone(text: string): boolean {
  return [FUELS, GEARBOXES].some(({ inColumns, abbreviations }) => {
    const others = new Set<string>();
    return (
      abbreviations.has(text.toLowerCase()) ||
      (meaningsIn<string>(text, inColumns, others).size > 0 && others.size === 0)
    );
  });
}

type Terms<Class extends string> = ClassWords<Class>['inColumns'];

/**
 * The meanings of a text's terms, except neutral ones. Longer terms take precedence: `automated manual`. `others` gets the words
 * that are no terms and have no digits.
 */
function meaningsIn<Class extends string>(
  text: string,
  terms: Terms<Class>,
  others?: Set<string>,
): Set<DealersMeaning<Class>> {
  const folded = withoutAccents(text).toLowerCase();
  const words = folded.match(/[a-z0-9]+/g) ?? [];
  const found = new Set<DealersMeaning<Class>>();
  let at = 0;
  while (at < words.length) {
    let length = 3;
    let meaning = meaningOf(words.slice(at, at + length).join(''), terms);
    while (meaning === undefined && length > 1) {
      length--;
      meaning = meaningOf(words.slice(at, at + length).join(''), terms);
    }
    if (meaning !== undefined && meaning !== NEUTRAL) found.add(meaning);
    if (meaning === undefined && /^[a-z]+$/.test(words[at] ?? '')) others?.add(words[at] ?? '');
    at += length;
  }
  return found;
}

function meaningOf<Class extends string>(
  joined: string,
  terms: Terms<Class>,
): DealersMeaning<Class> | undefined {
  const withoutOuterNumbers = /^[0-9]*([a-z](?:[a-z0-9]*[a-z])?)/.exec(joined)?.[1] ?? '';
  return terms.get(joined) ?? terms.get(withoutOuterNumbers);
}

/** Marks words that belong to no class and keep a dealer's whole text unclassified. */
const UNCLASSED = '(none)';
/** Marks words that are ignored in a dealer's text, although one of them is a term. */
const NEUTRAL = '(ignored)';

type DealersMeaning<Class extends string> = Class | typeof UNCLASSED | typeof NEUTRAL;

export interface ClassRow<Class extends string> {
  readonly name: Class;
  /** Spellings in adverts, searches, phrases and dealers' columns. */
  readonly spellings: readonly string[];
  /** Spellings in phrases only. */
  readonly heard: readonly string[];
  /** Parts of wordings for one kind of the class: `plug` for a plug-in hybrid. */
  readonly kinds: readonly string[];
}

interface ClassWords<Class extends string> {
  readonly rows: readonly ClassRow<Class>[];
  /** Meanings of words in dealers' columns; the keys have nothing between their words. */
  readonly inColumns: ReadonlyMap<string, DealersMeaning<Class>>;
  /** Classes of whole values of dealers' columns, in lower case. Within a text these mean something else. */
  readonly abbreviations: ReadonlyMap<string, Class>;
  /** Classes of whole values whose meaning in a search differs from that in an advert: `gas`. */
  readonly asked: Readonly<Record<string, Class>>;
}

const WORD_COLUMNS = ['spellings', 'other words', 'heard', 'dealers', 'abbreviations', 'asked', 'kinds'];

/** `what` names the table in errors, and `first` is its first column. Throws an error with the line of the first mistake. */
export function parseClassWords<Class extends string>(
  what: string,
  first: string,
  classes: readonly Class[],
  text: string,
): ClassWords<Class> {
  const unique = new UniqueNames(what);
  const rows: ClassRow<Class>[] = [];
  const inColumns = new Map<string, DealersMeaning<Class>>();
  const abbreviations = new Map<string, Class>();
  const asked: Record<string, Class> = {};
  for (const { line, cells } of parseTable(what, [first, ...WORD_COLUMNS], text)) {
    const [spellings, others, heard, dealers, short, whole, kinds] = cells.slice(1).map(listOf);
    const name = classes.find((known) => known === cells[0]);
    const meaning: DealersMeaning<Class> | undefined =
      name ?? ([UNCLASSED, NEUTRAL] as const).find((known) => known === cells[0]);
    if (meaning === undefined) throw mistake(what, line, `${cells[0]} is not a ${first}`);
    for (const word of heard) unique.add(word, line);
    for (const word of [...(name === undefined ? [] : [name]), ...spellings, ...others, ...dealers]) {
      unique.add(nameKey(word), line);
      inColumns.set(nameKey(word), meaning);
    }
    if (name === undefined) continue;
    for (const word of short) {
      unique.add(`'${word}'`, line);
      abbreviations.set(word, name);
    }
    for (const word of whole) asked[word] = name;
    rows.push({ name, spellings, heard: [...others, ...heard], kinds });
  }
  const missing = classes.find((known) => !rows.some(({ name }) => name === known));
  if (missing !== undefined) throw new Error(`${missing} is missing in ${what}`);
  return { rows, inColumns, abbreviations, asked };
}

export const { rows: FUELS } = readTable('vehicles/fuels.tsv', (text) =>
  parseClassWords('assets/vehicles/fuels.tsv', 'fuel', FUEL_TYPES, text),
);
export const { rows: GEARBOXES } = readTable('vehicles/gearboxes.tsv', (text) =>
  parseClassWords('assets/vehicles/gearboxes.tsv', 'gearbox', TRANSMISSIONS, text),
);
