// A parsed JSON record as the records it holds: JSON-LD says which of its objects are vehicles, and some exports wrap each
// vehicle in an envelope.
import { noticeOf } from './feed-notice.ts';
import type { FeedRecord } from './feed-record.ts';
import { isJsonLd, typesOf, vehiclesOf } from './json-ld.ts';

/** Members that hold the vehicle, next to what a database or an API adds to it. */
const ENVELOPES = ['node', 'item', '_source', 'attributes', 'fields', 'properties', 'acf', 'data'] as const;

/** The records of a parsed value: most often one, for JSON-LD any number, or a notice. */
export function expandRecord(record: FeedRecord): FeedRecord[] {
  const { line, value } = record;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [record];
  if (!isJsonLd(value)) return [{ line, value: withoutEnvelope(value) }];
  const vehicles = vehiclesOf(value);
  if (vehicles.length > 0) return vehicles.map((vehicle) => ({ line, value: vehicle }));
  const types = typesOf(value).join(', ');
  return [{ line, value, notice: noticeOf('not_a_vehicle', line, types === '' ? '@graph' : types) }];
}

/** The record with the members of its envelope as its own; those with a name that it has already stay where they are. */
function withoutEnvelope(value: object): object {
  const envelope = ENVELOPES.find((name) => {
    const member: unknown = (value as Readonly<Record<string, unknown>>)[name];
    return (
      Object.hasOwn(value, name) && typeof member === 'object' && member !== null && !Array.isArray(member)
    );
  });
  if (envelope === undefined) return value;
  const inner = (value as Readonly<Record<string, object>>)[envelope] ?? {};
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
