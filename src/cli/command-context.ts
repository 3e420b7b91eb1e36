// What every command is built with: its output, the flags of its settings, and refusals of flags and commands that have a
// new name.
import { Option, type Command } from 'commander';
import { readConfig, type Config, type RawSettings } from '../config/config.ts';
import { SETTING_NAMES, SETTINGS, environmentVariablesOf } from '../config/settings.ts';
import { addTerms, readTermsFile } from '../vehicle/trade-terms.ts';
import { Problem } from '../problem.ts';
import type { Output } from './output.ts';

export interface CommandContext {
  readonly version: string;
  readonly environment: RawSettings;
  readonly output: Output;
}

/** More settings than these are listed in groups. */
const MAX_UNGROUPED = 15;

/** The command, with a flag for each of the settings that may be set by one. */
export function addSettings(command: Command, names: readonly (keyof Config)[]): Command {
  const isLong = names.length > MAX_UNGROUPED;
  for (const name of SETTING_NAMES.filter((name) => names.includes(name))) {
    const setting = SETTINGS[name];
    const { group, flag, placeholder, description, secret, default: initial } = setting;
    if (secret === true) continue;
    const initialText = initial === undefined ? '' : `default: ${initial}, `;
    const option = new Option(
      placeholder === undefined ? `--${flag}` : `--${flag} <${placeholder}>`,
      `${description} (${initialText}environment: ${environmentVariablesOf(setting).join(', ')})`,
    );
    command.addOption(isLong ? option.helpGroup(`${group}:`) : option);
  }
  return command;
}

/**
 * The settings of a command whose flags have been parsed. From here on the operator's terms count in this process, if the
 * command has the setting. Problem `invalid_configuration`.
 */
export function configOf(command: Command, { environment }: CommandContext): Config {
  const config = readConfig(command.opts<RawSettings>(), environment);
  const hasTerms = command.options.some(({ long }) => long === `--${SETTINGS.termsFile.flag}`);
  if (hasTerms && config.termsFile !== undefined) addTerms(readTermsFile(config.termsFile));
  return config;
}

/** Makes an old flag, such as `--follow`, a Problem `invalid_configuration` with `advice`. */
export function refuseOldFlag(command: Command, flag: string, advice: string): void {
  refuseFlag(command, flag, `The flag --${flag} no longer exists. ${advice}`);
}

/** Makes a flag a Problem `invalid_configuration` with this message. Help does not list it. */
export function refuseFlag(command: Command, flag: string, message: string): void {
  // With or without a value.
  command.addOption(new Option(`--${flag} [value]`).hideHelp());
  command.on(`option:${flag}`, () => {
    throw new Problem('invalid_configuration', message);
  });
}

/** Makes an old command, such as `feed follow`, a Problem `invalid_configuration` with `advice`, whatever its flags. */
export function refuseCommand(parent: Command, name: string, advice: string): void {
  parent
    .command(name, { hidden: true })
    .allowUnknownOption()
    .argument('[arguments...]')
    .action(() => {
      const path = `forecourt ${parent.name()} ${name}`;
      throw new Problem('invalid_configuration', `The command '${path}' no longer exists. ${advice}`);
    });
}
