// Messages about paths that a command was given and cannot use, and about a data folder that is missing or has no stock. Commands
// handle paths that they know more about; every other file system error ends here. Commands that only read create nothing.
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { SETTINGS } from '../config/settings.ts';
import { suggestNearest } from '../vehicle/name-key.ts';
import { pathErrorCode, pathFault } from '../files/path-fault.ts';
import { invalidConfiguration, Problem } from '../problem.ts';
import { quotedPath, shellWord } from '../quoted-text.ts';
import { Unusable, folderProblem } from '../store/store-problem.ts';

/** A file system error that names its path as a Problem `invalid_configuration`; any other error as it is. */
export function asPathProblem(error: unknown, path = pathOf(error)): unknown {
  const fault = path === undefined ? undefined : pathFault(error);
  if (path === undefined || fault === undefined) return error;
  const message = `${quotedPath(path)} cannot be used: ${fault}.`;
  return invalidConfiguration(message, error);
}

/** An error of standard output, which may be a file on a full disk, as a Problem `data_unusable`. */
export function asOutputProblem(error: Error): Problem {
  const fault = pathFault(error) ?? error.message;
  return new Problem('data_unusable', `Standard output cannot be written: ${fault}.`, [], { cause: error });
}

/**
 * Checks the path of a file that a command writes at its end, so that faults are reported at its beginning. Its folders may be
 * missing. Throws a Problem `invalid_configuration`.
 */
export function checkOutputFile(path: string): void {
  try {
    // Writing would replace it.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === false)
      throw invalidConfiguration(`${quotedPath(path)} is not a file. Name one.`);
    // It is written beside its place, even if it is there already.
    let folder = dirname(resolve(path));
    while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw asPathProblem(error, path);
  }
}

function pathOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { path, dest } = error as NodeJS.ErrnoException & { readonly dest?: unknown };
  return path ?? (typeof dest === 'string' ? dest : undefined);
}

export function noStockLine(folder: string): string {
  const flag = `--data ${shellWord(folder)}`;
  return (
    `There is no stock in ${folder} yet. Import some: forecourt import FILE ${flag}. ` +
    `Or try demo stock: forecourt serve --demo ${flag}`
  );
}

/**
 * Throws a Problem `data_unusable` if the folder is missing, for commands that only read. The default folder may be missing: a
 * new user does not have it yet, while a folder given by name is probably mistyped.
 */
export function checkNamedFolder(folder: string): void {
  try {
    if (!statSync(folder).isDirectory()) throw new Unusable(folder, 'it is not a folder');
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
    // Keep the spelling that was given, if it ends with the folder's name.
    return folder.endsWith(basename(path))
      ? folder.slice(0, -basename(path).length) + found
      : join(dirname(path), found);
  } catch {
    return undefined;
  }
}
