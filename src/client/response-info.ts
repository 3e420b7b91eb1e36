// What a response says besides its body, found by the result that the client made of it. Results stay plain values.
import { ArgumentError } from './check-arguments.ts';
import type { ClientResponse } from './fetch-with-retry.ts';

/** A parameter without effect, such as `sort` on a summary. */
export interface IgnoredParameter {
  readonly parameter: string;
  /** The parameter that was probably meant. */
  readonly didYouMean?: string;
  readonly reason?: string;
}

export interface Correction {
  readonly parameter: string;
  readonly from: string;
  readonly to: string;
}

export interface ResponseInfo {
  readonly url: string;
  /** The entity tag. Undefined without one: the stock changed meanwhile. */
  readonly etag: string | undefined;
  readonly ignoredParameters: readonly IgnoredParameter[];
  readonly corrections: readonly Correction[];
  /** URLs by relation, such as `next`; `follow` takes those of pages. */
  readonly links: Readonly<Record<string, string>>;
  /** Id of the request in the log of the service, if it sent one. */
  readonly requestId: string | undefined;
}

const infos = new WeakMap<object, ResponseInfo>();

/** What the response to a result of the client said besides it. Throws a TypeError for other values, such as copies. */
export function responseOf(result: object): ResponseInfo {
  const info = infos.get(result);
  if (info === undefined)
    throw new ArgumentError(
      'responseOf takes what a method of the client returned, not a copy or a part of it.',
    );
  return info;
}

export function remember<Result extends object>(result: Result, info: ResponseInfo): Result {
  infos.set(result, info);
  return result;
}

export function describeResponse(url: string, { headers }: Pick<ClientResponse, 'headers'>): ResponseInfo {
  return {
    url,
    etag: headers.get('etag') ?? undefined,
    ignoredParameters: parseList(headers.get('ignored-parameters')).map(({ value, parameters }) => {
      const { 'did-you-mean': didYouMean, reason } = parameters;
      return {
        parameter: value,
        ...(didYouMean !== undefined && { didYouMean }),
        ...(reason !== undefined && { reason }),
      };
    }),
    corrections: parseList(headers.get('corrections')).map(
      ({ value, parameters: { from = '', to = '' } }) => ({
        parameter: value,
        from,
        to,
      }),
    ),
    links: parseLinks(headers.get('link')),
    requestId: headers.get('x-request-id') ?? undefined,
  };
}

// Lists in response headers: structured fields (RFC 9651), as far as the service writes them, and links (RFC 8288).

export interface ListMember {
  readonly value: string;
  readonly parameters: Readonly<Record<string, string | undefined>>;
}

// Each is matched at one place only. Items are strings, display strings, tokens and numbers; only their texts are read.
const SPACE = /\s*/y;
const SEMICOLON = /;\s*/y;
const COMMA = /,/y;
const EQUALS = /=/y;
const KEY = /[a-z*][a-z0-9_.*-]*/y;
const ITEM = /%?"(?:[^"\\]|\\.)*"|[^\s",;=]+/y;

/** The members of a list; none if it is absent or malformed, as the standard demands. */
export function parseList(header: string | null): readonly ListMember[] {
  const text = header ?? '';
  let at = 0;
  const take = (expression: RegExp): string | undefined => {
    expression.lastIndex = at;
    const [found] = expression.exec(text) ?? [];
    at += found?.length ?? 0;
    return found;
  };
  const members: ListMember[] = [];
  while (at < text.length) {
    take(SPACE);
    const item = take(ITEM);
    if (item === undefined) return [];
    take(SPACE);
    const parameters: [string, string][] = [];
    while (take(SEMICOLON) !== undefined) {
      const name = take(KEY);
      const value = name !== undefined && take(EQUALS) !== undefined ? take(ITEM) : '';
      if (name === undefined || value === undefined) return [];
      parameters.push([name, textOf(value)]);
      take(SPACE);
    }
    members.push({ value: textOf(item), parameters: Object.fromEntries(parameters) });
    if (at < text.length && take(COMMA) === undefined) return [];
  }
  return members;
}

/** The targets of a Link header, by relation. */
export function parseLinks(header: string | null): Readonly<Record<string, string>> {
  const found = (header ?? '').matchAll(/<([^<>]*)>\s*;\s*rel="?([a-z-]+)"?/g);
  return Object.fromEntries(Array.from(found, ([, target, relation]) => [relation, target]));
}

function textOf(item: string): string {
  if (!item.endsWith('"')) return item;
  const text = item.slice(item.indexOf('"') + 1, -1).replace(/\\(.)/g, '$1');
  if (!item.startsWith('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
