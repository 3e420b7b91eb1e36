// A list of feeds over one data folder, each with its own server that supports conditional requests. Runs save their
// states in the folder, as the scheduler does.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { parseFeeds, type FeedConfig } from '../../../src/ingest/schedule/feeds-file.ts';
import { runFeed, type FeedRunResult } from '../../../src/ingest/schedule/run-feed.ts';
import { SerialQueue } from '../../../src/ingest/schedule/scheduler.ts';
import { readFeedStates } from '../../../src/ingest/status/feed-state.ts';
import { openStore } from '../../../src/store/store.ts';
import { plainRecord, ndjson } from '../../cli/feeds.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { dealerServer, type DealerServer } from '../fetch/dealer-server.ts';

/** Records `A0`, `A1`, … of a dealer, numbered [from, to). */
export function cars(dealer: string, to: number, more: object = {}, from = 0): Record<string, unknown>[] {
  return Array.from({ length: to - from }, (_, n) => ({ ...plainRecord(`A${n + from}`, dealer), ...more }));
}

export class FeedList {
  readonly folder = join(temporaryFolder(), 'data');
  /** The clock of all runs; it advances only when set. */
  now = Date.parse('2026-03-01T12:00:00Z');
  #settings: readonly { readonly name: string }[] = [];
  readonly #servers = new Map<string, DealerServer>();

  /** Replaces the list. Feeds without a path get a URL. */
  async list(...feeds: readonly ({ readonly name: string } & Record<string, unknown>)[]): Promise<void> {
    const settings = [];
    for (const feed of feeds)
      settings.push({ address: (await this.#serverOf(feed.name)).url, allowPrivate: true, ...feed });
    this.#settings = settings;
  }

  /** Sets the content of a feed's server. Its ETag follows the content. */
  async serve(name: string, ...records: readonly Record<string, unknown>[]): Promise<void> {
    const body = ndjson(...records);
    const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
    (await this.#serverOf(name)).response = (request, response) => {
      if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
      else response.setHeader('etag', etag).end(body);
    };
  }

  /** The requests to a feed's server. */
  async requested(name: string): Promise<DealerServer['requested']> {
    return (await this.#serverOf(name)).requested;
  }

  settings(name: string): FeedConfig {
    const parsed = parseFeeds(JSON.stringify({ feeds: this.#settings }), '/feeds.json', {});
    const found = parsed.find((feed) => feed.name === name);
    if (found === undefined) throw new Error(`there is no feed ${name}`);
    return found;
  }

  async run(name: string, options: { readonly force?: boolean } = {}): Promise<FeedRunResult> {
    const states = await readFeedStates(this.folder);
    return runFeed(this.settings(name), states.get(name), {
      folder: this.folder,
      downloads: join(this.folder, 'incoming'),
      version: '1',
      now: () => this.now,
      queue: new SerialQueue(),
      signal: new AbortController().signal,
      force: options.force ?? false,
      rejectsPath: (feed) => join(this.folder, 'rejects', `${feed}.ndjson`),
    });
  }

  /** Outcome and counts of a run. */
  async outcome(name: string, options: { readonly force?: boolean } = {}): Promise<unknown> {
    const { run } = await this.run(name, options);
    if (run.counts === undefined) return [run.outcome];
    const { added, changed, unchanged, withdrawn, rejected } = run.counts;
    return [run.outcome, { added, changed, unchanged, withdrawn, rejected }];
  }

  /** The dealer's listings, by price. */
  async prices(dealer: string): Promise<Record<string, number>> {
    const store = openStore(this.folder, { mode: 'read' });
    try {
      const prices: Record<string, number> = {};
      for (const { priceGbp } of store.listings({ start: `${dealer}/`, end: `${dealer}0` }))
        prices[String(priceGbp)] = (prices[String(priceGbp)] ?? 0) + 1;
      return prices;
    } finally {
      await store.close();
    }
  }

  async owners(): Promise<Record<string, string>> {
    const store = openStore(this.folder, { mode: 'read' });
    try {
      return Object.fromEntries(store.owners());
    } finally {
      await store.close();
    }
  }

  async #serverOf(name: string): Promise<DealerServer> {
    const server = this.#servers.get(name) ?? (await dealerServer());
    this.#servers.set(name, server);
    return server;
  }
}
