// GET /problems/ and /problems/{name}: the explanation of each problem as plain text.
import { problemSlug, PROBLEMS_PATH } from '../../api/paths.ts';
import { PROBLEM_STATUSES, PROBLEM_TEXTS, PARAMETER_ISSUE_TEXTS } from '../../api/schemas/problem-schemas.ts';
import { PROBLEMS, Problem, type ProblemCode } from '../../problem.ts';
import type { Route } from '../exchange.ts';

const CONFIG = { name: 'docs', cost: 'low' } as const;

const HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'public, max-age=3600',
};

const PAGE_OF_SLUG = new Map(codes().map((code) => [problemSlug(code), pageOf(code)]));

export function problemPages(): Route[] {
  const index = codes()
    .map((code) => `${PROBLEMS_PATH}${problemSlug(code)}: ${PROBLEMS[code]}\n`)
    .join('');
  return [
    { path: PROBLEMS_PATH, config: CONFIG, handle: () => ({ headers: HEADERS, body: index }) },
    {
      path: `${PROBLEMS_PATH}:name`,
      config: CONFIG,
      handle({ params }) {
        const body = PAGE_OF_SLUG.get(params['name'] ?? '');
        if (body === undefined) throw new Problem('not_found', 'There is no problem of this name.');
        return { headers: HEADERS, body };
      },
    },
  ];
}

function pageOf(code: ProblemCode): string {
  const status = PROBLEM_STATUSES[code];
  const lines = [PROBLEMS[code], '', `Code: ${code}`];
  if (status !== undefined) lines.push(`Status: ${status}`);
  lines.push('', PROBLEM_TEXTS[code]);
  if (code === 'invalid_parameters') {
    lines.push('', 'Codes of single parameters:');
    for (const [issue, meaning] of Object.entries(PARAMETER_ISSUE_TEXTS))
      lines.push(`- ${issue}: ${meaning}`);
  }
  return `${lines.join('\n')}\n`;
}

function codes(): ProblemCode[] {
  return Object.keys(PROBLEMS) as ProblemCode[];
}
