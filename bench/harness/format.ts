// Formats figures and tables. Three significant digits: no measurement here is more precise.

export function formatMs(value: number): string {
  return `${formatFigure(value)} ms`;
}

export function formatSeconds(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '–' : `${formatFigure(milliseconds / 1000)} s`;
}

/** Three significant digits, and at least the whole number: `0.00123`, `12.3`, `1,234`. */
export function formatFigure(value: number): string {
  if (value === 0) return '0';
  const rounded = Number(value.toPrecision(3));
  if (Math.abs(rounded) >= 100) return formatCount(value);
  // The number of digits before the point; negative after it.
  const size = Math.floor(Math.log10(Math.abs(rounded))) + 1;
  return rounded.toFixed(Math.max(0, 3 - size));
}

export function formatCount(value: number): string {
  return Math.round(value).toLocaleString('en-GB');
}

export function formatMegabytes(bytes: number | undefined): string {
  return bytes === undefined ? '–' : `${formatFigure(bytes / 2 ** 20)} MB`;
}

export function formatGigabytes(bytes: number): string {
  return `${formatFigure(bytes / 2 ** 30)} GB`;
}

/** Microseconds of CPU time. */
export function formatCpu(cpuUs: number | undefined): string {
  return cpuUs === undefined ? '–' : `${formatFigure(cpuUs)} µs`;
}

/** `0.31`, or `–` where it is not known. */
export function formatRatio(value: number | undefined): string {
  return value === undefined ? '–' : formatFigure(value);
}

/** The first column is text, the others are figures. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map(line).join('\n');
}

/** A table whose columns are all text. */
export function markdownTextTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return markdownTable(head, rows).replaceAll('---:', '---');
}
