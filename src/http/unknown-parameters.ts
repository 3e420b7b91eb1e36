// Unknown parameters of operations with parameters of their own: ignored and listed, or errors if the client prefers.
import type { IgnoredParameter } from '../listing/parse-query.ts';
import { echoed, unknownParameter, type ParameterIssue } from '../problem.ts';

/** Maximum number of unknown parameters that are listed. */
const MAX_LISTED = 20;

export interface UnknownParameters {
  /** Empty unless `strict`. */
  readonly issues: readonly ParameterIssue[];
  readonly ignored: readonly IgnoredParameter[];
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
