// A parsed JSON record as the records it holds: without an envelope, and the vehicles in JSON-LD (https://schema.org/Car).
import { wordList, wordsFor } from '../columns/words.ts';
import { noticeOf, type FeedItem } from './feed-record.ts';
import { isObject } from './flatten.ts';

export function expandRecord(value: unknown, line: number, source?: string): FeedItem[] {
  const kind = 'record';
  if (!isObject(value)) return [{ kind, line, value, source }];
  if (!isJsonLd(value)) return [{ kind, line, value: withoutEnvelope(value), source }];
  const vehicles = vehiclesOf(value);
  if (vehicles.length > 0) return vehicles.map((vehicle) => ({ kind, line, value: vehicle }));
  const types = typesOf(value).join(', ');
  return [noticeOf('not_a_vehicle', line, types === '' ? '@graph' : types)];
}

/** The record with the members of its envelope as its own; those with a name that it has already stay where they are. */
function withoutEnvelope(value: Members): object {
  const isEnvelope = (name: string): boolean => Object.hasOwn(value, name) && isObject(value[name]);
  const envelope = wordList('envelope').find(isEnvelope);
  if (envelope === undefined) return value;
  const inner = value[envelope] as Members;
  const outer = Object.entries(value).filter(([name]) => name !== envelope);
  const isTaken = ([name]: [string, unknown]): boolean =>
    name === envelope || outer.some(([own]) => own === name);
  const members: [string, unknown][] = Object.entries(inner);
  const clashing = members.filter(isTaken);
  return Object.fromEntries([
    ...outer,
    ...members.filter((member) => !isTaken(member)),
    ...(clashing.length > 0 ? [[envelope, Object.fromEntries(clashing)]] : []),
  ]) as object;
}

/** The record with the name that it has in an object of records as its id. */
export function withId(value: unknown, id: string): unknown {
  if (typeof value !== 'object' || value === null || Object.hasOwn(value, 'id')) return value;
  return Object.fromEntries([['id', id], ...Object.entries(value)]);
}

const MAX_DEPTH = 8;

type Members = Readonly<Record<string, unknown>>;

/** Its types without their namespace; empty for an object that is not JSON-LD. */
function typesOf(value: object): string[] {
  const type = (value as Members)['@type'];
  const list: unknown[] = Array.isArray(type) ? type : [type];
  return list
    .filter((name) => typeof name === 'string')
    .map((name) =>
      name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf(':'), name.lastIndexOf('#')) + 1),
    );
}

export function isJsonLd(value: object): boolean {
  return Object.hasOwn(value, '@type') || Object.hasOwn(value, '@graph');
}

export function isTypedVehicle(value: object): boolean {
  return typesOf(value).some((type) => wordsFor('vehicle type').has(type)) || offeredBy(value) !== undefined;
}

export function vehiclesOf(value: object): object[] {
  const found: object[] = [];
  const visit = (part: unknown, depth: number): void => {
    if (typeof part !== 'object' || part === null || depth > MAX_DEPTH) return;
    if (Array.isArray(part)) for (const element of part) visit(element, depth);
    else if (isTypedVehicle(part)) found.push(withOffer(part));
    else for (const member of Object.values(part)) visit(member, depth + 1);
  };
  visit(value, 0);
  return found;
}

function offeredBy(value: object): object | undefined {
  const { itemOffered } = value as Members;
  const isVehicle =
    isObject(itemOffered) && typesOf(itemOffered).some((type) => wordsFor('vehicle type').has(type));
  return isVehicle ? itemOffered : undefined;
}

/** A vehicle as it is; an offer as its vehicle, with the offer in `offers`. */
function withOffer(value: object): object {
  const vehicle = offeredBy(value);
  if (vehicle === undefined) return value;
  const offer = Object.entries(value).filter(([name]) => name !== 'itemOffered');
  return Object.fromEntries([['offers', Object.fromEntries(offer)], ...Object.entries(vehicle)]);
}
