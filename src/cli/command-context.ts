// What every command is built with: its output, the flags of its settings, refused flags, command lines for people to copy, and the
// signal to end.
import { Option, type Command } from 'commander';
import { readConfig, type Config, type RawSettings } from '../config/config.ts';
import { SETTING_NAMES, SETTINGS, environmentVariablesOf } from '../config/settings.ts';
import { addTerms, readTermsFile } from '../vehicle/trade-terms.ts';
import { Problem } from '../problem.ts';
import type { Output } from '../log/log.ts';
import type { GivenFlags } from '../ingest/settings/next-step.ts';
import { shellWord } from '../quoted-text.ts';

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

// Command lines for people to copy: the running one with changes, or another one with the same flags. Flags and words are
// repeated as given, quoted for a shell, so a next step reads the same folder with the same settings.

/** The flags of a parsed command line as given, limited to those that `accepting` has too. */
export function givenFlags(command: Command, accepting: Command = command): GivenFlags {
  return command.options.flatMap((option) => {
    const { long } = option;
    const name = option.attributeName();
    const isKnown = accepting.options.some((other) => other.long === long);
    if (long === undefined || !isKnown || command.getOptionValueSource(name) !== 'cli') return [];
    const value: unknown = command.getOptionValue(name);
    const values = Array.isArray(value) ? (value as unknown[]) : [value];
    return values.map((one) => (typeof one === 'string' ? [long, one] : [long]) as GivenFlags[number]);
  });
}

/** The flags of `import` or `feed inspect`, without the dealer, for messages that name either command. */
export function feedFlags(command: Command): GivenFlags {
  const root = command.name() === 'import' ? command.parent : (command.parent?.parent ?? null);
  const importing = root?.commands.find((one) => one.name() === 'import');
  const inspecting = root?.commands
    .find((one) => one.name() === 'feed')
    ?.commands.find((one) => one.name() === 'inspect');
  if (importing === undefined || inspecting === undefined)
    throw new Error('the commands of feeds are missing');
  const isImport = command === importing;
  const other = isImport ? inspecting : importing;
  return givenFlags(command)
    .filter(([flag]) => flag !== '--dealer')
    .map(([flag, value]) =>
      other.options.some(({ long }) => long === flag)
        ? [flag, value]
        : [flag, value, isImport ? 'import' : 'inspect'],
    );
}

/** The flags, except those in `changes`, followed by `changes`. */
export function withFlags(flags: GivenFlags, changes: GivenFlags): GivenFlags {
  const changed = new Set(changes.map(([flag]) => flag));
  return [...flags.filter(([flag]) => !changed.has(flag)), ...changes];
}

/** A command line such as `forecourt search golf --page 2`. */
export function commandLine(command: Command, operands: readonly string[], flags: GivenFlags): string {
  const flagWords = flags.flatMap(([flag, value]) =>
    value === undefined ? [flag] : [flag, shellWord(value)],
  );
  const words = operands.map(shellWord);
  const isDashed = operands.some((operand) => /^-./.test(operand));
  const rest = isDashed ? [...flagWords, '--', ...words] : [...words, ...flagWords];
  return [...pathOf(command), ...rest].join(' ');
}

/** Another command of the same program, by its name. */
export function siblingOf(command: Command, name: string): Command {
  const sibling = command.parent?.commands.find((one) => one.name() === name);
  if (sibling === undefined) throw new Error(`there is no command ${name} beside ${command.name()}`);
  return sibling;
}

function pathOf(command: Command): string[] {
  return [...(command.parent === null ? [] : pathOf(command.parent)), command.name()];
}

/** A signal that is aborted on SIGTERM or SIGINT, and when the parent process disconnects. */
export function endSignal(): AbortSignal {
  const controller = new AbortController();
  const end = (): void => controller.abort(new Error('the process received a signal to stop'));
  for (const name of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(name, end);
  return controller.signal;
}
