// The members of a problem that every surface shows, in the contract's order.
import { hasIssues, PROBLEMS, type ParameterIssue, type Problem } from '../problem.ts';
import { echoed } from '../quoted-text.ts';
import { problemSlug, PROBLEMS_PATH } from './paths.ts';

export function problemJson({ code, message, issues }: Problem, baseUrl: string) {
  return {
    title: PROBLEMS[code],
    detail: message,
    type: `${baseUrl}${PROBLEMS_PATH}${problemSlug(code)}`,
    code,
    ...(hasIssues(code) && { errors: issues.map(issueJson) }),
  };
}

// JSON.stringify omits undefined members.
function issueJson({ parameter, code, value, allowed, suggestion }: ParameterIssue) {
  return { parameter: echoed(parameter), code, value: echoed(value), allowed, suggestion };
}
