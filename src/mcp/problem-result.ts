// A problem as a tool's result: the sentence, then the problem as JSON text. It is not structured content, because clients validate
// that against the tool's output schema even for failed calls.
import { randomUUID } from 'node:crypto';
import { problemSlug, PROBLEMS_PATH } from '../api/paths.ts';
import { DAMAGED_MESSAGE, echoed, hasIssues, PROBLEMS, Problem } from '../problem.ts';

const MAX_DETAIL_LENGTH = 8000;

export interface ProblemResult {
  /** Required by the library's type. */
  readonly [member: string]: unknown;
  readonly isError: true;
  readonly content: { type: 'text'; text: string }[];
}

/** The result for anything thrown. Of a bug it shows only the id under which it is logged. */
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
    type: `${baseUrl}${PROBLEMS_PATH}${problemSlug(code)}`,
    code,
    // JSON.stringify leaves out what is undefined.
    errors: hasIssues(code)
      ? issues.map(({ parameter, code, value, allowed, suggestion }) => {
          return { parameter: echoed(parameter), code, value: echoed(value), allowed, suggestion };
        })
      : undefined,
  };
  const texts = [detail, JSON.stringify(problem)];
  return { isError: true, content: texts.map((text) => ({ type: 'text', text })) };
}
