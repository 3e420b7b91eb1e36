// The tables that several commands print, and the problems of paths that they cannot use.
import { statSync } from 'node:fs';
import { pathErrorCode, pathFault } from '../files/path-fault.ts';
import { Problem, quotedPath } from '../problem.ts';

// Tables for terminals: each column is as wide as its widest cell.

export interface TableColumn {
  readonly title: string;
  readonly align: 'left' | 'right';
  /** In characters. Longer cells are cut, with an ellipsis. */
  readonly maxWidth: number;
}

export function tableLines(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string[] {
  const cells = [columns.map(({ title }) => title), ...rows].map((row) =>
    row.map((cell, i) => truncate(cell, columns[i].maxWidth)),
  );
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => length(row[i]))));
  return cells.map((row) =>
    row
      .map((cell, i) => {
        const padding = ' '.repeat(widths[i] - length(cell));
        return columns[i].align === 'right' ? padding + cell : cell + padding;
      })
      .join('  ')
      .trimEnd(),
  );
}

function truncate(cell: string, maxWidth: number): string {
  const characters = Array.from(cell);
  return characters.length <= maxWidth ? cell : `${characters.slice(0, maxWidth - 1).join('')}…`;
}

function length(cell: string): number {
  return Array.from(cell).length;
}

// The Problem of a path that a command was given and cannot use. Commands report the paths that they know more about themselves; every
// other error of the file system ends here.

/** A file system error that names its path as a Problem `invalid_configuration`; any other error as it is. */
export function asPathProblem(error: unknown, path = pathOf(error)): unknown {
  const fault = path === undefined ? undefined : pathFault(error);
  if (path === undefined || fault === undefined) return error;
  const message = `${quotedPath(path)} cannot be used: ${fault}.`;
  return new Problem('invalid_configuration', message, [], { cause: error });
}

/** An error of standard output, which is a file on a full disk, for example, as a Problem `data_unusable`. */
export function asOutputProblem(error: Error): Problem {
  const fault = pathFault(error) ?? error.message;
  return new Problem('data_unusable', `Standard output cannot be written: ${fault}.`, [], { cause: error });
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
