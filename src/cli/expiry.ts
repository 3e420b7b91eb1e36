// When a token ends, as people write it: after a time (`90d`) or with a day (`2027-01-31`).

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Ten years and a bit: past it somebody has mistyped. */
const MAX_LIFETIME_MS = 3660 * DAY_MS;

/** Ends the sentence "… must be". */
export const EXPIRY_RULE =
  'a time such as 12h or 90d, or the last day in UTC, such as 2027-01-31; at most ten years';

/** The first instant at which the token is good no more. Undefined where the text says none, or one that is past. */
export function tryParseExpiry(text: string, now: number): Date | undefined {
  const end = expiryOf(text.trim(), now);
  return end > now && end <= now + MAX_LIFETIME_MS ? new Date(end) : undefined;
}

/** NaN where there is none. */
function expiryOf(text: string, now: number): number {
  const [, count, unit] = /^([0-9]{1,6})([hd])$/.exec(text) ?? [];
  if (count !== undefined) return now + Number(count) * (unit === 'h' ? HOUR_MS : DAY_MS);
  const midnight = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : NaN;
  // The parser of dates takes 31 June for 1 July.
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text);
  return isDay ? midnight + DAY_MS : NaN;
}
