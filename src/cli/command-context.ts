// What every command is built with: its output, its settings, refused flags, what it does first, and the signal to end.
import { Command, Option } from 'commander';
import { readConfig, type Config, type RawSettings } from '../config/config.ts';
import { SETTING_NAMES, SETTINGS, environmentVariablesOf } from '../config/settings.ts';
import { lowerProcessPriority } from '../priority.ts';
import { addTerms, readTermsFile } from '../vehicle/trade-terms.ts';
import { invalidConfiguration } from '../problem.ts';
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

/** A command with flags for settings. Its subcommands are of this class too. */
export class CliCommand extends Command {
  readonly #context: CommandContext;

  constructor(context: CommandContext, name?: string) {
    super(name);
    this.#context = context;
  }

  override createCommand(name?: string): CliCommand {
    return new CliCommand(this.#context, name);
  }

  /** For commands that may keep all processors busy: lowers the priority of their process, so that servers come first. */
  inBackground(): this {
    return this.hook('preAction', () => {
      const denial = lowerProcessPriority();
      // A process with a channel belongs to a server, which has warned already.
      if (denial !== undefined && process.send === undefined) this.#context.output.warn(denial);
    });
  }

  /** For commands that open a stock: upgrades one of an earlier version first. A server does so itself. */
  upgradesStock(): this {
    return this.hook('preAction', async () => {
      const { data } = this.#readConfig();
      const { upgradeFirst } = await import('./upgrade-command.ts');
      await upgradeFirst(data, (text) => this.#context.output.warn(text));
    });
  }

  /** Adds a flag for each of the settings that can be set by one. */
  settings(names: readonly (keyof Config)[]): this {
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
      this.addOption(isLong ? option.helpGroup(`${group}:`) : option);
    }
    return this;
  }

  /** Appends a text to the help. */
  helpAfter(text: string): this {
    return this.addHelpText('after', text);
  }

  /**
   * What the command does, with its settings, operands and flags. The operator's terms are added to this process first, if the
   * command has that setting. Rejects with a Problem `invalid_configuration`.
   */
  run<Args extends unknown[]>(work: (config: Config, ...args: Args) => void | Promise<void>): this {
    return this.action(async (...args) => {
      const config = this.#readConfig();
      const hasTerms = this.options.some(({ long }) => long === `--${SETTINGS.termsFile.flag}`);
      if (hasTerms && config.termsFile !== undefined) addTerms(readTermsFile(config.termsFile));
      await work(config, ...(args as Args));
    });
  }

  #readConfig(): Config {
    return readConfig(this.opts<RawSettings>(), this.#context.environment);
  }
}

/** Refuses a flag with a Problem `invalid_configuration` and this message. Help does not list the flag. */
export function refuseFlag(command: Command, flag: string, message: string): void {
  // The flag may have a value.
  command.addOption(new Option(`--${flag} [value]`).hideHelp());
  command.on(`option:${flag}`, () => {
    throw invalidConfiguration(message);
  });
}

/** A signal that is aborted on SIGTERM or SIGINT, and when the parent process disconnects. */
export function endSignal(): AbortSignal {
  const controller = new AbortController();
  const end = (): void => controller.abort(new Error('the process received a signal to stop'));
  for (const name of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(name, end);
  return controller.signal;
}
