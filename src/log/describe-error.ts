// Errors as text for logs and terminals.
import { Problem } from '../problem.ts';

/** The message of a Problem; for a bug, its stack and those of its causes. */
export function describeError(error: unknown): string {
  return error instanceof Problem ? error.message : errorStack(error);
}

/** The stack of an error and those of its causes; a value that is not an error as a string. */
export function errorStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? String(error);
  return error.cause === undefined ? stack : `${stack}\nCaused by: ${errorStack(error.cause)}`;
}
