// GET /api/v1/vehicles/lookup/: listings by the addresses of their adverts, with what the stock says of each. The response
// depends on the stock and on the day, from which ages and days count, so its entity tag does too.
import { advertUrlOf, isAdvertAlias, missingAdvert, tooManyAdverts } from '../../api/advert-address.ts';
import { withServiceLinks } from '../../api/link-header.ts';
import { toLookupResponse } from '../../api/lookup-response.ts';
import { MAX_ADVERTS } from '../../api/schemas/lookup-schema.ts';
import type { UnusedParameter, ParameterPairs } from '../../listing/parse-query.ts';
import { trimWhiteSpace } from '../../listing/white-space.ts';
import { invalidParameters, type ParameterIssue } from '../../problem.ts';
import type { SearchService } from '../../search/search-service.ts';
import { apiHeaders, type ApiEndpoint } from '../api-endpoint.ts';
import { checkReady, type HttpContext } from '../http-context.ts';
import { entityTag, matchesIfNoneMatch } from '../negotiation.ts';
import { parseQueryString } from '../query-string.ts';
import { preferenceHeaders, unknownParameters } from '../unknown-parameters.ts';

const PARAMETER = 'advert';

export function lookupEndpoint(service: SearchService, context: HttpContext): ApiEndpoint {
  const commonHeaders = apiHeaders(context);
  return async ({ target, strict, baseUrl, ifNoneMatch, nextTurn }) => {
    checkReady(context);
    const { adverts, ignored } = parseAdverts(parseQueryString(target), strict);
    const now = new Date();
    const { version } = service;
    const day = now.toISOString().slice(0, 'yyyy-mm-dd'.length);
    const tag = entityTag(`${version}.${day}`, `lookup ${adverts.join(' ')}`, baseUrl);
    const headers = { ...commonHeaders, ...preferenceHeaders(strict, ignored) };
    const tagged = { ...headers, etag: tag };
    if (matchesIfNoneMatch(ifNoneMatch, tag)) return { headers: tagged, link: '', body: undefined };

    const entries = await service.lookUp(
      adverts.map((advert) => advertUrlOf(advert, baseUrl)),
      now,
      { nextTurn, comparables: true },
    );
    const body = JSON.stringify(toLookupResponse(entries, baseUrl));
    // If the stock changed meanwhile, the version that the response shows is unknown.
    const isUnchanged = service.version === version;
    return { headers: isUnchanged ? tagged : headers, link: withServiceLinks(undefined, baseUrl), body };
  };
}

/** The values of `advert`, blank ones left out, and the names of all other parameters. Blank ones count for the limit. */
function parseAdverts(
  pairs: ParameterPairs,
  strict: boolean,
): { readonly adverts: readonly string[]; readonly ignored: readonly UnusedParameter[] } {
  const adverts: string[] = [];
  let sent = 0;
  const others = new Map<string, string>();
  for (const [name, value] of pairs) {
    const advert = trimWhiteSpace(value);
    if (name !== PARAMETER) others.set(name, value);
    else {
      sent += 1;
      if (advert !== '') adverts.push(advert);
    }
  }
  const suggest = (name: string): string | undefined =>
    adverts.length === 0 && isAdvertAlias(name) ? PARAMETER : undefined;
  const { issues: unknown, ignored } = unknownParameters(others, strict, suggest);
  const issues: ParameterIssue[] = [...unknown];
  if (sent > MAX_ADVERTS) issues.unshift(tooManyAdverts(sent));
  if (adverts.length === 0) issues.unshift(missingAdvert(PARAMETER));
  if (issues.length > 0) throw invalidParameters(issues);
  return { adverts, ignored };
}
