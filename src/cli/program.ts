// The command line: every command with its settings, flags and help. `parseAsync` rejects with the errors of commands. A
// command's code is loaded when it runs: loading everything, an import of ten listings took 1.4 s of CPU time instead of 0.8.
import type { Command } from 'commander';
import { CliCommand, type CommandContext } from './command-context.ts';
import { addFeedCommands, addParseFlags, requiredFieldsText } from './feed-commands.ts';
import type { ImportFlags } from './import-command.ts';
import type { PublishFlags } from './publish-command.ts';
import { addSearchCommands } from './search-commands.ts';
import { addTokenCommands } from './token-commands.ts';
import type { Config } from '../config/config.ts';
import { SETTING_NAMES } from '../config/settings.ts';
import type { UpgradeFlags } from './upgrade-command.ts';
import type { WatchFlags } from './watch-command.ts';
import { invalidConfiguration } from '../problem.ts';

export interface ProgramContext extends CommandContext {
  serve(config: Config): Promise<void>;
}

const SHARDING = ['opensearchShards', 'opensearchReplicas'] as const;
const PUBLISHED = ['opensearchUrl', 'opensearchIndex', 'opensearchCa', ...SHARDING] as const;
/** A server has all settings but these. */
const NOT_SERVED = new Set<keyof Config>(['merge', 'format', 'json', ...SHARDING]);

export function buildProgram(context: ProgramContext): Command {
  const program = new CliCommand(context, 'forecourt')
    .description('Search for used-vehicle listings: exact totals, stable pages.')
    .version(context.version)
    .showHelpAfterError('(forecourt --help lists more)').helpAfter(`
Examples:
  $ forecourt import stock.csv                     import a dealer's feed into ./data
  $ forecourt serve                                serve on http://127.0.0.1:8080
  $ forecourt search golf --price_max 9000         search without a server

Each setting can also be an environment variable, which its help names. Flags override environment variables.`);
  addImportCommand(program, context);
  addServeCommand(program, context);
  const feed = program
    .command('feed')
    .description("dealers' feeds: inspect one, pull configured ones, move dealers between them");
  addFeedCommands(feed, context);
  addSearchCommands(program, context);
  addWatchCommand(program, context);
  addMcpCommand(program, context);
  addStatusCommand(program, context);
  addTokenCommands(
    program.command('token').description('access tokens: create, list or revoke them'),
    context,
  );
  addMaintenanceCommands(program, context);
  addPublishCommand(program, context);
  refuseFlagsAsValues(program);
  explainUnknownHelp(program);
  return program;
}

/** Refuses a flag in place of a value, here and in subcommands: the value was forgotten or is an empty shell variable. */
function refuseFlagsAsValues(command: Command): void {
  for (const option of command.options.filter(({ required }) => required))
    command.on(`option:${option.name()}`, (value: string) => {
      const [flag] = value.split('=', 1);
      if (!command.options.some(({ long, short }) => flag === long || flag === short)) return;
      const message = `${option.long ?? ''} needs a value, but the flag ${flag} follows it.`;
      throw invalidConfiguration(message);
    });
  command.commands.forEach(refuseFlagsAsValues);
}

/** `help` with an unknown command prints the help on all commands; this adds the reason. */
function explainUnknownHelp(program: Command): void {
  program.addHelpText('beforeAll', ({ error, command }) => {
    const [help, name] = command.args;
    return error && help === 'help' ? `error: unknown command '${name}'. These are the commands:\n` : '';
  });
}

