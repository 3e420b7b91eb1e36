// The flags and help of `forecourt watch`, separate from the command, so that help does not load its code.
import type { CliCommand, CommandContext } from './command-context.ts';
import type { WatchFlags } from './watch-command.ts';

export function addWatchCommand(program: CliCommand, { output }: CommandContext): void {
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
