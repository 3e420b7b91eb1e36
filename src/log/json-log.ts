// JSON log on standard output: one line per event and per request. Lines are buffered and written while the event loop is
// idle; if the reader is too slow, lines are dropped and counted, because requests must not wait and memory must not grow.
import { destination, pino, stdTimeFunctions } from 'pino';
import { errorStack } from './describe-error.ts';
import type { Log, AccessLogEntry } from './log.ts';

/** Lines are written once the buffer holds this many bytes, or after the interval. */
const MIN_WRITE_BYTES = 3500;
const FLUSH_INTERVAL_MS = 500;
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;
/** Writes to a pipe up to this size are atomic, so lines of several processes do not mix. */
const MAX_WRITE_BYTES = 4096;

const MAX_TARGET_LENGTH = 2048;
const MAX_USER_AGENT_LENGTH = 128;
/** Parameters that often carry secrets. Forecourt reads tokens from a header only, but clients try. */
const SECRET_PARAMETERS: ReadonlySet<string> = new Set(['access_token', 'token', 'api_key', 'apikey', 'key', 'auth', 'authorization', 'password', 'secret']); // prettier-ignore

/** Writes to the file descriptor `fd`. */
export function jsonLog(fd = 1): Log {
  const stream = destination({
    fd,
    sync: false,
    minLength: MIN_WRITE_BYTES,
    periodicFlush: FLUSH_INTERVAL_MS,
    maxLength: MAX_BUFFERED_BYTES,
    maxWrite: MAX_WRITE_BYTES,
  });
  let dropped = 0;
  stream.on('drop', () => (dropped += 1));
  // The log reader has gone. Requests are still served.
  stream.on('error', () => undefined);
  const logger = pino(
    {
      base: { pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  );
  return {
    line: (text) => logger.info(text),
    warn: (text) => logger.warn(text),
    error: (error, requestId) =>
      logger.error({ request_id: requestId, stack: errorStack(error) }, String(error)),
    access(entry) {
      const fields = entryJson(redactEntry(entry));
      if (entry.problem === 'internal_error') logger.error(fields, 'request');
      else logger.info(fields, 'request');
    },
    get dropped() {
      return dropped;
    },
    flush: () => stream.flushSync(),
  };
}

/** The entry with secrets in the target redacted and long values truncated. */
export function redactEntry(entry: AccessLogEntry): AccessLogEntry {
  const { target, userAgent } = entry;
  return {
    ...entry,
    target: truncate(redactSecrets(target), MAX_TARGET_LENGTH),
    userAgent: userAgent === undefined ? undefined : truncate(userAgent, MAX_USER_AGENT_LENGTH),
  };
}

/** The members are in the order of the line. JSON omits undefined ones. */
function entryJson({ requestId, target, userAgent, ms, ...rest }: AccessLogEntry) {
  return {
    request_id: requestId,
    path: target,
    ...rest,
    ms: Math.round(ms * 1000) / 1000,
    user_agent: userAgent,
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

/** The name as it was sent if it is not valid percent-encoding. */
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
