// Every setting of the program, one row each: its flag, its default, its rule and what it is for. The environment
// variable is made from the flag. The command line's help, the README's table and what a server prints when it starts
// are made from these rows.
import type { RateLimit } from '../auth/rate-limit.ts';
import {
  IP_BLOCKS,
  BASE_URL,
  INDEX_PREFIX,
  FILE_PATH,
  PATH,
  HOST_NAME,
  JWKS_LOCATION,
  listOf,
  oneOf,
  ORIGINS,
  PORT,
  RATE,
  REDIS_URL,
  BOOLEAN,
  TEXT,
  URLS,
  wholeNumber,
  type SettingType,
} from './setting-types.ts';

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
  /** Processes that answer. */
  readonly workers: number;
  /** The file that lists the feeds to pull. */
  readonly feeds: string | undefined;
  /** Origins of pages that may call the MCP endpoint, or `*` for all. */
  readonly mcpOrigins: readonly string[];
  /** Nobody may ask the API without a token. */
  readonly requireToken: boolean;
  readonly jwtIssuer: string | undefined;
  readonly jwtAudience: string | undefined;
  /** An address or a file. */
  readonly jwtKeys: string | undefined;
  readonly jwtAlgorithms: readonly string[];
  /** Of one address. */
  readonly rateLimit: RateLimit | undefined;
  /** Of a token that has none of its own. */
  readonly tokenRateLimit: RateLimit | undefined;
  readonly redis: string | undefined;
  readonly redisPassword: string | undefined;
  /** Addresses, and blocks such as `10.0.0.0/8`. */
  readonly trustedProxies: readonly string[];
  readonly log: 'text' | 'json';
  /** Undefined: as is usual for the format of the log. */
  readonly logRequests: boolean | undefined;
  /** Requests. */
  readonly maxQueue: number;
  /** Of each process; undefined: as many as it may have. */
  readonly maxConnections: number | undefined;
  /** Undefined: operators have no port of their own. */
  readonly operatorPort: number | undefined;
  readonly operatorHost: string;
  /** What finds listings: this process, or a cluster. */
  readonly index: 'embedded' | 'opensearch';
  /** Nodes of the cluster. */
  readonly opensearchUrl: readonly string[];
  /** Names of all indices begin with it. */
  readonly opensearchIndex: string;
  /** A file. */
  readonly opensearchCa: string | undefined;
  readonly opensearchUsername: string | undefined;
  readonly opensearchPassword: string | undefined;
  readonly opensearchToken: string | undefined;
  /** Of an index that is made. */
  readonly opensearchShards: number;
  readonly opensearchReplicas: number;
}

/** Those whose public key is not enough to sign. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

export interface Setting<T> {
  readonly flag: string;
  /** What the flag takes, for help texts; none: the flag stands alone. */
  readonly placeholder?: string;
  /** In the words of whoever sets it. */
  readonly default?: string;
  /** The value where nothing is set. */
  readonly defaultValue: T;
  readonly type: SettingType<T & NonNullable<unknown>>;
  readonly description: string;
  /** It has no flag, because other users of the machine see those, and is never printed. */
  readonly secret?: true;
}

