// Every setting of the program: its flag, its environment variable, its default and its rule. Settings are read once
// and checked all together; a flag goes before the environment. Nothing else in the program reads the environment.
import { Problem, quoted } from './problem.ts';

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

export interface Setting {
  readonly name: keyof Config;
  readonly flag: string;
  readonly environment: string;
  /** What the flag takes, for help texts; none: the flag stands alone. */
  readonly takes?: string;
  readonly fallback?: string;
  readonly description: string;
}

export const SETTINGS: readonly Setting[] = [
  {
    name: 'data',
    flag: 'data',
    environment: 'FORECOURT_DATA',
    takes: 'folder',
    fallback: './data',
    description: 'folder that holds the stock',
  },
  {
    name: 'host',
    flag: 'host',
    environment: 'FORECOURT_HOST',
    takes: 'address',
    fallback: '127.0.0.1',
    description: 'address to listen on',
  },
  {
    name: 'port',
    flag: 'port',
    environment: 'FORECOURT_PORT',
    takes: 'number',
    fallback: '8080',
    description: 'port to listen on; 0 takes any free one',
  },
  {
    name: 'baseUrl',
    flag: 'base-url',
    environment: 'FORECOURT_BASE_URL',
    takes: 'address',
    description: 'address that clients reach the service under (default: http://HOST:PORT)',
  },
  {
    name: 'trustProxy',
    flag: 'trust-proxy',
    environment: 'FORECOURT_TRUST_PROXY',
    description: 'believe X-Forwarded-Proto and X-Forwarded-Host: only behind a proxy that sets them',
  },
  {
    name: 'demo',
    flag: 'demo',
    environment: 'FORECOURT_DEMO',
    description: 'fill an empty data folder with demo stock first',
  },
  {
    name: 'merge',
    flag: 'merge',
    environment: 'FORECOURT_MERGE',
    description: 'only add and update; withdraw nothing',
  },
  {
    name: 'format',
    flag: 'format',
    environment: 'FORECOURT_FORMAT',
    takes: 'ndjson|json|csv|xml',
    description: 'format of the feed (default: found from its first character)',
  },
  { name: 'json', flag: 'json', environment: 'FORECOURT_JSON', description: 'answer in JSON' },
  {
    name: 'feeds',
    flag: 'feeds',
    environment: 'FORECOURT_FEEDS',
    takes: 'file',
    description: 'list of the feeds to pull, such as feeds.json',
  },
  {
    name: 'mcpOrigins',
    flag: 'mcp-origins',
    environment: 'FORECOURT_MCP_ORIGINS',
    takes: 'origins',
    description: 'web pages elsewhere that may call /mcp: their origins, separated by commas; * for all',
  },
];

/** Values as they came in: text from the environment or a flag, true for a flag that stands alone. */
export type RawSettings = Readonly<Record<string, string | boolean | undefined>>;

/** Throws a Problem `invalid_configuration` that names every bad setting. Blank variables are as if not set. */
export function readConfig(flags: RawSettings, environment: RawSettings): Config {
  const faults: string[] = [];
  const read = <T>(
    name: keyof Config,
    parse: (text: string) => T | undefined,
    rule: string,
  ): T | undefined => {
    const setting = settingOf(name);
    const [source, raw] = valueOf(setting, flags, environment);
    if (raw === undefined) return undefined;
    const value = parse(raw);
    if (value === undefined) faults.push(`${source} must be ${rule} (got ${quoted(raw)})`);
    return value;
  };
  const config: Config = {
    // Settings with a fallback are undefined only if they are at fault, and then this function throws below.
    data: read('data', (text) => text || undefined, 'a folder') ?? '',
    host: read('host', hostOf, 'a host name or an IP address') ?? '',
    port: read('port', portOf, 'a whole number from 0 to 65535') ?? 0,
    baseUrl: read(
      'baseUrl',
      baseUrlOf,
      'an http or https address without query, such as https://cars.example',
    ),
    trustProxy: read('trustProxy', switchOf, SWITCH_RULE) ?? false,
    demo: read('demo', switchOf, SWITCH_RULE) ?? false,
    merge: read('merge', switchOf, SWITCH_RULE) ?? false,
    format: read('format', formatOf, 'one of ndjson, json, csv, xml'),
    json: read('json', switchOf, SWITCH_RULE) ?? false,
    feeds: read('feeds', (text) => text || undefined, 'a file'),
    mcpOrigins: read('mcpOrigins', originsOf, 'a list of origins such as https://chat.example, or *') ?? [],
  };
  if (faults.length > 0) throw new Problem('invalid_configuration', `${faults.join('; ')}.`);
  return config;
}

function settingOf(name: keyof Config): Setting {
  const setting = SETTINGS.find((candidate) => candidate.name === name);
  if (setting === undefined) throw new Error(`there is no setting '${name}'`);
  return setting;
}

function valueOf(
  setting: Setting,
  flags: RawSettings,
  environment: RawSettings,
): [source: string, value: string | undefined] {
  const flag = flags[setting.name];
  if (flag !== undefined) return [`--${setting.flag}`, String(flag).trim()];
  const variable = environment[setting.environment];
  const blank = typeof variable !== 'string' || variable.trim() === '';
  if (!blank) return [setting.environment, variable.trim()];
  return ['', setting.fallback];
}

function portOf(text: string): number | undefined {
  return /^[0-9]{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined;
}

function hostOf(text: string): string | undefined {
  return /^[\w.:%-]+$/.test(text) ? text : undefined;
}

function baseUrlOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return undefined;
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

const SWITCH_RULE = 'one of true, false, 1, 0, yes, no';

function switchOf(text: string): boolean | undefined {
  if (/^(true|1|yes)$/i.test(text)) return true;
  return /^(false|0|no)$/i.test(text) ? false : undefined;
}

function formatOf(text: string): Config['format'] {
  return text === 'ndjson' || text === 'json' || text === 'csv' || text === 'xml' ? text : undefined;
}

/** In the spelling that browsers send; undefined if one of them is no origin. */
function originsOf(text: string): readonly string[] | undefined {
  const origins = text.split(',').map((part) => part.trim());
  const read = origins.map((origin) => {
    if (origin === '*') return origin;
    const url = !origin.includes('*') && URL.canParse(origin) ? new URL(origin) : undefined;
    // Those of other schemes (`chrome-extension://…`) have no spelling but their own.
    if (url?.origin === 'null') return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+$/.test(origin) ? origin : undefined;
    return url?.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : undefined;
  });
  return read.includes(undefined) ? undefined : read.flatMap((origin) => origin ?? []);
}

/** The address of a service that listens there, for who has no other. Any address of this machine is `127.0.0.1`. */
export function defaultBaseUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
