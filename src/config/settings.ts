// The settings, one row each: group, default, type and description. Flags and environment variables are named after the rows. The
// command line's help, the table in docs/settings.md and the startup banner are generated from these rows.
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

interface Row {
  /** Heads the settings of its kind in the help of a command that has many. */
  readonly group: 'Stock' | 'Address' | 'Load' | 'Access' | 'Operation' | 'Cluster' | 'Command';
  /** Stands for the value in help texts; undefined: the flag takes none. */
  readonly placeholder?: string;
  /** The default as one would set it. */
  readonly default?: string;
  /** The value if nothing is set and there is no default; undefined for most. */
  readonly initial?: boolean | readonly never[];
  readonly type: SettingType<unknown>;
  readonly description: string;
  /** A variable without our prefix that platforms set, read if ours is not set. */
  readonly platformVariable?: string;
  /** Set by environment variable only, because other users can see flags, and never printed. */
  readonly secret?: true;
}

const ROWS = {
  data: {
    group: 'Stock',
    placeholder: 'folder',
    default: './data',
    type: PATH,
    description: 'data folder: stock, tokens and index',
  },
  host: {
    group: 'Address',
    platformVariable: 'HOST',
    placeholder: 'address',
    default: '127.0.0.1',
    type: HOST_NAME,
    description: 'address to listen on',
  },
  port: {
    group: 'Address',
    platformVariable: 'PORT',
    placeholder: 'number',
    default: '8080',
    type: PORT,
    description: 'port to listen on; 0 for any free one',
  },
  baseUrl: {
    group: 'Address',
    placeholder: 'url',
    type: BASE_URL,
    description: 'public URL of the service (default: http://HOST:PORT)',
  },
  trustProxy: {
    group: 'Address',
    initial: false,
    type: BOOLEAN,
    description:
      "trust a proxy's X-Request-Id and its checks of host names, and --allowed-hosts; only behind one",
  },
  allowedHosts: {
    group: 'Address',
    placeholder: 'hosts',
    initial: [],
    type: HOSTS,
    description:
      'hosts that X-Forwarded-Host of a trusted proxy may put into URLs; without effect if --base-url is set',
  },
  demo: {
    group: 'Stock',
    initial: false,
    type: BOOLEAN,
    description: 'fill an empty data folder with demo stock first',
  },
  merge: {
    group: 'Command',
    initial: false,
    type: BOOLEAN,
    description: 'add and update listings only; withdraw nothing',
  },
  format: {
    group: 'Command',
    placeholder: 'ndjson|json|csv|xml',
    type: oneOfSetting(['ndjson', 'json', 'csv', 'xml']),
    description: 'format of the feed (default: detected from its first character)',
  },
  json: { group: 'Command', initial: false, type: BOOLEAN, description: 'print JSON' },
  workers: {
    group: 'Load',
    placeholder: 'number',
    default: '1',
    type: wholeNumber(1, 64),
    description: 'processes that serve requests, each with its own index in memory',
  },
  feeds: {
    group: 'Stock',
    placeholder: 'file',
    type: FILE_PATH,
    description: 'file with the list of feeds to pull, such as feeds.json',
  },
  termsFile: {
    group: 'Stock',
    placeholder: 'file',
    type: FILE_PATH,
    description: 'file that adds terms of the trade, or other wordings for known ones, to searches by text',
  },
  mcpOrigins: {
    group: 'Access',
    placeholder: 'origins',
    initial: [],
    type: ORIGINS,
    description: 'origins of web pages that may call /mcp, separated by commas; * for all',
  },
  pictureOrigins: {
    group: 'Access',
    placeholder: 'origins',
    initial: [],
    type: PICTURE_ORIGINS,
    description: "origins of dealers' pictures that assistants may show in cards, separated by commas",
  },
  requireToken: {
    group: 'Access',
    initial: false,
    type: BOOLEAN,
    description: 'require a token for /api/ and /mcp',
  },
  jwtIssuer: {
    group: 'Access',
    placeholder: 'issuer',
    type: TEXT,
    description: 'accept JWTs of this issuer; with --jwt-audience and --jwt-keys',
  },
  jwtAudience: {
    group: 'Access',
    placeholder: 'audience',
    type: TEXT,
    description: 'required audience of JWTs',
  },
  jwtKeys: {
    group: 'Access',
    placeholder: 'location',
    type: JWKS_LOCATION,
    description: "the issuer's public keys (JWKS): an https URL, or a file",
  },
  jwtAlgorithms: {
    group: 'Access',
    placeholder: 'names',
    default: 'RS256,ES256,EdDSA',
    type: listSetting(ALGORITHMS),
    description: 'allowed signature algorithms of JWTs',
  },
  rateLimit: {
    group: 'Access',
    placeholder: 'rate',
    type: RATE,
    description:
      'rate limit per IP address, for requests without a token, such as 600/min (default: unlimited)',
  },
  tokenRateLimit: {
    group: 'Access',
    placeholder: 'rate',
    type: RATE,
    description: 'rate limit per token, for tokens without their own rate (default: unlimited)',
  },
  redis: {
    group: 'Access',
    placeholder: 'url',
    type: REDIS_URL,
    description: 'share rate limits between servers in this Redis: redis://HOST:PORT/DATABASE',
  },
  redisPassword: { group: 'Access', type: TEXT, secret: true, description: 'password for Redis' },
  trustedProxies: {
    group: 'Address',
    placeholder: 'addresses',
    initial: [],
    type: IP_BLOCKS,
    description: 'proxies in front, as IP addresses and blocks, whose X-Forwarded-For is trusted',
  },
  log: {
    group: 'Operation',
    placeholder: 'text|json',
    default: 'text',
    type: oneOfSetting(['text', 'json']),
    description: 'log format: text for people, or a line of JSON per event and request',
  },
  logRequests: {
    group: 'Operation',
    type: BOOLEAN,
    description: 'log every request (default: only with --log json)',
  },
  compression: {
    group: 'Load',
    placeholder: 'on|off',
    default: 'on',
    type: oneOfSetting(['on', 'off']),
    description: 'compress responses; off if a proxy in front does it',
  },
  maxQueue: {
    group: 'Load',
    placeholder: 'number',
    default: '256',
    type: wholeNumber(0, 10_000),
    description:
      'searches that each process queues beyond 64 in flight; beyond that the client with the most gets 503',
  },
  maxConnections: {
    group: 'Load',
    placeholder: 'number',
    type: wholeNumber(1, 1_000_000),
    description: 'maximum concurrent connections (default: as many as open files allow, at most 20000)',
  },
  maxWaiting: {
    group: 'Load',
    placeholder: 'number',
    default: '10000',
    type: wholeNumber(0, 1_000_000),
    description: 'requests and event streams that wait for changes, in each process; further ones get 503',
  },
  maxWaitingPerAddress: {
    group: 'Load',
    placeholder: 'number',
    default: '100',
    type: wholeNumber(0, 1_000_000),
    description: 'those of one IP address, or of one IPv6 network of 64 bits',
  },
  operatorPort: {
    group: 'Operation',
    placeholder: 'number',
    type: PORT,
    description: 'port for /metrics, /dashboard/ and /status, removed from the main port',
  },
  operatorHost: {
    group: 'Operation',
    placeholder: 'address',
    default: '127.0.0.1',
    type: HOST_NAME,
    description: 'address for the operator port',
  },
  index: {
    group: 'Cluster',
    placeholder: 'embedded|opensearch',
    default: 'embedded',
    type: oneOfSetting(['embedded', 'opensearch']),
    description: 'search backend: this process, or an OpenSearch cluster',
  },
  opensearchUrl: {
    group: 'Cluster',
    placeholder: 'urls',
    initial: [],
    type: URLS,
    description: 'nodes of the cluster, separated by commas',
  },
  opensearchIndex: {
    group: 'Cluster',
    placeholder: 'name',
    default: 'forecourt',
    type: INDEX_PREFIX,
    description: 'prefix of all index names in the cluster',
  },
  opensearchCa: {
    group: 'Cluster',
    placeholder: 'file',
    type: FILE_PATH,
    description: 'trusted certificates for the cluster, as PEM (default: those of the system)',
  },
  opensearchUsername: { group: 'Cluster', type: TEXT, secret: true, description: 'cluster user name' },
  opensearchPassword: { group: 'Cluster', type: TEXT, secret: true, description: 'cluster password' },
  opensearchToken: {
    group: 'Cluster',
    type: TEXT,
    secret: true,
    description: 'bearer token for the cluster, instead of user name and password',
  },
  opensearchShards: {
    group: 'Cluster',
    placeholder: 'number',
    default: '3',
    type: wholeNumber(1, 1024),
    description: 'shards per new index',
  },
  opensearchReplicas: {
    group: 'Cluster',
    placeholder: 'number',
    default: '1',
    type: wholeNumber(0, 20),
    description: 'replicas per shard',
  },
  token: {
    group: 'Access',
    type: TEXT,
    secret: true,
    description: 'bearer token with which forecourt watch calls the service',
  },
  webhookSecret: {
    group: 'Access',
    type: TEXT,
    secret: true,
    description:
      'secret that signs the webhooks of forecourt watch, such as whsec_…; several, separated by spaces, while they rotate',
  },
} as const satisfies Record<string, Row>;

type ValueOf<R> = R extends { readonly type: SettingType<infer Value> }
  ? R extends { readonly default: string } | { readonly initial: unknown }
    ? Value
    : Value | undefined
  : never;

export type Config = { readonly [Name in keyof typeof ROWS]: ValueOf<(typeof ROWS)[Name]> };

export interface Setting extends Row {
  readonly flag: string;
  /** The value if nothing is set. */
  readonly defaultValue: unknown;
}

export const SETTING_NAMES = Object.keys(ROWS) as readonly (keyof Config)[];

/** By name: `mcpOrigins` has the flag `mcp-origins`. */
export const SETTINGS = Object.fromEntries(
  SETTING_NAMES.map((name) => {
    const row: Row = ROWS[name];
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [
      name,
      { ...row, flag, defaultValue: row.default === undefined ? row.initial : row.type.parse(row.default) },
    ];
  }),
) as Readonly<Record<keyof Config, Setting>>;

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
