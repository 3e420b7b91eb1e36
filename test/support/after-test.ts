// What a test must end or remove when it is over, wherever it was started. Files of a worker share this module, so the hook is
// in a file that Vitest runs for each of them.
const cleanups: (() => unknown)[] = [];

/** Calls `cleanup` after the test that runs now; after the first test of a file if none runs yet. */
export function afterTest(cleanup: () => unknown): void {
  cleanups.push(cleanup);
}

export async function cleanUp(): Promise<void> {
  await Promise.all(cleanups.splice(0).map(async (cleanup) => cleanup()));
}
