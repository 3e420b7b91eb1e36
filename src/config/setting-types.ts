// The types of settings: how a value is parsed, and the rule that a message quotes.
import { isIP } from 'node:net';
import { formatRateLimit, tryParseRateLimit, RATE_LIMIT_RULE, type RateLimit } from '../auth/rate-limit.ts';

export interface SettingType<T> {
  /** Undefined if the text breaks the rule. */
  readonly parse: (text: string) => T | undefined;
  /** Ends the sentence "… must be". */
  readonly rule: string;
  /** The value as text, if `String` would not give it. */
  format?(value: T): string;
}

export const PATH: SettingType<string> = { parse: (text) => text || undefined, rule: 'a folder' };

export const FILE_PATH: SettingType<string> = { parse: (text) => text || undefined, rule: 'a file' };

export const TEXT: SettingType<string> = { parse: (text) => text || undefined, rule: 'a text' };

export const HOST_NAME: SettingType<string> = {
  parse: (text) => (/^[\w.:%-]+$/.test(text) ? text : undefined),
  rule: 'a host name or an IP address',
};

export const PORT: SettingType<number> = wholeNumber(0, 65_535);

export const BOOLEAN: SettingType<boolean> = {
  parse(text) {
    if (/^(true|1|yes)$/i.test(text)) return true;
    return /^(false|0|no)$/i.test(text) ? false : undefined;
  },
  rule: 'one of true, false, 1, 0, yes, no',
};

/** The value has no trailing slash. */
export const BASE_URL: SettingType<string> = {
  parse(text) {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
    if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return undefined;
    return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
  },
  rule: 'an http or https URL without query, such as https://cars.example',
};

/** Without credentials, because other users can see flags. */
export const URLS: SettingType<readonly string[]> = {
  parse: (text) => parseAll(text, BASE_URL.parse),
  rule: 'a list of http or https URLs such as https://node1.example:9200, without a password',
};

/** As URLs contain them: `cars.example`, `cars.example:8443`. */
export const HOSTS: SettingType<readonly string[]> = {
  parse: (text) => parseAll(text, hostOf),
  rule: 'a list of hosts such as cars.example or cars.example:8443, without scheme and path',
};

/** Characters that OpenSearch allows in index names, except the separator of the parts. */
export const INDEX_PREFIX: SettingType<string> = {
  parse: (text) => (/^[a-z][a-z0-9_-]{0,99}$/.test(text) ? text : undefined),
  rule: 'at most 100 lower-case letters, digits, hyphens and underscores, the first a letter',
};

/** As browsers send them. */
export const ORIGINS: SettingType<readonly string[]> = {
  parse: (text) => parseAll(text, originOf),
  rule: 'a list of origins such as https://chat.example, or *',
};

/** As content security policies name them. */
export const PICTURE_ORIGINS: SettingType<readonly string[]> = {
  parse: (text) =>
    parseAll(text.toLowerCase(), (part) =>
      /^https?:\/\/(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d{1,5})?$/.test(part) ? part : undefined,
    ),
  rule: 'a list of origins such as https://images.example or https://*.images.example',
};

export const RATE: SettingType<RateLimit> = {
  parse: tryParseRateLimit,
  rule: RATE_LIMIT_RULE,
  format: formatRateLimit,
};

/** IP addresses and CIDR blocks. */
export const IP_BLOCKS: SettingType<readonly string[]> = {
  parse: (text) => parseAll(text, (part) => (isIpOrBlock(part) ? part : undefined)),
  rule: 'a list of IP addresses and blocks such as 10.0.0.0/8',
};

/** Without a password, because other users can see flags. */
export const REDIS_URL: SettingType<string> = {
  parse(text) {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || !/^rediss?:$/.test(url.protocol) || url.hostname === '') return undefined;
    const rest = `${url.password}${url.search}${url.hash}`;
    return rest === '' && /^(?:\/[0-9]{0,3})?$/.test(url.pathname) ? text : undefined;
  },
  rule: 'a URL such as redis://redis.example:6379/0, or rediss://…, without a password',
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
};

export function wholeNumber(min: number, max: number): SettingType<number> {
  return {
    parse(text) {
      const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : NaN;
      return value >= min && value <= max ? value : undefined;
    },
    rule: `a whole number from ${min} to ${max}`,
  };
}

export function oneOfSetting<const T extends string>(words: readonly T[]): SettingType<T> {
  return {
    parse: (text) => words.find((word) => word === text),
    rule: `one of ${words.join(', ')}`,
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
  };
}

/** The parts of a list with commas between them; undefined if `parse` refuses one. */
function parseAll(text: string, parse: (part: string) => string | undefined): readonly string[] | undefined {
  const parts = text.split(',').map((part) => parse(part.trim()));
  return parts.every((part) => part !== undefined) ? parts : undefined;
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
