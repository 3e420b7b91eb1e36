// The flags of `forecourt search` and `forecourt summary`: the API's parameters. Apart from the commands, because the command line
// needs them for its help and loads no index for it.
import type { Command } from 'commander';
import { PARAMETERS } from '../listing/parameters.ts';
import type { ParameterPairs } from '../listing/parse-query.ts';

const MAX_HELP_LENGTH = 90;

/**
 * Adds a flag for each parameter of the API (`--price_max`, or `--price-max`). The result returns the parsed parameters, in the
 * order of the command line.
 */
export function addParameterFlags(command: Command): () => ParameterPairs {
  const pairs: [string, string][] = [];
  for (const { name, description, allowed } of PARAMETERS) {
    const collect = (value: string): void => void pairs.push([name, value]);
    const help = allowed === undefined ? firstSentence(description) : `one of ${allowed.join(', ')}`;
    command.option(`--${name} <value>`, help, collect);
    if (!name.includes('_')) continue;
    command.addOption(
      command
        .createOption(`--${name.replaceAll('_', '-')} <value>`)
        .argParser(collect)
        .hideHelp(),
    );
  }
  return () => pairs;
}

function firstSentence(description: string): string {
  const sentence = /^.*?[.](?= |$)/.exec(description)?.[0] ?? description;
  return sentence.length <= MAX_HELP_LENGTH ? sentence : `${sentence.slice(0, MAX_HELP_LENGTH - 1)}…`;
}
