// The command line: what there is to call, which settings each command takes, and what its help says. The work is done
// elsewhere; faults come out of `parseAsync` as they are.
import { Command, Option } from 'commander';
import { readConfig, type Config, type RawSettings } from '../config/config.ts';
import { SETTING_NAMES, SETTINGS, environmentVariableOf } from '../config/settings.ts';
import { backupCommand } from './backup-command.ts';
import { addFeedCommands } from './feed-commands.ts';
import { importCommand, type ImportFlags } from './import-command.ts';
import { mcpCommand } from './mcp-command.ts';
import type { Output } from './output.ts';
import { publishCommand, type PublishFlags } from './publish-command.ts';
import { importPostcodesCommand } from './postcodes-command.ts';
import { addParseFlags } from './parse-flags.ts';
import { addParameterFlags, searchCommand } from './search-command.ts';
import { statusCommand } from './status-command.ts';
import { summaryCommand } from './summary-command.ts';
import { addTokenCommands } from './token-commands.ts';
import { verifyCommand } from './verify-command.ts';

export interface ProgramParts {
  readonly version: string;
  readonly environment: RawSettings;
  readonly output: Output;
  /** Serves until it is told to stop. */
  serve(config: Config): Promise<void>;
}

/** Where a cluster is. */
const CLUSTER = ['opensearchUrl', 'opensearchIndex', 'opensearchCa'] as const;
/** The same, and how it is written to. */
const PUBLISHED = [...CLUSTER, 'opensearchShards', 'opensearchReplicas'] as const;

