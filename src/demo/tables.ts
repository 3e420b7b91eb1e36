// The demo's tables in assets/demo/: bodies, paints, features, phrases, dealers and their places. Makes and models have a reader
// of their own (catalogue.ts). A mistake in a table is an error with its line.
import { addToList } from '../lists-by-key.ts';
import { FUEL_TYPES, type FuelType } from '../vehicle/classes.ts';
import { listOf, mistake, numberOf, oneOf, parseTable, readTable, UniqueNames } from '../tables.ts';

/** What the generator asks of a body. */
const BODY_KINDS = [
  'car',
  'roofed',
  'family',
  'small',
  'fun',
  'open',
  'working',
  'towing',
  'offroad',
] as const;
export type BodyKind = (typeof BODY_KINDS)[number];

export interface Body {
  /** As in paths of pictures: `suv`. */
  readonly name: string;
  /** `SUV`. */
  readonly inAdverts: string;
  readonly doors: number;
  readonly kinds: readonly BodyKind[];
}

export interface Paint {
  /** As in paths of pictures. */
  readonly colour: string;
  /** Per cent of all cars. */
  readonly share: number;
  /** CSS colours of a body from top to bottom. */
  readonly shades: { readonly light: string; readonly plain: string; readonly dark: string };
  /** As in adverts: `Midnight Blue`. They contain the colour. Not real paint codes. */
  readonly names: readonly string[];
}

export interface Feature {
  readonly text: string;
  /** First model year in which it is common. */
  readonly fromYear: number;
  /** Names of the bodies that have it. */
  readonly bodies: ReadonlySet<string>;
  readonly fuels: readonly FuelType[];
  /** Minimum price when new, in pounds. */
  readonly fromGbp: number;
  /** Maximum price when new, in pounds: more expensive cars have something better. */
  readonly toGbp: number;
  /** A description has at most one feature of a group; empty for none. */
  readonly group: string;
}

/** Places of phrases in a description, besides its closing sentences. */
const PLACES = [
  'opening',
  'features',
  'without features',
  'owners few',
  'owners some',
  'owners many',
  'history young',
  'history middle',
  'history old',
  'keys',
  'test',
  'special small',
  'special working',
  'special family',
  'special ULEZ',
  'special electric',
] as const;
const CLOSING = 'closing ';

export interface Phrases {
  readonly at: Readonly<Record<(typeof PLACES)[number], readonly string[]>>;
  /** Closing sentences for any car, by topic. A description has at most one per topic. */
  readonly closings: readonly (readonly string[])[];
}

/** What dealers specialise in; `general` sells anything. Specialists of a car are drawn from in this order. */
export const TRADES = ['general', 'commercial', 'prestige', 'electric', 'offroad', 'budget'] as const;
export type Trade = (typeof TRADES)[number];

export interface DealerRow {
  readonly trade: Trade;
  readonly name: string;
  readonly sites: number;
}

export interface DealerPlace {
  /** Unit postcode: `LS1 4AP`. */
  readonly postcode: string;
  readonly town: string;
}

export interface DemoTables {
  readonly bodies: ReadonlyMap<string, Body>;
  readonly paints: ReadonlyMap<string, Paint>;
  readonly features: readonly Feature[];
  readonly phrases: Phrases;
  /** Of each trade, the largest first. */
  readonly dealers: readonly DealerRow[];
  readonly places: readonly DealerPlace[];
}

let loaded: DemoTables | undefined;

/** Read at the first call. */
export function demoTables(): DemoTables {
  if (loaded !== undefined) return loaded;
  const { rows: bodies } = readTable('demo/bodies.tsv', parseBodies);
  loaded = {
    bodies,
    paints: readTable('demo/paints.tsv', parsePaints).rows,
    features: readTable('demo/features.tsv', (text) => parseFeatures(text, bodies)).rows,
    phrases: readTable('demo/phrases.tsv', parsePhrases).rows,
    dealers: readTable('demo/dealers.tsv', parseDealers).rows,
    places: readTable('demo/places.tsv', parseDealerPlaces).rows,
  };
  return loaded;
}

export function parseBodies(text: string): ReadonlyMap<string, Body> {
  const what = "the demo's bodies";
  return byName(
    what,
    parseTable(what, ['body', 'in adverts', 'doors', 'kinds'], text).map(({ line, cells }) => {
      const [name, inAdverts, doors, kinds] = cells;
      if (!/^[a-z]+$/.test(name)) throw mistake(what, line, `'${name}' is not in small letters`);
      const known = listOf(kinds).map((kind) => oneOf(BODY_KINDS, kind, what, line));
      return [{ name, inAdverts, doors: numberOf(doors, what, line), kinds: known }, line];
    }),
    ({ name }) => name,
  );
}

