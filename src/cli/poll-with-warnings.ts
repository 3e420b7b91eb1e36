// Follows the stock of a data folder, and says what keeps it from being followed.
import { Problem } from '../problem.ts';
import type { SearchBackend } from '../search/search-backend.ts';
import type { Output } from './output.ts';

/** Says once what goes wrong while following, and again when it is something else. */
export function pollWithWarnings(backend: SearchBackend, output: Output): void {
  let lastMessage = '';
  backend.startPolling((error) => {
    const message = errorMessage(error);
    if (message !== lastMessage) output.warn(`The stock cannot be followed: ${message}`);
    lastMessage = message;
  });
}

/** A problem's sentence; for a bug, where it happened. */
export function errorMessage(error: unknown): string {
  if (error instanceof Problem) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
