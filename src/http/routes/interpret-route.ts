// GET /api/v1/interpret/: a phrase as parameters of the search, with the search's URL. Parameters beside it are the search so far,
// which the phrase may refine. It searches nothing, except for which words some listing has. The response depends on the text, that
// search, the stock, the postcode tables and the year, so its entity tag does too.
import { toInterpretationResponse } from '../../api/interpretation-response.ts';
import { withServiceLinks } from '../../api/link-header.ts';
import { isParameterName } from '../../listing/parameters.ts';
import type { UnusedParameter, ParameterPairs } from '../../listing/parse-query.ts';
import { trimWhiteSpace } from '../../listing/white-space.ts';
import { invalidParameters, Problem, quoted, type ParameterIssue } from '../../problem.ts';
import type { SearchService, SearchSoFar } from '../../search/search-service.ts';
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
    const { text, current, ignored, warnings } = parsePhrase(parseQueryString(target), strict, service);
    const thisYear = new Date().getUTCFullYear();
    const beside = Object.keys(current).length === 0 ? '' : `\n${JSON.stringify(current)}`;
    const tag = entityTag(`${service.version}.${thisYear}`, `interpret ${text}${beside}`, baseUrl);
    const interpretation = await service.interpret(text, { current });
    if (interpretation.missing.length > 0) counter.countPhrase(text, interpretation.missing, request);
    const headers = { ...commonHeaders, etag: tag, ...preferenceHeaders(strict, ignored, warnings) };
    const isUnchanged = matchesIfNoneMatch(ifNoneMatch, tag);
    return {
      headers,
      link: withServiceLinks(undefined, baseUrl),
      body: isUnchanged ? undefined : JSON.stringify(toInterpretationResponse(interpretation, baseUrl)),
    };
  };
}

interface ParsedPhrase extends SearchSoFar {
  /** Empty if absent. */
  readonly text: string;
  readonly ignored: readonly UnusedParameter[];
}

/** The phrase, the search so far, and the names of unknown parameters. */
function parsePhrase(pairs: ParameterPairs, strict: boolean, service: SearchService): ParsedPhrase {
  const texts = new Set(pairs.map(([name, value]) => (name === 'text' ? trimWhiteSpace(value) : '')));
  texts.delete('');
  const [text = '', other] = texts;
  // Without a text, a `q` alone is probably that.
  const hasSearch = text !== '' || pairs.some(([name]) => name !== 'q' && isParameterName(name));
  const isOfSearch = (name: string): boolean => isParameterName(name) && (hasSearch || name !== 'q');
  const others = new Map(pairs.filter(([name]) => name !== 'text' && !isOfSearch(name)));
  // If `text` is absent, the phrase was probably sent under another name.
  const suggest = (name: string): string | undefined =>
    text === '' && TEXT_ALIASES.has(name.toLowerCase()) ? 'text' : undefined;
  const { issues: unknown, ignored } = unknownParameters(others, strict, suggest);
  const parsed = parseSearchSoFar(
    pairs.filter(([name]) => isOfSearch(name)),
    strict,
    service,
  );
  const issues = [
    ...(other === undefined ? [] : [conflictingValues(text, other)]),
    ...(parsed instanceof Problem ? parsed.issues : []),
    ...unknown,
  ];
  if (issues.length > 0 || parsed instanceof Problem) throw invalidParameters(issues);
  return { text, ignored, ...parsed };
}

function parseSearchSoFar(
  pairs: ParameterPairs,
  strict: boolean,
  service: SearchService,
): SearchSoFar | Problem {
  try {
    return service.parseSearchSoFar(pairs, { strict });
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_parameters') return error;
    throw error;
  }
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
