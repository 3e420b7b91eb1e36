// `forecourt search`, `lookup` and `interpret`: search a data folder without a server. Parameters go through the API's parser;
// with --json they print the API's response.
import type {
  SearchResponse,
  GoneAdvert,
  LookedUpVehicle,
  InterpretationResponse,
} from '../api/responses.ts';
import type { TableColumnOptions } from '../listing/field.ts';
import { type Field, FIELDS } from '../listing/fields.ts';
import { readParameters, type ParameterPairs } from '../listing/read-parameters.ts';
import { toSearchResponse } from '../api/vehicle.ts';
import type { Config } from '../config/config.ts';
import { withService } from './open-service.ts';
import { tableLines, type TableColumn } from './table-lines.ts';
import type { Output } from '../log/log.ts';
import { formatCount, formatPounds, pluralize } from '../format.ts';
import { toLookupResponse } from '../api/lookup-response.ts';
import { ADVERT, advertUrlOf } from '../api/own-parameters.ts';
import type { GivenFlags } from '../ingest/run/next-step.ts';
import { toInterpretationResponse } from '../api/interpretation-response.ts';
import { noStockLine } from './path-problems.ts';

/** `pageLine`: the command line of another page of the same search. */
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
    print(
      () => JSON.stringify(response),
      () => responseLines(response, service.index.size, pageLine),
    );
  });
}

interface VehicleColumn extends TableColumn {
  readonly cell: (values: Readonly<Record<string, unknown>>) => string;
}

/** The columns of the field table. Fields of one title share a column: make and model. */
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
  switch (unit) {
    case 'GBP':
      return [formatPounds(value)];
    case 'litres':
      return [value.toLocaleString('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 3 })];
    case 'km':
      return [value.toFixed(1)];
    case 'miles':
    case 'degrees':
    case undefined:
      return [formatCount(value)];
  }
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

// `forecourt lookup`: listings of a data folder by the addresses of their adverts, without a server. With --json it prints the
// API's response.

/** `searchLine`: the command line of a search with these flags. Problem `invalid_parameters`. */
export async function lookupCommand(
  sent: readonly string[],
  config: Config,
  output: Output,
  searchLine: (flags: GivenFlags) => string,
): Promise<void> {
  const pairs = sent.map((advert) => [ADVERT.name, advert] as const);
  const { advert: adverts = [] } = readParameters({ advert: ADVERT }, pairs).own;
  await withService(config, output, async ({ service, baseUrl, print }) => {
    const urls = adverts.map((advert) => advertUrlOf(advert, baseUrl));
    const response = toLookupResponse(await service.lookUp(urls, new Date(), { comparables: true }), baseUrl);
    print(
      () => JSON.stringify(response),
      () => response.results.cars.flatMap((car) => ['', ...advertLines(car, searchLine)]).slice(1),
    );
  });
}

function advertLines(car: LookedUpVehicle | GoneAdvert, searchLine: (flags: GivenFlags) => string): string[] {
  const [similar] = car.similar;
  const next = similar === undefined ? [] : [`  Similar: ${searchLine(flagsOf(similar))}`];
  if (car.state !== 'listed') return [car.advert, `  ${GONE[car.state]}`, ...next];
  const { make, model, year, price, mileage, fuel_type: fuel, transmission, dealer } = car;
  const facts = [
    [year, make, model].filter((part) => part !== null && part !== '').join(' '),
    price === null ? 'price unknown' : formatPounds(price),
    mileage === null ? 'mileage unknown' : pluralize(mileage, 'mile'),
    ...[fuel, transmission, dealer].filter((part) => part !== null && part !== ''),
  ];
  const { mark, reason } = car.price_mark;
  const { verdict, rule } = car.ulez;
  const days = car.listed_days;
  return [
    car.advert,
    `  ${facts.join(', ')}`,
    `  Price${mark === null ? '' : ` ${mark} the range`}: ${reason}`,
    `  ULEZ ${verdict}: ${rule}`,
    ...(days > 0 ? [`  Listed for ${formatCount(days)} ${days === 1 ? 'day' : 'days'}`] : []),
    ...next,
  ];
}

const GONE: Readonly<Record<GoneAdvert['state'], string>> = {
  withdrawn: 'Withdrawn: it is no longer listed.',
  unknown: 'Unknown: no listing of this stock has this advert.',
};

/** The parameters of a search's URL as flags, of its first page. */
function flagsOf(url: string): GivenFlags {
  return Array.from(new URL(url).searchParams)
    .filter(([name]) => name !== 'page')
    .map(([name, value]) => [`--${name}`, value]);
}

// `forecourt interpret`: the search that a phrase means, or makes of an earlier one, from a data folder, without a server. With --json it
// prints the API's response.

/** `current`: the query string of the search so far. `searchLine`: the command line of a search with these flags. */
export async function interpretCommand(
  text: string,
  current: string,
  config: Config,
  output: Output,
  searchLine: (flags: GivenFlags) => string,
): Promise<void> {
  await withService(config, output, async ({ service, baseUrl }) => {
    const pairs = [...new URLSearchParams(current.replace(/^[^?]*\?/, ''))];
    const before = service.parseSearchSoFar(pairs, { rejectsUnknown: true }).current;
    const interpretation = await service.interpret(text, { current: before });
    const response = toInterpretationResponse(interpretation, baseUrl);
    if (service.index.size === 0) output.warn(noStockLine(config.data));
    const lines = config.json ? [JSON.stringify(response)] : interpretationLines(response, searchLine);
    for (const line of lines) output.line(line);
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
    [
      { title: 'WORDS', align: 'left', maxWidth: 40 },
      { title: 'PARAMETER', align: 'left', maxWidth: 20 },
      { title: 'VALUE', align: 'left', maxWidth: 40 },
      { title: 'NOTE', align: 'left', maxWidth: 160 },
    ],
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
