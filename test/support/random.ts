// Random numbers from a seed.

export interface Random {
  /** From 0 up to but not including 1. */
  next(): number;
  /** A whole number below `limit`. */
  below(limit: number): number;
  oneOf<T>(values: readonly T[]): T;
}

export function randomOf(seed: number): Random {
  let state = seed;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { next, below, oneOf: (values) => values[below(values.length)] };
}
