// Reads parameters by their names: those that one operation has of its own, each by its row, and what is said of unknown ones. Names come
// from the client, so they are keys of maps, never of objects.
import {
  echoed,
  invalidParameters,
  MAX_ISSUES,
  quoted,
  unknownParameter,
  type ParameterIssue,
} from '../problem.ts';
import {
  hasInvalidCharacter,
  invalidCharacter,
  missingParameter,
  type ParameterRules,
  type ParsedValue,
} from './parse-value.ts';
import { trimWhiteSpace } from './values.ts';

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
  /** Reads the trimmed texts that were sent, blank ones too. Undefined: it was not sent. */
  readonly read: (row: ParameterRules, texts: readonly string[]) => ParsedValue<T> | undefined;
  /** Names under which clients send it by mistake, in lower case. */
  readonly otherNames?: readonly string[];
}

/** By their names. */
export type OwnParameters = Readonly<Record<string, OwnParameter>>;

export type OwnValues<Own extends OwnParameters> = {
  readonly [Name in keyof Own]?: Own[Name] extends OwnParameter<infer T> ? T : never;
};

export interface ReadOptions {
  /** Unknown parameters and warnings are errors. */
  readonly strict?: boolean | undefined;
  /** What unknown parameters are not of. */
  readonly owner?: Parameters<typeof unknownParameter>[2];
  /** What is already known to be wrong; own parameters of these issues are not read. */
  readonly earlier?: readonly ParameterIssue[];
}

export interface ReadParameters<Own extends OwnParameters> {
  readonly own: OwnValues<Own>;
  /** In the order sent, each name once; at most the first 20. */
  readonly ignored: readonly UnusedParameter[];
}

/**
 * The parameters of an operation that searches nothing. Throws a Problem `invalid_parameters` with an issue for each invalid one and, if
 * `strict`, for each unknown one.
 */
export function readParameters<Own extends OwnParameters>(
  own: Own,
  pairs: ParameterPairs,
  { strict = false, owner = 'address', earlier = [] }: ReadOptions = {},
): ReadParameters<Own> {
  const { known, unknown } = groupPairs(pairs, own);
  const issues = [...earlier];
  const values = readOwn(own, known, issues);
  const suggest = (name: string) => suggestOwn(own, known, name);
  addUnknown(unknown, strict ? owner : undefined, suggest, issues);
  if (issues.length > 0) throw invalidParameters(issues);
  return { own: values, ignored: ignoredParameters(unknown, suggest) };
}

/** How a parameter is read that takes one value. `required` is what to send; absent: it may be left out. */
export function one<T>(
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

type Texts = ReadonlyMap<string, readonly string[]>;

/**
 * The trimmed values of each known parameter, and one of each unknown one. Blank values are left out, except of own parameters.
 */
export function groupPairs(
  pairs: ParameterPairs,
  own: OwnParameters,
  isOther: (name: string) => boolean = () => false,
): { readonly known: Texts; readonly unknown: ReadonlyMap<string, string> } {
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

/** Adds to `issues` and `warnings`. */
export function readOwn<Own extends OwnParameters>(
  own: Own,
  known: Texts,
  issues: ParameterIssue[],
  warnings: ParameterIssue[] = [],
): OwnValues<Own> {
  const values: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(own)) {
    if (issues.some(({ parameter }) => parameter === name)) continue;
    const parsed = row.read(row, known.get(name) ?? []);
    if (parsed?.issue !== undefined) issues.push(parsed.issue);
    else if (parsed !== undefined) values[name] = parsed.value;
    if (parsed?.warning !== undefined) warnings.push(parsed.warning);
  }
  // The rows decide the types of values.
  return values as OwnValues<Own>;
}

/** Issues of unknown parameters: of those with invalid characters, and of all if they are not of `owner`. */
export function addUnknown(
  unknown: ReadonlyMap<string, string>,
  owner: ReadOptions['owner'],
  suggest: (name: string) => string | undefined,
  issues: ParameterIssue[],
): void {
  for (const [name, value] of unknown) {
    if (hasInvalidCharacter(name + value)) issues.push(invalidCharacter(echoed(name), value));
    else if (owner !== undefined)
      // A suggestion is slow to find, so only listed issues get one.
      issues.push(
        unknownParameter(name, value, owner, issues.length < MAX_ISSUES ? suggest(name) : undefined),
      );
  }
}

export function ignoredParameters(
  unknown: ReadonlyMap<string, string>,
  suggest: (name: string) => string | undefined,
): UnusedParameter[] {
  return [...unknown.keys()].slice(0, MAX_ISSUES).map((name) => {
    const suggestion = suggest(name);
    return { name: echoed(name), ...(suggestion !== undefined && { suggestion }) };
  });
}

/** The own parameter that an unknown name probably means, unless that was sent. */
export function suggestOwn(own: OwnParameters, known: Texts, name: string): string | undefined {
  const meant = Object.entries(own).find(([, { otherNames = [] }]) =>
    otherNames.includes(name.toLowerCase()),
  );
  return meant === undefined || known.get(meant[0])?.some((text) => text !== '') === true
    ? undefined
    : meant[0];
}

/** The parsed value of texts that must all have the same one; undefined if there are no texts. */
export function parseSame<T, Row extends { readonly name: string }>(
  row: Row,
  texts: readonly string[],
  reader: (row: Row, text: string) => ParsedValue<T>,
): ParsedValue<T> | undefined {
  const invalid = texts.find(hasInvalidCharacter);
  if (invalid !== undefined) return { issue: invalidCharacter(row.name, invalid) };
  if (texts.length === 1) return reader(row, texts[0]);
  // Sorted, so the same one of several spellings wins, whatever their order.
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
