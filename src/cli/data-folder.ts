// What is said about a data folder that is missing or has no stock. Commands that only read create nothing.
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { SETTINGS } from '../config/settings.ts';
import { shellWord } from '../ingest/run/next-step.ts';
import { suggestNearest } from '../listing/suggestions.ts';
import { pathErrorCode } from '../files/path-fault.ts';
import { Problem } from '../problem.ts';
import { dataUnusable, folderProblem } from '../store/store-problem.ts';

export function noStockLine(folder: string): string {
  const flag = `--data ${shellWord(folder)}`;
  return (
    `There is no stock in ${folder} yet. Import some: forecourt import FILE ${flag}. ` +
    `Or try demo stock: forecourt serve --demo ${flag}`
  );
}

/**
 * Problem `data_unusable` if there is no such folder, for commands that only read. The default one may be missing: a newcomer does
 * not have it yet, while a folder that somebody named is probably mistyped.
 */
export function checkNamedFolder(folder: string): void {
  try {
    if (!statSync(folder).isDirectory()) throw dataUnusable(folder, 'it is not a folder');
  } catch (error) {
    if (pathErrorCode(error) !== 'ENOENT') throw folderProblem(folder, error);
    if (folder === SETTINGS.data.defaultValue) return;
    const suggestion = similarFolder(folder);
    const meant = suggestion === undefined ? '' : ` Did you mean ${shellWord(suggestion)}?`;
    const flag = `--data ${shellWord(folder)}`;
    const advice = `forecourt import FILE ${flag}, or, with demo stock, forecourt serve --demo ${flag}`;
    const message = `There is no folder ${shellWord(folder)}, so it has no stock.${meant} To create it: ${advice}.`;
    throw new Problem('data_unusable', message, [], { cause: error });
  }
}

function similarFolder(folder: string): string | undefined {
  const path = resolve(folder);
  try {
    const entries = readdirSync(dirname(path), { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    const found = suggestNearest(basename(path), names);
    if (found === undefined) return undefined;
    // Spelt as it was given, if it ends with its name.
    return folder.endsWith(basename(path))
      ? folder.slice(0, -basename(path).length) + found
      : join(dirname(path), found);
  } catch {
    return undefined;
  }
}
