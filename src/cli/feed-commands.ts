// `forecourt feed …`: the flags and help of the commands that inspect a feed or pull configured ones. Flags of a single run
// (`--force`, `--layout`) are not settings, because they would be forgotten in the environment.
import type { Config } from '../config/config.ts';
import { invalidConfiguration } from '../problem.ts';
import { FIELDS } from '../listing/fields.ts';
import { layoutNames } from '../ingest/tables/column-table.ts';
import { FEED_ENCODINGS } from '../ingest/read/decode.ts';
import type { FeedConfig } from '../ingest/schedule/feeds-file.ts';
import { type CliCommand, type CommandContext, endSignal } from './command-context.ts';
import { feedFlags } from './command-lines.ts';
import { addDealerCommands } from './dealer-commands.ts';
import type { ParseFlags } from './parse-options.ts';
import type { InspectFlags } from './feed-inspect-command.ts';
import type { FeedRunFlags } from './feed-run-command.ts';

export function addFeedCommands(feed: CliCommand, context: CommandContext): void {
  addInspectCommand(feed, context);
  addRunCommand(feed, context);
  addExplainCommand(feed, context);
  addScheduleCommand(feed, context);
  addDealerCommands(feed, context, {
    feeds: (config) => configuredFeeds(config, context),
    findFeed: async (config, name) => {
      const [found] = selectFeeds(await configuredFeeds(config, context), [name]);
      if (found === undefined) throw new Error('the list of feeds is empty');
      return found;
    },
  });
}

export function requiredFieldsText(): string {
  const names = FIELDS.filter(({ feed }) => feed?.isRequired === true).map(({ name }) => name);
  return (
    `Each record needs ${names.slice(0, -1).join(', ')} and ${names.at(-1)}, under these or other usual names; --dealer and\n` +
    '--advert-url fill in what a feed lacks. docs/feeds.md lists all fields.'
  );
}

export function addParseFlags(command: CliCommand): CliCommand {
  const layouts = `layout of the feed: ${layoutNames().join(', ')} (default: detected from its names)`;
  const encodings = `encoding of the feed: ${FEED_ENCODINGS.join(', ')} (default: detected from its bytes)`;
  return command
    .option('--layout <name>', layouts)
    .option('--mapping <file>', 'JSON file that maps columns to fields (docs/feeds.md)')
    .option('--dealer <domain>', 'the dealer of records that name none')
    .option(
      '--advert-url <template>',
      'address of the adverts, with columns in braces: https://…/{VehicleID}',
    )
    .option('--columns <names>', 'column names of a CSV feed without a header, such as id,make,model')
    .option('--encoding <name>', encodings)
    .option('--new <choice>', 'new vehicles: keep or leave-out (default: keep)')
    .option('--vat <choice>', 'prices without VAT: unknown or add (default: unknown)');
}

function addInspectCommand(feed: CliCommand, context: CommandContext): void {
  const inspecting = feed
    .command('inspect')
    .description('show what an import of a feed would do: columns, first listings, report; writes nothing')
    .argument('<file>', 'the feed; - is standard input')
    .option('--suggest [mapping]', 'guess the unknown columns, and write a mapping file to check')
    .option('--overwrite', 'replace an existing mapping file').helpAfter(`
It reads the whole feed as an import with the same flags would into a new data folder: with the same counts, rejections
and error, and with exit code 1 if the import would fail. Changes of an existing stock, and what a configured feed may
send, are shown by forecourt feed run NAME --dry-run.

${requiredFieldsText()}

Examples:
  $ forecourt feed inspect stock.csv
  $ forecourt feed inspect dms.csv --dealer northgate-cars.example
  $ forecourt feed inspect export.txt --suggest                  writes export.mapping.json
  $ forecourt feed inspect export.txt --suggest north.json
  $ forecourt feed inspect export.txt --mapping north.json --json
  $ curl -s https://dealer.example/stock.xml | forecourt feed inspect -`);
  addParseFlags(inspecting)
    .settings(['format', 'json'])
    .run(async (config, file: string, flags: InspectFlags) => {
      const command =
        flags.suggest === undefined
          ? (await import('./feed-inspect-command.ts')).feedInspectCommand
          : (await import('./feed-suggest-command.ts')).feedSuggestCommand;
      const given = { ...flags, given: feedFlags(inspecting) };
      await command(file, config, given, context.output);
    });
}

