// Parses the query string of a request target into names and values. Invalid percent-encoding and UTF-8 is rejected, never
// repaired. Parameters that an operation ignores are reported in headers.
import type { ParameterPairs, UnusedParameter } from '../../query/read-parameters.ts';
import { malformedRequest, type ParameterIssue } from '../../problem.ts';
import { echoed, quoted } from '../../quoted-text.ts';
import { ignoredParametersHeader } from '../../api/ignored-parameters.ts';

/**
 * The pairs of a target such as `/api/v1/vehicles/?make=Skoda&q=estate`, in the order sent. `+` and `%20` are spaces, `;` is an
 * ordinary character, a name without `=` has an empty value. `target` has one character per byte, as in Node. Throws a Problem
 * `malformed_request`.
 */
export function parseQueryString(target: string): ParameterPairs {
  const pairs: (readonly [string, string])[] = [];
  const issues: ParameterIssue[] = [];
  for (const part of queryOf(target).split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decoded(equals === -1 ? part : part.slice(0, equals));
    const value = decoded(equals === -1 ? '' : part.slice(equals + 1));
    if (typeof name === 'string' && typeof value === 'string') pairs.push([name, value]);
    else issues.push(issueOf(name, value));
  }
  const [first, ...others] = issues;
  if (first !== undefined) throw malformedRequest(first, ...others);
  return pairs;
}

export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

export function queryOf(target: string): string {
  const hash = target.indexOf('#');
  const sent = hash === -1 ? target : target.slice(0, hash);
  const start = sent.indexOf('?');
  return start === -1 ? '' : sent.slice(start + 1);
}

const PLAIN = /^[\x21-\x24\x26-\x2a\x2c-\x7e]*$/;

interface Undecodable {
  /** As sent, but in ASCII. */
  readonly raw: string;
  readonly code: 'invalid_encoding' | 'invalid_character';
}

function decoded(text: string): string | Undecodable {
  if (PLAIN.test(text)) return text;
  const raw = withRawBytesEncoded(text);
  try {
    const value = decodeURIComponent(raw.replaceAll('+', ' '));
    return value.includes('\0') ? { raw, code: 'invalid_character' } : value;
  } catch {
    return { raw, code: 'invalid_encoding' };
  }
}

/**
 * The issue of a pair with invalid encoding: about its name, or else its value. Invalid text stays encoded, so that it cannot
 * pass for a part of the message.
 */
function issueOf(name: string | Undecodable, value: string | Undecodable): ParameterIssue {
  const invalid = [name, value].find((text) => typeof text !== 'string');
  if (invalid === undefined) throw new Error('both texts are decoded');
  const { raw, code } = invalid;
  const isNamed = typeof name === 'string' && name !== '';
  const subject = isNamed ? quoted(name) : 'The query string';
  const rule =
    code === 'invalid_character'
      ? 'not hold a NUL'
      : "be percent-encoded UTF-8, with two hexadecimal digits after each '%'";
  const message = `${subject} must ${rule} (got ${quoted(raw)}).`;
  const parameter = isNamed ? name : name === '' ? 'query' : echoed(raw);
  return { parameter, code, value: raw, message };
}

// Some clients send raw UTF-8, which counts as percent-encoded.
function withRawBytesEncoded(text: string): string {
  return text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
}

/** `warnings` are about known parameters that were probably not intended. */
export function preferenceHeaders(
  strict: boolean,
  ignored: readonly UnusedParameter[],
  warnings?: readonly ParameterIssue[],
): Readonly<Record<string, string>> {
  const ignoredParameters = ignoredParametersHeader(ignored, warnings);
  return {
    ...(strict && { 'preference-applied': 'handling=strict' }),
    ...(ignoredParameters !== undefined && { 'ignored-parameters': ignoredParameters }),
  };
}
