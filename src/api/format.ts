// Numbers as people read them, in British English.

// Made once: it takes longer than formatting.
const NUMBERS = new Intl.NumberFormat('en-GB');
const PENCE = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 });

/** `12,345`. */
export function formatCount(count: number): string {
  // In a tenth of the time of `format`.
  if (!Number.isInteger(count) || count < 0 || count >= 1_000_000) return NUMBERS.format(count);
  const thousands = Math.floor(count / 1000);
  return thousands === 0 ? String(count) : `${thousands},${String(count % 1000).padStart(3, '0')}`;
}

/** `1 listing`, `12,345 listings`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `£7,000`, or with pence `£7,000.50`. */
export function formatPounds(gbp: number): string {
  return `£${Number.isInteger(gbp) ? formatCount(gbp) : PENCE.format(gbp)}`;
}
