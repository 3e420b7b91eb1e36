// What every command is built with: its output, the flags of its settings, refused flags, what it does first, and the signal to
// end.
import { Option, type Command } from 'commander';
import { readConfig, type Config, type RawSettings } from '../config/config.ts';
import { SETTING_NAMES, SETTINGS, environmentVariablesOf } from '../config/settings.ts';
import { lowerProcessPriority } from '../priority.ts';
import { addTerms, readTermsFile } from '../vehicle/trade-terms.ts';
import { Problem } from '../problem.ts';
import type { Output } from '../log/log.ts';

export interface CommandContext {
  readonly version: string;
  readonly environment: RawSettings;
  readonly output: Output;
}

/** Prints the result of a command: with --json as JSON, otherwise as lines for people. */
export function printResult(
  result: object,
  lines: () => readonly string[],
  { json }: Pick<Config, 'json'>,
  output: Output,
): void {
  for (const line of json ? [JSON.stringify(result)] : lines()) output.line(line);
}

/** Maximum settings listed without groups. */
const MAX_UNGROUPED = 15;

/** Adds a flag for each of the settings that can be set by one. Returns the command. */
export function addSettings(command: Command, names: readonly (keyof Config)[]): Command {
  const isLong = names.length > MAX_UNGROUPED;
  for (const name of SETTING_NAMES.filter((name) => names.includes(name))) {
    const setting = SETTINGS[name];
    const { group, flag, type, description, default: initial } = setting;
    if (type.secret === true) continue;
    const initialText = initial === undefined ? '' : `default: ${initial}, `;
    const option = new Option(
      type.placeholder === undefined ? `--${flag}` : `--${flag} <${type.placeholder}>`,
      `${description} (${initialText}environment: ${environmentVariablesOf(setting).join(', ')})`,
    );
    command.addOption(isLong ? option.helpGroup(`${group}:`) : option);
  }
  return command;
}

/**
 * The settings of a command whose flags have been parsed. Adds the operator's terms to this process, if the command has that
 * setting. Throws a Problem `invalid_configuration`.
 */
export function configOf(command: Command, { environment }: CommandContext): Config {
  const config = readConfig(command.opts<RawSettings>(), environment);
  const hasTerms = command.options.some(({ long }) => long === `--${SETTINGS.termsFile.flag}`);
  if (hasTerms && config.termsFile !== undefined) addTerms(readTermsFile(config.termsFile));
  return config;
}

/** Refuses a flag with a Problem `invalid_configuration` and this message. Help does not list the flag. */
export function refuseFlag(command: Command, flag: string, message: string): void {
  // The flag may have a value.
  command.addOption(new Option(`--${flag} [value]`).hideHelp());
  command.on(`option:${flag}`, () => {
    throw new Problem('invalid_configuration', message);
  });
}

type ActionHook = (program: Command, command: Command) => void | Promise<void>;

/** For commands that may keep all processors busy: lowers the priority of their process, so that servers come first. */
export function inBackground({ output }: CommandContext): ActionHook {
  return () => {
    const denial = lowerProcessPriority();
    // A process with a channel belongs to a server, which has warned already.
    if (denial !== undefined && process.send === undefined) output.warn(denial);
  };
}

/** For commands that open a stock: upgrades one of an earlier version first. A server does so itself. */
export function onUpgradedStock({ environment, output }: CommandContext): ActionHook {
  return async (_, command) => {
    const { data } = readConfig(command.opts<RawSettings>(), environment);
    const { upgradeFirst } = await import('./upgrade-command.ts');
    await upgradeFirst(data, (text) => output.warn(text));
  };
}

/** A signal that is aborted on SIGTERM or SIGINT, and when the parent process disconnects. */
export function endSignal(): AbortSignal {
  const controller = new AbortController();
  const end = (): void => controller.abort(new Error('the process received a signal to stop'));
  for (const name of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(name, end);
  return controller.signal;
}
