// What of a request is fit for a log: no secret that somebody has put into an address, and nothing without end.
import type { RequestEntry } from './log.ts';

const LONGEST_TARGET = 2048;
const LONGEST_USER_AGENT = 128;

/** Names under which secrets are sent in addresses. Ours are only taken from a header, but people try. */
const SECRETS: ReadonlySet<string> = new Set(['access_token', 'token', 'api_key', 'apikey', 'key', 'auth', 'authorization', 'password', 'secret']); // prettier-ignore

/** The entry with its texts made safe and short. */
export function fitForLog(entry: RequestEntry): RequestEntry {
  const { target, userAgent } = entry;
  return {
    ...entry,
    target: cut(withoutSecrets(target), LONGEST_TARGET),
    userAgent: userAgent === undefined ? undefined : cut(userAgent, LONGEST_USER_AGENT),
  };
}

function withoutSecrets(target: string): string {
  const at = target.indexOf('?');
  if (at < 0) return target;
  const pairs = target.slice(at + 1).split('&');
  const shown = pairs.map((pair) => {
    const [name] = pair.split('=', 1);
    return SECRETS.has(decoded(name).trim().toLowerCase()) ? `${name}=…` : pair;
  });
  return `${target.slice(0, at)}?${shown.join('&')}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
