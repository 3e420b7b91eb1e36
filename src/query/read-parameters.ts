// Reads parameters by name: an operation's own ones, each by its row, and the reports on unknown ones. Names come from the
// client, so they are keys of maps, never of objects.
import { invalidParameters, MAX_ISSUES, unknownParameter, type ParameterIssue } from '../problem.ts';
import { echoed, quoted, trimWhiteSpace } from '../quoted-text.ts';
import {
  hasInvalidCharacter,
  invalidCharacter,
  missingParameter,
  type ParameterRules,
  type ParsedValue,
} from './parse-value.ts';

/** Decoded text, in the order sent. */
export type ParameterPairs = readonly (readonly [name: string, value: string])[];

/** An unknown parameter. Its name is truncated and escaped by `echoed`. */
export interface UnusedParameter {
  readonly name: string;
  /** The parameter that the client probably meant. */
  readonly suggestion?: string;
}

/** A parameter that only some operations have. */
export interface OwnParameter<T = unknown> extends ParameterRules {
  /** Reads the trimmed texts that were sent, including blank ones. Undefined if the parameter counts as absent. */
  readonly read: (row: ParameterRules, texts: readonly string[]) => ParsedValue<T> | undefined;
  /** Names, in lower case, under which clients send it by mistake. */
  readonly otherNames?: readonly string[];
}

/** By their names. */
export type OwnParameters = Readonly<Record<string, OwnParameter>>;

export type OwnValues<Own extends OwnParameters> = {
  readonly [Name in keyof Own]?: Own[Name] extends OwnParameter<infer T> ? T : never;
};

export interface ParameterOptions {
  /** Whether unknown parameters and warnings are errors. */
  readonly strict?: boolean | undefined;
  /** Whether unknown parameters are errors. */
  readonly rejectsUnknown?: boolean | undefined;
  /** What unknown parameters do not belong to, for messages. */
  readonly owner?: Parameters<typeof unknownParameter>[2];
  /** Issues found before. Own parameters with such an issue are not read. */
  readonly earlier?: readonly ParameterIssue[];
}

export interface ReadParameters<Own extends OwnParameters> {
  readonly own: OwnValues<Own>;
  /** In the order sent, each name once; at most the first 20. */
  readonly ignored: readonly UnusedParameter[];
  /** Valid parameters that were probably not intended; empty if `strict`, which makes them errors. */
  readonly warnings: readonly ParameterIssue[];
}

/**
 * The parameters of an operation that searches nothing. Throws a Problem `invalid_parameters` with an issue for each invalid
 * parameter and, if `strict`, for each unknown one and each warning.
 */
export function readParameters<Own extends OwnParameters>(
  own: Own,
  pairs: ParameterPairs,
  { owner = 'address', earlier = [], ...options }: ParameterOptions = {},
): ReadParameters<Own> {
  return readOwn(own, groupPairs(pairs, own), { ...options, owner, issues: [...earlier], warnings: [] });
}

/** The reader of a parameter with one value. `required` describes what to send; if it is absent, the parameter may be omitted. */
export function readOne<T>(
  read: (row: ParameterRules, text: string) => ParsedValue<T>,
  required?: string,
): OwnParameter<T>['read'] {
  return (row, texts) => {
    const sent = texts.filter((text) => text !== '');
    if (sent.length === 0 && required !== undefined) return { issue: missingParameter(row.name, required) };
    return parseSame(row, sent, read);
  };
}

export function anyText(_row: ParameterRules, text: string): ParsedValue<string> {
  return { value: text, key: text };
}

interface GroupedPairs {
  readonly known: ReadonlyMap<string, readonly string[]>;
  readonly unknown: ReadonlyMap<string, string>;
}

