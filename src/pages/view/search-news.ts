// The news of a saved search in words: `3 new, 1 cheaper, 2 gone since Tuesday`. Also the news of a saved car, and its
// values as far as they can be read.
import { DAY_MS } from '../../durations.ts';
import { formatCount, formatPounds } from '../../format.ts';
import type { SavedVehicle } from '../../api/responses.ts';
import { VEHICLE_MEMBERS } from './search-fields.ts';

export interface SearchChange {
  readonly change: 'entered' | 'left' | 'changed';
  readonly vehicle: { readonly price: number | null } | null;
  readonly was?: { readonly price: number | null };
}

export interface SearchNews {
  readonly entered: number;
  readonly cheaper: number;
  readonly left: number;
}

export function newsOf(changes: readonly SearchChange[]): SearchNews {
  const count = (isCounted: (one: SearchChange) => boolean): number => changes.filter(isCounted).length;
  return {
    entered: count(({ change }) => change === 'entered'),
    cheaper: count(({ vehicle, was }) => (vehicle?.price ?? Infinity) < (was?.price ?? -Infinity)),
    left: count(({ change }) => change === 'left'),
  };
}

/** Times are in milliseconds since 1970. What changed from `unknownSince` to `since` is not known. */
export function newsSentence(
  { entered, cheaper, left }: SearchNews,
  since: number,
  now: number,
  unknownSince?: number,
): string {
  const counts = [
    [entered, 'new'],
    [cheaper, 'cheaper'],
    [left, 'gone'],
  ] as const;
  const parts = counts.flatMap(([count, word]) => (count === 0 ? [] : [`${formatCount(count)} ${word}`]));
  const day = dayOf(since, now);
  if (unknownSince === undefined)
    return `${parts.length === 0 ? 'Nothing new' : parts.join(', ')} since ${day}`;
  const counted = `${day === EARLIER_TODAY ? 'today' : day}: ${parts.join(', ') || 'nothing new'}`;
  return `What changed since ${dayOf(unknownSince, now)} is not known; counting from ${counted}`;
}

interface Price {
  readonly price: number | null;
}

/** A change such as `£200 cheaper now`; undefined if nothing changed. */
export function newsOfCar(
  saved: Price,
  now: { readonly state: 'withdrawn' | 'unknown' } | ({ readonly state: 'listed' } & Price),
): string | undefined {
  if (now.state !== 'listed') return 'No longer listed';
  if (saved.price === null || now.price === null || saved.price === now.price) return undefined;
  const less = saved.price - now.price;
  return `${formatPounds(Math.abs(less))} ${less > 0 ? 'cheaper' : 'dearer'} now`;
}

const EARLIER_TODAY = 'earlier today';

/** The day of a time: `earlier today`, `Tuesday` within a week, or `12 November`. */
function dayOf(time: number, now: number): string {
  const date = new Date(time);
  if (date.toDateString() === new Date(now).toDateString()) return EARLIER_TODAY;
  const isRecent = now - time < 6 * DAY_MS;
  return date.toLocaleDateString('en-GB', isRecent ? { weekday: 'long' } : { day: 'numeric', month: 'long' });
}

const MEMBERS = [...VEHICLE_MEMBERS, { name: 'trim', isNumber: false }] as const;

/** Values of another type are unknown: another version of the page, or a file, may have brought them. */
export function withKnownValues(car: SavedVehicle): SavedVehicle {
  const members = car as unknown as Readonly<Record<string, unknown>>;
  const unknown = MEMBERS.filter(
    ({ name, isNumber }) => typeof members[name] !== (isNumber ? 'number' : 'string'),
  );
  return { ...car, ...Object.fromEntries(unknown.map(({ name }) => [name, null])) };
}
