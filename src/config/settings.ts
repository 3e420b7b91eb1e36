// The settings, one row each: group, type, description and default. Flags and environment variables are named after the rows. The
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
  SECRET,
  SWITCH,
  textSetting,
  URLS,
  wholeNumber,
  type SettingType,
} from './setting-types.ts';

/** Asymmetric ones: a public key cannot sign. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

type Group = 'Stock' | 'Address' | 'Load' | 'Access' | 'Operation' | 'Cluster' | 'Command';

interface Options {
  /** The default as one would set it. */
  readonly default: string;
  /** A variable without our prefix that platforms set, read if ours is not set. */
  readonly platformVariable?: string;
}

interface Row<Value> extends Partial<Options> {
  /** Heads the settings of its kind in the help of a command that has many. */
  readonly group: Group;
  readonly type: SettingType<unknown, unknown>;
  readonly description: string;
  /** The value if nothing is set. */
  readonly defaultValue: Value;
}

function setting<T, Initial>(
  group: Group,
  type: SettingType<T, Initial>,
  description: string,
): Row<T | Initial>;
function setting<T>(
  group: Group,
  type: SettingType<T, unknown>,
  description: string,
  options: Options,
): Row<T>;
function setting(
  group: Group,
  type: SettingType<unknown, unknown>,
  description: string,
  options?: Options,
): Row<unknown> {
  const defaultValue = options === undefined ? type.initial : type.parse(options.default);
  return { group, type, description, ...options, defaultValue };
}

