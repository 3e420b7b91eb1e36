// A request of the fuzzer, and the responses that it may get.

/** One request, as the server should read it. */
export interface ExpectedRequest {
  readonly method: string;
  /** A path whose responses the OpenAPI document describes; undefined for any other. */
  readonly path: string | undefined;
}

export type FuzzRequest =
  /** Valid HTTP, however strange: each request is answered, in order. */
  | { readonly kind: string; readonly bytes: string; readonly expected: readonly ExpectedRequest[] }
  /** Bytes that may be invalid HTTP, with the limit of responses. */
  | { readonly kind: string; readonly bytes: string; readonly maxResponses: number };

/** A request without a body. */
export function request(method: string, target: string, headers: readonly string[], version = '1.1'): string {
  return `${[`${method} ${target} HTTP/${version}`, ...headers].join('\r\n')}\r\n\r\n`;
}
