// What is said about a data folder that is missing or has no stock. Commands that only read create nothing.
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { SETTINGS } from '../config/settings.ts';
import { shellWord } from '../ingest/next-step.ts';
import { suggestNearest } from '../listing/suggestions.ts';
import { Problem } from '../problem.ts';

/** For a data folder without listings. */
export function noStockLine(folder: string): string {
  const flag = `--data ${shellWord(folder)}`;
  return (
    `There is no stock in ${folder} yet. Import some: forecourt import FILE ${flag}. ` +
    `Or try demo stock: forecourt serve --demo ${flag}`
  );
}

/**
 * Problem `data_unusable` if there is no such folder, unless it is the default one, which a newcomer does not have yet: a folder
 * that somebody named is probably mistyped.
 */
export function checkNamedFolder(folder: string): void {
  if (folder === SETTINGS.data.defaultValue || isThere(folder)) return;
  const suggestion = similarFolder(folder);
  const meant = suggestion === undefined ? '' : ` Did you mean ${shellWord(suggestion)}?`;
  throw new Problem(
    'data_unusable',
    `There is no folder ${shellWord(folder)}, so it has no stock.${meant} To create it: ` +
      `forecourt import FILE --data ${shellWord(folder)}, or, with demo stock, forecourt serve --demo --data ${shellWord(folder)}.`,
  );
}

/** False only if it is certain: other faults are reported when it is opened. */
function isThere(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/** The folder with the most similar name in the same place. */
function similarFolder(folder: string): string | undefined {
  const path = resolve(folder);
  try {
    const entries = readdirSync(dirname(path), { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    const found = suggestNearest(basename(path), names);
    return found === undefined ? undefined : join(dirname(folder), found);
  } catch {
    return undefined;
  }
}
