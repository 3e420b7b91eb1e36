// A bug as a log shows it.

/** The stack of an error, and those of its causes. */
export function errorStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? String(error);
  return error.cause === undefined ? stack : `${stack}\nCaused by: ${errorStack(error.cause)}`;
}
