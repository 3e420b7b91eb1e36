// `forecourt feed dealers`, `move` and `release`: the feed that each dealer belongs to.
import type { Config } from '../config/config.ts';
import { dealerDomain } from '../listing/domain-name.ts';
import { invalidConfiguration } from '../problem.ts';
import type { FeedConfig } from '../ingest/schedule/feeds-file.ts';
import { SerialQueue, withWriterLock } from '../ingest/schedule/scheduler.ts';
import {
  dealerOwners,
  misplacedOwners,
  moveDealers,
  releaseDealers,
  type MovedDealer,
  type DealerSelection,
} from '../ingest/schedule/dealer-owners.ts';
import { misplacedSentence } from '../ingest/dealers/dealer-ownership.ts';
import { type CliCommand, type CommandContext, endSignal } from './command-context.ts';
import { checkNamedFolder } from './path-problems.ts';
import { left, right, tableLines } from './table-lines.ts';
import type { Output } from '../log/log.ts';
import { formatCount, pluralize } from '../format.ts';

interface FromFlag {
  readonly from?: string;
}

/** `findFeed` returns the configured feed with that name, or rejects with a Problem. `feeds` returns all configured feeds. */
export interface FeedLookup {
  findFeed(config: Config, name: string): Promise<FeedConfig>;
  feeds(config: Config): Promise<readonly FeedConfig[]>;
}

const COLUMNS = [left('DEALER', 80), left('FEED', 64), right('LISTINGS', 12)];

export function addDealerCommands(feed: CliCommand, { output }: CommandContext, lookup: FeedLookup): void {
  feed
    .command('dealers')
    .description('list the dealers and the feed that each belongs to')
    .helpAfter(
      `
A dealer belongs to the first feed that sends it, even after its last listing is withdrawn or the feed leaves the list of
feeds. Dealers without a feed were imported by hand. With --feeds, dealers that the list of feeds gives to another feed are
named below, each with the command that moves it.

Examples:
  $ forecourt feed dealers --data /var/lib/forecourt
  $ forecourt feed dealers --feeds feeds.json`,
    )
    .settings(['data', 'feeds', 'json'])
    .run(async (config) => {
      const feeds = config.feeds === undefined ? undefined : await lookup.feeds(config);
      await listDealers(config, feeds, output);
    });
  feed
    .command('move')
    .upgradesStock()
    .description('move a dealer to another feed')
    .argument('<dealer>', 'its domain; "*" with --from: all dealers of that feed')
    .argument('<feed>', 'a feed whose dealers in the list of feeds include it')
    .option('--from <feed>', 'with "*": the feed that the dealers belong to, even if it has left the list')
    .helpAfter(
      `
Listings change with the next run of the feed, which withdraws those that the feed does not contain.

Examples:
  $ forecourt feed move north.example north --feeds feeds.json
  $ forecourt feed move '*' north-v2 --from north --feeds feeds.json     the feed has a new name`,
    )
    .settings(['data', 'feeds', 'json'])
    .run(async (config, dealer: string, name: string, flags: FromFlag) => {
      const to = await lookup.findFeed(config, name);
      const from = selectDealers(dealer, flags);
      reportMoved(await withStoreLock(() => moveDealers(config.data, from, to)), config, output);
    });
  feed
    .command('release')
    .upgradesStock()
    .description('detach a dealer from its feed, so that it can be imported by hand')
    .argument('<dealer>', 'its domain; "*" with --from: all dealers of that feed')
    .option('--from <feed>', 'with "*": the feed that the dealers belong to')
    .helpAfter(
      `
Its listings stay. If the list of feeds still gives the dealer to a feed, that feed gets it back with its next run.

Examples:
  $ forecourt feed release north.example
  $ forecourt feed release '*' --from market`,
    )
    .settings(['data', 'json'])
    .run(async (config, dealer: string, flags: FromFlag) => {
      const from = selectDealers(dealer, flags);
      reportMoved(await withStoreLock(() => releaseDealers(config.data, from)), config, output);
    });
}

function withStoreLock(work: () => Promise<MovedDealer[]>): Promise<MovedDealer[]> {
  return withWriterLock({ queue: new SerialQueue(), signal: endSignal() }, work);
}

function selectDealers(dealer: string, { from }: FromFlag): DealerSelection {
  if (dealer === '*' && from !== undefined) return { from };
  if (dealer === '*' || from !== undefined)
    throw invalidConfiguration('"*" and --from go together: all dealers of that feed.');
  return { dealer: dealerDomain(dealer) ?? dealer };
}

async function listDealers(
  config: Config,
  feeds: readonly FeedConfig[] | undefined,
  output: Output,
): Promise<void> {
  checkNamedFolder(config.data);
  const dealers = await dealerOwners(config.data);
  const misplaced = feeds === undefined ? undefined : await misplacedOwners(config.data, feeds);
  if (config.json) return output.line(JSON.stringify({ dealers, misplaced }));
  if (dealers.length === 0) return output.line('There are no dealers yet.');
  const rows = dealers.map(({ dealer, feed, listings }) => [dealer, feed ?? '-', formatCount(listings)]);
  for (const line of tableLines(COLUMNS, rows)) output.line(line);
  for (const dealer of misplaced ?? []) output.line(misplacedSentence(dealer));
}

function reportMoved(moved: readonly MovedDealer[], config: Config, output: Output): void {
  if (config.json) return output.line(JSON.stringify({ moved }));
  if (moved.length === 0) return output.line('Nothing to change.');
  for (const { dealer, from, feed, listings } of moved)
    output.line(
      `${dealer}: from ${feedLabel(from)} to ${feedLabel(feed)} (${pluralize(listings, 'listing')}).`,
    );
  output.line('The next run of each feed reads it in full.');
}

function feedLabel(feed: string | null): string {
  return feed === null ? 'no feed' : `the feed '${feed}'`;
}
