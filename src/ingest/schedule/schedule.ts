// When a feed is due. A pure function of what was set, what happened, the clock and chance: it sleeps nowhere. Times of
// day are UTC, which has no hour that comes twice.
import { nonBlankText } from './json-object-reader.ts';

export interface Schedule {
  /** Milliseconds between the starts of two runs. */
  readonly everyMs?: number;
  /** Minutes after midnight, UTC. */
  readonly at: readonly number[];
}

/** What the runs of a feed have come to. */
export interface RunHistory {
  /** Start of the last run, in milliseconds since 1970; undefined: there was none. */
  readonly lastStart?: number;
  /** Failures in a row, the last run included. */
  readonly failures: number;
  /** When the server allows the next request. */
  readonly notBefore?: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS: ReadonlyMap<string, number> = new Map([
  ['s', SECOND],
  ['m', MINUTE],
  ['h', HOUR],
  ['d', DAY],
]);

/** Runs are moved by so much of their distance, so that feeds that began together do not stay together. */
const JITTER = 0.1;
/** Runs at a time of day begin within this time after it. */
const AT_JITTER_MS = 30 * SECOND;
const INITIAL_BACKOFF_MS = MINUTE;
const MAX_BACKOFF_MS = HOUR;

/**
 * When the feed is due, in milliseconds since 1970, perhaps in the past; undefined for one without a schedule. `random` is
 * from 0 to 1. A feed that never ran is due now. After a failure the next run is a retry: a minute later (sooner for a
 * feed that runs more often), then twice as long each time, up to an hour or the feed's own distance, with half of it
 * left to chance.
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
  // A clock that was set back must not silence a feed.
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

/** The first time after `after` that is so many minutes after midnight. The jitter of a run does not bring it back. */
function nextTimeOfDay(after: number, minute: number): number {
  const today = Math.floor(after / DAY) * DAY + minute * MINUTE;
  return today > after ? today : today + DAY;
}

/** Milliseconds of `30s`, `15m`, `2h` or `1d`. */
export function tryParseDuration(value: unknown): number | undefined {
  const [, count, unit] = /^([0-9]{1,5})(s|m|h|d)$/.exec(nonBlankText(value) ?? '') ?? [];
  const ms = Number(count) * (UNITS.get(unit ?? '') ?? 0);
  return ms > 0 ? ms : undefined;
}

/** Minutes after midnight of `03:30`, or of each in a list. */
export function tryParseTimes(value: unknown): number[] | undefined {
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  const minutes = texts.map((text) => {
    const [, hour, minute] = /^([01][0-9]|2[0-3]):([0-5][0-9])$/.exec(nonBlankText(text) ?? '') ?? [];
    return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
  });
  return minutes.length === 0 || minutes.includes(undefined) ? undefined : (minutes as number[]);
}
