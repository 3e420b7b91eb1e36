// Search synonyms. A query's word on the left also finds the words on the right; makes contribute their aliases. Only
// true synonyms: each widens every search for the word.
import { makeAliases } from '../listing/makes.ts';

const SYNONYM_GROUPS: readonly (readonly string[])[] = [
  ['automatic', 'auto'],
  ['cabriolet', 'convertible', 'cabrio'],
  ['electric', 'ev', 'bev'],
  ['grey', 'gray'],
  ['hatchback', 'hatch'],
  ['saloon', 'sedan'],
  ['4x4', '4wd', 'awd'],
];

export const SEARCH_SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map([
  ...SYNONYM_GROUPS.flatMap((group) =>
    group.map((word): [string, string[]] => [word, group.filter((other) => other !== word)]),
  ),
  ...[...makeAliases()].map(([alias, make]): [string, string[]] => [alias, [make]]),
]);
