// What went wrong, as a tool answers it: the sentence, then the problem as JSON. It is not structured content, because
// that must be of the tool's output schema, and clients check it also where a call failed.
import { randomUUID } from 'node:crypto';
import { DAMAGED_MESSAGE, echoed, PROBLEMS, Problem } from '../problem.ts';

/** At most as much of a sentence is shown. */
const MAX_DETAIL_LENGTH = 8000;

export interface ProblemResult {
  /** What the library's results have. */
  readonly [member: string]: unknown;
  readonly isError: true;
  readonly content: { type: 'text'; text: string }[];
}

/** A bug is logged under the id that the answer shows, which shows nothing else of it. */
export function problemResult(
  error: unknown,
  baseUrl: string,
  logError: (error: unknown, requestId: string) => void,
): ProblemResult {
  const isDamage = error instanceof Problem && error.code === 'data_damaged';
  if (error instanceof Problem && !isDamage) return resultOf(error, baseUrl);
  const requestId = randomUUID();
  logError(error, requestId);
  if (isDamage) return resultOf(new Problem('data_damaged', DAMAGED_MESSAGE), baseUrl);
  const message = `Something went wrong on our side. It has been logged as ${requestId}.`;
  return resultOf(new Problem('internal_error', message), baseUrl);
}

function resultOf({ code, message, issues }: Problem, baseUrl: string): ProblemResult {
  const detail = message.slice(0, MAX_DETAIL_LENGTH);
  const problem = {
    title: PROBLEMS[code],
    detail,
    type: `${baseUrl}/problems/${code.replaceAll('_', '-')}`,
    code,
    // JSON.stringify leaves out what is undefined.
    errors:
      code === 'invalid_parameters'
        ? issues.map(({ parameter, code, value, allowed, suggestion }) => {
            return { parameter: echoed(parameter), code, value: echoed(value), allowed, suggestion };
          })
        : undefined,
  };
  const texts = [detail, JSON.stringify(problem)];
  return { isError: true, content: texts.map((text) => ({ type: 'text', text })) };
}
