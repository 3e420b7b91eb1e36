// GET /problems/ and /problems/{name}: the explanation of each problem as plain text.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem, PROBLEMS, type ProblemCode } from '../../problem.ts';
import { PROBLEM_STATUSES } from '../../api/schemas/problem-schemas.ts';
import { PROBLEM_TEXTS, PARAMETER_ISSUE_TEXTS } from '../../api/problem-texts.ts';
import { problemSlug, PROBLEMS_PATH } from '../../api/paths.ts';

const CONFIG = { name: 'docs', cost: 'low' } as const;

const PAGE_OF_SLUG = new Map(codes().map((code) => [problemSlug(code), pageOf(code)]));

export function addProblemPages(app: FastifyInstance): void {
  const index = codes()
    .map((code) => `${PROBLEMS_PATH}${problemSlug(code)}: ${PROBLEMS[code]}\n`)
    .join('');
  app.get(PROBLEMS_PATH, { config: CONFIG }, (_request, reply) => sendPage(reply, index));
  app.get<{ Params: { name: string } }>(`${PROBLEMS_PATH}:name`, { config: CONFIG }, (request, reply) => {
    const page = PAGE_OF_SLUG.get(request.params.name);
    if (page === undefined) throw new Problem('not_found', 'There is no problem of this name.');
    return sendPage(reply, page);
  });
}

function sendPage(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .header('content-type', 'text/plain; charset=utf-8')
    .header('cache-control', 'public, max-age=3600')
    .send(text);
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