function addImportCommand(program: CliCommand, context: ProgramContext): void {
  const command = program
    .command('import')
    .inBackground()
    .upgradesStock()
    .description(
      'import feeds into the stock: CSV, NDJSON, JSON, XML or an Excel workbook, uncompressed or gzip',
    )
    .argument('<file...>', 'feeds of one run; - is standard input')
    .option('--force', 'allow a dealer to lose over half its stock')
    .option('--override-feeds', "import dealers that belong to a feed too; they stay that feed's")
    .option('--rejects <file>', 'file for the rejected records, as they were sent').helpAfter(`
One run is all or nothing. It replaces the stock of every dealer in its files; with --merge it withdraws nothing. A run
that would leave a dealer with less than half of what it had within seven days is blocked, unless --force is given.
Dealers that belong to a configured feed are refused, unless --override-feeds is given; forecourt feed dealers lists them.

${requiredFieldsText()}

Examples:
  $ forecourt import stock.ndjson.gz
  $ forecourt import north.csv south.csv --data /var/lib/forecourt
  $ forecourt import dms.csv --dealer northgate-cars.example
  $ forecourt import export.txt --mapping north.json
  $ forecourt import stock.csv --columns id,make,model,price,advert_url,dealer
  $ curl -s https://dealer.example/stock.json | forecourt import -`);
  addParseFlags(command)
    .settings(['data', 'merge', 'format', 'json', 'termsFile', 'index', ...PUBLISHED])
    .run(async (config, files: string[], flags: ImportFlags) => {
      const { importCommand } = await import('./import-command.ts');
      const { feedFlags } = await import('./command-lines.ts');
      await importCommand(files, config, { ...flags, given: feedFlags(command) }, context.output);
    });
}

function addServeCommand(program: CliCommand, context: ProgramContext): void {
  program
    .command('serve')
    .description('serve searches over HTTP, and follow changes of the stock')
    .helpAfter(
      `
Examples:
  $ forecourt serve --port 9000
  $ forecourt serve --host 0.0.0.0 --base-url https://cars.example
  $ forecourt serve --feeds feeds.json             also pull dealers' feeds on schedule
  $ forecourt serve --index opensearch --opensearch-url https://node1.example:9200`,
    )
    .settings(SETTING_NAMES.filter((name) => !NOT_SERVED.has(name)))
    .run((config) => context.serve(config));
}

function addWatchCommand(program: CliCommand, { output }: ProgramContext): void {
  program
    .command('watch')
    .description('print what changes in a search of a service, as it happens, or post it to a webhook')
    .argument('<search>', "query string of the search, such as '?make=Ford&price_max=9000'")
    .requiredOption('--url <url>', 'URL of the service, such as https://cars.example')
    .option('--sentences', 'print sentences for people instead of NDJSON')
    .option('--state <file>', 'file that remembers where to continue; created if it does not exist')
    .option('--since <cursor>', 'where to begin if nothing is remembered (default: now)')
    .option('--wait <seconds>', 'how long each request waits; 0: end with the changes so far', '30')
    .option('--webhook <url>', 'post each change to this URL instead of printing it')
    .option(
      '--webhook-secret-file <file>',
      'file with the secrets that sign, one a line; may change meanwhile',
    )
    .helpAfter(
      `
Only requests to the service are sent, so any number of these may run beside it. Stop it with Ctrl+C or SIGTERM.

Webhooks follow the Standard Webhooks specification: webhook-id, webhook-timestamp, and a webhook-signature for each secret.
Failed messages are retried with backoff for three days. With --state nothing is lost when this command or the service restarts;
a message may come twice, with the same webhook-id. A token for the service is read from FORECOURT_TOKEN.

Examples:
  $ forecourt watch '?make=Ford&price_max=9000' --url https://cars.example
  $ forecourt watch '?q=estate' --url https://cars.example --sentences
  $ forecourt watch '?make=Ford' --url https://cars.example --state ford.json --wait 0
  $ forecourt watch '?make=Ford' --url https://cars.example --state ford.json \\
      --webhook https://crm.example/hooks/cars --webhook-secret-file secrets.txt`,
    )
    .settings(['token', 'webhookSecret'])
    .run(async (config, search: string, flags: WatchFlags) => {
      const { watchCommand } = await import('./watch-command.ts');
      await watchCommand(search, flags, config, output);
    });
}

function addMcpCommand(program: CliCommand, { output }: ProgramContext): void {
  program
    .command('mcp')
    .upgradesStock()
    .description('serve MCP over standard input and output, to an assistant that starts this command')
    .helpAfter(
      `
It ends with its standard input. A server offers the same tools over HTTP, at /mcp.

Example:
  $ forecourt mcp --data /var/lib/forecourt --base-url https://cars.example`,
    )
    .settings(['data', 'baseUrl', 'termsFile', 'pictureOrigins'])
    .run(async (config) => {
      const { mcpCommand } = await import('./mcp-command.ts');
      await mcpCommand(config, output);
    });
}

