// The pictures of a record from all columns that have some: lists, texts with separators, JSON, objects with an address.
import { splitUrls } from './values/url.ts';

/** Addresses and what is none, in the order of the columns, each text once. */
export function imagesOf(values: readonly unknown[]): unknown[] {
  const images = values.flatMap((value) => {
    const list = typeof value === 'string' ? splitUrls(value) : value;
    return Array.isArray(list) ? (list as unknown[]).map(urlOf) : [list];
  });
  return [...new Set(images)];
}

function urlOf(image: unknown): unknown {
  if (typeof image !== 'object' || image === null) return image;
  const { url, src, href } = image as Readonly<Record<string, unknown>>;
  return url ?? src ?? href ?? image;
}
