// The Retry-After header (RFC 9110): seconds, or a date.

/** A server that asks for more is not believed. */
const MAX_DELAY_MS = 24 * 60 * 60_000;

/** Milliseconds from `now`; undefined where the header is absent or says nothing that can be read. */
export function tryParseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const ms = /^[0-9]{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_DELAY_MS);
}
