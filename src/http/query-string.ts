// Parses the query string of a request target into names and values. Invalid percent-encoding and UTF-8 is rejected, never repaired.
import type { ParameterPairs } from '../listing/parse-query.ts';
import { Problem } from '../problem.ts';

/**
 * The pairs of a target such as `/api/v1/vehicles/?make=Skoda&q=estate`, in the order sent. `+` and `%20` are spaces, `;` is
 * an ordinary character, a name without `=` has an empty value. `target` holds one character for each byte, as
 * Node gives it. Throws a Problem `malformed_request`.
 */
export function parseQueryString(target: string): ParameterPairs {
  const pairs: (readonly [string, string])[] = [];
  for (const part of queryOf(target).split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = equals === -1 ? part : part.slice(0, equals);
    const value = equals === -1 ? '' : part.slice(equals + 1);
    pairs.push([decoded(name), decoded(value)]);
  }
  return pairs;
}

/** The target without its query string. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

function queryOf(target: string): string {
  const hash = target.indexOf('#');
  const sent = hash === -1 ? target : target.slice(0, hash);
  const start = sent.indexOf('?');
  return start === -1 ? '' : sent.slice(start + 1);
}

const PLAIN = /^[\x21-\x24\x26-\x2a\x2c-\x7e]*$/;

function decoded(text: string): string {
  if (PLAIN.test(text)) return text;
  let value: string;
  try {
    value = decodeURIComponent(withRawBytesEncoded(text).replaceAll('+', ' '));
  } catch {
    throw new Problem(
      'malformed_request',
      `The query string must be percent-encoded UTF-8: a '%' is followed by two hexadecimal digits (got '${excerpt(text)}').`,
    );
  }
  if (value.includes('\0')) {
    throw new Problem('malformed_request', `The query string must not hold a NUL (got '${excerpt(text)}').`);
  }
  return value;
}

// Some clients send raw UTF-8, which counts as percent-encoded.
function withRawBytesEncoded(text: string): string {
  return text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
}

// Still encoded, so that it cannot pass for a part of the message.
function excerpt(text: string): string {
  const shown = withRawBytesEncoded(text);
  return shown.length > 64 ? `${shown.slice(0, 64)}…` : shown;
}
