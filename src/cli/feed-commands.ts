// The commands that look at a feed and that pull configured ones: their flags and help. What a flag does for one run only (`--force`) never
// comes from the environment, where it would be forgotten.
import type { Command } from 'commander';
import type { Config } from '../config/config.ts';
import { Problem } from '../problem.ts';
import { openLog } from '../log/log.ts';
import { endSignal, runScheduler } from '../ingest/schedule/run-scheduler.ts';
import { loadFeedsFile, type FeedConfig } from '../ingest/schedule/feeds-file.ts';
import type { ParseFlags } from '../ingest/parse-options.ts';
import { addDealerCommands } from './dealer-commands.ts';
import { feedInspectCommand } from './feed-inspect-command.ts';
import { feedRunCommand, type FeedRunFlags } from './feed-run-command.ts';
import type { Output } from './output.ts';
import { addParseFlags } from './parse-flags.ts';

export interface FeedCommandParts {
  readonly version: string;
  readonly environment: Readonly<Record<string, unknown>>;
  readonly output: Output;
  /** Adds the flags of settings to a command. */
  readonly settings: (command: Command, names: readonly (keyof Config)[]) => Command;
  readonly configOf: (command: Command) => Config;
}

/** Adds all commands to the command `feed`. */
export function addFeedCommands(feed: Command, parts: FeedCommandParts): void {
  const { output, version, settings, configOf } = parts;

  const inspecting = feed
    .command('inspect')
    .description('say what a feed looks like: layout, columns, first listings, what is wrong; writes nothing')
    .argument('<file>', 'the feed; - is standard input')
    .addHelpText(
      'after',
      `
It reads the first 1,000 records. What it shows is what an import with the same flags would take. Which dealers a configured
feed may send is shown by forecourt feed run NAME --dry-run.

Examples:
  $ forecourt feed inspect stock.csv
  $ forecourt feed inspect dms.csv --dealer northgate-cars.example
  $ forecourt feed inspect export.txt --mapping north.json --json
  $ curl -s https://dealer.example/stock.xml | forecourt feed inspect -`,
    )
    .action((file: string, flags: ParseFlags) =>
      feedInspectCommand(file, configOf(inspecting), flags, output),
    );
  addParseFlags(inspecting);
  settings(inspecting, ['format', 'json']);

  const running = feed
    .command('run')
    .description('pull configured feeds now: those that are named, or all of them')
    .argument('[name...]', 'feeds of the list')
    .option('--dry-run', 'say what would change, and write nothing')
    .option('--force', 're-read unchanged feeds, and allow a dealer to lose over half its stock')
    .option('--rejects <file>', 'where the rejected records go (default: DATA/rejects/NAME.ndjson)')
    .addHelpText(
      'after',
      `
A feed that fails changes nothing; the others are pulled all the same, and the exit code is 1. A run that would leave a
dealer with less than half of what it had within seven days is blocked until it is run with --force. Records of dealers
that belong to other feeds are rejected.

Examples:
  $ forecourt feed run --feeds feeds.json                 every feed of the list
  $ forecourt feed run north south --feeds feeds.json     two of them
  $ forecourt feed run north --feeds feeds.json --dry-run
  $ forecourt feed run north --feeds feeds.json --force   the dealer has really sold that much`,
    )
    .action((names: string[], flags: FeedRunFlags) => {
      const config = configOf(running);
      const feeds = selectFeeds(configuredFeeds(config, parts.environment), names);
      return feedRunCommand(feeds, config, flags, version, output);
    });
  settings(running, ['data', 'feeds', 'json']);

  const following = feed
    .command('follow')
    .description(
      'pull configured feeds on their schedules, until it is ended; serve --feeds does so by itself',
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ forecourt feed follow --feeds feeds.json --data /var/lib/forecourt',
    )
    .action(() => {
      const config = configOf(following);
      const log = openLog(config.log, output);
      return runScheduler(configuredFeeds(config, parts.environment), {
        folder: config.data,
        version,
        signal: endSignal(),
        warn: (text) => log.warn(text),
      });
    });
  settings(following, ['data', 'feeds', 'log']);

  addDealerCommands(feed, {
    output,
    settings,
    configOf,
    feedNamed: (config, name) => {
      const [found] = selectFeeds(configuredFeeds(config, parts.environment), [name]);
      if (found === undefined) throw new Error('the list of feeds is empty');
      return found;
    },
  });
}

function configuredFeeds(config: Config, environment: FeedCommandParts['environment']): FeedConfig[] {
  if (config.feeds === undefined)
    throw new Problem(
      'invalid_configuration',
      'Name the list of feeds with --feeds, for example --feeds feeds.json.',
    );
  return loadFeedsFile(config.feeds, environment);
}

/** All feeds where no name is given. */
function selectFeeds(feeds: readonly FeedConfig[], names: readonly string[]): FeedConfig[] {
  const unknown = names.filter((name) => !feeds.some((feed) => feed.name === name));
  if (unknown.length > 0) {
    const known = feeds.slice(0, 20).map(({ name }) => name);
    throw new Problem(
      'invalid_configuration',
      `There is no feed ${unknown.join(', ')} in the list. There are: ${known.join(', ')}${feeds.length > 20 ? ', …' : ''}.`,
    );
  }
  return feeds.filter(({ name }) => names.length === 0 || names.includes(name));
}
