// The search that a tool is asked for. It takes what an address can say and no more: the same parser, the same length,
// and no argument that the tool does not have.
import type { ParameterName } from '../listing/parameters.ts';
import type { ParameterPairs } from '../listing/parse-query.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import { Problem, type ParameterIssue } from '../problem.ts';
import type { SearchService } from '../search/search-service.ts';
import { argumentsToPairs } from './arguments-to-pairs.ts';
import type { ToolArguments } from './tool.ts';

/** As much as an address may hold. The addresses in an answer repeat what was asked. */
const MAX_ENCODED_BYTES = 8000;

/**
 * The query that `args` ask for. Throws a Problem `invalid_parameters` that names every bad and every unknown argument;
 * those `omit` are not this tool's.
 */
export function parseArguments(
  args: ToolArguments,
  service: SearchService,
  omit: readonly ParameterName[] = [],
): SearchQuery {
  const { pairs, issues } = argumentsToPairs(args);
  checkLength(pairs);
  const ownIssues = [...issues, ...omit.filter((name) => Object.hasOwn(args, name)).map(wrongTool)];
  const ownPairs = pairs.filter(([name]) => !omit.some((other) => other === name));
  const parsed = attempt(() => service.parse(ownPairs, { strict: true }).query);
  if (ownIssues.length === 0 && !(parsed instanceof Problem)) return parsed;
  const problem = parsed instanceof Problem ? parsed : undefined;
  const messages = [
    ...ownIssues.map(({ message }) => message),
    ...(problem === undefined ? [] : [problem.message]),
  ];
  throw new Problem('invalid_parameters', messages.join(' '), [...ownIssues, ...(problem?.issues ?? [])]);
}

function attempt(parse: () => SearchQuery): SearchQuery | Problem {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_parameters') return error;
    throw error;
  }
}

function wrongTool(name: ParameterName): ParameterIssue {
  return {
    parameter: name,
    code: 'unknown_parameter',
    value: '',
    message: `'${name}' is not a parameter of this tool. It belongs to search_vehicles.`,
  };
}

function checkLength(pairs: ParameterPairs): void {
  // A character of a text takes at most nine bytes when it is percent-encoded, and at least one.
  const characters = pairs.reduce((sum, [name, text]) => sum + name.length + text.length + 2, 0);
  const length = characters > MAX_ENCODED_BYTES ? characters : encodedLength(pairs);
  if (length <= MAX_ENCODED_BYTES) return;
  const message = `The arguments must not exceed ${MAX_ENCODED_BYTES} bytes together, written as an address.`;
  throw new Problem('target_too_long', message);
}

function encodedLength(pairs: ParameterPairs): number {
  return new URLSearchParams(pairs.map(([name, text]): [string, string] => [name, text])).toString().length;
}
