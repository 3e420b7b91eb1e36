// What the HTTP surface is told by whoever starts it, and what its routes share. Nothing here is read from the
// environment: main does that.
import type { IncomingHttpHeaders } from 'node:http';

interface Picture {
  /** Media type, for example `image/svg+xml`. */
  readonly type: string;
  readonly body: string;
}

export interface HttpOptions {
  /** The address that clients reach the service under, without a slash at its end. A function where it is known only later. */
  readonly baseUrl: string | (() => string);
  /** True: a proxy in front sets X-Forwarded-Proto and X-Forwarded-Host, and they may be believed. */
  readonly trustProxy: boolean;
  /** False until the stock can be searched. */
  readonly ready: () => boolean;
  /** Told of every bug that became a 500, with the id that the client was given. */
  readonly logError: (error: unknown, requestId: string) => void;
  /** Origins of pages that may call the MCP endpoint, beside our own; `*` is all of them. */
  readonly mcpOrigins?: readonly string[];
  /** Draws the picture of a decoded path, which starts with `/pictures/`; undefined: there is no such picture. */
  readonly drawPicture?: (path: string) => Picture | undefined;
}

/** The options, as routes use them. */
export interface Site extends HttpOptions {
  /** The base URL for the answer to a request with these headers. */
  readonly baseUrlOf: (headers: IncomingHttpHeaders) => string;
}

export const SEARCH_PATH = '/api/v1/vehicles/';
export const SUMMARY_PATH = '/api/v1/vehicles/summary/';
export const INTERPRET_PATH = '/api/v1/interpret/';
export const REDIRECT_PATH = '/cars/redirect/';
export const PROBLEMS_PATH = '/problems/';
export const OPENAPI_PATH = '/openapi.json';
export const OPENAPI_YAML_PATH = '/openapi.yaml';
export const DOCS_PATH = '/docs';
export const MCP_PATH = '/mcp';
export const LLMS_PATH = '/llms.txt';
