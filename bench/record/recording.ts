// What `npm run record` writes: every call with its answer, and all that a later tree needs to get the same calls, so that fixtures
// and generators may change meanwhile. One line of JSON for each, compressed.
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** In the order in which reports count them. */
export const KINDS = [
  'stock', 'feed', 'command', 'search', 'term', 'summary', 'map', 'lookup', 'suggestion', 'phrase', 'problem', 'mcp', 'page',
] as const; // prettier-ignore
export type Kind = (typeof KINDS)[number];

/** A run of the command, in the folder of all files. */
export interface CommandCall {
  readonly kind: Kind;
  readonly args: readonly string[];
  /** A file that it writes, which is part of its answer. */
  readonly writes?: string;
  /** Runs at the same time as others before and after it that are independent too. */
  readonly isIndependent?: true;
}

export interface HttpCall {
  readonly kind: Kind;
  /** The name of a server. */
  readonly server: string;
  readonly target: string;
  /** GET by default. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type Call = CommandCall | HttpCall;

/** Texts by the part of the answer: `status`, `headers`, `body`, `output`. Volatile values are masked. */
export type Answer = Readonly<Record<string, string>>;

export interface Exchange {
  readonly call: Call;
  readonly answer: Answer;
}

/** A server over a data folder that commands have filled, or that it fills itself. */
export interface ServerSetup {
  readonly name: string;
  /** Of `forecourt serve`. */
  readonly args: readonly string[];
}

/** What there is before the first call. */
export interface Setting {
  /** Base64 by path, in the folder of all files. */
  readonly files: Readonly<Record<string, string>>;
  readonly servers: readonly ServerSetup[];
}

export interface Recording extends Setting {
  /** The version of Node: some answers depend on it. */
  readonly node: string;
  /** Those of commands first, then those of each server. */
  readonly exchanges: readonly Exchange[];
}

export function isCommand(call: Call): call is CommandCall {
  return 'args' in call;
}

export function isRequest(call: Call): call is HttpCall {
  return !isCommand(call);
}

/** `search, demo: GET /api/v1/vehicles/?make=Ford`, or `stock: forecourt import stock.csv`. */
export function nameOf(call: Call): string {
  if (isCommand(call)) return `${call.kind}: forecourt ${call.args.join(' ')}`;
  const { kind, server, method = 'GET', target, headers = {}, body } = call;
  const sent = Object.entries(headers).map(([name, value]) => ` [${name}: ${value}]`);
  return `${kind}, ${server}: ${method} ${target}${sent.join('')}${body === undefined ? '' : ` ${body}`}`;
}

/** Returns the number of bytes. */
export function writeRecording(path: string, { exchanges, ...head }: Recording): number {
  const lines = [head, ...exchanges].map((line) => `${JSON.stringify(line)}\n`).join('');
  const bytes = brotliCompressSync(lines, {
    // The window reaches back over thousands of answers, which share most of their texts.
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
  writeFileSync(path, bytes);
  return bytes.length;
}

export function readRecording(path: string): Recording {
  const [head, ...lines] = brotliDecompressSync(readFileSync(path)).toString().trimEnd().split('\n');
  const exchanges = lines.map((line) => JSON.parse(line) as Exchange);
  return { ...(JSON.parse(head) as Omit<Recording, 'exchanges'>), exchanges };
}

export function base64(content: Buffer | string): string {
  return Buffer.from(content).toString('base64');
}
