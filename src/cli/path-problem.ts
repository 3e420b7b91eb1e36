// The Problem of a path that a command was given and cannot use. Commands report the paths that they know more about themselves; every
// other error of the file system ends here.
import { statSync } from 'node:fs';
import { pathErrorCode, pathFault } from '../files/path-fault.ts';
import { Problem, quotedPath } from '../problem.ts';

/** A file system error that names its path as a Problem `invalid_configuration`; any other error as it is. */
export function asPathProblem(error: unknown, path = pathOf(error)): unknown {
  const fault = path === undefined ? undefined : pathFault(error);
  if (path === undefined || fault === undefined) return error;
  const message = `${quotedPath(path)} cannot be used: ${fault}.`;
  return new Problem('invalid_configuration', message, [], { cause: error });
}

/** For a file that is written at the end of a command: faults of its path are said at the beginning. Problem `invalid_configuration`. */
export function checkOutputFile(path: string): void {
  try {
    // It would be replaced.
    if (!statSync(path).isFile())
      throw new Problem('invalid_configuration', `${quotedPath(path)} is not a file. Name one.`);
  } catch (error) {
    if (pathErrorCode(error) !== 'ENOENT') throw asPathProblem(error, path);
  }
}

function pathOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { path, dest } = error as NodeJS.ErrnoException & { readonly dest?: unknown };
  return path ?? (typeof dest === 'string' ? dest : undefined);
}
