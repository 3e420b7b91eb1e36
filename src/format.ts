// Numbers, quantities and durations as people read them, in British English, and scales of charts.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

// Made once: it takes longer than formatting.
const NUMBERS = new Intl.NumberFormat('en-GB');
const LISTS = new Intl.ListFormat('en-GB');
const PENCE = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 });

/** A count with thousands separators: `12,345`. */
export function formatCount(count: number): string {
  // Takes a tenth of the time of `format`.
  if (!Number.isInteger(count) || count < 0 || count >= 1_000_000) return NUMBERS.format(count);
  const thousands = Math.floor(count / 1000);
  return thousands === 0 ? String(count) : `${thousands},${String(count % 1000).padStart(3, '0')}`;
}

/** A count with its noun: `1 listing`, `12,345 listings`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `1 listing matches`, `12,345 listings match`. */
export function listingsMatch(total: number): string {
  return pluralize(total, 'listing matches', 'listings match');
}

/** Words as a list: `makes, models and years`. */
export function formatList(words: readonly string[]): string {
  return LISTS.format(words);
}

/** A price: `£7,000`, or with pence `£7,000.50`. */
export function formatPounds(gbp: number): string {
  return `£${Number.isInteger(gbp) ? formatCount(gbp) : PENCE.format(gbp)}`;
}

/** A duration in its largest unit: `40 s`, `5 min`, `3 h`, `2 days`. */
export function formatDuration(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(0, Math.round(ms / SECOND_MS))} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return `${Math.floor(ms / DAY_MS)} days`;
}

/** A number with two significant digits below 100, and without decimals above: `0.25`, `3.1`, `120`, `12,345`. */
export function formatCompact(value: number): string {
  if (value === 0) return '0';
  if (value >= 100) return formatCount(Math.round(value));
  return String(Number(value.toPrecision(2)));
}

/** A duration of seconds: `0.25 ms`, `1.2 s`. */
export function formatSeconds(seconds: number): string {
  return seconds < 1 ? `${formatCompact(seconds * 1000)} ms` : `${formatCompact(seconds)} s`;
}

/** A size: `18 kB`, `640 MB`, `1.9 GB`. */
export function formatBytes(bytes: number): string {
  const mb = bytes / 1e6;
  if (mb < 1) return `${formatCompact(bytes / 1000)} kB`;
  return mb < 1000 ? `${formatCompact(mb)} MB` : `${formatCompact(mb / 1000)} GB`;
}

/** The upper end of a chart's scale: the next of ROUND_STEPS times a power of ten. */
export function roundUpScale(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (ROUND_STEPS.find((step) => step * power >= value * (1 - 1e-9)) ?? 10) * power;
}

const ROUND_STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
