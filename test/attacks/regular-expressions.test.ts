// No regular expression backtracks. TypeScript's parser finds each in the sources; each runs on strings pumped from its
// own characters: four times the text takes about four times the time, where backtracking takes sixteen. JavaScript
// cannot count the steps of a match, so this test alone uses a clock.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const SRC = new URL('../../src/', import.meta.url).pathname;

interface Literal {
  /** `http/protocol/query-string.ts:35`. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Every regular expression in the sources: literals, and what is built when the program runs. */
function expressions(): { readonly literals: Literal[]; readonly built: string[] } {
  const literals: Literal[] = [];
  const built: string[] = [];
  for (const path of readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )) {
    const text = readFileSync(join(SRC, path), 'utf8');
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      const place = (): string =>
        `${relative(SRC, join(SRC, path))}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`;
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        literals.push({ place: place(), source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
      }
      if (
        ts.isCallExpression(node) &&
        ts.isIdentifier(node.expression) &&
        node.expression.text === 'withUnits'
      )
        literals.push({ place: place(), ...unitExpression(node.arguments) });
      if (
        (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
        ts.isIdentifier(node.expression) &&
        node.expression.text === 'RegExp'
      )
        built.push(place().replace(/:\d+$/, ''));
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return { literals, built };
}

/** An expression of `withUnits`, with two spellings for each unit. */
function unitExpression([source, flags]: readonly ts.Expression[]): Pick<Literal, 'source' | 'flags'> {
  if (!ts.isStringLiteralLike(source) || (flags !== undefined && !ts.isStringLiteralLike(flags)))
    throw new Error('an expression with units is not a literal, so it cannot be tested');
  return { source: source.text.replace(/<\w+>/g, '(?:miles?|mi)'), flags: flags?.text ?? '' };
}

const CLASSES: Readonly<Record<string, string>> = {
  d: '0',
  w: 'a',
  s: ' ',
  S: 'x',
  W: '-',
  D: 'x',
  n: '\n',
  r: '\r',
  t: '\t',
  b: '',
  B: '',
};

/** The characters that an expression speaks of, one for each class, and a stranger to all of them. */
function charactersOf(source: string): string[] {
  const found = new Set<string>();
  const tokens = source.matchAll(
    /\\u\{?([0-9a-fA-F]{2,6})\}?|\\x([0-9a-fA-F]{2})|\\p\{([^}]*)\}|\\([dDwWsSnrtbB])|\\(.)|([^\\()[\]{}?*+|^$.])|(\.)/gu,
  );
  for (const [, unicode, hex, property, letter, escaped, plain, dot] of tokens) {
    if (unicode !== undefined || hex !== undefined)
      found.add(String.fromCodePoint(Number.parseInt(unicode ?? hex ?? '', 16)));
    else if (property !== undefined)
      found.add(
        /^[ZC]/.test(property) ? '\u00a0' : /^N/.test(property) ? '5' : /^[PS]/.test(property) ? '-' : 'é',
      );
    else if (letter !== undefined) found.add(CLASSES[letter] ?? '');
    else if (dot !== undefined) found.add('x');
    else found.add(escaped ?? plain ?? '');
  }
  for (const one of ['a', '0', ' ']) found.add(one);
  found.delete('');
  return [...found].slice(0, 14);
}

/** What an expression begins with as it stands: a text that gets it going. */
function startOf(source: string): string {
  return /^\^?((?:[A-Za-z0-9 <>:/,;=-]|\\[/.])+)/.exec(source)?.[1]?.replaceAll('\\', '') ?? '';
}

function* pumps(source: string): Generator<string> {
  const characters = charactersOf(source);
  yield* characters;
  for (const one of characters) for (const other of characters) if (one !== other) yield one + other;
  // Whole words of the expression, as alternatives have them.
  for (const [word] of source.matchAll(/[A-Za-z]{2,}/g)) yield `${word} `;
}

/** Milliseconds for a text, as the program uses such an expression: everywhere where it is global, else once. */
function timeOf({ source, flags }: Literal, text: string): number {
  const expression = new RegExp(source, flags);
  const begin = performance.now();
  if (flags.includes('g')) text.replace(expression, '');
  else expression.test(text);
  return performance.now() - begin;
}

/** So close together that even what doubles with every character is noticed before it takes for ever. */
const SHORT_LENGTHS = [20, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512];
const LENGTH = 8192;
/** Below this a time is chance. A short text never takes so long. */
const NOTICED_MS = 3;
const MAX_RATIO = 9;
/** An expression that seems slow is measured for about this long. */
const MEASURED_MS = 500;

/** The text that an expression takes too long for; undefined where there is none. */
function slowText(literal: Literal): string | undefined {
  for (const pump of pumps(literal.source)) {
    for (const start of new Set(['', startOf(literal.source)])) {
      for (const end of ['\u0001', '']) {
        const textOf = (length: number): string => start + pump.repeat(Math.ceil(length / pump.length)) + end;
        // The best of several: another process may have had the processor.
        const best = (text: string, rounds = 3): number =>
          Math.min(...Array.from({ length: rounds }, () => timeOf(literal, text)));
        const ratio = (rounds: number): number =>
          best(textOf(4 * LENGTH), rounds) / best(textOf(LENGTH), rounds);
        const isNoticed = (text: string): boolean =>
          timeOf(literal, text) > NOTICED_MS && best(text) > NOTICED_MS;
        for (const length of SHORT_LENGTHS) {
          if (isNoticed(textOf(length))) return `${length} characters of ${JSON.stringify(pump)}`;
        }
        if (!isNoticed(textOf(LENGTH))) continue;
        // A short time is more often chance than a long one.
        const rounds = Math.min(30, Math.ceil(MEASURED_MS / timeOf(literal, textOf(4 * LENGTH))));
        const first = ratio(Math.min(3, rounds));
        const times = first > MAX_RATIO && rounds > 3 ? ratio(rounds) : first;
        if (times > MAX_RATIO)
          return `${JSON.stringify(pump)}: four times the text took ${times.toFixed(0)} times as long`;
      }
    }
  }
  return undefined;
}

/** Groups that repeat without end and hold something that repeats without end: where backtracking may multiply. */
function isNested(source: string): boolean {
  const open: { unbounded: boolean }[] = [];
  let found = false;
  let inClass = false;
  const isUnbounded = (at: number): boolean => /^(?:[*+]|\{\d+,\})/.test(source.slice(at));
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at];
    if (character === '\\') at += 1;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') open.push({ unbounded: false });
    else if (character === ')') {
      const group = open.pop();
      if (group?.unbounded === true && isUnbounded(at + 1)) found = true;
      const outer = open.at(-1);
      if (outer !== undefined && (group?.unbounded === true || isUnbounded(at + 1))) outer.unbounded = true;
    }
    if (!inClass && isUnbounded(at + 1) && character !== '(' && character !== ')') {
      const group = open.at(-1);
      if (group !== undefined) group.unbounded = true;
    }
  }
  return found;
}

