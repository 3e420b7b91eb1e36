// The models of cars and light vans sold used in the UK, read lazily from assets/vehicles/models.tsv and checked: if two models
// of one make shared a name, dealers' texts would be split at random.
//
// A name in parentheses is also an ordinary word or number (`Note`, `500`): phrases mean the model only directly after its make.
// A name in brackets is a model in listings, but not in phrases (`Cooper`).
import { canonicalMake } from './makes.ts';
import { modelKey } from './name-key.ts';
import { listOf, mistake, parseTable, readTable, UniqueNames, type TableLine } from '../tables.ts';

/** The place in a phrase in which a name means the model. */
type HeardWhere = 'anywhere' | 'after make' | 'never';

export interface UkModelName {
  readonly name: string;
  /** The name's `modelKey`. */
  readonly key: string;
  readonly heard: HeardWhere;
}

export interface UkModel {
  /** The canonical make. */
  readonly make: string;
  readonly model: string;
  /** Names in listings, the model's own first: `Range Rover Evoque` and `Evoque`. */
  readonly names: readonly UkModelName[];
  /** Names that only phrases use: `Disco`. */
  readonly heardAs: readonly UkModelName[];
  /** Versions that phrases name like models of their own, each with its aliases: `Discovery 4`. */
  readonly versions: readonly (readonly string[])[];
  /**
   * Names of versions that imply the model: `320d` implies a 3 Series. `#` is a digit; further letters may follow a pattern. The
   * part before a space names the model: `CLA ###` matches `CLA200`.
   */
  readonly badges: readonly string[];
  /** Badges by which phrases mean the model, in lower case. They are stricter, because phrases have numbers of their own. */
  readonly heardBadges: readonly RegExp[];
  /**
   * For a name that is also an ordinary word: words after it that make it the model. `*` is any word or none, `#` an engine size
   * or a year, `!` an exclamation mark.
   */
  readonly ifFollowedBy: readonly string[];
}

export interface UkModelTable {
  readonly models: readonly UkModel[];
  /** A hash of the table. An index built with another table is out of date. */
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

/** Throws an error with the line of the first mistake. */
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

/** The keys by which phrases mean the model, separately by place: `Evo` after its make may be another model than `Evo` alone. */
function heardNames({ names, heardAs }: UkModel): ReadonlySet<string> {
  const inPhrases = [...names, ...heardAs].filter(({ heard }) => heard !== 'never');
  return new Set(inPhrases.map(({ key, heard }) => (heard === 'after make' ? `(${key})` : key)));
}

/** In a pattern, a space may follow only a name of the model, which is omitted: `CLA ###`. */
function checkSpace(badge: string, names: readonly UkModelName[], line: number): void {
  const [start, ...rest] = badge.split(' ');
  if (rest.length === 0 || !badge.includes('#') || names.some(({ key }) => key === modelKey(start))) return;
  throw mistake(WHAT, line, `'${badge}' has a space behind '${start}', which is not a name of the model`);
}

/** Parentheses contain alternatives and brackets digits, as in regular expressions; `#` is a digit. */
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

/** The model that a phrase means by a badge: a 3 Series by `320d`. After a make, only the make's own models count. */
export function modelOfBadge(key: string, make: string | undefined): UkModel | undefined {
  if (!/[0-9]/.test(key)) return undefined;
  // Few words with digits are badges, and phrases of numbers look up hundreds.
  badged ??= new RegExp(
    ukModels()
      .models.flatMap(({ heardBadges }) => heardBadges.map(({ source }) => source))
      .join('|'),
  );
  if (!badged.test(key)) return undefined;
  return ukModels().models.find(
    (model) =>
      (make === undefined || model.make === make) && model.heardBadges.some((badge) => badge.test(key)),
  );
}

/** Any badge of any model. */
let badged: RegExp | undefined;

const HEARD_BY_SIGN: ReadonlyMap<string, HeardWhere> = new Map([
  ['(', 'after make'],
  ['[', 'never'],
]);

function parseName(text: string): UkModelName {
  const heard = HEARD_BY_SIGN.get(text.charAt(0)) ?? 'anywhere';
  const name = heard === 'anywhere' ? text : text.slice(1, -1);
  return { name, key: modelKey(name), heard };
}
