// `forecourt summary`: summarises a search's matches, in a data folder without a server. It has the flags of `forecourt search`;
// with --json it prints the API's response.
import type { DistributionJson, SummaryResponse } from '../api/responses.ts';
import type { ParameterPairs } from '../query/read-parameters.ts';
import {
  distributionsOf,
  facetsOf,
  firstValues,
  leftOutLines,
  toSummaryResponse,
} from '../api/summary-response.ts';
import type { ValueCounts } from '../stock/summary.ts';
import type { Config } from '../config/config.ts';
import { shellWord } from '../quoted-text.ts';
import { withService } from './open-service.ts';
import { left, tableLines } from './table-lines.ts';
import type { Output } from '../log/log.ts';
import { formatCount, pluralize } from '../format.ts';

type Summary = SummaryResponse['summary'];

/** Maximum values of a field in the table; `--json` prints more. */
const MAX_SHOWN_VALUES = 8;

export async function summaryCommand(pairs: ParameterPairs, config: Config, output: Output): Promise<void> {
  await withService(config, output, async ({ service, baseUrl, note, print }) => {
    const parsed = service.parse(pairs);
    note(parsed);
    const found = await service.summarize(parsed.query);
    note(found);
    const response = toSummaryResponse(found, baseUrl);
    print(response, () => summaryLines(response.summary, service.index.size));
  });
}

function summaryLines(summary: Summary, listings: number): string[] {
  const { total_vehicles: total, variant, relaxations, note } = summary;
  return [
    ...tableLines(
      [left('FIELD', 12), left('LISTINGS', 200)],
      [
        ...facetsOf(summary).map(({ field, facets: counts }) => [field.name, countsCell(counts)]),
        ...(variant.values.length > 0 ? [['variant', countsCell(variant)]] : []),
        ...distributionsOf(summary).map(({ field, distribution }) => [
          field.name,
          distributionCell(distribution),
        ]),
      ],
    ),
    '',
    ...leftOutLines(summary),
    `${formatCount(total)} of ${pluralize(listings, 'listing')}.`,
    ...(note === null ? [] : [note]),
    ...(relaxations ?? []).map(({ parameter, value, parameters = {}, total_vehicles: found }) => {
      const change = value === null ? `without --${parameter}` : `--${parameter} ${shellWord(value)}`;
      const others = Object.entries(parameters).map(([name, other]) => ` --${name} ${shellWord(other)}`);
      return `  ${change}${others.join('')}: ${pluralize(found, 'listing')}`;
    }),
  ];
}

/** A cell such as `Ford 12, BMW 3, 2 more 2, unknown 1`. */
function countsCell(counts: ValueCounts): string {
  const { values, more, unknown } = firstValues(counts, MAX_SHOWN_VALUES);
  const parts = values.map(({ value, count }) => `${value} ${formatCount(count)}`);
  if (more.values > 0) parts.push(`${formatCount(more.values)} more ${formatCount(more.count)}`);
  if (unknown > 0) parts.push(`unknown ${formatCount(unknown)}`);
  return parts.join(', ') || '–';
}

/** A cell such as `7,000 to 21,000, median 7,400, unknown 1`. */
function distributionCell({ min, max, percentiles, unknown }: DistributionJson): string {
  const parts: string[] = [];
  const median = percentiles['50'];
  if (min !== null && max !== null) parts.push(`${formatCount(min)} to ${formatCount(max)}`);
  if (median !== null && median !== undefined) parts.push(`median ${formatCount(median)}`);
  if (unknown > 0) parts.push(`unknown ${formatCount(unknown)}`);
  return parts.join(', ') || '–';
}