function addStatusCommand(program: CliCommand, { output }: ProgramContext): void {
  program
    .command('status')
    .description('show listings per dealer, feeds and recent imports')
    .option('--ill', 'show only the feeds that need attention, the worst first; exit code 1 if there are any')
    .helpAfter(
      `
Examples:
  $ forecourt status --data /var/lib/forecourt
  $ forecourt status --ill --data /var/lib/forecourt`,
    )
    .settings(['data', 'json'])
    .run(async (config, { ill = false }: { readonly ill?: boolean }) => {
      const { illCommand, statusCommand } = await import('./status-command.ts');
      await (ill ? illCommand : statusCommand)(config, output);
    });
}

const loadMaintenance = () => import('./maintenance-commands.ts');

function addMaintenanceCommands(program: CliCommand, { output }: ProgramContext): void {
  program
    .command('backup')
    .inBackground()
    .description('copy the data folder as a consistent snapshot, while servers and imports run')
    .argument('<folder>', 'the new folder')
    .helpAfter(
      `
The copy is a data folder. It is read back and verified. docs/deployment.md describes how to restore one.

Example:
  $ forecourt backup /backup/monday --data /var/lib/forecourt`,
    )
    .settings(['data', 'json', 'termsFile'])
    .run(async (config, to: string) => (await loadMaintenance()).backupCommand(to, config, output));
  program
    .command('upgrade')
    .inBackground()
    .description('rewrite a stock of an earlier version for this one')
    .option('--check', 'only report whether it is needed, and how much space it takes')
    .helpAfter(
      `
A server, an import and a feed run do this by themselves, once. It is all or nothing: the new stock is written beside the old
one, read back and compared, and then takes its place. Stop servers of the earlier version first. It cannot be undone: make
a backup with the earlier version if you may return to it.

Examples:
  $ forecourt upgrade --data /var/lib/forecourt
  $ forecourt upgrade --check`,
    )
    .settings(['data', 'json'])
    .run(async (config, flags: UpgradeFlags) => {
      const { upgradeCommand } = await import('./upgrade-command.ts');
      await upgradeCommand(config, flags, output);
    });
  program
    .command('verify')
    .inBackground()
    .description('read everything in the data folder, and report damage')
    .helpAfter(
      `
Compares every stored value with its checksum, tables with each other, and 300 searches of the index with a full scan of
the stock. Servers and imports may run meanwhile. Exits with 1 if anything is damaged, with advice on how to recover.

Examples:
  $ forecourt verify --data /var/lib/forecourt
  $ forecourt verify --data /backup/monday
  $ forecourt verify --json`,
    )
    .settings(['data', 'json', 'termsFile'])
    .run(async (config) => (await loadMaintenance()).verifyCommand(config, output));
  program
    .command('postcodes')
    .description('the positions of postcodes')
    .command('import')
    .inBackground()
    .description(
      'make positions exact to the unit postcode: OS Code-Point Open, ONSPD or NSPL, as CSV, uncompressed or gzip',
    )
    .argument('<file...>', 'all files of one release')
    .helpAfter('\nExample:\n  $ forecourt postcodes import Data/CSV/*.csv')
    .settings(['data', 'json'])
    .run(async (config, files: string[]) =>
      (await loadMaintenance()).importPostcodesCommand(files, config, output),
    );
}

function addPublishCommand(program: CliCommand, { output }: ProgramContext): void {
  program
    .command('publish')
    .inBackground()
    .upgradesStock()
    .description('bring an OpenSearch cluster to the state of a data folder')
    .option('--watch', 'keep publishing changes, until stopped')
    .helpAfter(
      `
Writes only what changed since the last time. docs/scaling.md describes when a cluster is worth it.

Example:
  $ forecourt publish --watch --opensearch-url https://node1.example:9200,https://node2.example:9200`,
    )
    .settings(['data', 'termsFile', ...PUBLISHED])
    .run(async (config, flags: PublishFlags) => {
      const { publishCommand } = await import('./publish-command.ts');
      await publishCommand(config, flags, output);
    });
}
