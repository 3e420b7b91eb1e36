// summarize_vehicles: what there is of a search, as the REST address answers it, and the gist of it in a few lines.
import type { ParameterName } from '../listing/parameter-names.ts';
import { PARAMETERS } from '../listing/parameters.ts';
import {
  distributionsOf,
  facetsOf,
  toSummaryResponse,
  type SummaryResponse,
  type DistributionJson,
} from '../api/summary-response.ts';
import type { ValueCounts } from '../listing/summary.ts';
import { SUMMARY_SCHEMA } from '../api/schemas/summary-schema.ts';
import { inputSchemaOf } from './input-schema.ts';
import { grouped, joinLines, pounds, shown } from './lines.ts';
import { parseArguments } from './parse-arguments.ts';
import { DEALERS_WORDS, type Tool } from './tool.ts';

/** Order and page make no difference to a summary. */
const OF_A_PAGE: readonly ParameterName[] = ['sort', 'page'];

/** With the text, a result stays below 100,000. Only addresses of long searches can be so long together. */
const MOST_CHARACTERS = 78_000;

/** In the text; all that are counted are in the structured content. */
const MOST_NAMED = 8;

type Summary = SummaryResponse['summary'];

export const SUMMARY_TOOL: Tool = {
  name: 'summarize_vehicles',
  title: 'Count used vehicles',
  description:
    'Says what there is of a search without listing it: the exact number of matches, counts by make, model, fuel, gearbox, ' +
    'dealer and year (each without its own filter), how prices and mileages are spread, how many listings are left out ' +
    'because a value is unknown and, where nothing matches, which single changes would find something, the least first. ' +
    `Takes the filters of search_vehicles. ${DEALERS_WORDS}`,
  inputSchema: inputSchemaOf(PARAMETERS.filter(({ name }) => !OF_A_PAGE.includes(name))),
  outputSchema: SUMMARY_SCHEMA,
  async answer(args, { service, baseUrl, ready }) {
    await ready();
    const query = parseArguments(args, service, OF_A_PAGE);
    const whole = toSummaryResponse(await service.summarize(query), baseUrl);
    const structured = fitted(whole);
    const leftOut = (whole.summary.relaxations?.length ?? 0) - (structured.summary.relaxations?.length ?? 0);
    return { structured, text: joinLines(linesOf(structured.summary, leftOut)) };
  },
};

/** Without the last of the changes, as far as it would be too long with them. */
function fitted(response: SummaryResponse): SummaryResponse {
  const { summary } = response;
  const { relaxations } = summary;
  if (relaxations === null || JSON.stringify(response).length <= MOST_CHARACTERS) return response;
  return fitted({ summary: { ...summary, relaxations: relaxations.slice(0, -1) } });
}

function linesOf(summary: Summary, leftOut: number): string[] {
  const { total_vehicles: total, relaxations, left_out_as_unknown: unknown } = summary;
  const lines = [`${grouped(total)} ${total === 1 ? 'listing matches' : 'listings match'}.`];
  if (summary.note !== null) lines.push(summary.note);
  for (const { parameter, value, total_vehicles } of relaxations ?? []) {
    const change = value === null ? `Without ${parameter}` : `With ${parameter} ${shown(value)}`;
    lines.push(`- ${change}: ${grouped(total_vehicles)}`);
  }
  if (leftOut > 0) lines.push(`Changes left out to keep the answer short: ${leftOut}.`);
  lines.push(
    ...facetsOf(summary).flatMap(({ field, facets: counts }) => countLine(field.facet.plural, counts)),
    ...distributionsOf(summary).flatMap(({ field, distribution }) =>
      spreadLine(field.distribution.plural, distribution, (value) => withUnit(value, field.unit)),
    ),
  );
  const missing = Object.entries(unknown).filter(([, count]) => count > 0);
  if (missing.length > 0)
    lines.push(
      `Left out because unknown: ${missing.map(([name, count]) => `${name} ${grouped(count)}`).join(', ')}.`,
    );
  return [...lines, DEALERS_WORDS];
}

function withUnit(value: number, unit: string | undefined): string {
  if (unit === 'GBP') return pounds(value);
  return unit === undefined ? grouped(value) : `${grouped(value)} ${unit}`;
}

function countLine(title: string, { values, more, unknown }: ValueCounts): string[] {
  if (values.length === 0) return [];
  const named = values.slice(0, MOST_NAMED).map(({ value, count }) => `${shown(value)} ${grouped(count)}`);
  const others = values.length - named.length + more.values;
  if (others > 0) named.push(`${grouped(others)} more`);
  if (unknown > 0) named.push(`unknown ${grouped(unknown)}`);
  return [`${title}: ${named.join(', ')}.`];
}

function spreadLine(title: string, spread: DistributionJson, show: (value: number) => string): string[] {
  const { min, max, percentiles } = spread;
  const middle = percentiles['50'];
  if (min === null || max === null || middle === null) return [];
  return [`${title}: ${show(min)} to ${show(max)}, half of them up to ${show(middle)}.`];
}
