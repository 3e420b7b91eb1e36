// The soak of waiting searches: many distinct searches wait in one process while another imports a feed that changes some listings.
// Measures what each search takes in memory, how soon all are answered, and what other searches wait meanwhile. Connections are left
// out: they cost the same whatever they wait for.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { corpus } from '../corpus/corpus.ts';
import { feedRecord } from '../corpus/feed-file.ts';
import { corpusSource } from '../corpus/stock-source.ts';
import { distinctTargets, savedTargets } from '../corpus/workload.ts';
import {
  aboveZero,
  commandLine,
  flag,
  logProgress,
  option,
  TEMPORARY_FOLDER,
  wholeFromOne,
  type OptionsOf,
  type Report,
} from '../harness/command.ts';
import { formatCount, formatMs } from '../harness/format.ts';
import { withFolder } from '../harness/process.ts';
import { importFeed, PROJECT } from '../harness/server.ts';
import { percentilesOf } from '../harness/statistics.ts';
import type { SearchQuery } from '../../src/query/search-query.ts';
import type { openEmbeddedBackend, SearchBackend } from '../../src/search/search-backend.ts';
import type { SearchService } from '../../src/search/search-service.ts';

export const SOAK_WAITING = commandLine(
  'soak:waiting',
  {
    listings: option('NUMBER', wholeFromOne, 1_000_000, 'listings of the stock'),
    searches: option('NUMBER', wholeFromOne, 100_000, 'distinct searches that wait'),
    changed: option('NUMBER', wholeFromOne, 1000, 'listings that a feed changes'),
    rounds: option('NUMBER', wholeFromOne, 5, 'changes of the feed'),
    saved: flag('searches as people save them: a make and model, a price limit and an area'),
    answered: option('SECONDS', aboveZero, 2, 'limit until all are answered'),
    folder: TEMPORARY_FOLDER,
  },
  {
    summary:
      'Lets distinct searches wait for changes while a feed changes listings, and searches meanwhile. Prints a report. Fails if they ' +
      'are answered late, if one takes more than 2 KB, or if the p99 of other searches more than doubles.',
    examples: ['--listings 100000 --searches 10000'],
  },
);

const SEED = 20261128;
const QUIET_MS = 5000;
const PAUSE_MS = 5;
const MAX_BYTES = 2048;

export function soakWaiting(options: OptionsOf<typeof SOAK_WAITING>): Promise<Report> {
  const { listings, searches } = options;
  return withFolder(options.folder, async (folder) => {
    const { feed, sample } = await corpusSource('corpus', listings, SEED).prepare(folder);
    const data = join(folder, 'data');
    await importFeed(PROJECT, feed, data);
    const backend = await openBackend(data);
    try {
      await backend.catchUp();
      backend.startPolling((error) => logProgress(String(error)));
      const targets = [
        ...distinctTargets(sample, SEED, options.saved ? 1000 : searches + 1000),
        ...(options.saved ? savedTargets(sample, SEED, searches) : []),
      ];
      const queries = targets.map((target) => queryOf(backend.service, target));
      return await measure(backend, { ...options, data, queries });
    } finally {
      await backend.close();
    }
  });
}

/** Built, because its threads read JavaScript. */
async function openBackend(folder: string): Promise<SearchBackend> {
  const built = new URL('../../dist/search/search-backend.js', import.meta.url).href;
  const module = (await import(built)) as { readonly openEmbeddedBackend: typeof openEmbeddedBackend };
  return module.openEmbeddedBackend(folder, { threads: true });
}

function queryOf(service: SearchService, target: string): SearchQuery {
  return service.parse([...new URL(target, 'http://localhost').searchParams]).query;
}

interface Measured extends OptionsOf<typeof SOAK_WAITING> {
  readonly data: string;
  readonly queries: readonly SearchQuery[];
}

async function measure(
  { service }: SearchBackend,
  { listings, searches, changed, rounds, answered, data, queries }: Measured,
): Promise<Report> {
  const [others, waiting] = [queries.slice(0, 1000), queries.slice(1000, 1000 + searches)];
  let called = 0;
  const add = (query: SearchQuery): void => {
    service.waiting.add(query, service.index.state, (outcome) => {
      called += 1;
      if ('error' in outcome) throw outcome.error;
      add(query);
    });
  };
  const before = usedBytes();
  for (const query of waiting) add(query);
  const bytes = (usedBytes() - before) / waiting.length;
  const quiet = percentilesOf(await searchFor(service, others, () => performance.now() + QUIET_MS));
  const lines = [
    `${formatCount(listings)} listings, ${formatCount(service.waiting.stats.searches)} distinct searches wait, ${Math.round(bytes)} bytes each.`,
    `Quiet: searches p50 ${formatMs(quiet.p50)}, p99 ${formatMs(quiet.p99)}.`,
  ];
  const failures: string[] = bytes > MAX_BYTES ? [`a waiting search takes ${Math.round(bytes)} bytes`] : [];
  for (let round = 1; round <= rounds; round++) {
    called = 0;
    const feed = join(data, '..', 'changes.ndjson');
    writeFileSync(feed, changedRecords(listings, changed, round).join('\n'));
    const sequence = service.index.state.sequence;
    let isImported = false;
    const importing = importFeed(PROJECT, feed, data, { merge: true }).then(() => (isImported = true));
    const isDone = (): boolean => isImported && service.index.state.sequence !== sequence;
    // The import itself takes a core; what counts begins when searches show the change.
    while (!isDone()) await sleep(PAUSE_MS);
    const times = await searchFor(service, others, () => (service.waiting.isCaughtUp ? 0 : Infinity));
    await importing;
    const { answerMs } = service.waiting.stats;
    const { p50, p99 } = percentilesOf(times);
    lines.push(
      `Round ${round}: ${formatCount(called)} searches had changes, all answered in ${formatMs(answerMs)}; ` +
        `${formatCount(times.length)} other searches p50 ${formatMs(p50)}, p99 ${formatMs(p99)}.`,
    );
    logProgress(lines.at(-1) ?? '');
    if (answerMs > answered * 1000) failures.push(`round ${round}: answered after ${formatMs(answerMs)}`);
    if (p99 > 2 * quiet.p99) failures.push(`round ${round}: p99 ${formatMs(p99)}`);
  }
  return { lines, failures };
}

/** How long searches took, one after the other with pauses, until the time that `end` returns; at least one. */
async function searchFor(
  service: SearchService,
  queries: readonly SearchQuery[],
  end: () => number,
): Promise<number[]> {
  const times: number[] = [];
  const last = end();
  for (let i = 0; i === 0 || performance.now() < Math.min(last, end()); i++) {
    const due = performance.now() + PAUSE_MS;
    await sleep(PAUSE_MS);
    await service.search(queries[i % queries.length]);
    times.push(performance.now() - due);
  }
  return times;
}

function usedBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

/** Every n-th listing of the corpus, with another price in each round. */
function changedRecords(listings: number, changed: number, round: number): string[] {
  const step = Math.max(1, Math.floor(listings / changed));
  const records: string[] = [];
  let number = 0;
  for (const listing of corpus({ size: listings, seed: SEED }))
    if (number++ % step === 0 && records.length < changed)
      records.push(feedRecord({ ...listing, priceGbp: (listing.priceGbp ?? 5000) + round }));
  return records;
}
