// GET /api/v1/interpret/: what a phrase asks for, as parameters of the search, and its address. It searches nothing; the
// answer depends on the text, the postcode tables and the year, so its entity tag is made of these.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toInterpretationResponse } from '../api/interpretation-response.ts';
import type { IgnoredParameter, ParameterPairs } from '../listing/parse-query.ts';
import { trimWhiteSpace } from '../listing/white-space.ts';
import { echoed, Problem, quoted, type ParameterIssue } from '../problem.ts';
import type { SearchService } from '../api/search-service.ts';
import { entityTag, listsTag } from './etag.ts';
import { INTERPRET_PATH, type Site } from './http-options.ts';
import { ignoredParametersHeader } from './ignored-parameters.ts';
import { asksForStrictHandling, STRICT_HANDLING } from './prefer.ts';
import { parseQueryString } from './query-string.ts';
import { withServiceLinks } from './service-links.ts';

/** At most so many unknown parameters are listed. */
const MOST_LISTED = 20;

export function addInterpretRoute(app: FastifyInstance, service: SearchService, site: Site): void {
  const fixed = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: site.trustProxy ? 'Accept, Prefer, X-Forwarded-Proto, X-Forwarded-Host' : 'Accept, Prefer',
  };

  function answer(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (!site.ready()) throw new Problem('not_ready', 'The listings are still being read.');
    const { headers } = request;
    const strict = asksForStrictHandling(headers.prefer);
    const { text, ignored } = readText(parseQueryString(request.raw.url ?? ''), strict);

    const thisYear = new Date().getUTCFullYear();
    const baseUrl = site.baseUrlOf(headers);
    const tag = entityTag(`${service.version}.${thisYear}`, `interpret ${text}`, baseUrl);
    // Before any header: a problem has others.
    const found = service.interpret(text, thisYear);
    void reply.headers(fixed).header('etag', tag);
    if (strict) void reply.header('preference-applied', STRICT_HANDLING);
    const ignoredHeader = ignoredParametersHeader(ignored);
    if (ignoredHeader !== undefined) void reply.header('ignored-parameters', ignoredHeader);

    if (listsTag(headers['if-none-match'], tag)) return reply.code(304).send();
    void reply.header('link', withServiceLinks(undefined, baseUrl));
    return reply.send(JSON.stringify(toInterpretationResponse(found, baseUrl)));
  }

  app.get(INTERPRET_PATH, answer);
  app.get(INTERPRET_PATH.slice(0, -1), answer);
}

/** The one parameter, empty if it was not sent, and the names of all others. */
function readText(
  pairs: ParameterPairs,
  strict: boolean,
): { readonly text: string; readonly ignored: readonly IgnoredParameter[] } {
  const texts = new Set<string>();
  const others = new Map<string, string>();
  for (const [name, value] of pairs) {
    const text = trimWhiteSpace(value);
    if (name !== 'text') others.set(name, value);
    else if (text !== '') texts.add(text);
  }
  const [text = '', second] = texts;
  const issues: ParameterIssue[] = [];
  if (second !== undefined) issues.push(conflict(text, second));
  const listed = [...others].slice(0, MOST_LISTED);
  if (strict) issues.push(...listed.map(([name, value]) => unknown(name, value, text === '')));
  if (issues.length > 0) {
    throw new Problem('invalid_parameters', issues.map(({ sentence }) => sentence).join(' '), issues);
  }
  return { text, ignored: listed.map(([name]) => ({ name: echoed(name), ...meant(name, text === '') })) };
}

/** Where no text came, it was probably sent under the name of something else. */
function meant(name: string, isMissing: boolean): { readonly suggestion?: string } {
  return isMissing && NAMES_OF_TEXT.has(name.toLowerCase()) ? { suggestion: 'text' } : {};
}

const NAMES_OF_TEXT = new Set(['q', 'query', 'phrase', 'prompt', 'search', 'question', 'request', 'message', 'input', 'txt']); // prettier-ignore

function unknown(name: string, value: string, isMissing: boolean): ParameterIssue {
  const { suggestion } = meant(name, isMissing);
  const sentence = `${quoted(name)} is not a parameter of this address.`;
  const issue = { parameter: echoed(name), code: 'unknown_parameter', value } as const;
  if (suggestion === undefined) return { ...issue, sentence };
  return { ...issue, sentence: `${sentence} Did you mean ${suggestion}?`, suggestion };
}

function conflict(one: string, other: string): ParameterIssue {
  return {
    parameter: 'text',
    code: 'conflicting_values',
    value: `${one}, ${other}`,
    sentence: `text must have one value (got ${quoted(one)} and ${quoted(other)}).`,
  };
}
