// The frame of all bench commands: options and `--help`, progress on standard error, a report on standard output, and
// exit code 1 for failures.
import { tmpdir } from 'node:os';
import { Command, CommanderError, Option } from 'commander';

type Parse<Value> = (text: string, flag: string) => Value;

interface Setting<Value> {
  /** What `--help` shows for the value; none: a switch. */
  readonly placeholder?: string;
  readonly description: string;
  readonly parse: Parse<Value>;
  readonly initial: Value;
  /** The default as `--help` shows it, unless it is the initial value. */
  readonly shownDefault?: string;
}

/** The setting `--name <PLACEHOLDER>`. */
export function option<Value>(
  placeholder: string,
  parse: Parse<Value>,
  initial: NoInfer<Value>,
  description: string,
  shownDefault?: string,
): Setting<Value> {
  return { placeholder, parse, initial, description, shownDefault };
}

/** The same without a default. */
export function optional<Value>(placeholder: string, parse: Parse<Value>, description: string) {
  return option<Value | undefined>(placeholder, parse, undefined, description);
}

/** A setting that is false unless the option is given. */
export function flag(description: string): Setting<boolean> {
  return { description, initial: false, parse: Boolean };
}

const numberThat =
  (rule: string, fits: (text: string) => boolean): Parse<number> =>
  (text, flag) => {
    if (!fits(text)) throw new Error(`${flag} must be ${rule} (got '${text}')`);
    return Number(text);
  };

export const anyText: Parse<string> = (text) => text;
export const wholeNumber = numberThat('a whole number', (text) => /^[0-9]{1,15}$/.test(text));
export const wholeFromOne = numberThat('a whole number from 1', (text) => /^(?!0+$)[0-9]{1,8}$/.test(text));
export const aboveZero = numberThat('a number above 0', (text) => Number(text) > 0);
export const zeroOrMore = numberThat('a number', (text) => text.trim() !== '' && Number(text) >= 0);

/** Where a command makes temporary folders. */
export const TEMPORARY_FOLDER = option(
  'FOLDER',
  anyText,
  tmpdir(),
  'where temporary folders are made and removed again',
);

export interface CommandLine<Options> {
  /** Of the npm script, `soak:feeds`. */
  readonly name: string;
  /** `args` are the positional ones; undefined after printing help. Throws an Error with a sentence for the caller. */
  parse(args: readonly string[]): (Options & { readonly args: readonly string[] }) | undefined;
}

export type OptionsOf<Line> = Line extends CommandLine<infer Options> ? Options : never;

interface Help {
  readonly summary: string;
  /** The positional arguments, `<url...>`. */
  readonly positional?: string;
  /** What follows `npm run NAME --`. */
  readonly examples: readonly string[];
  readonly notes?: string;
}

/** The command line of `npm run NAME`. */
export function commandLine<Options extends object>(
  name: string,
  settings: { readonly [Name in keyof Options]: Setting<Options[Name]> },
  { summary, positional, examples, notes }: Help,
): CommandLine<Options> {
  return {
    name,
    parse(args) {
      const command = new Command(`npm run ${name} --`).description(summary).exitOverride();
      // The caller prints errors.
      command.configureOutput({ outputError: () => undefined }).configureHelp({ helpWidth: 110 });
      if (positional !== undefined) command.argument(positional);
      for (const [key, setting] of Object.entries<Setting<unknown>>(settings)) {
        const { placeholder, initial, shownDefault, description, parse } = setting;
        const long = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
        if (placeholder === undefined) command.option(long, description);
        else {
          const added = new Option(`${long} <${placeholder}>`, description).default(initial, shownDefault);
          command.addOption(added.argParser((text: string) => parse(text, long)));
        }
      }
      const exampleLines = examples.map((example) => `  npm run ${name} -- ${example}`);
      command.addHelpText('after', ['', 'Examples:', ...exampleLines].join('\n'));
      if (notes !== undefined) command.addHelpText('after', `\n${notes}`);
      try {
        command.parse(args, { from: 'user' });
      } catch (error) {
        if (!(error instanceof CommanderError)) throw error;
        if (error.exitCode === 0) return undefined;
        throw new Error(error.message.replace(/^error: /, ''), { cause: error });
      }
      const initials = Object.entries<Setting<unknown>>(settings).map(([key, { initial }]) => [key, initial]);
      return { ...(Object.fromEntries(initials) as Options), ...command.opts<Options>(), args: command.args };
    },
  };
}

export interface Report {
  readonly lines: readonly string[];
  /** Undefined for a command that only measures. */
  readonly failures?: readonly string[];
}

const MAX_LISTED_FAILURES = 40;

/** Runs a command with the arguments of this process and prints its report. The exit code is 1 if anything failed. */
export async function runCommand<Options>(
  line: CommandLine<Options>,
  work: (options: Options & { readonly args: readonly string[] }) => Promise<Report>,
): Promise<void> {
  try {
    const options = line.parse(process.argv.slice(2));
    if (options === undefined) return;
    const { lines, failures } = await work(options);
    process.stdout.write(`${[...lines, ...failureLines(failures)].join('\n')}\n`);
    if (failures !== undefined && failures.length > 0) process.exitCode = 1;
  } catch (error) {
    process.stderr.write(`${line.name}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

function failureLines(failures: readonly string[] | undefined): string[] {
  if (failures === undefined) return [];
  if (failures.length === 0) return ['No failures.'];
  return [
    `${failures.length} failures:`,
    ...failures.slice(0, MAX_LISTED_FAILURES).map((failure) => `  ${failure}`),
  ];
}

const startedAt = performance.now();

/** Prints one line of progress with the seconds since the start. */
export function logProgress(text: string): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  process.stderr.write(`${seconds.padStart(5)} s  ${text}\n`);
}

/** Notes every few seconds how many of `total` are done. */
export function progressLogger(what: string, total?: number): (done: number) => void {
  let last = performance.now();
  return (done) => {
    // Reading the clock costs more than the work that is counted.
    if (done % 1000 !== 0 || performance.now() - last < 5000) return;
    last = performance.now();
    const of = total === undefined ? '' : ` of ${total.toLocaleString('en-GB')}`;
    logProgress(`${what}: ${done.toLocaleString('en-GB')}${of}`);
  };
}
