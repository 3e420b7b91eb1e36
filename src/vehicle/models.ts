// The models of cars and light vans sold used in the UK, read from assets/vehicles/models.tsv at the first use and
// checked: a name of two models of one make would split dealers' texts at random.
//
// A name in parentheses is also an ordinary word or number (`Note`, `500`): phrases mean the model only right after its
// make. A name in brackets is a model in listings, but not in phrases (`Cooper`).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { canonicalMake } from './makes.ts';
import { modelKey } from './name-key.ts';
import { packageFile } from '../package-files.ts';

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
}

export interface UkModelTable {
  readonly models: readonly UkModel[];
  /** A hash of the table: an index built with another one is out of date. */
  readonly version: string;
}

const FILE = packageFile('assets/vehicles/models.tsv');
const HEADER = 'make\tmodel\tother names\theard\tversions\tbadges';

let loaded: UkModelTable | undefined;

export function ukModels(): UkModelTable {
  if (loaded === undefined) {
    const text = readFileSync(FILE, 'utf8');
    const version = createHash('sha256').update(text).digest('hex').slice(0, 12);
    loaded = { models: parseUkModels(text), version };
  }
  return loaded;
}

/** Throws an error that names the line of the first mistake. */
export function parseUkModels(text: string): readonly UkModel[] {
  const [header, ...lines] = text.trimEnd().split('\n');
  if (header !== HEADER) throw new Error(`The models' first line must be ${JSON.stringify(HEADER)}`);
  const lineOf = new Map<string, number>();
  return lines.map((line, i) => {
    const model = parseLine(line, i + 2);
    const badges = model.badges.map((badge) => `*${badge}`);
    for (const name of [...model.names.map(({ key }) => key), ...badges]) {
      const key = `${model.make}\t${name}`;
      const earlier = lineOf.get(key);
      if (earlier !== undefined) throw mistake(i + 2, `${name} is on line ${earlier} too`);
      lineOf.set(key, i + 2);
    }
    return model;
  });
}

function parseLine(line: string, number: number): UkModel {
  const [make, model, ...rest] = line.split('\t');
  const [others, heard, versions, badges] = [0, 1, 2, 3].map((i) => listOf(rest.at(i)));
  if (make === undefined || model === undefined || rest.length > 4)
    throw mistake(number, 'it must have two to six columns');
  if (canonicalMake(make) !== make) throw mistake(number, `${make} is not a make`);
  const names = [model, ...others].map(parseName);
  const nameless = names.find(({ name, key }) => key === '' || name !== name.trim());
  if (nameless !== undefined) throw mistake(number, `'${nameless.name}' is not a name`);
  return {
    make,
    model: names[0].name,
    names,
    heardAs: heard.map(parseName),
    versions: versions.map((version) => version.split('=')),
    badges,
  };
}

function listOf(column: string | undefined): readonly string[] {
  return column === undefined || column === '' ? [] : column.split(' | ');
}

const HEARD_BY_SIGN: ReadonlyMap<string, HeardWhere> = new Map([
  ['(', 'after make'],
  ['[', 'never'],
]);

function parseName(text: string): UkModelName {
  const heard = HEARD_BY_SIGN.get(text.charAt(0)) ?? 'anywhere';
  const name = heard === 'anywhere' ? text : text.slice(1, -1);
  return { name, key: modelKey(name), heard };
}

function mistake(line: number, fault: string): Error {
  return new Error(`Line ${line} of the models is wrong: ${fault}`);
}
