// summarize_vehicles: the JSON of the summary endpoint, and its main numbers as text.
import { formatCount, formatPounds } from '../api/format.ts';
import { echoed } from '../problem.ts';
import type { ParameterName } from '../listing/parameters.ts';
import { PARAMETERS } from '../listing/parameters.ts';
import {
  distributionsOf,
  facetsOf,
  toSummaryResponse,
  type SummaryResponse,
  type DistributionJson,
  SUMMARIZED,
} from '../api/summary-response.ts';
import type { ValueCounts } from '../listing/summary.ts';
import { SUMMARY_SCHEMA } from '../api/schemas/summary-schema.ts';
import { parseArguments } from './parse-arguments.ts';
import { inputSchemaOf, joinTextContent, UNTRUSTED_CONTENT_NOTICE, type Tool } from './tool.ts';

/** Parameters of the search without effect on a summary. */
const PAGE_PARAMETERS: readonly ParameterName[] = ['sort', 'page'];

/** Together with its text, a result stays below 100,000 characters. Only relaxations of long searches can exceed that. */
const MAX_CHARACTERS = 78_000;

/** Values listed per field in the text. The structured content has all of them. */
const MAX_LISTED = 8;

type Summary = SummaryResponse['summary'];

export const SUMMARY_TOOL: Tool = {
  name: 'summarize_vehicles',
  title: 'Count used vehicles',
  description:
    'Summarises the matches of a search without listing them: their exact number, counts of ' +
    `${SUMMARIZED.counted} (each without its own filter), the distribution of ${SUMMARIZED.distributed}, how many ` +
    'listings are left out because a value is unknown and, if nothing matches, which single changes would find ' +
    'something, the least first. ' +
    `Takes the filters of search_vehicles. ${UNTRUSTED_CONTENT_NOTICE}`,
  inputSchema: inputSchemaOf(PARAMETERS.filter(({ name }) => !PAGE_PARAMETERS.includes(name))),
  outputSchema: SUMMARY_SCHEMA,
  async call(args, { service, baseUrl, ready }) {
    await ready();
    const query = parseArguments(args, service, PAGE_PARAMETERS);
    const response = toSummaryResponse(await service.summarize(query), baseUrl);
    const structuredContent = truncateRelaxations(response);
    const omitted =
      (response.summary.relaxations?.length ?? 0) - (structuredContent.summary.relaxations?.length ?? 0);
    return { structuredContent, text: joinTextContent(textLines(structuredContent.summary, omitted)) };
  },
};

/** Drops relaxations from the end until the response fits. */
function truncateRelaxations(response: SummaryResponse): SummaryResponse {
  const { summary } = response;
  const { relaxations } = summary;
  if (relaxations === null || JSON.stringify(response).length <= MAX_CHARACTERS) return response;
  return truncateRelaxations({ summary: { ...summary, relaxations: relaxations.slice(0, -1) } });
}

function textLines(summary: Summary, omitted: number): string[] {
  const { total_vehicles: total, relaxations, left_out_as_unknown: unknown } = summary;
  const lines = [`${formatCount(total)} ${total === 1 ? 'listing matches' : 'listings match'}.`];
  if (summary.note !== null) lines.push(summary.note);
  for (const { parameter, value, total_vehicles } of relaxations ?? []) {
    const change = value === null ? `Without ${parameter}` : `With ${parameter} ${echoed(value)}`;
    lines.push(`- ${change}: ${formatCount(total_vehicles)}`);
  }
  if (omitted > 0) lines.push(`Changes left out to keep the result short: ${omitted}.`);
  lines.push(
    ...facetsOf(summary).flatMap(({ field, facets: counts }) => countLine(field.facet.plural, counts)),
    ...distributionsOf(summary).flatMap(({ field, distribution }) =>
      distributionLine(field.distribution.plural, distribution, (value) => withUnit(value, field.unit)),
    ),
  );
  const excludedUnknown = Object.entries(unknown).filter(([, count]) => count > 0);
  if (excludedUnknown.length > 0)
    lines.push(
      `Left out because unknown: ${excludedUnknown.map(([name, count]) => `${name} ${formatCount(count)}`).join(', ')}.`,
    );
  return [...lines, UNTRUSTED_CONTENT_NOTICE];
}

function withUnit(value: number, unit: string | undefined): string {
  if (unit === 'GBP') return formatPounds(value);
  return unit === undefined ? formatCount(value) : `${formatCount(value)} ${unit}`;
}

function countLine(title: string, { values, more, unknown }: ValueCounts): string[] {
  if (values.length === 0) return [];
  const named = values
    .slice(0, MAX_LISTED)
    .map(({ value, count }) => `${echoed(value)} ${formatCount(count)}`);
  const others = values.length - named.length + more.values;
  if (others > 0) named.push(`${formatCount(others)} more`);
  if (unknown > 0) named.push(`unknown ${formatCount(unknown)}`);
  return [`${title}: ${named.join(', ')}.`];
}

function distributionLine(
  title: string,
  distribution: DistributionJson,
  format: (value: number) => string,
): string[] {
  const { min, max, percentiles } = distribution;
  const median = percentiles['50'];
  if (min === null || max === null || median === null) return [];
  return [`${title}: ${format(min)} to ${format(max)}, half of them up to ${format(median)}.`];
}
