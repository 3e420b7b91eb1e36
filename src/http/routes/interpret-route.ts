// GET /api/v1/interpret/: a phrase as parameters of the search, with the search's URL. It searches nothing, except for which words
// some listing has. The response depends on the text, the stock, the postcode tables and the year, so its entity tag does too.
import { toInterpretationResponse } from '../../api/interpretation-response.ts';
import { withServiceLinks } from '../../api/link-header.ts';
import type { IgnoredParameter, ParameterPairs } from '../../listing/parse-query.ts';
import { trimWhiteSpace } from '../../listing/white-space.ts';
import { invalidParameters, quoted, type ParameterIssue } from '../../problem.ts';
import type { SearchService } from '../../search/search-service.ts';
import { apiHeaders, type ApiEndpoint } from '../api-endpoint.ts';
import { checkReady, type HttpContext } from '../http-context.ts';
import { emptySearchCounter } from '../empty-search-counter.ts';
import { entityTag, matchesIfNoneMatch } from '../negotiation.ts';
import { parseQueryString } from '../query-string.ts';
import { preferenceHeaders, unknownParameters } from '../unknown-parameters.ts';

export function interpretEndpoint(service: SearchService, context: HttpContext): ApiEndpoint {
  const commonHeaders = apiHeaders(context);
  const counter = emptySearchCounter(service, context.emptySearches);
  return async (request) => {
    const { target, strict, baseUrl, ifNoneMatch } = request;
    checkReady(context);
    const { text, ignored } = parsePhrase(parseQueryString(target), strict);
    const thisYear = new Date().getUTCFullYear();
    const tag = entityTag(`${service.version}.${thisYear}`, `interpret ${text}`, baseUrl);
    const interpretation = await service.interpret(text, thisYear);
    if (interpretation.missing.length > 0) counter.countPhrase(text, interpretation.missing, request);
    const headers = { ...commonHeaders, etag: tag, ...preferenceHeaders(strict, ignored) };
    const isUnchanged = matchesIfNoneMatch(ifNoneMatch, tag);
    return {
      headers,
      link: withServiceLinks(undefined, baseUrl),
      body: isUnchanged ? undefined : JSON.stringify(toInterpretationResponse(interpretation, baseUrl)),
    };
  };
}

/** The value of `text`, empty if absent, and the names of all other parameters. */
function parsePhrase(
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
  const [text = '', other] = texts;
  // If `text` is absent, the phrase was probably sent under another name.
  const suggest = (name: string): string | undefined =>
    text === '' && TEXT_ALIASES.has(name.toLowerCase()) ? 'text' : undefined;
  const { issues: unknown, ignored } = unknownParameters(others, strict, suggest);
  const issues = [...(other === undefined ? [] : [conflictingValues(text, other)]), ...unknown];
  if (issues.length > 0) throw invalidParameters(issues);
  return { text, ignored };
}

const TEXT_ALIASES = new Set(['q', 'query', 'phrase', 'prompt', 'search', 'question', 'request', 'message', 'input', 'txt']); // prettier-ignore

function conflictingValues(one: string, other: string): ParameterIssue {
  return {
    parameter: 'text',
    code: 'conflicting_values',
    value: `${one}, ${other}`,
    message: `text must have one value (got ${quoted(one)} and ${quoted(other)}).`,
  };
}