export const SETTINGS: { readonly [Name in keyof Config]: Setting<Config[Name]> } = {
  data: {
    flag: 'data',
    placeholder: 'folder',
    default: './data',
    defaultValue: './data',
    type: PATH,
    description: 'folder that holds the stock',
  },
  host: {
    flag: 'host',
    placeholder: 'address',
    default: '127.0.0.1',
    defaultValue: '127.0.0.1',
    type: HOST_NAME,
    description: 'address to listen on',
  },
  port: {
    flag: 'port',
    placeholder: 'number',
    default: '8080',
    defaultValue: 8080,
    type: PORT,
    description: 'port to listen on; 0 takes any free one',
  },
  baseUrl: {
    flag: 'base-url',
    placeholder: 'address',
    defaultValue: undefined,
    type: BASE_URL,
    description: 'address that clients reach the service under (default: http://HOST:PORT)',
  },
  trustProxy: {
    flag: 'trust-proxy',
    defaultValue: false,
    type: BOOLEAN,
    description: 'believe X-Forwarded-Proto and X-Forwarded-Host: only behind a proxy that sets them',
  },
  demo: {
    flag: 'demo',
    defaultValue: false,
    type: BOOLEAN,
    description: 'fill an empty data folder with demo stock first',
  },
  merge: {
    flag: 'merge',
    defaultValue: false,
    type: BOOLEAN,
    description: 'only add and update; withdraw nothing',
  },
  format: {
    flag: 'format',
    placeholder: 'ndjson|json|csv|xml',
    defaultValue: undefined,
    type: oneOf(['ndjson', 'json', 'csv', 'xml']),
    description: 'format of the feed (default: found from its first character)',
  },
  json: { flag: 'json', defaultValue: false, type: BOOLEAN, description: 'answer in JSON' },
  workers: {
    flag: 'workers',
    placeholder: 'number',
    default: '1',
    defaultValue: 1,
    type: wholeNumber(1, 64),
    description: 'processes that answer, each with the index in its memory',
  },
  feeds: {
    flag: 'feeds',
    placeholder: 'file',
    defaultValue: undefined,
    type: FILE_PATH,
    description: 'list of the feeds to pull, such as feeds.json',
  },
  mcpOrigins: {
    flag: 'mcp-origins',
    placeholder: 'origins',
    defaultValue: [],
    type: ORIGINS,
    description: 'web pages elsewhere that may call /mcp: their origins, separated by commas; * for all',
  },
  requireToken: {
    flag: 'require-token',
    defaultValue: false,
    type: BOOLEAN,
    description: 'answer /api/ and /mcp only to those who send a token',
  },
  jwtIssuer: {
    flag: 'jwt-issuer',
    placeholder: 'issuer',
    defaultValue: undefined,
    type: TEXT,
    description: 'accept tokens (JWT) that this issuer has signed; with --jwt-audience and --jwt-keys',
  },
  jwtAudience: {
    flag: 'jwt-audience',
    placeholder: 'audience',
    defaultValue: undefined,
    type: TEXT,
    description: 'what such tokens must call the service',
  },
  jwtKeys: {
    flag: 'jwt-keys',
    placeholder: 'place',
    defaultValue: undefined,
    type: JWKS_LOCATION,
    description: "the issuer's public keys (JWKS): an https address, or a file",
  },
  jwtAlgorithms: {
    flag: 'jwt-algorithms',
    placeholder: 'names',
    default: 'RS256,ES256,EdDSA',
    defaultValue: ['RS256', 'ES256', 'EdDSA'],
    type: listOf(ALGORITHMS),
    description: 'the algorithms that such tokens may be signed with',
  },
  rateLimit: {
    flag: 'rate-limit',
    placeholder: 'rate',
    defaultValue: undefined,
    type: RATE,
    description: 'requests that one address may send without a token, such as 600/min (default: no limit)',
  },
  tokenRateLimit: {
    flag: 'token-rate-limit',
    placeholder: 'rate',
    defaultValue: undefined,
    type: RATE,
    description: 'requests that may be sent with one token that has no rate of its own (default: no limit)',
  },
  redis: {
    flag: 'redis',
    placeholder: 'address',
    defaultValue: undefined,
    type: REDIS_URL,
    description: 'count requests in this Redis, for several servers together: redis://HOST:PORT/DATABASE',
  },
  redisPassword: {
    flag: 'redis-password',
    defaultValue: undefined,
    type: TEXT,
    secret: true,
    description: 'its password',
  },
  trustedProxies: {
    flag: 'trusted-proxies',
    placeholder: 'addresses',
    defaultValue: [],
    type: IP_BLOCKS,
    description: 'proxies in front, as addresses and blocks: their X-Forwarded-For says who asks',
  },
  log: {
    flag: 'log',
    placeholder: 'text|json',
    default: 'text',
    defaultValue: 'text',
    type: oneOf(['text', 'json']),
    description: 'lines for people, or a line of JSON for each event and request',
  },
  logRequests: {
    flag: 'log-requests',
    defaultValue: undefined,
    type: BOOLEAN,
    description: 'log every request (default: only with --log json)',
  },
  maxQueue: {
    flag: 'max-queue',
    placeholder: 'number',
    default: '256',
    defaultValue: 256,
    type: wholeNumber(0, 10_000),
    description: 'searches that each process may queue beyond 64 in flight; the oldest beyond that gets 503',
  },
  maxConnections: {
    flag: 'max-connections',
    placeholder: 'number',
    defaultValue: undefined,
    type: wholeNumber(1, 1_000_000),
    description: 'connections at a time (default: as many as open files allow, at most 20000)',
  },
  operatorPort: {
    flag: 'operator-port',
    placeholder: 'number',
    defaultValue: undefined,
    type: PORT,
    description: 'port for /metrics, /dashboard/ and /status, which the other one then does not have',
  },
  operatorHost: {
    flag: 'operator-host',
    placeholder: 'address',
    default: '127.0.0.1',
    defaultValue: '127.0.0.1',
    type: HOST_NAME,
    description: 'address to listen on for operators',
  },
  index: {
    flag: 'index',
    placeholder: 'embedded|opensearch',
    default: 'embedded',
    defaultValue: 'embedded',
    type: oneOf(['embedded', 'opensearch']),
    description: 'what finds listings: this process, or an OpenSearch cluster',
  },
  opensearchUrl: {
    flag: 'opensearch-url',
    placeholder: 'addresses',
    defaultValue: [],
    type: URLS,
    description: 'nodes of the cluster, separated by commas',
  },
  opensearchIndex: {
    flag: 'opensearch-index',
    placeholder: 'name',
    default: 'forecourt',
    defaultValue: 'forecourt',
    type: INDEX_PREFIX,
    description: 'what the names of all indices in the cluster begin with',
  },
  opensearchCa: {
    flag: 'opensearch-ca',
    placeholder: 'file',
    defaultValue: undefined,
    type: FILE_PATH,
    description: 'certificates to trust of the cluster, as PEM (default: those of the system)',
  },
  opensearchUsername: {
    flag: 'opensearch-username',
    defaultValue: undefined,
    type: TEXT,
    secret: true,
    description: 'who we are to the cluster',
  },
  opensearchPassword: {
    flag: 'opensearch-password',
    defaultValue: undefined,
    type: TEXT,
    secret: true,
    description: 'the password for it',
  },
  opensearchToken: {
    flag: 'opensearch-token',
    defaultValue: undefined,
    type: TEXT,
    secret: true,
    description: 'a token (Bearer) for the cluster, instead of name and password',
  },
  opensearchShards: {
    flag: 'opensearch-shards',
    placeholder: 'number',
    default: '3',
    defaultValue: 3,
    type: wholeNumber(1, 1024),
    description: 'shards of an index that is made',
  },
  opensearchReplicas: {
    flag: 'opensearch-replicas',
    placeholder: 'number',
    default: '1',
    defaultValue: 1,
    type: wholeNumber(0, 20),
    description: 'further copies of each shard',
  },
};

/** The names, in the order of the rows. */
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly (keyof Config)[];

/** `FORECOURT_MCP_ORIGINS` for `mcp-origins`. */
export function environmentVariableOf({ flag }: { readonly flag: string }): string {
  return `FORECOURT_${flag.toUpperCase().replaceAll('-', '_')}`;
}
