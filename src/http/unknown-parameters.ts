// What a response says of parameters that it ignored, and of the preference for errors instead. Operations with parameters of their own
// find the unknown ones here.
import { ignoredParametersHeader } from '../api/ignored-parameters.ts';
import type { UnusedParameter } from '../listing/parse-query.ts';
import { echoed, unknownParameter, type ParameterIssue } from '../problem.ts';

/** `warnings` are of known parameters that are probably not meant. */
export function preferenceHeaders(
  strict: boolean,
  ignored: readonly UnusedParameter[],
  warnings?: readonly ParameterIssue[],
): Readonly<Record<string, string>> {
  const ignoredParameters = ignoredParametersHeader(ignored, warnings);
  return {
    ...(strict && { 'preference-applied': 'handling=strict' }),
    ...(ignoredParameters !== undefined && { 'ignored-parameters': ignoredParameters }),
  };
}

/** Maximum number of unknown parameters that are listed. */
const MAX_LISTED = 20;

export interface UnknownParameters {
  /** Empty unless `strict`. */
  readonly issues: readonly ParameterIssue[];
  readonly ignored: readonly UnusedParameter[];
}

/** `others` has a value of each unknown parameter; `suggest` the parameter that was probably meant. */
export function unknownParameters(
  others: ReadonlyMap<string, string>,
  strict: boolean,
  suggest: (name: string) => string | undefined,
): UnknownParameters {
  const listed = [...others].slice(0, MAX_LISTED);
  return {
    issues: strict
      ? listed.map(([name, value]) => unknownParameter(name, value, 'address', suggest(name)))
      : [],
    ignored: listed.map(([name]) => {
      const suggestion = suggest(name);
      return { name: echoed(name), ...(suggestion !== undefined && { suggestion }) };
    }),
  };
}