/** The trimmed values of known parameters, and one value of each unknown one. Only own parameters may have blank values. */
export function groupPairs(
  pairs: ParameterPairs,
  own: OwnParameters,
  isOther: (name: string) => boolean = () => false,
): GroupedPairs {
  const known = new Map<string, string[]>();
  const unknown = new Map<string, string>();
  for (const [name, value] of pairs) {
    const text = trimWhiteSpace(value);
    const isOwn = Object.hasOwn(own, name);
    if (isOwn || isOther(name)) {
      if (text === '' && !isOwn) continue;
      const texts = known.get(name);
      if (texts === undefined) known.set(name, [text]);
      else texts.push(text);
    } else if ((name !== '' || text !== '') && (!unknown.has(name) || hasInvalidCharacter(text))) {
      unknown.set(name, text);
    }
  }
  return { known, unknown };
}

interface Found extends Pick<ParameterOptions, 'strict' | 'rejectsUnknown' | 'owner'> {
  /** Issues of other parameters. */
  readonly issues: ParameterIssue[];
  readonly warnings: ParameterIssue[];
  /** The parameter of the search that an unknown name probably means. */
  readonly suggest?: (name: string) => string | undefined;
}

/** Reads the own parameters and the names of unknown ones. Throws the Problem of `readParameters`, including earlier issues. */
export function readOwn<Own extends OwnParameters>(
  own: Own,
  { known, unknown }: GroupedPairs,
  { strict = false, rejectsUnknown = strict, owner = 'search', issues, warnings, suggest }: Found,
): ReadParameters<Own> {
  const values: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(own)) {
    if (issues.some(({ parameter }) => parameter === name)) continue;
    const parsed = row.read(row, known.get(name) ?? []);
    if (parsed?.issue !== undefined) issues.push(parsed.issue);
    else if (parsed !== undefined) values[name] = parsed.value;
    if (parsed?.warning !== undefined) warnings.push(parsed.warning);
  }
  const isSent = (name: string): boolean => known.get(name)?.some((text) => text !== '') === true;
  const meantBy = (unknownName: string): string | undefined =>
    Object.entries(own).find(
      ([name, { otherNames }]) => !isSent(name) && otherNames?.includes(unknownName.toLowerCase()),
    )?.[0] ?? suggest?.(unknownName);
  for (const [name, value] of unknown) {
    if (hasInvalidCharacter(name + value)) issues.push(invalidCharacter(echoed(name), value));
    else if (rejectsUnknown)
      // Finding a suggestion is slow, so only listed issues get one.
      issues.push(
        unknownParameter(name, value, owner, issues.length < MAX_ISSUES ? meantBy(name) : undefined),
      );
  }
  if (strict) issues.push(...warnings);
  if (issues.length > 0) throw invalidParameters(issues);
  const ignored = [...unknown.keys()].slice(0, MAX_ISSUES).map((name) => {
    const suggestion = meantBy(name);
    return { name: echoed(name), ...(suggestion !== undefined && { suggestion }) };
  });
  // The rows determine the types of values.
  return { own: values as OwnValues<Own>, ignored, warnings };
}

/** The parsed value of texts that must all mean the same; undefined if there are no texts. */
export function parseSame<T, Row extends { readonly name: string }>(
  row: Row,
  texts: readonly string[],
  reader: (row: Row, text: string) => ParsedValue<T>,
): ParsedValue<T> | undefined {
  const invalid = texts.find(hasInvalidCharacter);
  if (invalid !== undefined) return { issue: invalidCharacter(row.name, invalid) };
  if (texts.length === 1) return reader(row, texts[0]);
  // Sorted, so that the same spelling wins, whatever the order.
  const distinct = [...new Set(texts)].sort();
  let first: ParsedValue<T> | undefined;
  for (const text of distinct) {
    const parsedValue = reader(row, text);
    if (parsedValue.issue !== undefined) return parsedValue;
    first ??= parsedValue;
    if (first.issue === undefined && first.key !== parsedValue.key) {
      return { issue: conflict(row.name, distinct[0] ?? '', text) };
    }
  }
  return first;
}

function conflict(name: string, one: string, other: string): ParameterIssue {
  return {
    parameter: name,
    code: 'conflicting_values',
    value: `${one}, ${other}`,
    message: `${name} must have one value (got ${quoted(one)} and ${quoted(other)}).`,
  };
}
