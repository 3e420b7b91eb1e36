// The settings, one row each: flag, default, type and description. Environment variables are named after the flags. The command
// line's help, the table in docs/settings.md and the startup banner are generated from these rows.
import type { Config } from './config-values.ts';
import {
  IP_BLOCKS,
  BASE_URL,
  INDEX_PREFIX,
  FILE_PATH,
  PATH,
  HOST_NAME,
  HOSTS,
  JWKS_LOCATION,
  listSetting,
  oneOfSetting,
  ORIGINS,
  PICTURE_ORIGINS,
  PORT,
  RATE,
  REDIS_URL,
  BOOLEAN,
  TEXT,
  URLS,
  wholeNumber,
  type SettingType,
} from './setting-types.ts';

/** Asymmetric ones: a public key cannot sign. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

export interface Setting<T> {
  readonly flag: string;
  /** Stands for the value in help texts; undefined: the flag takes none. */
  readonly placeholder?: string;
  /** The default as one would set it. */
  readonly default?: string;
  /** The value if nothing is set. */
  readonly defaultValue: T;
  readonly type: SettingType<T & NonNullable<unknown>>;
  readonly description: string;
  /** A variable without our prefix that platforms set, read if ours is not set. */
  readonly platformVariable?: string;
  /** Set by environment variable only, because other users can see flags, and never printed. */
  readonly secret?: true;
}

