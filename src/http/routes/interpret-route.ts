// GET /api/v1/interpret/: what a phrase asks for, as parameters of the search, and its address. It searches nothing; the
// answer depends on the text, the postcode tables and the year, so its entity tag is made of these.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toInterpretationResponse } from '../../api/interpretation-response.ts';
import type { IgnoredParameter, ParameterPairs } from '../../listing/parse-query.ts';
import { trimWhiteSpace } from '../../listing/white-space.ts';
import { echoed, Problem, quoted, type ParameterIssue } from '../../problem.ts';
import type { SearchService } from '../../search/search-service.ts';
import { entityTag, matchesIfNoneMatch } from '../etag.ts';
import type { HttpContext } from '../http-context.ts';
import { INTERPRET_PATH } from '../../api/paths.ts';
import { prefersStrictHandling, STRICT_HANDLING } from '../negotiation.ts';
import { withServiceLinks } from '../../api/link-header.ts';
import { ignoredParametersHeader } from '../../api/ignored-parameters.ts';
import { parseQueryString } from '../query-string.ts';

/** At most so many unknown parameters are listed. */
const MAX_LISTED = 20;

export function addInterpretRoute(app: FastifyInstance, service: SearchService, context: HttpContext): void {
  const commonHeaders = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: context.trustProxy ? 'Accept, Prefer, X-Forwarded-Proto, X-Forwarded-Host' : 'Accept, Prefer',
  };

  function handle(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (!context.isReady()) throw new Problem('not_ready', 'The listings are still being read.');
    const { headers } = request;
    const strict = prefersStrictHandling(headers.prefer);
    const { text, ignored } = readText(parseQueryString(request.raw.url ?? ''), strict);

    const thisYear = new Date().getUTCFullYear();
    const baseUrl = context.baseUrlOf(headers);
    const tag = entityTag(`${service.version}.${thisYear}`, `interpret ${text}`, baseUrl);
    // Before any header: a problem has others.
    const interpretation = service.interpret(text, thisYear);
    void reply.headers(commonHeaders).header('etag', tag);
    if (strict) void reply.header('preference-applied', STRICT_HANDLING);
    const ignoredHeader = ignoredParametersHeader(ignored);
    if (ignoredHeader !== undefined) void reply.header('ignored-parameters', ignoredHeader);

    if (matchesIfNoneMatch(headers['if-none-match'], tag)) return reply.code(304).send();
    void reply.header('link', withServiceLinks(undefined, baseUrl));
    return reply.send(JSON.stringify(toInterpretationResponse(interpretation, baseUrl)));
  }

  app.get(INTERPRET_PATH, handle);
  app.get(INTERPRET_PATH.slice(0, -1), handle);
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
  if (second !== undefined) issues.push(conflictingValues(text, second));
  const listed = [...others].slice(0, MAX_LISTED);
  if (strict) issues.push(...listed.map(([name, value]) => unknownParameter(name, value, text === '')));
  if (issues.length > 0) {
    throw new Problem('invalid_parameters', issues.map(({ message }) => message).join(' '), issues);
  }
  return {
    text,
    ignored: listed.map(([name]) => ({ name: echoed(name), ...suggestionFor(name, text === '') })),
  };
}

/** Where no text came, it was probably sent under the name of something else. */
function suggestionFor(name: string, isMissing: boolean): { readonly suggestion?: string } {
  return isMissing && TEXT_ALIASES.has(name.toLowerCase()) ? { suggestion: 'text' } : {};
}

const TEXT_ALIASES = new Set(['q', 'query', 'phrase', 'prompt', 'search', 'question', 'request', 'message', 'input', 'txt']); // prettier-ignore

function unknownParameter(name: string, value: string, isMissing: boolean): ParameterIssue {
  const { suggestion } = suggestionFor(name, isMissing);
  const message = `${quoted(name)} is not a parameter of this address.`;
  const issue = { parameter: echoed(name), code: 'unknown_parameter', value } as const;
  if (suggestion === undefined) return { ...issue, message };
  return { ...issue, message: `${message} Did you mean ${suggestion}?`, suggestion };
}

function conflictingValues(one: string, other: string): ParameterIssue {
  return {
    parameter: 'text',
    code: 'conflicting_values',
    value: `${one}, ${other}`,
    message: `text must have one value (got ${quoted(one)} and ${quoted(other)}).`,
  };
}
