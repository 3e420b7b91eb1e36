// Entity tags of search answers. A tag is made of everything that an answer depends on, so it is known before the
// search runs, and a client that already has the answer costs none.
import { hash } from 'node:crypto';

/**
 * The tag of the answer to a canonical query. It is weak: the same listings, while a proxy may compress the bytes.
 */
export function entityTag(version: string, canonicalQuery: string, baseUrl: string): string {
  const digest = hash('sha256', JSON.stringify([version, canonicalQuery, baseUrl]), 'base64url');
  return `W/"${digest.slice(0, 27)}"`;
}

/** Whether an If-None-Match header lists `tag`, compared weakly. */
export function matchesIfNoneMatch(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  // No tag holds a quotation mark, so ours is listed if its quoted part occurs.
  return ifNoneMatch.includes(tag.slice(tag.indexOf('"')));
}
