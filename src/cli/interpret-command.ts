// `forecourt interpret`: reads a phrase as a search, or as a change to an earlier search, in a data folder without a server. With
// --json it prints the API's response.
import { toInterpretationResponse } from '../api/interpretation-response.ts';
import type { InterpretationResponse } from '../api/responses.ts';
import type { Config } from '../config/config.ts';
import type { GivenFlags } from '../ingest/settings/next-step.ts';
import type { Output } from '../log/log.ts';
import { queryStringOf } from '../query/query-string.ts';
import { withService } from './open-service.ts';
import { noStockLine } from './path-problems.ts';
import { printResult } from './command-context.ts';
import { left, tableLines } from './table-lines.ts';

/** `current` is the query string of the search so far. `searchLine` returns the command line of a search with these flags. */
export async function interpretCommand(
  text: string,
  current: string,
  config: Config,
  output: Output,
  searchLine: (flags: GivenFlags) => string,
): Promise<void> {
  await withService(config, output, async ({ service, baseUrl }) => {
    const pairs = [...new URLSearchParams(queryStringOf(current))];
    const before = service.parseSearchSoFar(pairs, { rejectsUnknown: true }).current;
    const interpretation = await service.interpret(text, { current: before });
    const response = toInterpretationResponse(interpretation, baseUrl);
    if (service.index.size === 0) output.warn(noStockLine(config.data));
    printResult(response, () => interpretationLines(response, searchLine), config, output);
  });
}

function interpretationLines(
  {
    parameters,
    understood,
    q,
    not_understood: unsupported,
    left_out: ignored,
    changes,
    notice,
    questions,
  }: InterpretationResponse,
  searchLine: (flags: GivenFlags) => string,
): string[] {
  const rows = understood.map(({ words, parameter, value, note }) => [words, parameter, value, note ?? '']);
  const table = tableLines(
    [left('WORDS', 40), left('PARAMETER', 20), left('VALUE', 40), left('NOTE', 160)],
    rows,
  );
  const flags = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[`--${name}`, value] as const],
  );
  return [
    ...(notice === null ? [] : [notice]),
    ...(rows.length > 0 ? [...table, ''] : []),
    ...(q === null ? [] : [`Searched for in the adverts' texts: ${q}`]),
    ...changes.map(({ sentence }) => `Changed: ${sentence}`),
    ...unsupported.map(({ words, why }) => `Not understood: ${words}. ${why}`),
    ...questions.map(
      ({ words, question, choices }) =>
        `Unclear: ${words}. ${question} ${choices.map(({ label }) => label).join(', or ')}?`,
    ),
    ...(ignored.length === 0 ? [] : [`Left out: ${ignored.map(({ words }) => words).join(', ')}`]),
    flags.length === 0
      ? 'The phrase sets no parameter: it means every listing.'
      : `Next: ${searchLine(flags)}`,
  ];
}
