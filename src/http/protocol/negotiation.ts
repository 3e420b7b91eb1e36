// Content negotiation and conditional requests (RFC 9110), and the Prefer header (RFC 7240). Any header is accepted: nothing
// throws, and parsing is linear in its length.
//
// Written here instead of taken from the package `negotiator`: that one cannot tell equal weights from unequal ones, drops ranges
// whose weight is invalid, and knows no Prefer.
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { BUILD } from '../../package-files.ts';

/** A content coding that a body can be sent in, besides `identity`. */
export type ContentCoding = 'br' | 'gzip' | 'zstd';

export interface AcceptedCodings {
  /** The supported codings of the highest weight. Empty: the body is sent as it is. */
  readonly best: readonly ContentCoding[];
  /** True if a body as it is, however small, is not acceptable. */
  readonly refusesIdentity: boolean;
}

/**
 * The codings that Accept-Encoding accepts (RFC 9110). The body is sent as it is if the header is missing or accepts nothing we
 * have, because any response serves a client better than an error.
 */
export function acceptedCodings(
  acceptEncoding: string | string[] | undefined,
  supported: readonly ContentCoding[],
): AcceptedCodings {
  if (acceptEncoding === undefined) return IDENTITY_ONLY;
  const weights = weightsOf(acceptEncoding);
  const others = weights.get('*');
  const weightOf = (coding: ContentCoding): number =>
    weights.get(coding) ?? (coding === 'gzip' ? weights.get('x-gzip') : undefined) ?? others ?? 0;
  const identity = weights.get('identity') ?? others;
  const highest = Math.max(...supported.map(weightOf));
  const isUseful = highest > 0 && highest >= (identity ?? 0);
  return {
    best: isUseful ? supported.filter((coding) => weightOf(coding) === highest) : [],
    refusesIdentity: identity === 0,
  };
}

const IDENTITY_ONLY: AcceptedCodings = { best: [], refusesIdentity: false };

/** True if Accept is missing or blank, or has a range for any type or any application type. */
export function acceptsAnyJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const weights = weightsOf(accept);
  return (weights.get('*/*') ?? 0) > 0 || (weights.get('application/*') ?? 0) > 0;
}

/** True if Accept names `application/json`, and not `application/problem+json` with a higher weight. Wildcards name neither. */
export function prefersPlainJson(accept: string | string[] | undefined): boolean {
  const weights = weightsOf(accept);
  const json = weights.get('application/json') ?? 0;
  return json > 0 && json >= (weights.get('application/problem+json') ?? 0);
}

/** True unless Accept prefers JSON to HTML. Wildcards alone, or no header, count as HTML: a person may be reading. */
export function prefersHtml(accept: string | string[] | undefined): boolean {
  const weights = weightsOf(accept);
  const html = weights.get('text/html') ?? weights.get('text/*');
  const json = weights.get('application/json') ?? weights.get('application/*') ?? 0;
  if (html === undefined) return json === 0 || json < (weights.get('*/*') ?? 0);
  return html > 0 && html >= json;
}

/** True if Accept names `text/event-stream`, and not JSON with a higher weight. Wildcards do not name it. */
export function prefersEventStream(accept: string | string[] | undefined): boolean {
  if (accept === undefined || !accept.includes('event-stream')) return false;
  const weights = weightsOf(accept);
  const events = weights.get('text/event-stream') ?? 0;
  return events > 0 && events >= (weights.get('application/json') ?? 0);
}

/** True if Prefer asks for unknown parameters to be rejected. The first of several `handling` preferences counts. */
export function prefersStrictHandling(prefer: string | string[] | undefined): boolean {
  if (prefer === undefined) return false;
  for (const preference of splitOutsideQuotes(prefer, ',')) {
    const [name, value] = nameAndValue(splitOutsideQuotes(preference, ';')[0] ?? '');
    if (name === 'handling') return value.toLowerCase() === 'strict';
  }
  return false;
}

/**
 * A weak entity tag of everything that a response depends on, this program included: it is known before the search, and stays
 * the same if a proxy compresses. Tags of two versions differ; the query's checksum only tells queries of one version apart.
 */
export function entityTag(version: string, canonicalQuery: string, baseUrl: string): string {
  if (version !== lastDigest.version || baseUrl !== lastDigest.baseUrl) {
    const digest = hash('sha256', JSON.stringify([BUILD, version, baseUrl]), 'base64url').slice(
      0,
      DIGEST_LENGTH,
    );
    lastDigest = { version, baseUrl, digest };
  }
  return `W/"${lastDigest.digest}${crc32(canonicalQuery).toString(36).padStart(7, '0')}"`;
}

/** In characters of base64url: 120 bits. */
const DIGEST_LENGTH = 20;
/** The last digest, kept because the stock changes rarely and a digest takes longer than parsing most queries. */
let lastDigest = { version: '', baseUrl: '', digest: '' };

/** True if an If-None-Match header lists `tag`, by weak comparison. */
export function matchesIfNoneMatch(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (matchesAnyTag(ifNoneMatch)) return true;
  // Tags contain no quotation mark, so ours is listed if its quoted part occurs.
  return ifNoneMatch.includes(tag.slice(tag.indexOf('"')));
}

/** True if an If-None-Match header is `*`: it matches whatever there is, but not that there is nothing. */
export function matchesAnyTag(ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch?.trim() === '*';
}

/** Each range's highest weight, by its name in lower case. */
function weightsOf(accept: string | string[] | undefined): Map<string, number> {
  const weights = new Map<string, number>();
  for (const range of splitOutsideQuotes(accept, ',')) {
    const [type = '', ...parameters] = splitOutsideQuotes(range, ';');
    const name = type.toLowerCase();
    weights.set(name, Math.max(weights.get(name) ?? 0, weightOf(parameters)));
  }
  return weights;
}

/** 1 if the text is not a number or the number is above 1. Any number of decimals is read. */
function weightOf(parameters: readonly string[]): number {
  for (const parameter of parameters) {
    const [name, value] = nameAndValue(parameter);
    if (name === 'q') return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(value) ? Math.min(Number(value), 1) : 1;
  }
  return 1;
}

/** The trimmed, non-empty parts of a list header. Separators inside quoted strings do not separate. */
export function splitOutsideQuotes(value: string | string[] | undefined, separator: ',' | ';'): string[] {
  const text = Array.isArray(value) ? value.join(separator) : (value ?? '');
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    else if (quoted && character === '\\') at += 1;
    else if (!quoted && character === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** The lower-case name and unquoted value of `name=value` or `name="value"`; a bare name has an empty value. */
export function nameAndValue(part: string): readonly [name: string, value: string] {
  const equals = part.indexOf('=');
  if (equals === -1) return [part.toLowerCase(), ''];
  return [part.slice(0, equals).trim().toLowerCase(), withoutQuotes(part.slice(equals + 1).trim())];
}

function withoutQuotes(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text;
  return text.slice(1, -1).replace(/\\(.)/g, '$1');
}
