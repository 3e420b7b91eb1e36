// The log of a server: events, errors and, if configured, requests, as text for people or as JSON for log collectors.
// Values from clients and feeds never start a line. Also errors as text for logs and terminals.
import { Problem } from '../problem.ts';
import { truncate, withoutControls } from '../quoted-text.ts';
import { destination, pino, stdTimeFunctions } from 'pino';

export interface AccessLogEntry {
  readonly requestId: string;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly ms: number;
  /** Size of the body; undefined: streamed. */
  readonly bytes: number | undefined;
  readonly address: string;
  /** Name of the caller's token; never the token itself. */
  readonly token: string | undefined;
  readonly userAgent: string | undefined;
  /** Code of the problem in the response. */
  readonly problem: string | undefined;
}

export interface Output {
  /** Writes a result, or an event that is expected. */
  line(text: string): void;
  /** Writes a warning or an error. */
  warn(text: string): void;
}

/** Results to standard output, everything else to standard error. */
export const processOutput: Output = {
  line: (text) => void process.stdout.write(`${text}\n`),
  warn: (text) => void process.stderr.write(`${text}\n`),
};

export interface Log extends Output {
  /** Logs a bug with its stack. `requestId` is the id in the client's response. */
  error(error: unknown, requestId?: string): void;
  access(entry: AccessLogEntry): void;
  /** Lines dropped so far because the reader was too slow. */
  readonly dropped: number;
  /** Writes all buffered lines, synchronously. */
  flush(): void;
}

export type LogFormat = 'text' | 'json';

/** A text log writes to `out`, a JSON log to standard output. */
export function openLog(format: LogFormat, out: Output): Log {
  return format === 'json' ? jsonLog() : textLog(out);
}

/** A log that begins with a line: at the first entry, or when `begin` is called. A start that fails before logs nothing. */
export interface BegunLog extends Log {
  begin(): void;
}

export function beginningWith(first: string, log: Log): BegunLog {
  let hasBegun = false;
  const begin = (): void => {
    if (hasBegun) return;
    hasBegun = true;
    log.line(first);
    // Before the lines that other logs write to the same file: of requests, and of workers.
    log.flush();
  };
  const afterFirst =
    <Args extends unknown[]>(write: (...args: Args) => void) =>
    (...args: Args): void => {
      begin();
      write(...args);
    };
  return {
    begin,
    line: afterFirst((text: string) => log.line(text)),
    warn: afterFirst((text: string) => log.warn(text)),
    error: afterFirst((error: unknown, requestId?: string) => log.error(error, requestId)),
    access: afterFirst((entry: AccessLogEntry) => log.access(entry)),
    get dropped() {
      return log.dropped;
    },
    flush: () => log.flush(),
  };
}

/**
 * For people. A line that does not begin with a space starts an entry; control characters are escaped, so that clients cannot
 * forge lines or control a terminal.
 */
function textLog(out: Output): Log {
  return {
    line: (text) => out.line(escapeLines(text)),
    warn: (text) => out.warn(escapeLines(text)),
    error(error, requestId) {
      const where = requestId === undefined ? '' : ` in request ${requestId}`;
      out.warn(escapeLines(`ERROR${where}: ${errorStack(error)}`));
    },
    access(entry) {
      const { requestId, method, target, status, ms, bytes, address, token, userAgent, problem } =
        redactEntry(entry);
      const parts = [
        new Date().toISOString(),
        address,
        token ?? '-',
        method,
        target,
        status,
        problem ?? '-',
        `${ms.toFixed(1)} ms`,
        bytes === undefined ? '-' : `${bytes} B`,
        requestId,
        userAgent === undefined ? '-' : JSON.stringify(userAgent),
      ];
      out.line(withoutControls(parts.join(' ')));
    },
    dropped: 0,
    // `out` does not buffer.
    flush: () => undefined,
  };
}

/** Control characters are escaped and further lines indented. */
function escapeLines(text: string): string {
  return text.split('\n').map(withoutControls).join('\n  ');
}

/** Lines are written once the buffer holds this many bytes, or after the interval. */
const MIN_WRITE_BYTES = 3500;
const FLUSH_INTERVAL_MS = 500;
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;
/** Writes to a pipe up to this size are atomic, so lines of several processes do not mix. */
const MAX_WRITE_BYTES = 4096;

const MAX_TARGET_LENGTH = 2048;
const MAX_USER_AGENT_LENGTH = 128;
/** Parameters that often carry secrets. Forecourt reads tokens from a header only, but clients try. */
const SECRET_PARAMETERS: ReadonlySet<string> = new Set(
  'access_token token api_key apikey key auth authorization password secret'.split(' '),
);

/**
 * Writes a line of JSON per event and request to the file descriptor `fd`, buffered, while the event loop is idle. If the
 * reader is too slow, lines are dropped and counted, because requests must not wait and memory must not grow.
 */
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

/** The entry with secrets in the target redacted and long values truncated, each with an ellipsis beyond its limit. */
function redactEntry(entry: AccessLogEntry): AccessLogEntry {
  const { target, userAgent } = entry;
  return {
    ...entry,
    target: truncate(redactSecrets(target), MAX_TARGET_LENGTH + 1),
    userAgent: userAgent === undefined ? undefined : truncate(userAgent, MAX_USER_AGENT_LENGTH + 1),
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

/** The message of a Problem; for a bug, its stack and those of its causes. */
export function describeError(error: unknown): string {
  return error instanceof Problem ? error.message : errorStack(error);
}

/** The stack of an error and those of its causes; a value that is not an error as a string. */
export function errorStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? String(error);
  return error.cause === undefined ? stack : `${stack}\nCaused by: ${errorStack(error.cause)}`;
}
