// When a feed is due: a pure function of schedule, history, clock and a random number. Times are UTC, where no hour repeats.
import { nonBlankText } from '../settings/json-object-reader.ts';

export interface Schedule {
  /** Milliseconds between the starts of two runs. */
  readonly everyMs?: number;
  /** Minutes after midnight, UTC. */
  readonly at: readonly number[];
}

export interface RunHistory {
  /** Start of the last run, in milliseconds since 1970; undefined if it never ran. */
  readonly lastStart?: number;
  /** Consecutive failures, the last run included. */
  readonly failures: number;
  /** Earliest next request by the server's Retry-After, in milliseconds since 1970. */
  readonly notBefore?: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS: ReadonlyMap<string, number> = new Map(Object.entries({ s: SECOND, m: MINUTE, h: HOUR, d: DAY }));

/** Total jitter as a fraction of the interval, half of it before and half after. It spreads feeds that started together. */
const JITTER = 0.1;
/** Maximum delay of a run at a time of day. */
const AT_JITTER_MS = 30 * SECOND;
const INITIAL_BACKOFF_MS = MINUTE;
const MAX_BACKOFF_MS = HOUR;

/**
 * When the feed is due, in milliseconds since 1970, possibly past; undefined without a schedule. Failures back off exponentially;
 * `random` is in [0, 1).
 */
export function nextRun(
  schedule: Schedule,
  { lastStart, failures, notBefore = 0 }: RunHistory,
  now: number,
  random: number,
): number | undefined {
  const { everyMs, at } = schedule;
  if (everyMs === undefined && at.length === 0) return undefined;
  if (lastStart === undefined) return Math.max(now, notBefore);
  // If the clock was set back, the last start is in the future; the feed must still run.
  const start = Math.min(lastStart, now);
  if (failures > 0) return Math.max(start + backoff(everyMs ?? DAY, failures, random), notBefore);
  const times: number[] = at.map((minute) => nextTimeOfDay(start, minute) + random * AT_JITTER_MS);
  if (everyMs !== undefined) times.push(start + everyMs * (1 + JITTER * (random - 0.5)));
  return Math.max(Math.min(...times), notBefore);
}

function backoff(everyMs: number, failures: number, random: number): number {
  const first = Math.min(everyMs, INITIAL_BACKOFF_MS);
  const max = Math.max(everyMs, MAX_BACKOFF_MS);
  const delay = Math.min(first * 2 ** Math.min(failures - 1, 30), max);
  return delay * (0.5 + random / 2);
}

/** The first time after `after` at `minute` past midnight UTC. Jitter only delays runs, so no time comes twice. */
function nextTimeOfDay(after: number, minute: number): number {
  const today = Math.floor(after / DAY) * DAY + minute * MINUTE;
  return today > after ? today : today + DAY;
}

/** The milliseconds of `30s`, `15m`, `2h` or `1d`; undefined if invalid. */
export function tryParseDuration(value: unknown): number | undefined {
  const [, count, unit] = /^([0-9]{1,5})(s|m|h|d)$/.exec(nonBlankText(value) ?? '') ?? [];
  const ms = Number(count) * (UNITS.get(unit ?? '') ?? 0);
  return ms > 0 ? ms : undefined;
}

/** The minutes after midnight of `03:30`, or of each time in a list; undefined if any is invalid. */
export function tryParseTimes(value: unknown): number[] | undefined {
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  const minutes = texts.map((text) => {
    const [, hour, minute] = /^([01][0-9]|2[0-3]):([0-5][0-9])$/.exec(nonBlankText(text) ?? '') ?? [];
    return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
  });
  return minutes.length === 0 || minutes.includes(undefined) ? undefined : (minutes as number[]);
}
