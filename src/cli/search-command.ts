// `forecourt search`: searches a data folder without a server. The API's parser reads parameters; --json prints the API's
// response.
import type { SearchResponse } from '../api/responses.ts';
import type { TableColumnOptions } from '../listing/field.ts';
import { type Field, FIELDS } from '../listing/fields.ts';
import type { ParameterPairs } from '../query/read-parameters.ts';
import { toSearchResponse } from '../api/vehicle.ts';
import type { Config } from '../config/config.ts';
import { withService } from './open-service.ts';
import { tableLines, type TableColumn } from './table-lines.ts';
import type { Output } from '../log/log.ts';
import { formatCount, formatPounds, pluralize } from '../format.ts';

/** `pageLine` returns the command line of another page of the same search. */
export async function searchCommand(
  pairs: ParameterPairs,
  config: Config,
  output: Output,
  pageLine: (page: number) => string,
): Promise<void> {
  await withService(config, output, async ({ service, baseUrl, note, print }) => {
    const parsed = service.parse(pairs);
    note(parsed);
    const { query } = parsed;
    const result = await service.search(query);
    note(result);
    const response = toSearchResponse(query, result, baseUrl);
    print(response, () => responseLines(response, service.index.size, pageLine));
  });
}

interface VehicleColumn extends TableColumn {
  readonly cell: (values: Readonly<Record<string, unknown>>) => string;
}

/** The columns of the table, from the field table. Fields that share a title share a column: make and model. */
const COLUMNS: readonly VehicleColumn[] = tableColumns(
  FIELDS.filter(hasColumn).toSorted((a, b) => a.column.order - b.column.order),
);

function tableColumns(fields: readonly ColumnField[]): VehicleColumn[] {
  const titles = new Set(fields.map(({ column }) => column.title));
  return Array.from(titles, (title) => {
    const shared = fields.filter(({ column }) => column.title === title);
    const [{ kind, column }] = shared;
    return {
      title,
      maxWidth: column.maxWidth,
      align: kind === 'integer' || kind === 'number' ? 'right' : 'left',
      cell: (values) => shared.flatMap((field) => cellText(field, values[field.name])).join(' ') || '–',
    };
  });
}

type ColumnField = Field & { readonly column: TableColumnOptions };

function hasColumn(field: Field): field is ColumnField {
  return field.column !== undefined;
}

function cellText({ unit }: Field, value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value !== 'number') return [];
  if (unit === 'GBP') return [formatPounds(value)];
  if (unit === 'litres')
    return [value.toLocaleString('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 3 })];
  return [unit === 'km' ? value.toFixed(1) : formatCount(value)];
}

function responseLines(
  { results }: SearchResponse,
  listings: number,
  pageLine: (page: number) => string,
): string[] {
  const { cars, total_vehicles: total, current_page: page, total_pages: pages } = results;
  if (total === 0) return [`No matches among ${pluralize(listings, 'listing')}.`];
  if (cars.length === 0)
    return [
      `Page ${formatCount(page)} is past the end: there ${pages === 1 ? 'is' : 'are'} ${pluralize(pages, 'page')} of ${pluralize(total, 'match', 'matches')}.`,
    ];
  return [
    ...tableLines(
      COLUMNS,
      cars.map((car) => COLUMNS.map(({ cell }) => cell({ ...car }))),
    ),
    '',
    `${formatCount(total)} of ${pluralize(listings, 'listing')}, page ${formatCount(page)} of ${formatCount(pages)}.`,
    ...(page < pages ? [`Next: ${pageLine(page + 1)}`] : []),
  ];
}
