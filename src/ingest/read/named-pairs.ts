// Pairs of a name and a value, which become a column: `{ "name": "Doors", "value": 5 }`, `Attribute 1 name` beside `Attribute 1 value(s)`.
import { wordList, wordsFor } from '../tables/feed-tables.ts';

type Member = readonly [name: string, value: unknown];

/** Members of JSON-LD that say how to read it; they have no facts. */
export const SYNTAX: ReadonlySet<string> = new Set(['@type', '@context']);

const MAX_NAME_LENGTH = 100;

/** The name and the value that an object in `list` gives, what else it has below the name; undefined for other objects. */
export function pairOf(element: object, list: string): readonly Member[] | undefined {
  const members = element as Readonly<Record<string, unknown>>;
  // Elsewhere than in a shop's attributes, a list of options is one of features.
  const values = [...wordList('pair value'), ...(isAttribute(list) ? wordList('attribute value') : [])];
  const valueName = values.find((known) => members[known] !== undefined);
  if (valueName === undefined) return undefined;
  const key =
    wordList('pair name').find((known) => isName(members[known])) ??
    (isName(members.type) && (holdsPairs(list) || /identifiers?$/i.test(list)) ? 'type' : undefined);
  if (key === undefined) return undefined;
  const said = String(members[key]).trim();
  // Yes and no of a list of features: `features.Sat nav`.
  const name = typeof members[valueName] === 'boolean' && !holdsPairs(list) ? `${list}.${said}` : said;
  const others = Object.entries(members).filter(
    ([other, member]) =>
      other !== key && other !== valueName && !SYNTAX.has(other) && member !== null && member !== '',
  );
  return [
    [name, members[valueName]],
    ...others.map(([other, member]): Member => [`${name}.${other}`, member]),
  ];
}

/** Whether what has this name consists of names and values, also if it is one object and no list. */
export function holdsPairs(name: string): boolean {
  return rolesOf(`${name}_name`) !== undefined;
}

function isAttribute(name: string): boolean {
  return /attributes?$/i.test(name);
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_NAME_LENGTH && /\p{L}/u.test(value);
}

interface Role {
  readonly stem: string;
  readonly isName: boolean;
}

const ROLES = new Map<string, Role | undefined>();
/** Bounds the roles against feeds with countless column names. */
const MAX_ROLES = 10_000;

function rolesOf(name: string): Role | undefined {
  if (ROLES.has(name)) return ROLES.get(name);
  const role = readRole(name);
  if (ROLES.size < MAX_ROLES) ROLES.set(name, role);
  return role;
}

function readRole(name: string): Role | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const words = name
    .replace(/\(s\)$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+|[0-9]+/g);
  if (words === null) return undefined;
  const at = words.findLastIndex(
    (word) => wordsFor('pair name word').has(word) || wordsFor('pair value word').has(word),
  );
  if (at === -1 || words.slice(at + 1).some((word) => !/^[0-9]/.test(word))) return undefined;
  const stem = words.filter((_, n) => n !== at);
  const nouns = stem.filter((word) => !/^[0-9]/.test(word) && !wordsFor('pair filler').has(word));
  if (nouns.length === 0 || !nouns.every((word) => wordsFor('pair noun').has(word))) return undefined;
  return { stem: stem.join(' '), isName: wordsFor('pair name word').has(words[at]) };
}

export function isNameOfPair(name: string): boolean {
  return rolesOf(name)?.isName === true;
}

/** What Shopify writes as the option of a product that has none. */
const NO_VALUE = 'Default Title';

/** Between pairs; a list with commas in its values may have other signs between its pairs. */
const SEPARATORS: readonly RegExp[] = [
  /[,;|\n](?=[^\S\n]*\p{L}[\p{L}0-9 _.-]{0,40}[=:])/u,
  /[|\n](?=[^\S\n]*\p{L}[\p{L}0-9 _.-]{0,40}[=:])/u,
  /[;\n](?=[^\S\n]*\p{L}[\p{L}0-9 _.-]{0,40}[=:])/u,
];
const NAME = /^\s*\p{L}[\p{L}0-9 _.-]{0,40}$/u;
const MAX_TEXT_LENGTH = 5000;
const MAX_VALUE_LENGTH = 300;

