// GET /cars/redirect/: redirects from a listing to the dealer's advert. The target must be the advert URL of a live listing, so
// this is no open redirect.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WithdrawnAdvert } from '../../listing/listing-index.ts';
import { canonicalQuery } from '../../listing/canonical-query.ts';
import { parseUrl } from '../../listing/parse-url.ts';
import type { ParameterPairs } from '../../listing/parse-query.ts';
import { invalidParameters, Problem, quoted } from '../../problem.ts';
import type { SearchService } from '../../search/search-service.ts';
import { checkReady, type HttpContext } from '../http-context.ts';
import { REDIRECT_PARAMETER, REDIRECT_PATH } from '../../api/paths.ts';
import { searchUrl } from '../../api/link-header.ts';
import { missingAdvert } from '../../api/advert-issues.ts';
import { sendProblem } from '../problem-response.ts';
import { parseQueryString } from '../query-string.ts';

export function addRedirectRoute(app: FastifyInstance, service: SearchService, context: HttpContext): void {
  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    checkReady(context);
    const target = targetOf(parseQueryString(request.raw.url ?? ''));
    const advert = await service.findAdvert(target);
    switch (advert.state) {
      case 'listed':
        return reply
          .code(302)
          .header('location', toHeaderValue(target))
          .header('cache-control', 'no-store')
          .send();
      case 'withdrawn':
        return sendWithdrawn(request, reply, advert.was);
      case 'unknown':
        throw new Problem('not_found', `No listing has the advert address ${quoted(target)}.`);
    }
  }

  function sendWithdrawn(request: FastifyRequest, reply: FastifyReply, was: WithdrawnAdvert): FastifyReply {
    const baseUrl = context.baseUrlOf(request.headers);
    const similar = searchUrl(canonicalQuery(similarTo(was)), baseUrl);
    const problem = new Problem(
      'advert_withdrawn',
      `This advert has been withdrawn. Similar vehicles: ${similar}`,
    );
    return sendProblem(problem, request, reply, context, { similar });
  }

  // Browsers follow these links without a token.
  const config = { name: 'redirect', permission: 'search', isTokenOptional: true, cost: 'redirect' } as const;
  app.get(REDIRECT_PATH, { config }, handle);
  app.get(REDIRECT_PATH.slice(0, -1), { config }, handle);
}

function targetOf(pairs: ParameterPairs): string {
  const values = new Set(
    pairs.filter(([name]) => name === REDIRECT_PARAMETER).map(([, value]) => value.trim()),
  );
  values.delete('');
  const [target, other] = values;
  if (target === undefined) throw invalidParameters([missingAdvert(REDIRECT_PARAMETER)]);
  if (other !== undefined) {
    const message = `${REDIRECT_PARAMETER} was sent with different values: ${quoted(target)} and ${quoted(other)}.`;
    const issue = {
      parameter: REDIRECT_PARAMETER,
      code: 'conflicting_values',
      value: other,
      message,
    } as const;
    throw invalidParameters([issue]);
  }
  // Normalised as imports store it.
  return parseUrl(target)?.href ?? target;
}

function similarTo({ make, model }: WithdrawnAdvert) {
  return { ...(make !== null && { make }), ...(model !== null && { model }), page: 1 };
}

// Imports store ASCII URLs; a header must contain nothing else, whatever the stock contains.
function toHeaderValue(url: string): string {
  return url.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}
