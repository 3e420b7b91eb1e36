// The response to an expired cursor: it names the export that replaces the changes that are no longer known.
import { EXPORT_PATH } from '../api/paths.ts';
import { canonicalQuery } from '../listing/canonical-query.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import { Problem } from '../problem.ts';
import type { Exchange } from './exchange.ts';
import type { HttpContext } from './http-context.ts';
import { respondProblem, type ProblemResponse } from './problem-response.ts';

/** The result of `work`, or the response that its cursor has expired, with the URL of an export of the search. */
export async function orExpired<T extends object>(
  exchange: Exchange,
  context: HttpContext,
  query: SearchQuery,
  work: () => Promise<T>,
): Promise<T | ProblemResponse> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'cursor_expired') throw error;
    const url = `${context.baseUrlOf(exchange.request.headers)}${EXPORT_PATH}${exportQuery(query)}`;
    return respondProblem(error, exchange, context, { export: url });
  }
}

/** The query string of the search without a page; empty without parameters. */
function exportQuery(query: SearchQuery): string {
  const parameters = canonicalQuery({ ...query, page: 1 }).replace(/(?:^|&)page=1$/, '');
  return parameters && `?${parameters}`;
}