export function mayListPairs(name: string): boolean {
  return holdsPairs(name) || /\(name:value/i.test(name) || mayListSections(name);
}

/** Whether pairs in a text of this name are below sections; those of others may have places. */
function mayListSections(name: string): boolean {
  return (
    name.length <= MAX_NAME_LENGTH && wordsFor('pair list').has(name.toLowerCase().replace(/[\s-]+/g, '_'))
  );
}

function holdsList([name, value]: Member): boolean {
  return (
    typeof value === 'string' && value.length <= MAX_TEXT_LENGTH && /[=:]/.test(value) && mayListPairs(name)
  );
}

function pairsInText(member: Member): readonly Member[] {
  if (!holdsList(member)) return [member];
  const readings = [readEqual, mayListSections(member[0]) ? readSections : readPlaces];
  for (const [at, separator] of SEPARATORS.entries()) {
    const parts = String(member[1]).split(separator);
    if (at > 0 && parts.length === 1) continue;
    const pairs = readings.map((read) => read(parts)).find(Boolean);
    if (pairs !== undefined) return pairs;
  }
  return [member];
}

/** `make=Ford,mileage=71,000`. */
function readEqual(parts: readonly string[]): readonly Member[] | undefined {
  return pairsOf(parts, /^([^=:]+)=([^=]+)$/u);
}

/** Google's `Vehicle:Mileage:38500,Vehicle:Fuel:Petrol`: what is below a section has its name. */
function readSections(parts: readonly string[]): readonly Member[] | undefined {
  return pairsOf(parts, /^([^=:]+:[^=:]+):([^=:]+)$/u);
}

/** `Mileage:38500:1|Fuel:Petrol:2`, with their places. */
function readPlaces(parts: readonly string[]): readonly Member[] | undefined {
  return pairsOf(parts, /^([^=:]+):([^=]+):[0-9]{1,2}\s*$/u);
}

function pairsOf(parts: readonly string[], pattern: RegExp): readonly Member[] | undefined {
  const pairs: Member[] = [];
  for (const part of parts) {
    const [, path = '', value = ''] = pattern.exec(part) ?? [];
    const names = path.split(':');
    const text = value.trim();
    const isValue = text !== '' && text.length <= MAX_VALUE_LENGTH;
    if (!isValue || !names.every((name) => NAME.test(name))) return undefined;
    pairs.push([names.map((name) => name.trim()).join('.'), text]);
  }
  return pairs;
}

/** The members with each two columns of a name and its value as one of that name; the same list if there are none. */
export function withPairs(members: readonly Member[]): readonly Member[] {
  let names: Map<string, Member> | undefined;
  const all = members.some(holdsList) ? members.flatMap((member) => pairsInText(member)) : members;
  for (const member of all) {
    const role = rolesOf(member[0]);
    if (role?.isName === true && isName(member[1]))
      (names ??= new Map<string, Member>()).set(role.stem, member);
  }
  if (names === undefined) return all;
  const used = new Set<Member>();
  const paired = all.map((member): Member => {
    const role = rolesOf(member[0]);
    const name = role === undefined || role.isName ? undefined : names.get(role.stem);
    if (name === undefined || member[1] === NO_VALUE) return member;
    used.add(name);
    return [String(name[1]).trim(), member[1]];
  });
  return paired.filter((member) => !used.has(member));
}

/** The names of a header but for those of pairs. */
export function withoutPairs(names: readonly string[]): readonly string[] {
  const stems = (isName: boolean): Set<string> =>
    new Set(names.map(rolesOf).flatMap((role) => (role?.isName === isName ? [role.stem] : [])));
  const named = stems(true);
  const valued = stems(false);
  return names.filter((name) => {
    const stem = rolesOf(name)?.stem;
    return stem === undefined || !named.has(stem) || !valued.has(stem);
  });
}
