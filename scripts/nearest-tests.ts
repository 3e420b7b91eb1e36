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
