// Arguments of a tool, which are JSON, to the texts that the parser of searches takes, so that an assistant and an address
// are held to the same rules. A number is written without an exponent (`9e3` is `9000`), null is as if not sent, and what
// has no one meaning as a text is refused: true and false, objects, and lists of anything but dealers.
import { isParameterName } from '../listing/parameters.ts';
import { formatDecimal } from '../listing/parse-number.ts';
import type { ParameterPairs } from '../listing/parse-query.ts';
import type { ParameterIssue } from '../problem.ts';
import type { ToolArguments } from './tool.ts';

export interface ArgumentPairs {
  readonly pairs: ParameterPairs;
  /** One for each known argument that is no text. */
  readonly issues: readonly ParameterIssue[];
}

/** The arguments under unknown names are among the pairs, whatever they hold: the parser names them. */
export function argumentsToPairs(args: ToolArguments): ArgumentPairs {
  const pairs: [name: string, text: string][] = [];
  const issues: ParameterIssue[] = [];
  for (const [name, value] of Object.entries(args)) {
    const values = name === 'dealer' && Array.isArray(value) ? (value as unknown[]) : [value];
    for (const each of values) {
      const text = findText(each);
      if (text !== undefined) pairs.push([name, text]);
      else if (isParameterName(name)) issues.push(wrongType(name, each));
      else pairs.push([name, describeType(each)]);
    }
  }
  return { pairs, issues };
}

/** The text that a JSON value stands for, if there is one. */
export function findText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  // JSON has no infinity, but `1e400` is read as one.
  return typeof value === 'number' && Number.isFinite(value) ? formatDecimal(value) : undefined;
}

export function wrongType(name: string, value: unknown): ParameterIssue {
  const rule = name === 'dealer' ? 'a text or a list of texts' : 'a text or a number';
  return {
    parameter: name,
    code: 'wrong_type',
    value: describeType(value),
    message: `${name} must be ${rule} (got ${describeType(value)}).`,
  };
}

/** Not the value itself: an object may be large and deep. */
function describeType(value: unknown): string {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return 'a number beyond all bounds';
  return Array.isArray(value) ? 'a list' : 'an object';
}
