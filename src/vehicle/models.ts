// The models of cars and light vans sold used in the UK, read from assets/vehicles/models.tsv at the first use and
// checked: a name of two models of one make would split dealers' texts at random.
//
// A name in parentheses is also an ordinary word or number (`Note`, `500`): phrases mean the model only right after its
// make. A name in brackets is a model in listings, but not in phrases (`Cooper`).
import { canonicalMake } from './makes.ts';
import { modelKey } from './name-key.ts';
import { listOf, mistake, parseTable, readTable, UniqueNames, type TableLine } from '../tables.ts';

/** Where a phrase means the model by this name. */
type HeardWhere = 'anywhere' | 'after make' | 'never';

export interface UkModelName {
  readonly name: string;
  /** The name's `modelKey`. */
  readonly key: string;
  readonly heard: HeardWhere;
}

export interface UkModel {
  /** Canonical. */
  readonly make: string;
  readonly model: string;
  /** Names in listings, the model's own first: `Range Rover Evoque` and `Evoque`. */
  readonly names: readonly UkModelName[];
  /** Names that only phrases use: `Disco`. */
  readonly heardAs: readonly UkModelName[];
  /** Versions that phrases name like models of their own, each with its aliases: `Discovery 4`. */
  readonly versions: readonly (readonly string[])[];
  /**
   * Names of versions that imply the model: `320d` a 3 Series. `#` is a digit; a pattern matches further letters. With a space,
   * the part before it names the model: `CLA ###` is a `CLA200`.
   */
  readonly badges: readonly string[];
  /** Badges by which phrases mean the model, in lower case: stricter, because phrases have numbers of their own. */
  readonly heardBadges: readonly RegExp[];
  /**
   * Of a name that is also an ordinary word: words behind it that make it the model, `*` for any or none, `#` for an engine size or a
   * year, `!` for an exclamation mark.
   */
  readonly ifFollowedBy: readonly string[];
}

export interface UkModelTable {
  readonly models: readonly UkModel[];
  /** A hash of the table: an index built with another one is out of date. */
  readonly version: string;
}

const WHAT = 'assets/vehicles/models.tsv';
const COLUMNS = [
  'make',
  'model',
  'other names',
  'heard',
  'versions',
  'badges',
  'heard badges',
  'if followed by',
];

let loaded: UkModelTable | undefined;

export function ukModels(): UkModelTable {
  if (loaded === undefined) {
    const { rows: models, version } = readTable('vehicles/models.tsv', parseUkModels);
    loaded = { models, version };
  }
  return loaded;
}

/** Throws an error that names the line of the first mistake. */
export function parseUkModels(text: string): readonly UkModel[] {
  const unique = new UniqueNames(WHAT);
  return parseTable(WHAT, COLUMNS, text).map((row) => {
    const model = parseRow(row);
    for (const { key } of model.names) unique.add(key, row.line, model.make);
    for (const name of heardNames(model)) unique.add(name, row.line, `${model.make} in phrases`);
    for (const badge of model.badges) unique.add(`*${badge}`, row.line, model.make);
    return model;
  });
}

function parseRow({ line, cells }: TableLine): UkModel {
  const [make, model, ...lists] = cells;
  const [others, heard, versions, badges, heardBadges, ifFollowedBy] = lists.map(listOf);
  if (canonicalMake(make) !== make) throw mistake(WHAT, line, `${make} is not a make`);
  const names = [model, ...others].map(parseName);
  const nameless = names.find(({ name, key }) => key === '' || name !== name.trim());
  if (nameless !== undefined) throw mistake(WHAT, line, `'${nameless.name}' is not a name`);
  for (const badge of badges) checkSpace(badge, names, line);
  return {
    make,
    model: names[0].name,
    names,
    heardAs: heard.map(parseName),
    versions: versions.map((version) => version.split('=')),
    badges,
    heardBadges: heardBadges.map((badge) => parsePattern(badge, line)),
    ifFollowedBy,
  };
}

/** The keys by which phrases mean the model, apart by where: `Evo` after its make may be another model than alone. */
function heardNames({ names, heardAs }: UkModel): ReadonlySet<string> {
  const inPhrases = [...names, ...heardAs].filter(({ heard }) => heard !== 'never');
  return new Set(inPhrases.map(({ key, heard }) => (heard === 'after make' ? `(${key})` : key)));
}

/** A space in a pattern may only follow a name of the model, which is left out: `CLA ###`. */
function checkSpace(badge: string, names: readonly UkModelName[], line: number): void {
  const [start, ...rest] = badge.split(' ');
  if (rest.length === 0 || !badge.includes('#') || names.some(({ key }) => key === modelKey(start))) return;
  throw mistake(WHAT, line, `'${badge}' has a space behind '${start}', which is not a name of the model`);
}

/** Alternatives in parentheses and digits in brackets, as in regular expressions; `#` is a digit. */
function parsePattern(text: string, line: number): RegExp {
  if (!/^(?:[a-z0-9#?]|\([a-z0-9|]+\)|\[[0-9-]+\])+$/.test(text))
    throw mistake(
      WHAT,
      line,
      `'${text}' is not a badge: it has lower-case letters, digits, #, (…|…), […] and ? alone`,
    );
  if (!/[0-9#]/.test(text))
    throw mistake(WHAT, line, `'${text}' has no digit, so it is a name rather than a badge`);
  return new RegExp(`^${text.replaceAll('#', '[0-9]')}$`);
}

/** The model that a phrase means by a badge: a 3 Series by `320d`. After a make, only its own. */
export function modelOfBadge(key: string, make: string | undefined): UkModel | undefined {
  if (!/[0-9]/.test(key)) return undefined;
  // Phrases of numbers in words ask for hundreds of badges, which few models have.
  badged ??= ukModels().models.filter(({ heardBadges }) => heardBadges.length > 0);
  return badged.find(
    (model) =>
      (make === undefined || model.make === make) && model.heardBadges.some((badge) => badge.test(key)),
  );
}

let badged: readonly UkModel[] | undefined;

const HEARD_BY_SIGN: ReadonlyMap<string, HeardWhere> = new Map([
  ['(', 'after make'],
  ['[', 'never'],
]);

function parseName(text: string): UkModelName {
  const heard = HEARD_BY_SIGN.get(text.charAt(0)) ?? 'anywhere';
  const name = heard === 'anywhere' ? text : text.slice(1, -1);
  return { name, key: modelKey(name), heard };
}