/**
 * Repetitions within repetitions that were looked at: a character that the inner one cannot match stands between two rounds of the
 * outer one, so there is one way to divide a text.
 */
const REVIEWED: readonly string[] = [
  // A dot; a slash.
  String.raw`^https?:\/\/(?:[a-z0-9-]+\.)+[a-z]{2,24}(?:\/[A-Za-z0-9_~,=.-]*)+(?:\?[A-Za-z0-9_~,=./&-]*)?$`,
  // An apostrophe; a dot.
  String.raw`(?<![\p{L}\p{N}])t(?=['’]\p{L}{3})|\p{N}{1,3}(?:,\p{N}{3})+(?!\p{N})(?:\.\p{N}+)?[\p{L}\p{N}\p{M}]*|\p{N}+(?:\.\p{N}+)?[\p{L}\p{N}\p{M}]*|[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+|(?<=\p{N})\.\p{N}+)*`,
  // A dot.
  String.raw`^https?:\/\/(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d{1,5})?$`,
  String.raw`[\p{L}\p{N}]+(?:(?<=\p{N})\.(?=\p{N})[\p{L}\p{N}]+)*`,
  String.raw`[a-z0-9]+(?:(?<=[0-9])\.(?=[0-9])[a-z0-9]+)*`,
  // A dot; an underscore.
  String.raw`^[a-z][a-z0-9]*(?:[_.][a-z0-9]+)+$`,
  // A dot; a hyphen.
  String.raw`((?:[a-z][a-z0-9+.-]*:\/\/|mailto:)?(?:[\p{L}\p{N}._%+-]+@)?)((?:[\p{L}\p{N}]+(?:-+[\p{L}\p{N}]+)*\.)+)(xn--[a-z0-9-]+|\p{L}{2,63})(?![\p{L}\p{N}\p{M}@])(?::[0-9]{1,5})?([/?#][^\s<>"(),]*)?`,
  // A hyphen.
  String.raw`(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+`,
  String.raw`(?<![a-z0-9])[a-z0-9]+(?:-[a-z0-9]+)+`,
  // A space.
  String.raw`\S+(?: \S+)*`,
  String.raw`^[a-z0-9]+(?: [a-z0-9]+)*$`,
  // A bracket.
  String.raw`^(?:[a-z0-9#?]|\([a-z0-9|]+\)|\[[0-9-]+\])+$`,
  // A digit.
  String.raw`(?<![\p{L}\p{N}_])[\p{L}\p{N}_]*\d(?:[\s().,/+-]*\d){5,}[\p{L}\p{N}_]*`,
];

