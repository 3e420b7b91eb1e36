// GET /cars/redirect/: redirects from a listing to the dealer's advert. The target must be the advert URL of a live listing, so
// this is not an open redirect.
import type { WithdrawnAdvert } from '../../listing/listing-index.ts';
import { canonicalQuery } from '../../listing/canonical-query.ts';
import { parseUrl } from '../../listing/domain-name.ts';
import type { UnusedParameter, ParameterPairs } from '../../listing/parse-query.ts';
import { invalidParameters, Problem, quoted, type ParameterIssue } from '../../problem.ts';
import type { SearchService } from '../../search/search-service.ts';
import { only } from '../../listing/values.ts';
import type { SearchQuery } from '../../listing/search-query.ts';
import type { Exchange, HttpResponse, Route } from '../exchange.ts';
import { apiRoutes, type Asked } from '../api-endpoint.ts';
import type { HttpContext } from '../http-context.ts';
import { REDIRECT_PARAMETER, REDIRECT_PATH } from '../../api/paths.ts';
import { searchUrl } from '../../api/link-header.ts';
import { isAdvertAlias, missingAdvert } from '../../api/lookup-response.ts';
import { respondProblem } from '../problem-response.ts';
import { preferenceHeaders, unknownParameters, parseQueryString } from '../query-string.ts';

export function redirectRoutes(service: SearchService, context: HttpContext): Route[] {
  async function respond(exchange: Exchange, { strict, baseUrl }: Asked): Promise<HttpResponse> {
    const { target, ignored } = parseTarget(parseQueryString(exchange.target), strict);
    const advert = await service.findAdvert(target);
    switch (advert.state) {
      case 'listed':
        return {
          status: 302,
          headers: {
            location: toHeaderValue(target),
            'cache-control': 'no-store',
            ...preferenceHeaders(strict, ignored),
          },
        };
      case 'withdrawn':
        return respondWithdrawn(exchange, advert.was, baseUrl);
      case 'unknown':
        throw new Problem('not_found', `No listing has the advert address ${quoted(target)}.`);
    }
  }

  function respondWithdrawn(exchange: Exchange, was: WithdrawnAdvert, baseUrl: string): HttpResponse {
    const similar = searchUrl(canonicalQuery(similarTo(was)), baseUrl);
    const problem = new Problem(
      'advert_withdrawn',
      `This advert has been withdrawn. Similar vehicles: ${similar}`,
    );
    return respondProblem(problem, exchange, context, { similar });
  }

  // Browsers follow these links without a token.
  const config = { isTokenOptional: true, cost: 'redirect' } as const;
  return apiRoutes(context, REDIRECT_PATH, 'redirect', respond, config);
}

/** The value of `api_target`, normalised as imports store it, and the names of all other parameters. */
function parseTarget(
  pairs: ParameterPairs,
  strict: boolean,
): { readonly target: string; readonly ignored: readonly UnusedParameter[] } {
  const targets = new Set<string>();
  const others = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (name === REDIRECT_PARAMETER) targets.add(value.trim());
    else others.set(name, value);
  }
  targets.delete('');
  const [target, other] = targets;
  const suggest = (name: string): string | undefined =>
    target === undefined && isAdvertAlias(name) ? REDIRECT_PARAMETER : undefined;
  const { issues: unknown, ignored } = unknownParameters(others, strict, suggest);
  const issues = [...unknown];
  if (target === undefined) issues.unshift(missingAdvert(REDIRECT_PARAMETER));
  else if (other !== undefined) issues.unshift(conflictingTargets(target, other));
  if (target === undefined || issues.length > 0) throw invalidParameters(issues);
  return { target: parseUrl(target)?.href ?? target, ignored };
}

function conflictingTargets(one: string, other: string): ParameterIssue {
  const message = `${REDIRECT_PARAMETER} was sent with different values: ${quoted(one)} and ${quoted(other)}.`;
  return { parameter: REDIRECT_PARAMETER, code: 'conflicting_values', value: other, message };
}

function similarTo({ make, model }: WithdrawnAdvert): SearchQuery {
  return {
    ...(make !== null && { make: only(make) }),
    ...(model !== null && { model: only(model) }),
    page: 1,
  };
}

// Imports store ASCII URLs; a header must contain nothing else, whatever the stock contains.
function toHeaderValue(url: string): string {
  return url.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}
