// `forecourt summary`: what there is of what a search asks for, from a data folder without a server. Its flags are those
// of `forecourt search`; its answer is a few lines, or the API's body.
import type { ParameterPairs } from '../listing/parse-query.ts';
import {
  distributionsOf,
  facetsOf,
  toSummaryResponse,
  type SummaryResponse,
  type DistributionJson,
} from '../api/summary-response.ts';
import type { ValueCounts } from '../listing/summary.ts';
import { openEmbeddedBackend } from '../index/search-backend.ts';
import { defaultBaseUrl, type Config } from '../config/config.ts';
import { noStockLine } from './no-stock.ts';
import type { Output } from './output.ts';
import { counted, grouped } from './progress.ts';
import { tableLines } from './table.ts';

type Summary = SummaryResponse['summary'];

/** More values are for `--json`. */
const MOST_SHOWN = 8;

export async function summaryCommand(pairs: ParameterPairs, config: Config, output: Output): Promise<void> {
  const open = openEmbeddedBackend(config.data, { threads: false });
  try {
    await open.catchUp();
    const { query } = open.service.parse(pairs);
    const baseUrl = config.baseUrl ?? defaultBaseUrl(config.host, config.port);
    const response = toSummaryResponse(await open.service.summarize(query), baseUrl);
    if (config.json) return output.line(JSON.stringify(response));
    const { size } = open.service;
    const lines = size === 0 ? [noStockLine(config.data)] : summaryLines(response.summary, size);
    for (const line of lines) output.line(line);
  } finally {
    await open.close();
  }
}

function summaryLines(summary: Summary, listings: number): string[] {
  const { total_vehicles: total, relaxations, note } = summary;
  return [
    ...tableLines(
      [
        { title: 'FIELD', align: 'left', widest: 12 },
        { title: 'LISTINGS', align: 'left', widest: 200 },
      ],
      [
        ...facetsOf(summary).map(({ field, facets: counts }) => [field.name, countsCell(counts)]),
        ...distributionsOf(summary).map(({ field, distribution }) => [field.name, spreadCell(distribution)]),
      ],
    ),
    '',
    ...leftOutLines(summary),
    `${grouped(total)} of ${counted(listings, 'listing')}.`,
    ...(note === null ? [] : [note]),
    ...(relaxations ?? []).map(
      ({ parameter, value, total_vehicles: found }) =>
        `  ${value === null ? `without --${parameter}` : `--${parameter} ${argument(value)}`}: ${counted(found, 'listing')}`,
    ),
  ];
}

/** For example `Ford 12, BMW 3, 2 more 2, unknown 1`. */
function countsCell({ values, more, unknown }: ValueCounts): string {
  const shown = values.slice(0, MOST_SHOWN);
  const hidden = values.slice(MOST_SHOWN);
  const parts = shown.map(({ value, count }) => `${value} ${grouped(count)}`);
  const others = hidden.length + more.values;
  const count = hidden.reduce((sum, one) => sum + one.count, more.count);
  if (others > 0) parts.push(`${grouped(others)} more ${grouped(count)}`);
  if (unknown > 0) parts.push(`unknown ${grouped(unknown)}`);
  return parts.join(', ') || '–';
}

/** For example `7,000 to 21,000, half up to 7,400, unknown 1`. */
function spreadCell({ min, max, percentiles, unknown }: DistributionJson): string {
  const parts: string[] = [];
  const half = percentiles['50'];
  if (min !== null && max !== null) parts.push(`${grouped(min)} to ${grouped(max)}`);
  if (half !== null && half !== undefined) parts.push(`half up to ${grouped(half)}`);
  if (unknown > 0) parts.push(`unknown ${grouped(unknown)}`);
  return parts.join(', ') || '–';
}

function leftOutLines({ left_out_as_unknown: leftOut }: Summary): string[] {
  const parts = Object.entries(leftOut).filter(([, count]) => count > 0);
  if (parts.length === 0) return [];
  return [
    `Left out only as unknown: ${parts.map(([name, count]) => `${name} ${grouped(count)}`).join(', ')}.`,
  ];
}

/** As a shell takes it. */
function argument(value: string): string {
  return /^[\w.-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
