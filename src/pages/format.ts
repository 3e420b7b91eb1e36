// Durations, times and quantities, short enough for a tile of the dashboard, and scales of charts.
import { formatCount } from '../api/format.ts';
import { h, type ElementNode } from './element.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `40 s`, `5 min`, `3 h`, `2 days`. */
export function formatDuration(ms: number): string {
  if (ms < MINUTE) return `${Math.max(0, Math.round(ms / SECOND))} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.floor(ms / DAY)} days`;
}

/** `5 min ago` or `in 5 min`, with the exact time as title. */
export function relativeTime(at: number, now: number): ElementNode {
  const iso = new Date(at).toISOString();
  const text = at > now ? `in ${formatDuration(at - now)}` : `${formatDuration(now - at)} ago`;
  return h('time', { datetime: iso, title: iso }, text);
}

/** Two significant digits below 100, whole numbers from there: `0.25`, `3.1`, `120`, `12,345`. */
export function formatCompact(value: number): string {
  if (value === 0) return '0';
  if (value >= 100) return formatCount(Math.round(value));
  return String(Number(value.toPrecision(2)));
}

/** `0.25 ms`, `1.2 s`. */
export function formatSeconds(seconds: number): string {
  return seconds < 1 ? `${formatCompact(seconds * 1000)} ms` : `${formatCompact(seconds)} s`;
}

/** `18 kB`, `640 MB`, `1.9 GB`. */
export function formatBytes(bytes: number): string {
  const mb = bytes / 1e6;
  if (mb < 1) return `${formatCompact(bytes / 1000)} kB`;
  return mb < 1000 ? `${formatCompact(mb)} MB` : `${formatCompact(mb / 1000)} GB`;
}

/** The next of ROUND_STEPS times a power of ten: where the scale of a chart ends. */
export function roundUpScale(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (ROUND_STEPS.find((step) => step * power >= value * (1 - 1e-9)) ?? 10) * power;
}

const ROUND_STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
