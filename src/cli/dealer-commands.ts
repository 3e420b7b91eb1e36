// `forecourt feed dealers`, `move` and `release`: whose each dealer is, and changing it.
import type { Command } from 'commander';
import type { Config } from '../config/config.ts';
import { dealerDomain } from '../listing/dealer-domain.ts';
import { Problem } from '../problem.ts';
import { endSignal } from '../ingest/schedule/run-scheduler.ts';
import type { FeedConfig } from '../ingest/schedule/feeds-file.ts';
import { SerialQueue, withWriterLock } from '../ingest/schedule/serial-queue.ts';
import {
  dealerOwners,
  moveDealers,
  releaseDealers,
  type MovedDealer,
  type DealerSelection,
} from '../ingest/dealer-owners.ts';
import type { Output } from './output.ts';
import { pluralize, formatCount } from './progress.ts';
import { tableLines, type TableColumn } from './table.ts';

export interface DealerCommandParts {
  readonly output: Output;
  /** Adds the flags of settings to a command. */
  readonly settings: (command: Command, names: readonly (keyof Config)[]) => Command;
  readonly configOf: (command: Command) => Config;
  /** The feed of that name in the configured list. */
  readonly feedNamed: (config: Config, name: string) => FeedConfig;
}

interface FromFlag {
  readonly from?: string;
}

const COLUMNS: readonly TableColumn[] = [
  { title: 'DEALER', align: 'left', maxWidth: 80 },
  { title: 'FEED', align: 'left', maxWidth: 64 },
  { title: 'LISTINGS', align: 'right', maxWidth: 12 },
];

/** Adds `dealers`, `move` and `release` to the command `feed`. */
export function addDealerCommands(feed: Command, parts: DealerCommandParts): void {
  const { output, settings, configOf, feedNamed } = parts;

  const listing = feed
    .command('dealers')
    .description('list the feed that each dealer belongs to')
    .addHelpText(
      'after',
      `
A dealer belongs to the first feed that sends it, also after its last listing is withdrawn and after the feed has left the
list of feeds. Dealers without a feed were imported by hand.

Example:
  $ forecourt feed dealers --data /var/lib/forecourt`,
    )
    .action(() => listDealers(configOf(listing), output));
  settings(listing, ['data', 'json']);

  const moving = feed
    .command('move')
    .description('move a dealer to another feed')
    .argument('<dealer>', 'its domain; "*" with --from: all dealers of that feed')
    .argument('<feed>', 'a feed whose dealers in the list of feeds include it')
    .option('--from <feed>', 'with "*": the feed that the dealers belong to, also one that has left the list')
    .addHelpText(
      'after',
      `
No listing changes until the next run of the feed. That run withdraws what the feed does not hold.

Examples:
  $ forecourt feed move north.example north --feeds feeds.json
  $ forecourt feed move '*' north-v2 --from north --feeds feeds.json     the feed has a new name`,
    )
    .action(async (dealer: string, name: string, flags: FromFlag) => {
      const config = configOf(moving);
      const to = feedNamed(config, name);
      reportMoved(
        await withStoreLock(() => moveDealers(config.data, selectDealers(dealer, flags), to)),
        config,
        output,
      );
    });
  settings(moving, ['data', 'feeds', 'json']);

  const releasing = feed
    .command('release')
    .description('let a dealer belong to no feed, so that it can be imported by hand')
    .argument('<dealer>', 'its domain; "*" with --from: all dealers of that feed')
    .option('--from <feed>', 'with "*": the feed that the dealers belong to')
    .addHelpText(
      'after',
      `
Its listings stay. A feed that the list still gives the dealer to gets it back with its next run.

Examples:
  $ forecourt feed release north.example
  $ forecourt feed release '*' --from market`,
    )
    .action(async (dealer: string, flags: FromFlag) => {
      const config = configOf(releasing);
      reportMoved(
        await withStoreLock(() => releaseDealers(config.data, selectDealers(dealer, flags))),
        config,
        output,
      );
    });
  settings(releasing, ['data', 'json']);
}

/** Waits for imports that are running. */
function withStoreLock(work: () => Promise<MovedDealer[]>): Promise<MovedDealer[]> {
  return withWriterLock({ queue: new SerialQueue(), signal: endSignal() }, work);
}

function selectDealers(dealer: string, { from }: FromFlag): DealerSelection {
  if (dealer === '*' && from !== undefined) return { from };
  if (dealer === '*' || from !== undefined)
    throw new Problem('invalid_configuration', '"*" and --from go together: all dealers of that feed.');
  return { dealer: dealerDomain(dealer) ?? dealer };
}

async function listDealers(config: Config, output: Output): Promise<void> {
  const dealers = await dealerOwners(config.data);
  if (config.json) return output.line(JSON.stringify({ dealers }));
  if (dealers.length === 0) return output.line('There are no dealers yet.');
  const rows = dealers.map(({ dealer, feed, listings }) => [dealer, feed ?? '-', formatCount(listings)]);
  for (const line of tableLines(COLUMNS, rows)) output.line(line);
}

function reportMoved(moved: readonly MovedDealer[], config: Config, output: Output): void {
  if (config.json) return output.line(JSON.stringify({ moved }));
  if (moved.length === 0) return output.line('Nothing to change.');
  for (const { dealer, from, feed, listings } of moved)
    output.line(
      `${dealer}: from ${feedLabel(from)} to ${feedLabel(feed)} (${pluralize(listings, 'listing')}).`,
    );
  output.line('All feeds are read anew at their next run.');
}

function feedLabel(feed: string | null): string {
  return feed === null ? 'no feed' : `the feed '${feed}'`;
}
