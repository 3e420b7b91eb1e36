// Numbers as people read them, in British English.

// Made once: it takes longer than formatting.
const NUMBERS = new Intl.NumberFormat('en-GB');
const PENCE = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 });

/** `12,345`. */
export function formatCount(count: number): string {
  return NUMBERS.format(count);
}

/** `1 listing`, `12,345 listings`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `£7,000`, or with pence `£7,000.50`. */
export function formatPounds(gbp: number): string {
  return `£${(Number.isInteger(gbp) ? NUMBERS : PENCE).format(gbp)}`;
}
