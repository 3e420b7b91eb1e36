// What is sent, and what is known of it for whoever judges the answers.

/** One request, as the server should read it. */
export interface Ask {
  readonly method: string;
  /** The path where it is one that the service knows and says how it answers; undefined for any other. */
  readonly path: string | undefined;
  /** The Accept header asks for plain JSON. */
  readonly html?: boolean;
}

export type Sent =
  /** Requests that are HTTP, however strange: each is answered, in their order. */
  | { readonly kind: string; readonly bytes: string; readonly asks: readonly Ask[] }
  /** Bytes that may be no HTTP: at most so many answers. */
  | { readonly kind: string; readonly bytes: string; readonly most: number };

/** A request without a body. */
export function request(method: string, target: string, headers: readonly string[], version = '1.1'): string {
  return `${[`${method} ${target} HTTP/${version}`, ...headers].join('\r\n')}\r\n\r\n`;
}
