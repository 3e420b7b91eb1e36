// What of a request is fit for a log: no secret that somebody has put into an address, and nothing without end.
import type { AccessLogEntry } from './log.ts';

const MAX_TARGET_LENGTH = 2048;
const MAX_USER_AGENT_LENGTH = 128;

/** Names under which secrets are sent in addresses. Ours are only taken from a header, but people try. */
const SECRET_PARAMETERS: ReadonlySet<string> = new Set(['access_token', 'token', 'api_key', 'apikey', 'key', 'auth', 'authorization', 'password', 'secret']); // prettier-ignore

/** The entry with its texts made safe and short. */
export function redactEntry(entry: AccessLogEntry): AccessLogEntry {
  const { target, userAgent } = entry;
  return {
    ...entry,
    target: truncate(redactSecrets(target), MAX_TARGET_LENGTH),
    userAgent: userAgent === undefined ? undefined : truncate(userAgent, MAX_USER_AGENT_LENGTH),
  };
}

function redactSecrets(target: string): string {
  const at = target.indexOf('?');
  if (at < 0) return target;
  const pairs = target.slice(at + 1).split('&');
  const redacted = pairs.map((pair) => {
    const [name] = pair.split('=', 1);
    return SECRET_PARAMETERS.has(decoded(name).trim().toLowerCase()) ? `${name}=…` : pair;
  });
  return `${target.slice(0, at)}?${redacted.join('&')}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}

function truncate(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}
