// What a rival that lives on this process's heap takes there.

/** Undefined where Node was not started with --expose-gc: what is not in use any more would be counted. */
export function heldBytes(): number | undefined {
  if (globalThis.gc === undefined) return undefined;
  // Twice: what the first frees may hold more.
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
