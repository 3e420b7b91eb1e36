// What the text of a setting may say: one kind for each sort of value, with its rule in words. A kind knows no setting.

export interface Kind<T> {
  /** Undefined: the text is no such value. */
  readonly parse: (text: string) => T | undefined;
  /** Ends the sentence "… must be". */
  readonly rule: string;
}

export const FOLDER: Kind<string> = { parse: (text) => text || undefined, rule: 'a folder' };

export const FILE: Kind<string> = { parse: (text) => text || undefined, rule: 'a file' };

export const HOST: Kind<string> = {
  parse: (text) => (/^[\w.:%-]+$/.test(text) ? text : undefined),
  rule: 'a host name or an IP address',
};

export const PORT: Kind<number> = wholeNumber(0, 65_535);

export const SWITCH: Kind<boolean> = {
  parse(text) {
    if (/^(true|1|yes)$/i.test(text)) return true;
    return /^(false|0|no)$/i.test(text) ? false : undefined;
  },
  rule: 'one of true, false, 1, 0, yes, no',
};

/** Without a slash at its end. */
export const BASE_URL: Kind<string> = {
  parse(text) {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
    if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return undefined;
    return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  },
  rule: 'an http or https address without query, such as https://cars.example',
};

/** In the spelling that browsers send. */
export const ORIGINS: Kind<readonly string[]> = {
  parse(text) {
    const origins = text.split(',').map((part) => originOf(part.trim()));
    return origins.includes(undefined) ? undefined : origins.flatMap((origin) => origin ?? []);
  },
  rule: 'a list of origins such as https://chat.example, or *',
};

export function wholeNumber(least: number, most: number): Kind<number> {
  return {
    parse(text) {
      const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : NaN;
      return value >= least && value <= most ? value : undefined;
    },
    rule: `a whole number from ${least} to ${most}`,
  };
}

export function oneOf<T extends string>(words: readonly T[]): Kind<T> {
  return {
    parse: (text) => words.find((word) => word === text),
    rule: `one of ${words.join(', ')}`,
  };
}

function originOf(text: string): string | undefined {
  if (text === '*') return text;
  const url = !text.includes('*') && URL.canParse(text) ? new URL(text) : undefined;
  // Those of other schemes (`chrome-extension://…`) have no spelling but their own.
  if (url?.origin === 'null') return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+$/.test(text) ? text : undefined;
  return url?.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : undefined;
}
