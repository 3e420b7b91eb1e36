// The hash of a text by which tables in memory find it. Callers fold it to the bits that they need. The terms of the engine's
// dictionary are hashed where they are collected, from units instead of texts; the shuffle of listing/sorts.ts is a hash of bytes.

/** 32-bit FNV-1a over UTF-16 units, signed. */
export function fnv1a(text: string, seed = 0x811c9dc5): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}
