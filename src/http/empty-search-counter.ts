// Counts searches that found nothing, in a later turn of the client. Only first pages requested by visitors and programs count,
// not requests of crawlers or of browsers that prefetch. metrics/empty-searches.ts keeps the counts, with the missing terms.
import { setImmediate } from 'node:timers/promises';
import type { SearchQuery } from '../query/search-query.ts';
import type { EmptySearch, EmptySearches } from '../metrics/empty-searches.ts';
import { wordsToKeep, type MissingTerm } from '../search/missing-terms.ts';
import type { SearchService } from '../search/search-service.ts';
import type { Requester } from './exchange.ts';

export interface EmptySearchCounter {
  /** For a search that found nothing: a function that is called with each request that gets this response. */
  readonly ofQuery: (query: SearchQuery) => (request: Requester) => void;
  /** Counts the words of a phrase that no listing contains. The search without those words is counted separately. */
  readonly countPhrase: (phrase: string, missing: readonly string[], request: Requester) => void;
}

/** Maximum searches whose terms are being looked up at once. Beyond it, in a flood, searches count without their terms. */
const MAX_ANALYSED = 16;

/** Without `counts` nothing is counted. */
export function emptySearchCounter(
  service: Pick<SearchService, 'findMissingTerms'>,
  counts: EmptySearches | undefined,
): EmptySearchCounter {
  let analysed = 0;

  async function findTerms(
    query: SearchQuery,
    nextTurn: () => Promise<void> = () => setImmediate(),
  ): Promise<readonly MissingTerm[]> {
    if (analysed >= MAX_ANALYSED) return [];
    analysed += 1;
    try {
      await nextTurn();
      return await service.findMissingTerms(query);
    } catch {
      // The stock or the cluster cannot be read. Searches report that themselves.
      return [];
    } finally {
      analysed -= 1;
    }
  }

  return {
    ofQuery(query) {
      let terms: Promise<readonly MissingTerm[]> | undefined;
      return (request) => {
        const source = sourceOf(request);
        if (counts === undefined || source === undefined || query.page > 1) return;
        terms ??= findTerms(query, request.nextTurn);
        void terms.then((known) => add(counts, source, { terms: known, foundNothing: true }));
      };
    },
    countPhrase(phrase, missing, request) {
      const source = sourceOf(request);
      if (counts === undefined || source === undefined) return;
      const words = new Set(wordsToKeep(phrase));
      const terms = missing
        .flatMap((piece) => wordsToKeep(piece))
        .filter((word) => words.has(word))
        .map((text) => ({ parameter: 'q', text }));
      if (terms.length > 0) add(counts, source, { terms, foundNothing: false });
    },
  };
}

type Source = 'page' | 'program';

function add(counts: EmptySearches, source: Source, search: EmptySearch): void {
  if (source === 'page') counts.addTyped(search);
  else counts.add(search);
}

/** The source of a request; undefined for requests without a waiting client. */
function sourceOf({ headers, isPage }: Requester): Source | undefined {
  if (headers === undefined || CRAWLERS.test(headers['user-agent'] ?? '')) return undefined;
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-moz'];
  if (purpose !== undefined && /prefetch|preview/i.test(String(purpose))) return undefined;
  return isPage === true || headers['x-requested-with'] === 'search-page' ? 'page' : 'program';
}

/** Names by which crawlers identify themselves. Cubot makes telephones. */
const CRAWLERS =
  /(?<!cu)bot\b|bots?[/;)_-]|crawl|spider|slurp|archiver|facebookexternalhit|lighthouse|monitor/i;
