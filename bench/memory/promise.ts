// The memory that docs/deployment.md promises of a server process after tens of thousands of different requests. `npm run memory`
// fails if a server has more.

/** Bytes, as in 2^20 for a megabyte. */
export interface MemoryPromise {
  readonly fixedMb: number;
  readonly bytesPerListing: number;
}

/** Memory of its own, which the system cannot take back. */
export const OWN: MemoryPromise = { fixedMb: 620, bytesPerListing: 700 };

/** The same with the pages of the stock's file that are in memory: what most tools show. */
export const RESIDENT: MemoryPromise = { fixedMb: 650, bytesPerListing: 1500 };

export function promisedMb({ fixedMb, bytesPerListing }: MemoryPromise, listings: number): number {
  return fixedMb + (bytesPerListing * listings) / 2 ** 20;
}
