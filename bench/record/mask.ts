// Replaces what differs between two runs of the same program. The rules:
//
// - The header `date` is left out.
// - A request id, wherever the header `x-request-id` repeats it, is `<request id>`.
// - The port of a server without a base URL is `<port>`.
// - `content-length` is `<length>` where it is the body's, or nothing can be compared with it (HEAD, a compressed body).
// - The first 20 characters of the entity tags of searches are `<stock>`: they depend on the store's random id. Those of other pages of a
//   server without a base URL are `<tag>`: they depend on its port.
// - The version in /readyz is `<version>`, for the same reason.
// - The commit in a version (`0.1.0+0123456789ab`) is left out.
// - The digest of the search page's files in their addresses is `<files>`, and the cards' script with its digest is `<script>`:
//   a bundle changes with every name in it.
// - The values of /metrics are left out; what describes them stays.
// - The seconds until a rate limit ends are `<n>`.
// - Durations that a clock of its own measures (`Took 0.4 s.`) are `<n>`, and the folder of the run is `<folder>`.
//
// All other dates and durations follow from fixed-clock.js.
import type { Answer } from './recording.ts';

export interface RawResponse {
  readonly status: number;
  /** Names and values in turn, as they were sent. */
  readonly headers: readonly string[];
  /** Without its content coding. */
  readonly body: Buffer;
}

interface Asked {
  readonly method: string;
  readonly target: string;
  readonly port: number;
  /** Whether the server's URLs begin with one that is set. */
  readonly hasBaseUrl: boolean;
}

/** The answer of a server; throws for a wrong length. */
export function maskedResponse(
  { status, headers, body }: RawResponse,
  { method, target, port, hasBaseUrl }: Asked,
): Answer {
  const [path] = target.split('?', 1);
  const pairs = headers.flatMap((name, at) =>
    at % 2 === 0 ? [[name.toLowerCase(), headers[at + 1]] as const] : [],
  );
  const sent = new Map(pairs);
  const requestId = sent.get('x-request-id');
  const host = `127.0.0.1:${port}`;
  const masked = (text: string): string => {
    const known = requestId === undefined ? text : text.replaceAll(requestId, '<request id>');
    const unported = known
      .replaceAll(host, '127.0.0.1:<port>')
      .replaceAll(`127.0.0.1%3A${port}`, '127.0.0.1%3A<port>');
    return withoutCommit(unported);
  };
  const headerValue = (name: string, value: string): string => {
    if (name === 'etag') return maskedTag(value, path, hasBaseUrl);
    if (name === 'retry-after') return '<n>';
    if (name === 'ratelimit') return value.replace(/;t=[0-9]+/, ';t=<n>');
    if (name !== 'content-length') return masked(value);
    const isCompared = method !== 'HEAD' && !sent.has('content-encoding');
    return isCompared && value !== String(body.length) ? `${value} of ${body.length} bytes` : '<length>';
  };
  const lines = pairs.flatMap(([name, value]) =>
    name === 'date' ? [] : [`${name}: ${headerValue(name, value)}`],
  );
  const text = isText(sent.get('content-type')) ? body.toString() : body.toString('base64');
  return { status: String(status), headers: lines.join('\n'), body: maskedBody(masked(text), path) };
}

function maskedTag(tag: string, path: string, hasBaseUrl: boolean): string {
  if (/^\/api\//.test(path)) return tag.replace(/"[\w-]{20}/, '"<stock>');
  return hasBaseUrl ? tag : tag.replace(/"[^"]+"/, '"<tag>"');
}

/** The output of a command. */
export function maskedOutput(text: string, folder: string): string {
  const known = withoutCommit(text).replaceAll(folder, '<folder>');
  return known.replace(/\b(Took|in) [0-9]+(?:\.[0-9]+)? (s|ms)\b/g, '$1 <n> $2');
}

function withoutCommit(text: string): string {
  return text.replace(/\b([0-9]+\.[0-9]+\.[0-9]+)\+[0-9a-f]{7,40}(?:-dirty)?/g, '$1');
}

function isText(type = ''): boolean {
  return /^(?:text\/|application\/|image\/svg)/.test(type);
}

function maskedBody(text: string, path: string): string {
  if (path === '/readyz') return text.replace(/("version": ")[^"]+/, '$1<version>');
  if (path === '/metrics') return text.replace(/^[^#\n].*\n/gm, '');
  return text
    .replace(/\b(Try again in )[0-9]+ s\b/g, '$1<n> s')
    .replace(/\/page\/[\w-]{12}\//g, '/page/<files>/')
    .replace(/(<script type=\\"module\\">)(?:(?!<\/script>).)*/g, '$1<script>')
    .replace(/(script-src (?:'|&#39;))sha256-[\w+/=]+/g, '$1<script>');
}
