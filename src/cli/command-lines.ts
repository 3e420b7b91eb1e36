// Command lines for people to copy: the running one with changes, or another one with the same flags. Flags and words are
// repeated as given, quoted for a shell, so a next step reads the same folder with the same settings.
import type { Command } from 'commander';
import type { GivenFlags } from '../ingest/settings/next-step.ts';
import { shellWord } from '../quoted-text.ts';

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

/** Makes command lines of a search, with the flags of another command that a search has too. */
export function searchLineBeside(command: Command): (flags: GivenFlags) => string {
  const search = command.parent?.commands.find((one) => one.name() === 'search');
  if (search === undefined) throw new Error(`there is no search beside ${command.name()}`);
  const kept = givenFlags(command, search).filter(([flag]) => flag !== '--json');
  return (flags) => commandLine(search, [], [...flags, ...kept]);
}

function pathOf(command: Command): string[] {
  return [...(command.parent === null ? [] : pathOf(command.parent)), command.name()];
}