const ROWS = {
  data: setting('Stock', PATH, 'data folder: stock, tokens and index', { default: './data' }),
  host: setting('Address', HOST_NAME, 'address to listen on', {
    default: '127.0.0.1',
    platformVariable: 'HOST',
  }),
  port: setting('Address', PORT, 'port to listen on; 0 for any free one', {
    default: '8080',
    platformVariable: 'PORT',
  }),
  baseUrl: setting('Address', BASE_URL, 'public URL of the service (default: http://HOST:PORT)'),
  trustProxy: setting(
    'Address',
    SWITCH,
    "trust a proxy's X-Request-Id and its checks of host names, and --allowed-hosts; only behind one",
  ),
  allowedHosts: setting(
    'Address',
    HOSTS,
    'hosts that X-Forwarded-Host of a trusted proxy may put into URLs; without effect if --base-url is set',
  ),
  demo: setting('Stock', SWITCH, 'fill an empty data folder with demo stock first'),
  merge: setting('Command', SWITCH, 'add and update listings only; withdraw nothing'),
  format: setting(
    'Command',
    oneOfSetting(['ndjson', 'json', 'csv', 'xml']),
    'format of the feed (default: detected from its first character)',
  ),
  json: setting('Command', SWITCH, 'print JSON'),
  workers: setting(
    'Load',
    wholeNumber(1, 64),
    'processes that serve requests, each with its own index in memory',
    { default: '1' },
  ),
  feeds: setting('Stock', FILE_PATH, 'file with the list of feeds to pull, such as feeds.json'),
  termsFile: setting(
    'Stock',
    FILE_PATH,
    'file that adds terms of the trade, or other wordings for known ones, to searches by text',
  ),
  mcpOrigins: setting(
    'Access',
    ORIGINS,
    'origins of web pages that may call /mcp, separated by commas; * for all',
  ),
  pictureOrigins: setting(
    'Access',
    PICTURE_ORIGINS,
    "origins of dealers' pictures that assistants may show in cards, separated by commas",
  ),
  requireToken: setting('Access', SWITCH, 'require a token for /api/ and /mcp'),
  jwtIssuer: setting(
    'Access',
    textSetting('issuer'),
    'accept JWTs of this issuer; with --jwt-audience and --jwt-keys',
  ),
  jwtAudience: setting('Access', textSetting('audience'), 'required audience of JWTs'),
  jwtKeys: setting('Access', JWKS_LOCATION, "the issuer's public keys (JWKS): an https URL, or a file"),
  jwtAlgorithms: setting('Access', listSetting(ALGORITHMS), 'allowed signature algorithms of JWTs', {
    default: 'RS256,ES256,EdDSA',
  }),
  rateLimit: setting(
    'Access',
    RATE,
    'rate limit per IP address, for requests without a token, such as 600/min (default: unlimited)',
  ),
  tokenRateLimit: setting(
    'Access',
    RATE,
    'rate limit per token, for tokens without their own rate (default: unlimited)',
  ),
  redis: setting(
    'Access',
    REDIS_URL,
    'share rate limits between servers in this Redis: redis://HOST:PORT/DATABASE',
  ),
  redisPassword: setting('Access', SECRET, 'password for Redis'),
  trustedProxies: setting(
    'Address',
    IP_BLOCKS,
    'proxies in front, as IP addresses and blocks, whose X-Forwarded-For is trusted',
  ),
  log: setting(
    'Operation',
    oneOfSetting(['text', 'json']),
    'log format: text for people, or a line of JSON per event and request',
    { default: 'text' },
  ),
  logRequests: setting('Operation', BOOLEAN, 'log every request (default: only with --log json)'),
  compression: setting(
    'Load',
    oneOfSetting(['on', 'off']),
    'compress responses; off if a proxy in front does it',
    { default: 'on' },
  ),
  maxQueue: setting(
    'Load',
    wholeNumber(0, 10_000),
    'searches that each process queues beyond 64 in flight; beyond that the client with the most gets 503',
    { default: '256' },
  ),
  maxConnections: setting(
    'Load',
    wholeNumber(1, 1_000_000),
    'maximum concurrent connections (default: as many as open files allow, at most 20000)',
  ),
  maxWaiting: setting(
    'Load',
    wholeNumber(0, 1_000_000),
    'requests and event streams that wait for changes, in each process; further ones get 503',
    { default: '10000' },
  ),
  maxWaitingPerAddress: setting(
    'Load',
    wholeNumber(0, 1_000_000),
    'those of one IP address, or of one IPv6 network of 64 bits',
    { default: '100' },
  ),
  operatorPort: setting(
    'Operation',
    PORT,
    'port for /metrics, /dashboard/ and /status, removed from the main port',
  ),
  operatorHost: setting('Operation', HOST_NAME, 'address for the operator port', { default: '127.0.0.1' }),
  index: setting(
    'Cluster',
    oneOfSetting(['embedded', 'opensearch']),
    'search backend: this process, or an OpenSearch cluster',
    { default: 'embedded' },
  ),
  opensearchUrl: setting('Cluster', URLS, 'nodes of the cluster, separated by commas'),
  opensearchIndex: setting('Cluster', INDEX_PREFIX, 'prefix of all index names in the cluster', {
    default: 'forecourt',
  }),
  opensearchCa: setting(
    'Cluster',
    FILE_PATH,
    'trusted certificates for the cluster, as PEM (default: those of the system)',
  ),
  opensearchUsername: setting('Cluster', SECRET, 'cluster user name'),
  opensearchPassword: setting('Cluster', SECRET, 'cluster password'),
  opensearchToken: setting(
    'Cluster',
    SECRET,
    'bearer token for the cluster, instead of user name and password',
  ),
  opensearchShards: setting('Cluster', wholeNumber(1, 1024), 'shards per new index', { default: '3' }),
  opensearchReplicas: setting('Cluster', wholeNumber(0, 20), 'replicas per shard', { default: '1' }),
  token: setting('Access', SECRET, 'bearer token with which forecourt watch calls the service'),
  webhookSecret: setting(
    'Access',
    SECRET,
    'secret that signs the webhooks of forecourt watch, such as whsec_…; several, separated by spaces, while they rotate',
  ),
};

export type Config = { readonly [Name in keyof typeof ROWS]: (typeof ROWS)[Name]['defaultValue'] };

export interface Setting extends Row<unknown> {
  readonly flag: string;
}

export const SETTING_NAMES = Object.keys(ROWS) as readonly (keyof Config)[];

/** By name: `mcpOrigins` has the flag `mcp-origins`. */
export const SETTINGS = Object.fromEntries(
  SETTING_NAMES.map((name) => {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [name, { ...ROWS[name], flag }];
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