export function buildProgram(parts: ProgramParts): Command {
  const { output } = parts;
  const program = new Command('forecourt')
    .description('Search for used-vehicle listings: exact totals, stable pages.')
    .version(parts.version)
    .showHelpAfterError('(forecourt --help says more)')
    .addHelpText(
      'after',
      `
Examples:
  $ forecourt import stock.csv                     import a dealer's feed into ./data
  $ forecourt serve                                answer on http://127.0.0.1:8080
  $ forecourt search --make Ford --price_max 9000  search without a server

Every setting can also come from the environment, as its help says; a flag goes first.`,
    );

  const settings = (command: Command, names: readonly (keyof Config)[]): Command => {
    for (const name of SETTING_NAMES.filter((name) => names.includes(name))) {
      const setting = SETTINGS[name];
      if (setting.secret === true) continue;
      const flag =
        setting.placeholder === undefined
          ? `--${setting.flag}`
          : `--${setting.flag} <${setting.placeholder}>`;
      const fallback = setting.default === undefined ? '' : `default: ${setting.default}, `;
      command.addOption(
        new Option(
          flag,
          `${setting.description} (${fallback}environment: ${environmentVariableOf(setting)})`,
        ),
      );
    }
    return command;
  };
  const configOf = (command: Command): Config => readConfig(command.opts<RawSettings>(), parts.environment);

  const importing = program
    .command('import')
    .description('import feeds into the stock: CSV, NDJSON, a JSON array or XML, plain or gzip')
    .argument('<file...>', 'feeds of one run; - is standard input')
    .option('--force', 'allow a dealer to lose over half its stock')
    .option('--override-feeds', "import dealers that belong to a feed too; they stay that feed's")
    .option('--rejects <file>', 'where the rejected records go, as they were')
    .addHelpText(
      'after',
      `
One run is all or nothing. It replaces the stock of every dealer that it names; with --merge it withdraws nothing. A run
that would leave a dealer with less than half of what it had within seven days is blocked, unless --force is given.
Dealers that belong to a configured feed are refused, unless --override-feeds is given; forecourt feed dealers lists them.

Examples:
  $ forecourt import stock.ndjson.gz
  $ forecourt import north.csv south.csv --data /var/lib/forecourt
  $ forecourt import dms.csv --dealer northgate-cars.example
  $ forecourt import export.txt --mapping north.json
  $ curl -s https://dealer.example/stock.json | forecourt import -`,
    )
    .action((files: string[], flags: ImportFlags) =>
      importCommand(files, configOf(importing), flags, output),
    );
  addParseFlags(importing);
  settings(importing, ['data', 'merge', 'format', 'json', 'index', ...PUBLISHED]);

  const serving = program
    .command('serve')
    .description('answer searches over HTTP, and follow the stock as it changes')
    .addHelpText(
      'after',
      `
Examples:
  $ forecourt serve --port 9000
  $ forecourt serve --host 0.0.0.0 --base-url https://cars.example
  $ forecourt serve --feeds feeds.json             and pull dealers' feeds on schedule
  $ forecourt serve --index opensearch --opensearch-url https://node1.example:9200`,
    )
    .action(() => parts.serve(configOf(serving)));
  settings(serving, [
    'data',
    'host',
    'port',
    'baseUrl',
    'trustProxy',
    'demo',
    'workers',
    'feeds',
    'mcpOrigins',
    'requireToken',
    'jwtIssuer',
    'jwtAudience',
    'jwtKeys',
    'jwtAlgorithms',
    'rateLimit',
    'tokenRateLimit',
    'redis',
    'redisPassword',
    'trustedProxies',
    'log',
    'logRequests',
    'maxQueue',
    'maxConnections',
    'operatorPort',
    'operatorHost',
    'index',
    ...CLUSTER,
  ]);

  const feed = program
    .command('feed')
    .description("dealers' feeds: inspect one, pull those that are configured, move dealers between them");
  addFeedCommands(feed, {
    version: parts.version,
    environment: parts.environment,
    output,
    settings,
    configOf,
  });

  const searching = program
    .command('search')
    .description('search the stock of a data folder; takes the parameters of the API')
    .addHelpText(
      'after',
      `
Examples:
  $ forecourt search --make Ford --model Focus --sort price_asc
  $ forecourt search --location "SW1A 1AA" --distance 3 --sort distance
  $ forecourt search --q "panoramic roof" --json`,
    );
  const searchPairs = addParameterFlags(searching);
  settings(searching, ['data', 'json', 'baseUrl']).action(() =>
    searchCommand(searchPairs(), configOf(searching), output),
  );

  const summarizing = program
    .command('summary')
    .description('count what there is of a search, by make, price and so on; takes the parameters of the API')
    .addHelpText(
      'after',
      `
Examples:
  $ forecourt summary --make Ford --price_max 9000
  $ forecourt summary --q "panoramic roof" --json`,
    );
  const summaryPairs = addParameterFlags(summarizing);
  settings(summarizing, ['data', 'json', 'baseUrl']).action(() =>
    summaryCommand(summaryPairs(), configOf(summarizing), output),
  );

  const assisting = program
    .command('mcp')
    .description(
      'offer the search to an assistant that starts this command (MCP over standard input and output)',
    )
    .addHelpText(
      'after',
      `
It ends when its standard input does. A server offers the same over HTTP, at /mcp.

Example:
  $ forecourt mcp --data /var/lib/forecourt --base-url https://cars.example`,
    )
    .action(() => mcpCommand(configOf(assisting), output));
  settings(assisting, ['data', 'baseUrl']);

  const reportingStatus = program
    .command('status')
    .description('say what the stock holds: counts per dealer, last imports')
    .addHelpText('after', '\nExample:\n  $ forecourt status --data /var/lib/forecourt')
    .action(() => statusCommand(configOf(reportingStatus), output));
  settings(reportingStatus, ['data', 'json']);

  const token = program
    .command('token')
    .description('tokens of those who may ask: create, list or revoke them');
  addTokenCommands(token, { output, settings, configOf });

  const backingUp = program
    .command('backup')
    .description('copy the data folder, as it is at one moment, while servers and imports go on')
    .argument('<folder>', 'the new folder')
    .addHelpText(
      'after',
      `
The copy is a data folder. It is read back and verified. docs/deployment.md says how to restore one.

Example:
  $ forecourt backup /backup/monday --data /var/lib/forecourt`,
    )
    .action((to: string) => backupCommand(to, configOf(backingUp), output));
  settings(backingUp, ['data', 'json']);

  const verifying = program
    .command('verify')
    .description('read everything in the data folder, and report what is damaged')
    .addHelpText(
      'after',
      `
Compares every stored value with its checksum, tables with each other, and 300 searches of the index with a plain scan of
the stock. Servers and imports may go on meanwhile. Exits with 1 if anything is damaged, and says how to recover.

Examples:
  $ forecourt verify --data /var/lib/forecourt
  $ forecourt verify --data /backup/monday
  $ forecourt verify --json`,
    )
    .action(() => verifyCommand(configOf(verifying), output));
  settings(verifying, ['data', 'json']);

  const publishing = program
    .command('publish')
    .description('bring an OpenSearch cluster to the state of a data folder')
    .option('--follow', 'go on after every change, until stopped')
    .addHelpText(
      'after',
      `
Only what changed since the last time is written. docs/scaling.md says when a cluster is worth it.

Example:
  $ forecourt publish --follow --opensearch-url https://node1.example:9200,https://node2.example:9200`,
    )
    .action((flags: PublishFlags) => publishCommand(configOf(publishing), flags, output));
  settings(publishing, ['data', ...PUBLISHED]);

  const postcodes = program.command('postcodes').description('the positions of postcodes');
  const importingPostcodes = postcodes
    .command('import')
    .description('make positions exact to the unit: OS Code-Point Open, ONSPD or NSPL, as CSV, plain or gzip')
    .argument('<file...>', 'all files of one release')
    .addHelpText('after', '\nExample:\n  $ forecourt postcodes import Data/CSV/*.csv')
    .action((files: string[]) => importPostcodesCommand(files, configOf(importingPostcodes), output));
  settings(importingPostcodes, ['data', 'json']);
  return program;
}
