// Holds answers to what holds for all of them, whatever was sent: no status above 499, headers that are known and hold
// nothing but plain characters, problems for errors, and bodies as the OpenAPI document says. Gives back sentences.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { PROBLEMS } from '../../src/problem.ts';
import { validatorOf, type OpenApi, type Validate } from '../../test/http/openapi/answer-validator.ts';
import { MARKED_ELEMENT } from './hostile-text.ts';
import { REDIRECT } from './requests.ts';
import type { Ask } from './sent.ts';
import { valueOf, type WireAnswer } from './wire.ts';

const KNOWN_HEADERS =
  /^(?:date|connection|keep-alive|content-(?:type|length|encoding|security-policy)|transfer-encoding|vary|allow|etag|cache-control|link|location|retry-after|access-control-[a-z-]+|x-content-type-options|x-request-id|referrer-policy|ignored-parameters|preference-applied|ratelimit|ratelimit-policy|www-authenticate|mcp-session-id|mcp-protocol-version|x-accel-buffering|x-robots-tag|cross-origin-resource-policy)$/;

const KNOWN_TYPES =
  /^(?:application\/(?:json|problem\+json|linkset\+json|yaml)|text\/(?:html|plain|css|javascript|tab-separated-values|event-stream|markdown)|image\/(?:svg\+xml|vnd\.microsoft\.icon))(?:;|$)/;

const PROBLEM_MEMBERS = ['status', 'title', 'detail', 'type', 'code', 'errors', 'similar', 'request_id'];

const EMPTY_STATUSES: readonly number[] = [202, 204, 302, 304, 308];

export class Judge {
  readonly #validate: Validate;
  readonly #paths: ReadonlySet<string>;
  readonly #adverts: ReadonlySet<string>;
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true });

  /** `adverts` are the addresses that redirects may lead to. */
  constructor(document: OpenApi, adverts: Iterable<string>) {
    this.#validate = validatorOf(document);
    this.#paths = new Set(Object.keys(document.paths));
    this.#adverts = new Set(adverts);
  }

  /** What is wrong with an answer; `ask` is undefined where nobody can say what was asked. */
  async faultsOf(answer: WireAnswer, ask: Ask | undefined): Promise<string[]> {
    const faults = [...this.#headFaults(answer), ...this.#bodyFaults(answer, ask)];
    if (ask !== undefined && answer.status === 408) faults.push('it came whole, and is told that it did not');
    if (faults.length > 0 || ask?.path === undefined || !this.#paths.has(ask.path)) return faults;
    if (ask.method !== 'GET')
      return ask.method === 'HEAD' && answer.body.length > 0 ? ['HEAD has a body'] : [];
    return [...(await this.#validate(ask.path, responseOf(answer))), ...this.#redirectFaults(answer, ask)];
  }

  #headFaults({ status, headers, body }: WireAnswer): string[] {
    const faults: string[] = [];
    // A server that has no processor to itself says so; it is counted among the statuses.
    const isBusy = status === 503 && body.includes('overloaded');
    if (status >= 500 && !isBusy) faults.push(`status ${status}`);
    const names = headers.map(([name]) => name);
    for (const name of new Set(names)) {
      if (!KNOWN_HEADERS.test(name)) faults.push(`header ${name} is not known`);
      if (names.indexOf(name) !== names.lastIndexOf(name)) faults.push(`header ${name} is there twice`);
    }
    if (valueOf(headers, 'x-content-type-options') !== 'nosniff') faults.push('browsers may guess its type');
    return faults;
  }

  #bodyFaults({ status, headers, body }: WireAnswer, ask: Ask | undefined): string[] {
    if (body.length === 0) {
      const mayBeEmpty = EMPTY_STATUSES.includes(status) || ask?.method === 'HEAD';
      return mayBeEmpty ? [] : [`status ${status} without a body`];
    }
    const type = valueOf(headers, 'content-type') ?? 'none';
    if (!KNOWN_TYPES.test(type)) return [`type ${type} is not known`];
    // The one answer that is no text, and holds nothing of a request.
    if (type === 'image/vnd.microsoft.icon') return [];
    let text: string;
    try {
      text = this.#utf8.decode(unpacked(body, valueOf(headers, 'content-encoding')));
    } catch {
      return ['the body is not UTF-8'];
    }
    if (/^(?:text\/html|image\/svg)/.test(type))
      return text.includes(MARKED_ELEMENT) ? ['a text became markup'] : [];
    if (type.startsWith('text/event-stream')) return [];
    if (!type.includes('json')) return status >= 400 ? [`status ${status} as ${type}`] : [];
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      return ['the body is not JSON'];
    }
    return status >= 400 ? problemFaults(json, status) : [];
  }

  #redirectFaults({ status, headers }: WireAnswer, { path }: Ask): string[] {
    const location = valueOf(headers, 'location');
    if (location === undefined) return status === 302 ? ['it leads nowhere'] : [];
    if (path !== REDIRECT) return ['a redirect where there is none'];
    return this.#adverts.has(location) ? [] : [`it leads to ${location}`];
  }
}

/** JSON-RPC has errors of its own. */
function problemFaults(json: unknown, status: number): string[] {
  if (typeof json !== 'object' || json === null) return ['the problem is no object'];
  if ('jsonrpc' in json || Array.isArray(json)) return rpcFaults(json);
  const problem = json as Record<string, unknown>;
  const faults = Object.keys(problem)
    .filter((name) => !PROBLEM_MEMBERS.includes(name))
    .map((name) => `the problem has a member ${name}`);
  if (problem['status'] !== status) faults.push(`the problem says status ${String(problem['status'])}`);
  if (typeof problem['code'] !== 'string' || !Object.hasOwn(PROBLEMS, problem['code']))
    faults.push('a code that is not known');
  for (const name of ['title', 'detail', 'type', 'request_id']) {
    if (typeof problem[name] !== 'string' || problem[name] === '') faults.push(`the problem has no ${name}`);
  }
  return faults;
}

function rpcFaults(json: object): string[] {
  const answers = (Array.isArray(json) ? json : [json]) as Record<string, unknown>[];
  return answers.every(({ jsonrpc, error }) => jsonrpc === '2.0' && typeof error === 'object')
    ? []
    : ['no error of JSON-RPC'];
}

function unpacked(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'gzip') return gunzipSync(body);
  return encoding === 'br' ? brotliDecompressSync(body) : body;
}

function responseOf({ status, headers, body }: WireAnswer): Response {
  const empty = status === 204 || status === 304;
  return new Response(empty ? null : new Uint8Array(body), {
    status,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  });
}
