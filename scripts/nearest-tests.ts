// The tests that a change of a file can affect, those of its name and those that import it directly first.
import { basename, dirname, join } from 'node:path/posix';

/** Paths of modules in code: those of imports, and of workers that are started. */
const MODULE = /'(\.{1,2}\/[^']+\.ts)'/g;

/** Those of the tests that import the file, directly or through others, by the number of imports between them. Those of its name come first. */
export function nearestTests(
  path: string,
  tests: readonly string[],
  files: ReadonlyMap<string, string>,
): string[][] {
  const importers = new Map<string, string[]>();
  for (const [importer, text] of files)
    for (const [, module] of text.matchAll(MODULE)) {
      const imported = join(dirname(importer), module);
      importers.set(imported, [...(importers.get(imported) ?? []), importer]);
    }
  const name = basename(path, '.ts');
  const namesakes = tests.filter((test) => basename(test).startsWith(`${name}.`));
  const groups = namesakes.length > 0 ? [namesakes] : [];
  const seen = new Set([path]);
  for (let nearest = [path]; nearest.length > 0;) {
    nearest = [...new Set(nearest.flatMap((file) => importers.get(file) ?? []))].filter((f) => !seen.has(f));
    for (const file of nearest) seen.add(file);
    const found = nearest.filter((file) => tests.includes(file) && !namesakes.includes(file));
    if (found.length > 0) groups.push(found);
  }
  return groups;
}

/** What is not a word in a phrase of assets/phrases/: lists, slots, and words that may be left out. */
const NO_WORD = /!?[{<][^{}<>]*[}>][?*]?|\S+\?(?=\s|$)/g;

/**
 * The tests whose texts have all words of a phrase of assets/phrases/, be it in a file that they import: no other can notice that its row is
 * missing, but for a table that cannot be read, which the first of the tests notices.
 */
export function testsWithPhrase(
  phrase: string,
  tests: readonly string[],
  files: ReadonlyMap<string, string>,
): string[] {
  const words = phrase
    .replaceAll(NO_WORD, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => new RegExp(`\\b(?:${word.replaceAll(/[ey]?~/g, '')})`));
  const textOf = (path: string, seen = new Set<string>()): string => {
    if (seen.has(path)) return '';
    seen.add(path);
    const text = files.get(path) ?? '';
    const imported = Array.from(text.matchAll(MODULE), ([, module]) => join(dirname(path), module));
    return [text, ...imported.filter(isOfTests).map((module) => textOf(module, seen))].join('\n');
  };
  const isOfTests = (path: string): boolean => path.startsWith('test/');
  return tests.filter((test, i) => {
    const text = textOf(test)
      .toLowerCase()
      .replaceAll(/\\?['’]/g, '');
    return i === 0 || words.every((word) => word.test(text));
  });
}

/**
 * The groups, of which those behind the first are one, without tests that take longer than all others together: these come last, each
 * alone.
 */
export function quickestFirst(
  groups: readonly (readonly string[])[],
  durationOf: (test: string) => number,
): string[][] {
  const total = groups.flat().reduce((sum, test) => sum + durationOf(test), 0);
  const isLong = (test: string): boolean => durationOf(test) > total / 2;
  const [nearest = [], ...others] = groups.filter((group) => group.length > 0);
  return [
    nearest.filter((test) => !isLong(test)),
    others.flat().filter((test) => !isLong(test)),
    ...groups
      .flat()
      .filter(isLong)
      .map((test) => [test]),
  ].filter((group) => group.length > 0);
}
