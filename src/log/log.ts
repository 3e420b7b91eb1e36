// The log of a server: events, errors and, if configured, requests, as text for people or as JSON for log collectors.
// Values from clients and feeds never start a line.
import { jsonLog } from './json-log.ts';
import { textLog } from './text-log.ts';

/** One request and its response. */
export interface AccessLogEntry {
  readonly requestId: string;
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly status: number;
  readonly ms: number;
  /** Size of the body; undefined: streamed. */
  readonly bytes: number | undefined;
  /** IP address of the client. */
  readonly address: string;
  /** Name of the caller's token; never the token itself. */
  readonly token: string | undefined;
  readonly userAgent: string | undefined;
  /** Code of the problem in the response. */
  readonly problem: string | undefined;
}

/** A terminal or a log. */
export interface Output {
  /** Writes a result, or an event that is expected. */
  line(text: string): void;
  /** Writes a warning or an error. */
  warn(text: string): void;
}

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