export const SETTINGS: { readonly [Name in keyof Config]: Setting<Config[Name]> } = {
  data: {
    flag: 'data',
    placeholder: 'folder',
    default: './data',
    defaultValue: './data',
    type: PATH,
    description: 'data folder: stock, tokens and index',
  },
  host: {
    flag: 'host',
    platformVariable: 'HOST',
    placeholder: 'address',
    default: '127.0.0.1',
    defaultValue: '127.0.0.1',
    type: HOST_NAME,
    description: 'address to listen on',
  },
  port: {
    flag: 'port',
    platformVariable: 'PORT',
    placeholder: 'number',
    default: '8080',
    defaultValue: 8080,
    type: PORT,
    description: 'port to listen on; 0 for any free one',
  },
  baseUrl: {
    flag: 'base-url',
    placeholder: 'url',
    defaultValue: undefined,
    type: BASE_URL,
    description: 'public URL of the service (default: http://HOST:PORT)',
  },
  trustProxy: {
    flag: 'trust-proxy',
    defaultValue: false,
    type: BOOLEAN,
    description:
      "trust a proxy's X-Request-Id and its checks of host names, and --allowed-hosts; only behind one",
  },
  allowedHosts: {
    flag: 'allowed-hosts',
    placeholder: 'hosts',
    defaultValue: [],
    type: HOSTS,
    description:
      'hosts that X-Forwarded-Host of a trusted proxy may put into URLs; without effect if --base-url is set',
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
    description: 'add and update listings only; withdraw nothing',
  },
  format: {
    flag: 'format',
    placeholder: 'ndjson|json|csv|xml',
    defaultValue: undefined,
    type: oneOfSetting(['ndjson', 'json', 'csv', 'xml']),
    description: 'format of the feed (default: detected from its first character)',
  },
  json: { flag: 'json', defaultValue: false, type: BOOLEAN, description: 'print JSON' },
  workers: {
    flag: 'workers',
    placeholder: 'number',
    default: '1',
    defaultValue: 1,
    type: wholeNumber(1, 64),
    description: 'processes that serve requests, each with its own index in memory',
  },
  feeds: {
    flag: 'feeds',
    placeholder: 'file',
    defaultValue: undefined,
    type: FILE_PATH,
    description: 'file with the list of feeds to pull, such as feeds.json',
  },
  termsFile: {
    flag: 'terms-file',
    placeholder: 'file',
    defaultValue: undefined,
    type: FILE_PATH,
    description: 'file that adds terms of the trade, or other wordings for known ones, to searches by text',
  },
  mcpOrigins: {
    flag: 'mcp-origins',
    placeholder: 'origins',
    defaultValue: [],
    type: ORIGINS,
    description: 'origins of web pages that may call /mcp, separated by commas; * for all',
  },
  pictureOrigins: {
    flag: 'picture-origins',
    placeholder: 'origins',
    defaultValue: [],
    type: PICTURE_ORIGINS,
    description: "origins of dealers' pictures that assistants may show in cards, separated by commas",
  },
  requireToken: {
    flag: 'require-token',
    defaultValue: false,
    type: BOOLEAN,
    description: 'require a token for /api/ and /mcp',
  },
  jwtIssuer: {
    flag: 'jwt-issuer',
    placeholder: 'issuer',
    defaultValue: undefined,
    type: TEXT,
    description: 'accept JWTs of this issuer; with --jwt-audience and --jwt-keys',
  },
  jwtAudience: {
    flag: 'jwt-audience',
    placeholder: 'audience',
    defaultValue: undefined,
    type: TEXT,
    description: 'required audience of JWTs',
  },
  jwtKeys: {
    flag: 'jwt-keys',
    placeholder: 'location',
    defaultValue: undefined,
    type: JWKS_LOCATION,
    description: "the issuer's public keys (JWKS): an https URL, or a file",
  },
  jwtAlgorithms: {
    flag: 'jwt-algorithms',
    placeholder: 'names',
    default: 'RS256,ES256,EdDSA',
    defaultValue: ['RS256', 'ES256', 'EdDSA'],
    type: listSetting(ALGORITHMS),
    description: 'allowed signature algorithms of JWTs',
  },
  rateLimit: {
    flag: 'rate-limit',
    placeholder: 'rate',
    defaultValue: undefined,
    type: RATE,
    description:
      'rate limit per IP address, for requests without a token, such as 600/min (default: unlimited)',
  },
  tokenRateLimit: {
    flag: 'token-rate-limit',
    placeholder: 'rate',
    defaultValue: undefined,
    type: RATE,
    description: 'rate limit per token, for tokens without their own rate (default: unlimited)',
  },
  redis: {
    flag: 'redis',
    placeholder: 'url',
    defaultValue: undefined,
    type: REDIS_URL,
    description: 'share rate limits between servers in this Redis: redis://HOST:PORT/DATABASE',
  },
  redisPassword: {
    flag: 'redis-password',
    defaultValue: undefined,
    type: TEXT,
    secret: true,
    description: 'password for Redis',
  },
  trustedProxies: {
    flag: 'trusted-proxies',
    placeholder: 'addresses',
    defaultValue: [],
    type: IP_BLOCKS,
    description: 'proxies in front, as IP addresses and blocks, whose X-Forwarded-For is trusted',
  },
  log: {
    flag: 'log',
    placeholder: 'text|json',
    default: 'text',
    defaultValue: 'text',
    type: oneOfSetting(['text', 'json']),
    description: 'log format: text for people, or a line of JSON per event and request',
  },
  logRequests: {
    flag: 'log-requests',
    defaultValue: undefined,
    type: BOOLEAN,
    description: 'log every request (default: only with --log json)',
  },
  compression: {
    flag: 'compression',
    placeholder: 'on|off',
    default: 'on',
    defaultValue: 'on',
    type: oneOfSetting(['on', 'off']),
    description: 'compress responses; off if a proxy in front does it',
  },
  maxQueue: {
    flag: 'max-queue',
    placeholder: 'number',
    default: '256',
    defaultValue: 256,
    type: wholeNumber(0, 10_000),
    description:
      'searches that each process queues beyond 64 in flight; beyond that the client with the most gets 503',
  },
  maxConnections: {
    flag: 'max-connections',
    placeholder: 'number',
    defaultValue: undefined,
    type: wholeNumber(1, 1_000_000),
    description: 'maximum concurrent connections (default: as many as open files allow, at most 20000)',
  },
  maxWaiting: {
    flag: 'max-waiting',
    placeholder: 'number',
    default: '10000',
    defaultValue: 10_000,
    type: wholeNumber(0, 1_000_000),
    description: 'requests and event streams that wait for changes, in each process; further ones get 503',
  },
  maxWaitingPerAddress: {
    flag: 'max-waiting-per-address',
    placeholder: 'number',
    default: '100',
    defaultValue: 100,
    type: wholeNumber(0, 1_000_000),
    description: 'those of one IP address, or of one IPv6 network of 64 bits',
  },
  operatorPort: {
    flag: 'operator-port',
    placeholder: 'number',
    defaultValue: undefined,
    type: PORT,
    description: 'port for /metrics, /dashboard/ and /status, removed from the main port',
  },
  operatorHost: {
    flag: 'operator-host',
    placeholder: 'address',
    default: '127.0.0.1',
    defaultValue: '127.0.0.1',
    type: HOST_NAME,
    description: 'address for the operator port',
  },
  index: {
    flag: 'index',
    placeholder: 'embedded|opensearch',
    default: 'embedded',
    defaultValue: 'embedded',
    type: oneOfSetting(['embedded', 'opensearch']),
    description: 'search backend: this process, or an OpenSearch cluster',
  },
  opensearchUrl: {
    flag: 'opensearch-url',
    placeholder: 'urls',
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
    description: 'prefix of all index names in the cluster',
  },
  opensearchCa: {
    flag: 'opensearch-ca',
    placeholder: 'file',
    defaultValue: undefined,
    type: FILE_PATH,
    description: 'trusted certificates for the cluster, as PEM (default: those of the system)',
  },
  opensearchUsername: {
    flag: 'opensearch-username',
    defaultValue: undefined,
    type: TEXT,
    secret: true,
    description: 'cluster user name',
  },
  opensearchPassword: {
    flag: 'opensearch-password',
    defaultValue: undefined,
    type: TEXT,
    secret: true,
    description: 'cluster password',
  },
  opensearchToken: {
    flag: 'opensearch-token',
    defaultValue: undefined,
    type: TEXT,
    secret: true,
    description: 'bearer token for the cluster, instead of user name and password',
  },
  opensearchShards: {
    flag: 'opensearch-shards',
    placeholder: 'number',
    default: '3',
    defaultValue: 3,
    type: wholeNumber(1, 1024),
    description: 'shards per new index',
  },
  opensearchReplicas: {
    flag: 'opensearch-replicas',
    placeholder: 'number',
    default: '1',
    defaultValue: 1,
    type: wholeNumber(0, 20),
    description: 'replicas per shard',
  },
  token: {
    flag: 'token',
    defaultValue: undefined,
    type: TEXT,
    secret: true,
    description: 'bearer token with which forecourt watch calls the service',
  },
  webhookSecret: {
    flag: 'webhook-secret',
    defaultValue: undefined,
    type: TEXT,
    secret: true,
    description:
      'secret that signs the webhooks of forecourt watch, such as whsec_…; several, separated by spaces, while they rotate',
  },
};

/** In the order of the rows. */
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly (keyof Config)[];

/** `FORECOURT_MCP_ORIGINS` for `mcp-origins`. */
export function environmentVariableOf({ flag }: { readonly flag: string }): string {
  return `FORECOURT_${flag.toUpperCase().replaceAll('-', '_')}`;
}

/** The variables that set it, the first that is set first: `FORECOURT_PORT`, `PORT`. */
export function environmentVariablesOf(setting: {
  readonly flag: string;
  readonly platformVariable?: string;
}): readonly string[] {
  const { platformVariable } = setting;
  return [environmentVariableOf(setting), ...(platformVariable === undefined ? [] : [platformVariable])];
}
