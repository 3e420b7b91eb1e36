// The hash for tables of texts in memory. Callers fold it to the bits that they need. The engine's dictionary hashes its terms
// while it collects their UTF-16 units, and the shuffle of query/sorts.ts hashes bytes.

/** 32-bit FNV-1a over UTF-16 units, signed. */
export function fnv1a(text: string, seed = 0x811c9dc5): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}
