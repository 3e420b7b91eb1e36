// The types of settings: how a value is parsed, the rule that a message quotes, and how help texts show it.
import { isIP } from 'node:net';
import { formatRateLimit, tryParseRateLimit, RATE_LIMIT_RULE, type RateLimit } from '../auth/rate-limit.ts';

/** `Initial` is the type of the value if nothing is set and there is no default: for most only undefined. */
export interface SettingType<T, Initial = undefined> {
  /** Undefined if the text breaks the rule. */
  readonly parse: (text: string) => T | undefined;
  /** Ends the sentence "… must be". */
  readonly rule: string;
  /** Stands for the value in help texts; undefined: the flag takes none. */
  readonly placeholder?: string;
  readonly initial?: Initial;
  /** Set by environment variable only, because other users can see flags, and never printed. */
  readonly secret?: true;
  /** The value as text, if `String` would not give it. */
  format?(value: T): string;
}

export const PATH = textSetting('folder', 'a folder');

export const FILE_PATH = textSetting('file', 'a file');

export const SECRET: SettingType<string> = { ...textSetting('text'), secret: true };

export const HOST_NAME: SettingType<string> = {
  parse: (text) => (/^[\w.:%-]+$/.test(text) ? text : undefined),
  rule: 'a host name or an IP address',
  placeholder: 'address',
};

export const PORT: SettingType<number> = wholeNumber(0, 65_535);

export const BOOLEAN: SettingType<boolean> = {
  parse(text) {
    if (/^(true|1|yes)$/i.test(text)) return true;
    return /^(false|0|no)$/i.test(text) ? false : undefined;
  },
  rule: 'one of true, false, 1, 0, yes, no',
};

/** False if nothing is set. */
export const SWITCH: SettingType<boolean, boolean> = { ...BOOLEAN, initial: false };

/** The value has no trailing slash. */
export const BASE_URL: SettingType<string> = {
  parse(text) {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
    if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return undefined;
    return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
  },
  rule: 'an http or https URL without query, such as https://cars.example',
  placeholder: 'url',
};

/** Without credentials, because other users can see flags. */
export const URLS = listOf(
  'urls',
  BASE_URL.parse,
  'a list of http or https URLs such as https://node1.example:9200, without a password',
);

/** As URLs contain them: `cars.example`, `cars.example:8443`. */
export const HOSTS = listOf(
  'hosts',
  hostOf,
  'a list of hosts such as cars.example or cars.example:8443, without scheme and path',
);

/** Characters that OpenSearch allows in index names, except the separator of the parts. */
export const INDEX_PREFIX: SettingType<string> = {
  parse: (text) => (/^[a-z][a-z0-9_-]{0,99}$/.test(text) ? text : undefined),
  rule: 'at most 100 lower-case letters, digits, hyphens and underscores, the first a letter',
  placeholder: 'name',
};

/** As browsers send them. */
export const ORIGINS = listOf('origins', originOf, 'a list of origins such as https://chat.example, or *');

/** As content security policies name them. */
export const PICTURE_ORIGINS = listOf(
  'origins',
  (part) => /^https?:\/\/(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d{1,5})?$/.exec(part.toLowerCase())?.[0],
  'a list of origins such as https://images.example or https://*.images.example',
);

export const RATE: SettingType<RateLimit> = {
  parse: tryParseRateLimit,
  rule: RATE_LIMIT_RULE,
  placeholder: 'rate',
  format: formatRateLimit,
};

/** IP addresses and CIDR blocks. */
export const IP_BLOCKS = listOf(
  'addresses',
  (part) => (isIpOrBlock(part) ? part : undefined),
  'a list of IP addresses and blocks such as 10.0.0.0/8',
);

/** Without a password, because other users can see flags. */
export const REDIS_URL: SettingType<string> = {
  parse(text) {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || !/^rediss?:$/.test(url.protocol) || url.hostname === '') return undefined;
    const rest = `${url.password}${url.search}${url.hash}`;
    return rest === '' && /^(?:\/[0-9]{0,3})?$/.test(url.pathname) ? text : undefined;
  },
  rule: 'a URL such as redis://redis.example:6379/0, or rediss://…, without a password',
  placeholder: 'url',
};

/** A file, or a URL whose responses cannot be forged on the network. */
export const JWKS_LOCATION: SettingType<string> = {
  parse(text) {
    if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text || undefined;
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || url.username !== '' || url.password !== '') return undefined;
    const isLoopback = /^(?:localhost|127\.[0-9.]+|\[::1\])$/.test(url.hostname);
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback) ? url.href : undefined;
  },
  rule: 'an https URL without a password, an http URL of this machine, or a file',
  placeholder: 'location',
};

export function textSetting(placeholder: string, rule = 'a text'): SettingType<string> {
  return { parse: (text) => text || undefined, rule, placeholder };
}

export function wholeNumber(min: number, max: number): SettingType<number> {
  return {
    parse(text) {
      const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : NaN;
      return value >= min && value <= max ? value : undefined;
    },
    rule: `a whole number from ${min} to ${max}`,
    placeholder: 'number',
  };
}

export function oneOfSetting<const T extends string>(words: readonly T[]): SettingType<T> {
  return {
    parse: (text) => words.find((word) => word === text),
    rule: `one of ${words.join(', ')}`,
    placeholder: words.join('|'),
  };
}

/** One or more of the words, each once, separated by commas. */
export function listSetting(words: readonly string[]): SettingType<readonly string[]> {
  return {
    parse(text) {
      const parts = text.split(',').map((part) => part.trim());
      const isValid = parts.every((part, index) => words.includes(part) && parts.indexOf(part) === index);
      return isValid ? parts : undefined;
    },
    rule: `a list of ${words.join(', ')}`,
    placeholder: 'names',
  };
}

/** Parts with commas between them, none of which `parsePart` may refuse. Empty if nothing is set. */
function listOf(
  placeholder: string,
  parsePart: (part: string) => string | undefined,
  rule: string,
): SettingType<readonly string[], readonly string[]> {
  return {
    parse(text) {
      const parts = text.split(',').map((part) => parsePart(part.trim()));
      return parts.every((part) => part !== undefined) ? parts : undefined;
    },
    rule,
    placeholder,
    initial: [],
  };
}

function isIpOrBlock(text: string): boolean {
  const [ip, bits, ...more] = text.split('/');
  const family = isIP(ip);
  if (family === 0 || ip.includes('%') || more.length > 0) return false;
  return bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function hostOf(text: string): string | undefined {
  if (!/^(?:[^\s/?#@\\:*%[\]]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(text)) return undefined;
  const url = `http://${text.replace(/\.?(?::(?:80|443))?$/, '')}`;
  return URL.canParse(url) ? new URL(url).host : undefined;
}

function originOf(text: string): string | undefined {
  if (text === '*') return text;
  const url = !text.includes('*') && URL.canParse(text) ? new URL(text) : undefined;
  // Origins of other schemes (`chrome-extension://…`) are compared as they are.
  if (url?.origin === 'null') return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+$/.test(text) ? text : undefined;
  return url?.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : undefined;
}
