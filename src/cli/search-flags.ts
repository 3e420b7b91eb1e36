// The arguments of commands that search: the API's parameters as flags, and free words. They are separate from the commands,
// because the help of the command line needs them without loading an index.
import type { Command } from 'commander';
import { FIELDS } from '../listing/fields.ts';
import { PARAMETERS, type Parameter, type ParameterKind, type ParameterName } from '../query/parameters.ts';
import type { ParameterPairs } from '../query/read-parameters.ts';
import { truncate } from '../quoted-text.ts';
import { refuseFlag } from './command-context.ts';

const MAX_HELP_LENGTH = 90;
/** Appended to the help of flags that take several values. */
const LIST_HELP = ' (several: A,B; all but A: -A)';
const PARAMETER_GROUP = 'Parameters of the search:';

/** Parameters that have no effect on a command's output, and are refused with a reason. */
export interface RefusedParameters {
  readonly names: readonly ParameterName[];
  /** Ends the sentence "--page has no effect here: …". */
  readonly why: string;
}

/**
 * Adds a flag for each parameter of the API (`--price_max`, or `--price-max`). Returns a function that returns the parsed
 * parameters, in the order of the table.
 */
export function addParameterFlags(command: Command, idle?: RefusedParameters): () => ParameterPairs {
  for (const parameter of PARAMETERS) {
    const { name, description, allowed, meanings, isList } = parameter;
    if (idle?.names.includes(name) === true) {
      refuseFlag(command, name, `--${name} has no effect here: ${idle.why}. Leave it out.`);
      continue;
    }
    const values = meanings === undefined ? '' : ` ${meanings}`;
    const help = allowed === undefined ? firstSentence(description) + values : `one of ${allowed.join(', ')}`;
    addRepeatableFlag(command, name, valueName(parameter), isList === true ? `${help}${LIST_HELP}` : help);
  }
  return () =>
    PARAMETERS.flatMap(({ name }) => flagValuesOf(command, name).map((value) => [name, value] as const));
}

/** Adds a flag of one parameter that may be repeated, like the API's parameters. It may also be spelt with dashes. */
export function addRepeatableFlag(command: Command, name: string, value: string, help: string): void {
  const collect = (text: string, previous: unknown): string[] => [...textsOf(previous), text];
  const add = (spelling: string) => command.createOption(`--${spelling} <${value}>`, help).argParser(collect);
  command.addOption(add(name).helpGroup(PARAMETER_GROUP));
  const dashed = name.replaceAll('_', '-');
  if (dashed !== name) command.addOption(add(dashed).hideHelp());
}

export function flagValuesOf(command: Command, name: string): readonly string[] {
  const long = [`--${name}`, `--${name.replaceAll('_', '-')}`];
  return command.options
    .filter((option) => long.includes(option.long ?? ''))
    .flatMap((option) => textsOf(command.getOptionValue(option.attributeName())));
}

/** The texts of a flag, each after the free words of the command line; without texts, the words alone. */
export function textsWithWords(words: readonly string[], texts: readonly string[]): readonly string[] {
  const text = words.join(' ').trim();
  if (text === '') return texts;
  return texts.length === 0 ? [text] : texts.map((one) => `${text} ${one}`);
}

/** The parameters, with the free words as `q` or in front of its text. */
export function pairsWithWords(words: readonly string[], pairs: ParameterPairs): ParameterPairs {
  const texts = pairs.filter(([name]) => name === 'q').map(([, text]) => text);
  const others = pairs.filter(([name]) => name !== 'q');
  return [...textsWithWords(words, texts).map((text) => ['q', text] as const), ...others];
}

/** The name of the value in help texts: `miles`, `pounds`, `postcode`. */
function valueName({ name, kind, unit, meanings, field }: Parameter): string {
  if (unit !== undefined) return unit === 'GBP' ? 'pounds' : unit;
  if (meanings !== undefined) return 'band';
  if (FIELDS.some((row) => row.name === field && row.kind === 'year')) return 'year';
  return KIND_NAMES[kind] ?? (field === undefined ? 'words' : name);
}

/** Names by kind. Values of texts are named after their parameter. */
const KIND_NAMES: Readonly<Record<ParameterKind, string | undefined>> = {
  text: undefined,
  enumeration: 'choice',
  integer: 'number',
  number: 'number',
  domains: 'domains',
  postcode: 'postcode',
};

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}

function firstSentence(description: string): string {
  return truncate(/^.*?[.](?= |$)/.exec(description)?.[0] ?? description, MAX_HELP_LENGTH);
}
