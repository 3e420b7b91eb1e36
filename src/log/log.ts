// What a server says of its work: a sentence for each event, and if asked for a line for each request. In text for people
// who look on, or in JSON for programs that collect. Whatever a client or a feed has sent, it can start no line of its own.
import { jsonLog } from './json-log.ts';
import { textLog } from './text-log.ts';

/** One request, as it was answered. */
export interface AccessLogEntry {
  readonly requestId: string;
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  readonly status: number;
  readonly ms: number;
  /** Of the body; undefined: it came bit by bit. */
  readonly bytes: number | undefined;
  readonly address: string;
  /** The name of the token that was sent; never the token. */
  readonly token: string | undefined;
  readonly userAgent: string | undefined;
  /** The code of what was wrong. */
  readonly problem: string | undefined;
}

/** Where sentences go: those about what goes as it should, and notes of what does not. */
export interface Output {
  line(text: string): void;
  warn(text: string): void;
}

export interface Log extends Output {
  /** A bug, with its stack, as an error; `requestId` is what the client was shown, if a request met it. */
  error(error: unknown, requestId?: string): void;
  access(entry: AccessLogEntry): void;
  /** Lines that were lost so far because nobody took them in time. */
  readonly dropped: number;
  /** All that was said is written when it comes back. */
  flush(): void;
}

export type LogFormat = 'text' | 'json';

/** Text goes where `out` sends it, JSON to standard output. */
export function openLog(format: LogFormat, out: Output): Log {
  return format === 'json' ? jsonLog() : textLog(out);
}
