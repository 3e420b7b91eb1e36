// The flags that say how a feed is read, for every command that reads one. They are of one feed, so they never come from
// the environment.
import { Option, type Command } from 'commander';
import { ENCODING_CHOICES, LAYOUT_CHOICES } from '../ingest/parse-options.ts';

export function addParseFlags(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--layout <name>',
        `layout of the feed: ${LAYOUT_CHOICES.join(', ')} (default: found from its names)`,
      ),
    )
    .addOption(new Option('--mapping <file>', 'JSON file that says what columns mean (docs/feeds.md)'))
    .addOption(new Option('--dealer <domain>', 'the dealer of records that name none'))
    .addOption(
      new Option(
        '--encoding <name>',
        `encoding of the feed: ${ENCODING_CHOICES.join(', ')} (default: found from its bytes)`,
      ),
    );
}
