// The pictures of a record from all columns that have some: lists, texts with separators, JSON, objects with an address.
import { splitAddresses } from './read-address.ts';

/** Addresses and what is none, in the order of the columns, each text once. */
export function pictureList(values: readonly unknown[]): unknown[] {
  const pictures = values.flatMap((value) => {
    const list = typeof value === 'string' ? splitAddresses(value) : value;
    return Array.isArray(list) ? (list as unknown[]).map(addressOf) : [list];
  });
  return [...new Set(pictures)];
}

function addressOf(picture: unknown): unknown {
  if (typeof picture !== 'object' || picture === null) return picture;
  const { url, src, href } = picture as Readonly<Record<string, unknown>>;
  return url ?? src ?? href ?? picture;
}
