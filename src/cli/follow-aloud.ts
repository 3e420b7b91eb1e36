// Follows the stock of a data folder, and says what keeps it from being followed.
import { Problem } from '../problem.ts';
import type { SearchBackend } from '../index/search-backend.ts';
import type { Output } from './output.ts';

/** Says once what goes wrong while following, and again when it is something else. */
export function followAloud(search: SearchBackend, output: Output): void {
  let last = '';
  search.startPolling((error) => {
    const text = textOf(error);
    if (text !== last) output.warn(`The stock cannot be followed: ${text}`);
    last = text;
  });
}

/** A problem's sentence; for a bug, where it happened. */
export function textOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
