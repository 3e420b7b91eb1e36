// What a response says besides its body, found by the result that the client made of it. Results stay plain values.
import { ArgumentError } from './check-arguments.ts';
import type { ClientResponse } from './fetch-with-retry.ts';
import { parseList, parseLinks } from './header-lists.ts';

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
