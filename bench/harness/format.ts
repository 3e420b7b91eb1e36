// Figures as people read them, and tables of them. Three significant digits: no measurement here is better.

export function ms(value: number): string {
  return `${digits(value)} ms`;
}

export function seconds(milliseconds: number): string {
  return `${digits(milliseconds / 1000)} s`;
}

/** Three significant digits, and at least the whole number: `0.00123`, `12.3`, `1,234`. */
export function digits(value: number): string {
  if (value === 0) return '0';
  const rounded = Number(value.toPrecision(3));
  if (Math.abs(rounded) >= 100) return whole(value);
  // The number of digits before the point; negative after it.
  const size = Math.floor(Math.log10(Math.abs(rounded))) + 1;
  return rounded.toFixed(Math.max(0, 3 - size));
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-GB');
}

export function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? '–' : `${digits(bytes / 2 ** 20)} MB`;
}

/** `0.31`, or `–` where it is not known. */
export function ratio(value: number | undefined): string {
  return value === undefined ? '–' : digits(value);
}

/** The first column is text, the others are figures. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map(line).join('\n');
}

/** A table whose columns are all text. */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return table(head, rows).replaceAll('---:', '---');
}
