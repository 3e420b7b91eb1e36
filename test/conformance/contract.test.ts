// Every rule of the contract has a proof, and every proof a rule. Rules are the rows of its tables and the items of its
// lists. A case of this folder or a test elsewhere proves a rule; the rest are listed as not built.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CASES } from './cases.ts';
import { HTTP_CASES } from './http-cases.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const CONTRACT = join(ROOT, '../shared/contract.md');

/** Rules that no query shows, with the file and the name of the test that proves each. */
const PROVEN_ELSEWHERE: ReadonlyMap<string, readonly [file: string, test: string]> = new Map([
  [
    'GET /api/v1/vehicles/lookup/?advert=…',
    ['test/index/state/lookup.properties.test.ts', 'says of each advert what the reference model says'],
  ],
  [
    'An advert address that is gone',
    [
      'test/http/routes/lookup-route.test.ts',
      'says of an advert that is gone nothing but that, and where similar ones are',
    ],
  ],
  [
    'A listing has at most 100 pictures and 20,000 characters of description',
    ['test/ingest/read/bounds.test.ts', 'beyond the first 100 are dropped, and counted in the report'],
  ],
  [
    'A configured feed speaks only for its own dealers',
    ['test/attacks/foreign-dealers.test.ts', "never changes a competitor's stock, however often it tries"],
  ],
  [
    'A name below a domain that another feed lists or owns',
    [
      'test/attacks/names-below.test.ts',
      'a feed sends names below its domain, and of two listed names the longest counts',
    ],
  ],
  [
    'A summary counts each facet without its own filter',
    ['test/http/routes/summary-route.test.ts', 'has these members in this order'],
  ],
  ['Addresses of feeds that lead to loopback', ['test/attacks/fetching.test.ts', 'is refused, spelled %s']],
  [
    "Nothing of a feed's text is in a public answer but the listing's own fields",
    ['test/attacks/feed-texts.slow.test.ts', 'no public response contains text of a feed'],
  ],
]);

/** Rules that the service does not follow yet, or only in part. Remove one when it has its case or its test. */
const NOT_BUILT: readonly string[] = [
  'Function words',
  'A q of which nothing is found',
  'GET /api/v1/interpret/?text=…',
  'GET /api/v1/vehicles/export/?…',
  'GET /api/v1/vehicles/changes/?since=CURSOR&…',
  'GET /api/v1/vehicles/feed.atom?…',
  'GET /cars/?advert=…',
  'GET /api/v1/vehicles/summary/',
  'GET /api/v1/vehicles/map/?…&zoom=0..12',
];

/** The contract's headings, and the names of its rules: the first cell of a row, the beginning of an item up to its first stop or bracket. */
function rulesIn(contract: string): { rules: string[]; headings: string[] } {
  const lines = contract.replaceAll(/`|\*\*/g, '').split('\n');
  return {
    rules: lines.flatMap((line) => {
      const row = /^\| (.+?) \|/.exec(line)?.[1];
      if (row !== undefined) return row === 'Case' ? [] : [row];
      const item = /^(?:- |\d+\. )(.+?)(?:[:;,.] | \(|[:.]?$)/.exec(line)?.[1];
      return item === undefined ? [] : [item];
    }),
    headings: lines.filter((line) => line.startsWith('## ')).map((line) => line.slice(3)),
  };
}

const cased = new Set([...CASES, ...HTTP_CASES].map(({ row }) => row));

describe.skipIf(!existsSync(CONTRACT))('the contract (../shared)', () => {
  const { rules, headings } = rulesIn(existsSync(CONTRACT) ? readFileSync(CONTRACT, 'utf8') : '');

  it('is read: rows of tables, numbered items and items with dashes', () => {
    expect(rules).toEqual(
      expect.arrayContaining(['page', 'A typing error', 'An advert address that is gone']),
    );
    expect(new Set(rules).size).toBe(rules.length);
  });

  it('has a case or a test for every rule but those that are listed as not built', () => {
    const known = new Set([...cased, ...PROVEN_ELSEWHERE.keys(), ...NOT_BUILT]);
    expect(rules.filter((rule) => !known.has(rule))).toEqual([]);
  });

  it('has every rule and heading that a case, a test or the list of those not built names', () => {
    const named = [...cased, ...PROVEN_ELSEWHERE.keys(), ...NOT_BUILT];
    expect(named.filter((rule) => !rules.includes(rule) && !headings.includes(rule))).toEqual([]);
  });

  it('has no rule listed as not built that a case or a test proves', () => {
    expect(NOT_BUILT.filter((rule) => cased.has(rule) || PROVEN_ELSEWHERE.has(rule))).toEqual([]);
  });
});

it.each(Array.from(PROVEN_ELSEWHERE, ([rule, [file, name]]) => [rule, file, name] as const))(
  'the test that proves "%s" is there',
  (_rule, file, name) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    expect(text.includes(`'${name}'`) || text.includes(`"${name}"`)).toBe(true);
  },
);