function addRunCommand(feed: CliCommand, context: CommandContext): void {
  feed
    .command('run')
    .inBackground()
    .upgradesStock()
    .description('pull configured feeds now: the given ones, or all of them')
    .argument('[name...]', 'feeds of the list')
    .option('--dry-run', 'show what would change, and write nothing')
    .option('--force', 're-read unchanged feeds, and allow a dealer to lose over half its stock')
    .option('--fail-on <state>', 'degraded: exit code 1 also if listings lack fields that they had')
    .option('--rejects <file>', 'file for the rejected records (default: DATA/rejects/NAME.ndjson)')
    .helpAfter(
      `
A feed that fails changes nothing; the others are still pulled, and the exit code is 1. A run that would leave a
dealer with less than half of what it had within seven days is blocked until it is run with --force. Records of dealers
that belong to other feeds are rejected. A field that fell by more than a tenth of a feed's listings makes it degraded, until
the field is back or a run with --force accepts the fall.

Examples:
  $ forecourt feed run --feeds feeds.json                 every feed of the list
  $ forecourt feed run north south --feeds feeds.json     two of them
  $ forecourt feed run north --feeds feeds.json --dry-run
  $ forecourt feed run north --feeds feeds.json --force   the dealer has really sold that much`,
    )
    .settings(['data', 'feeds', 'json', 'termsFile'])
    .run(async (config, names: string[], flags: FeedRunFlags) => {
      const feeds = selectFeeds(await configuredFeeds(config, context), names);
      const { feedRunCommand } = await import('./feed-run-command.ts');
      await feedRunCommand(feeds, config, flags, context.version, context.output);
    });
}

function addExplainCommand(feed: CliCommand, context: CommandContext): void {
  const explaining = feed
    .command('explain')
    .description(
      'show how the last fetched file of a feed is read, or where each field of one record comes from',
    )
    .argument('<name>', 'feed of the list')
    .argument('[record]', 'id, advert, registration or another value of a record, or "line 7"').helpAfter(`
It reads the file that the last run fetched, and fetches and writes nothing. Flags replace the feed's settings, so a mapping can be
tried before it is set. Without a record it shows what forecourt feed inspect does.

Examples:
  $ forecourt feed explain north --feeds feeds.json
  $ forecourt feed explain north V-881 --feeds feeds.json
  $ forecourt feed explain north "line 7" --feeds feeds.json --mapping new.json`);
  addParseFlags(explaining)
    .settings(['data', 'feeds', 'json', 'termsFile'])
    .run(async (config, name: string, record: string | undefined, flags: ParseFlags) => {
      const [found] = selectFeeds(await configuredFeeds(config, context), [name]);
      const { feedExplainCommand } = await import('./feed-explain-command.ts');
      await feedExplainCommand(found, record, config, flags, context.output);
    });
}

function addScheduleCommand(feed: CliCommand, context: CommandContext): void {
  feed
    .command('schedule')
    .inBackground()
    .upgradesStock()
    .description('pull configured feeds on their schedules, until stopped; serve --feeds does the same')
    .helpAfter('\nExample:\n  $ forecourt feed schedule --feeds feeds.json --data /var/lib/forecourt')
    .settings(['data', 'feeds', 'log', 'termsFile'])
    .run(async (config) => {
      const { openLog } = await import('../log/log.ts');
      const log = openLog(config.log, context.output);
      const { runScheduler } = await import('../ingest/schedule/run-scheduler.ts');
      await runScheduler(await configuredFeeds(config, context), {
        folder: config.data,
        version: context.version,
        signal: endSignal(),
        warn: (text) => log.warn(text),
      });
    });
}

async function configuredFeeds(config: Config, { environment }: CommandContext): Promise<FeedConfig[]> {
  if (config.feeds === undefined)
    throw invalidConfiguration(
      'The list of feeds is missing. Set it with --feeds, for example --feeds feeds.json.',
    );
  const { loadFeedsFile } = await import('../ingest/schedule/feeds-file.ts');
  return loadFeedsFile(config.feeds, environment);
}

/** The feeds with these names, in the order of the list; without names, all feeds. */
function selectFeeds(feeds: readonly FeedConfig[], names: readonly string[]): FeedConfig[] {
  const unknown = names.filter((name) => !feeds.some((feed) => feed.name === name));
  if (unknown.length > 0) {
    const known = feeds.slice(0, 20).map(({ name }) => name);
    throw invalidConfiguration(
      `The list of feeds does not contain ${unknown.join(', ')}. It contains: ${known.join(', ')}${feeds.length > 20 ? ', …' : ''}.`,
    );
  }
  return feeds.filter(({ name }) => names.length === 0 || names.includes(name));
}
