// Numbers as people read them, in British English.

/** `12,345`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-GB');
}

/** `1 listing`, `12,345 listings`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `£7,000`, or with pence `£7,000.50`. */
export function formatPounds(gbp: number): string {
  const pence = Number.isInteger(gbp) ? {} : { minimumFractionDigits: 2 };
  return `£${gbp.toLocaleString('en-GB', pence)}`;
}
