// Turns pairs of a name and a value into columns: `{ "name": "Doors", "value": 5 }`, `Attribute 1 name` beside
// `Attribute 1 value(s)`, and texts that list pairs.
import { wordList, wordsFor } from '../tables/feed-tables.ts';

type Member = readonly [name: string, value: unknown];

/** Members of JSON-LD that say how to read it; they have no facts. */
export const SYNTAX: ReadonlySet<string> = new Set(['@type', '@context']);

const MAX_NAME_LENGTH = 100;

/** The name and the value that an object in `list` gives, with its other members below the name; undefined for other objects. */
export function pairOf(element: object, list: string): readonly Member[] | undefined {
  const members = element as Readonly<Record<string, unknown>>;
  // Elsewhere than in a shop's attributes, a list of options is one of features.
  const values = [...wordList('pair value'), ...(ATTRIBUTE.test(list) ? wordList('attribute value') : [])];
  const valueName = values.find((known) => members[known] !== undefined);
  if (valueName === undefined) return undefined;
  const key =
    wordList('pair name').find((known) => isName(members[known])) ??
    (isName(members.type) && (holdsPairs(list) || /identifiers?$/i.test(list)) ? 'type' : undefined);
  if (key === undefined) return undefined;
  const said = String(members[key]).trim();
  // A list of features says yes and no: `features.Sat nav`.
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

/** Whether a list or an object of this name consists of names and values. */
export function holdsPairs(name: string): boolean {
  return rolesOf(`${name}_name`) !== undefined;
}

const ATTRIBUTE = /(?:attribute|custom_?field)s?$/i;

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

/** Shopify's text for a product without options. */
const NO_VALUE = 'Default Title';

/** Separators of pairs, tried in this order: a list with commas in its values has other separators. */
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

/** Whether the pairs in a text of this name follow the name of a section. In other texts, a place may follow them. */
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
  const patterns = [EQUAL, mayListSections(member[0]) ? IN_SECTIONS : WITH_PLACES];
  for (const [at, separator] of SEPARATORS.entries()) {
    const parts = String(member[1]).split(separator);
    if (at > 0 && parts.length === 1) continue;
    const pairs = patterns.map((pattern) => pairsOf(parts, pattern)).find(Boolean);
    if (pairs !== undefined) return pairs;
  }
  return [member];
}

/** `make=Ford,mileage=71,000`. */
const EQUAL = /^([^=:]+)=([^=]+)$/u;
/** Google's `Vehicle:Mileage:38500,Vehicle:Fuel:Petrol`, each below its section: `Vehicle.Mileage`. */
const IN_SECTIONS = /^([^=:]+:[^=:]+):([^=:]+)$/u;
/** `Mileage:38500:1|Fuel:Petrol:2`, with places behind the values. */
const WITH_PLACES = /^([^=:]+):([^=:]+):[0-9]{1,2}\s*$/u;

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

/** The members, with each name column and its value column joined to one member; the same list if there are no such columns. */
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

/** The names of a header without the columns of pairs. */
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
