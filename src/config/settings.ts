// Every setting of the program, one row each: its flag, its default, its rule and what it is for. The environment
// variable is made from the flag. The command line's help, the README's table and what a server prints when it starts
// are made from these rows.
import { BASE_URL, FILE, FOLDER, HOST, oneOf, ORIGINS, PORT, SWITCH, type Kind } from './value-kinds.ts';

export interface Config {
  readonly data: string;
  readonly host: string;
  readonly port: number;
  /** Without a slash at its end; undefined: made from host and port. */
  readonly baseUrl: string | undefined;
  readonly trustProxy: boolean;
  readonly demo: boolean;
  readonly merge: boolean;
  readonly format: 'ndjson' | 'json' | 'csv' | 'xml' | undefined;
  readonly json: boolean;
  /** The file that lists the feeds to pull. */
  readonly feeds: string | undefined;
  /** Origins of pages that may call the MCP endpoint, or `*` for all. */
  readonly mcpOrigins: readonly string[];
}

export interface Setting<T> {
  readonly flag: string;
  /** What the flag takes, for help texts; none: the flag stands alone. */
  readonly takes?: string;
  /** In the words of whoever sets it. */
  readonly fallback?: string;
  /** The value where there is no text and no fallback. */
  readonly unset: T;
  readonly kind: Kind<T & NonNullable<unknown>>;
  readonly description: string;
  /** It has no flag, because other users of the machine see those, and is never printed. */
  readonly secret?: true;
}

export const SETTINGS: { readonly [Name in keyof Config]: Setting<Config[Name]> } = {
  data: {
    flag: 'data',
    takes: 'folder',
    fallback: './data',
    unset: './data',
    kind: FOLDER,
    description: 'folder that holds the stock',
  },
  host: {
    flag: 'host',
    takes: 'address',
    fallback: '127.0.0.1',
    unset: '127.0.0.1',
    kind: HOST,
    description: 'address to listen on',
  },
  port: {
    flag: 'port',
    takes: 'number',
    fallback: '8080',
    unset: 8080,
    kind: PORT,
    description: 'port to listen on; 0 takes any free one',
  },
  baseUrl: {
    flag: 'base-url',
    takes: 'address',
    unset: undefined,
    kind: BASE_URL,
    description: 'address that clients reach the service under (default: http://HOST:PORT)',
  },
  trustProxy: {
    flag: 'trust-proxy',
    unset: false,
    kind: SWITCH,
    description: 'believe X-Forwarded-Proto and X-Forwarded-Host: only behind a proxy that sets them',
  },
  demo: {
    flag: 'demo',
    unset: false,
    kind: SWITCH,
    description: 'fill an empty data folder with demo stock first',
  },
  merge: {
    flag: 'merge',
    unset: false,
    kind: SWITCH,
    description: 'only add and update; withdraw nothing',
  },
  format: {
    flag: 'format',
    takes: 'ndjson|json|csv|xml',
    unset: undefined,
    kind: oneOf(['ndjson', 'json', 'csv', 'xml']),
    description: 'format of the feed (default: found from its first character)',
  },
  json: { flag: 'json', unset: false, kind: SWITCH, description: 'answer in JSON' },
  feeds: {
    flag: 'feeds',
    takes: 'file',
    unset: undefined,
    kind: FILE,
    description: 'list of the feeds to pull, such as feeds.json',
  },
  mcpOrigins: {
    flag: 'mcp-origins',
    takes: 'origins',
    unset: [],
    kind: ORIGINS,
    description: 'web pages elsewhere that may call /mcp: their origins, separated by commas; * for all',
  },
};

/** The names, in the order of the rows. */
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly (keyof Config)[];

/** `FORECOURT_MCP_ORIGINS` for `mcp-origins`. */
export function variableOf({ flag }: { readonly flag: string }): string {
  return `FORECOURT_${flag.toUpperCase().replaceAll('-', '_')}`;
}