/** The readers of these tables admit letters, digits and alternatives, and no repetition. */
const BUILT_FROM_TABLES: readonly string[] = [
  'ingest/read/not-for-sale.ts',
  // Units, in expressions that are tested like literals.
  'ingest/values/measures.ts',
  'ingest/values/sale-status.ts',
  'phrases/words/word-lists.ts',
  // Each badge, and any of them.
  'vehicle/models.ts',
  'vehicle/models.ts',
];

const { literals, built } = expressions();

describe('the regular expressions of the program', () => {
  test('are found', () => {
    expect(literals.length).toBeGreaterThan(100);
    expect(literals.map(({ place }) => place.replace(/:\d+$/, ''))).toContain(
      'http/protocol/query-string.ts',
    );
  });

  test('are literals, or built from words of the package’s own tables', () => {
    expect(built.sort()).toEqual(BUILT_FROM_TABLES);
  });

  test('repeat within a repetition only where a character ends the inner one', () => {
    const nested = literals.filter(({ source }) => isNested(source)).map(({ source }) => source);
    expect([...new Set(nested)].sort()).toEqual([...REVIEWED].sort());
  });

  test('take time that grows with the text', { timeout: 120_000 }, () => {
    const seen = new Set<string>();
    const slow: string[] = [];
    for (const literal of literals) {
      const name = `/${literal.source}/${literal.flags}`;
      if (seen.has(name)) continue;
      seen.add(name);
      const text = slowText(literal);
      if (text !== undefined) slow.push(`${literal.place} ${name} for ${text}`);
    }
    expect(slow).toEqual([]);
  });
});

describe('the test itself', () => {
  test.each(['(a+)+$', '\\s+$', ',+;'])(
    'would notice /%s/',
    // A ratio of times: one pause of the machine in the shorter text hides it.
    { retry: 2, timeout: 60_000 },
    (source) => {
      expect(slowText({ place: '', source, flags: '' })).toBeDefined();
    },
  );

  test('knows repetitions within repetitions', () => {
    expect(isNested('(a+)+')).toBe(true);
    expect(isNested('((?:ab*c)?d)+')).toBe(true);
    expect(isNested('(?:[a+]b)+c*')).toBe(false);
    expect(isNested('(a+)?b')).toBe(false);
    expect(isNested('(?:a{2,}){3,}')).toBe(true);
  });
});
