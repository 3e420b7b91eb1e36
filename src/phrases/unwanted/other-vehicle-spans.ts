// What is left of a phrase without the spans that are about other vehicles than the wanted one. These are reported; words of no
// meaning of their own are cut where a span begins and ends. What a span names is wanted all the same if nothing else of its
// kind is: `swap my diesel Tiguan for a petrol one`, `never had an automatic, I want one now`.
import { asStopWords, unsupported, type Match } from '../words/match.ts';
import type { VehicleKind } from './other-vehicle-words.ts';
import type { WordRange } from '../words/tokenized-phrase.ts';

const OTHER_VEHICLE =
  'This is about a car that you have, had, ruled out or compare with, so it was not searched for.';

export const OF_ONE = 'This holds for only one of the cars, so it does not limit the search.';

/** Words about another vehicle, with the reason if it is not that. */
export interface VehicleSpan extends WordRange {
  readonly reason?: string;
}

export function isOtherVehicle({ meaning }: Match): boolean {
  return meaning.kind === 'unsupported' && meaning.reason === OTHER_VEHICLE;
}

export function isCondition(match: Match | undefined): boolean {
  return match?.meaning.kind === 'unsupported' && match.meaning.reason === OF_ONE;
}

/** The matches of `all`, with the conditions that `read` has. */
export function withConditions(all: readonly Match[], read: readonly Match[]): Match[] {
  const conditions = read.filter(isCondition);
  const others = all.filter(({ from, to }) => !conditions.some((one) => one.from < to && one.to > from));
  return [...others, ...conditions].sort((a, b) => a.from - b.from);
}

/** `kept`: what is wanted if nothing else is. */
export function withoutSpans(
  matches: readonly Match[],
  spans: readonly VehicleSpan[],
  kept: readonly Match[],
  vehicleOf: (match: Match) => VehicleKind,
): Match[] {
  const result: Match[] = [];
  const sorted = [...spans].sort((a, b) => a.from - b.from);
  const spanOf = (match: Match): VehicleSpan | undefined =>
    sorted.find(({ from, to }) => match.from < to && match.to > from);
  const others = matches.filter((match) => vehicleOf(match) !== undefined && spanOf(match) === undefined);
  const isWanted = (match: Match): boolean =>
    vehicleOf(match) !== undefined &&
    !others.some((other) => vehicleOf(other) === 'named' || other.meaning.kind === match.meaning.kind);
  const wanted = kept.filter(isWanted);
  for (const match of matches) {
    const span = spanOf(match);
    const isLoose = match.meaning.kind === 'stop_words' || match.meaning.kind === 'stance';
    // The `never` of a car that is wanted excludes none.
    if (isLoose && wanted.length > 0 && kept.includes(match)) {
      result.push(asStopWords(match));
      continue;
    }
    if (span === undefined || wanted.includes(match)) {
      result.push(match);
      continue;
    }
    if (isLoose && match.from < span.from) result.push({ ...match, to: span.from });
    const from = isLoose ? Math.max(match.from, span.from) : match.from;
    const to = isLoose ? Math.min(match.to, span.to) : match.to;
    const last = result.at(-1);
    const { reason = OTHER_VEHICLE } = span;
    const joins = last?.to === from && last.meaning.kind === 'unsupported' && last.meaning.reason === reason;
    if (joins) result[result.length - 1] = { ...last, to };
    else result.push(unsupported({ from, to }, reason));
    if (isLoose && match.to > span.to) result.push({ ...match, from: span.to });
  }
  return result;
}