export function parsePaints(text: string): ReadonlyMap<string, Paint> {
  const what = "the demo's paints";
  return byName(
    what,
    parseTable(what, ['colour', 'share', 'light', 'plain', 'dark', 'names'], text).map(({ line, cells }) => {
      const [colour, share, light, plain, dark, names] = cells;
      for (const shade of [light, plain, dark])
        if (!/^#[0-9a-f]{6}$/.test(shade)) throw mistake(what, line, `'${shade}' is not a CSS colour`);
      for (const name of listOf(names))
        if (!name.toLowerCase().includes(colour)) throw mistake(what, line, `'${name}' is not ${colour}`);
      const shades = { light, plain, dark };
      return [{ colour, share: numberOf(share, what, line), shades, names: listOf(names) }, line];
    }),
    ({ colour }) => colour,
  );
}

/** A cell of bodies lists bodies, or kinds of them; a blank one is any body. */
export function parseFeatures(text: string, bodies: ReadonlyMap<string, Body>): readonly Feature[] {
  const what = "the demo's features";
  const unique = new UniqueNames(what);
  const all = [...bodies.values()];
  const columns = ['feature', 'from year', 'bodies', 'fuels', 'from price', 'to price', 'group'];
  return parseTable(what, columns, text).map(({ line, cells }) => {
    const [feature, fromYear, fitting, fuels, from, to, group] = cells;
    unique.add(feature, line);
    const fits = (cell: string): readonly Body[] => {
      const found = all.filter(({ name, kinds }) => name === cell || kinds.some((kind) => kind === cell));
      if (found.length === 0) throw mistake(what, line, `'${cell}' is neither a body nor a kind of bodies`);
      return found;
    };
    return {
      text: feature,
      fromYear: numberOf(fromYear, what, line),
      bodies: new Set((fitting === '' ? all : listOf(fitting).flatMap(fits)).map(({ name }) => name)),
      fuels: fuels === '' ? FUEL_TYPES : listOf(fuels).map((fuel) => oneOf(FUEL_TYPES, fuel, what, line)),
      fromGbp: from === '' ? 0 : numberOf(from, what, line),
      toGbp: to === '' ? Infinity : numberOf(to, what, line),
      group,
    };
  });
}

export function parsePhrases(text: string): Phrases {
  const what = "the demo's phrases";
  const unique = new UniqueNames(what);
  const none = Object.fromEntries(PLACES.map((place): [string, string[]] => [place, []]));
  // Safe: an entry for each of the places.
  const at = none as Record<(typeof PLACES)[number], string[]>;
  const closings = new Map<string, string[]>();
  for (const { line, cells } of parseTable(what, ['place', 'phrase'], text)) {
    const [place, phrase] = cells;
    unique.add(phrase, line, place);
    if (place.startsWith(CLOSING)) addToList(closings, place, phrase);
    else at[oneOf(PLACES, place, what, line)].push(phrase);
  }
  const missing = PLACES.find((place) => at[place].length === 0);
  if (missing !== undefined) throw new Error(`${what} have none for '${missing}'`);
  return { at, closings: [...closings.values()] };
}

export function parseDealers(text: string): readonly DealerRow[] {
  const what = "the demo's dealers";
  const unique = new UniqueNames(what);
  return parseTable(what, ['trade', 'dealer', 'sites'], text).map(({ line, cells }) => {
    const [trade, name, sites] = cells;
    unique.add(name, line);
    return { trade: oneOf(TRADES, trade, what, line), name, sites: numberOf(sites, what, line) };
  });
}

export function parseDealerPlaces(text: string): readonly DealerPlace[] {
  const what = "the dealers' places";
  const unique = new UniqueNames(what);
  return parseTable(what, ['postcode', 'town'], text).map(({ line, cells: [postcode, town] }) => {
    if (postcode === '' || town === '') throw mistake(what, line, 'it has no postcode and town');
    unique.add(postcode, line);
    return { postcode, town };
  });
}

function byName<Row>(
  what: string,
  rows: readonly (readonly [row: Row, line: number])[],
  nameOf: (row: Row) => string,
): ReadonlyMap<string, Row> {
  const unique = new UniqueNames(what);
  for (const [row, line] of rows) unique.add(nameOf(row), line);
  return new Map(rows.map(([row]) => [nameOf(row), row]));
}
