// `forecourt search`: searches a data folder without a server. Its flags are the API's parameters and go through the same
// parser; with --json it prints the API's response.
import type { Command } from 'commander';
import { PARAMETERS } from '../listing/parameters.ts';
import type { ParameterPairs } from '../listing/parse-query.ts';
import { toSearchResponse, type SearchResponse, type Vehicle } from '../api/vehicle.ts';
import { openEmbeddedBackend } from '../search/search-backend.ts';
import { defaultBaseUrl, type Config } from '../config/config.ts';
import { noStockLine, type Output } from './output.ts';
import { formatCount, formatPounds, pluralize } from '../api/format.ts';
import { tableLines, type TableColumn } from './table.ts';

const MAX_HELP_LENGTH = 90;

/**
 * Adds a flag for each parameter of the API (`--price_max`, or `--price-max`). The result returns the parsed parameters, in the
 * order of the command line.
 */
export function addParameterFlags(command: Command): () => ParameterPairs {
  const pairs: [string, string][] = [];
  for (const { name, description, allowed } of PARAMETERS) {
    const collect = (value: string): void => void pairs.push([name, value]);
    const help = allowed === undefined ? firstSentence(description) : `one of ${allowed.join(', ')}`;
    command.option(`--${name} <value>`, help, collect);
    if (!name.includes('_')) continue;
    command.addOption(
      command
        .createOption(`--${name.replaceAll('_', '-')} <value>`)
        .argParser(collect)
        .hideHelp(),
    );
  }
  return () => pairs;
}

export async function searchCommand(pairs: ParameterPairs, config: Config, output: Output): Promise<void> {
  const backend = openEmbeddedBackend(config.data, { threads: false });
  try {
    await backend.catchUp();
    const { query } = backend.service.parse(pairs);
    const baseUrl = config.baseUrl ?? defaultBaseUrl(config.host, config.port);
    const response = toSearchResponse(query, await backend.service.search(query), baseUrl);
    if (config.json) return output.line(JSON.stringify(response));
    for (const line of responseLines(response, backend.service.size, config.data)) output.line(line);
  } finally {
    await backend.close();
  }
}

const LITRES = { minimumFractionDigits: 1, maximumFractionDigits: 3 };

const COLUMNS: readonly (TableColumn & { readonly cell: (car: Vehicle) => string })[] = [
  {
    title: 'PRICE',
    align: 'right',
    maxWidth: 11,
    cell: ({ price }) => (price === null ? '–' : formatPounds(price)),
  },
  { title: 'YEAR', align: 'left', maxWidth: 4, cell: ({ year }) => year ?? '–' },
  {
    title: 'VEHICLE',
    align: 'left',
    maxWidth: 32,
    cell: ({ make, model }) => [make, model].filter(Boolean).join(' ') || '–',
  },
  {
    title: 'MILES',
    align: 'right',
    maxWidth: 9,
    cell: ({ mileage }) => (mileage === null ? '–' : formatCount(mileage)),
  },
  {
    title: 'LITRES',
    align: 'right',
    maxWidth: 6,
    cell: ({ engine_size }) => engine_size?.toLocaleString('en-GB', LITRES) ?? '–',
  },
  { title: 'FUEL', align: 'left', maxWidth: 10, cell: ({ fuel_type }) => fuel_type ?? '–' },
  { title: 'GEARBOX', align: 'left', maxWidth: 10, cell: ({ transmission }) => transmission ?? '–' },
  { title: 'PLACE', align: 'left', maxWidth: 20, cell: ({ loc }) => loc ?? '–' },
  { title: 'KM', align: 'right', maxWidth: 8, cell: ({ distance_km }) => distance_km?.toFixed(1) ?? '–' },
  { title: 'DEALER', align: 'left', maxWidth: 44, cell: ({ dealer }) => dealer ?? '–' },
];

function responseLines({ results }: SearchResponse, listings: number, folder: string): string[] {
  if (listings === 0) return [noStockLine(folder)];
  const { cars, total_vehicles: total, current_page: page, total_pages: pages } = results;
  if (total === 0) return [`None of ${pluralize(listings, 'listing')} matches.`];
  if (cars.length === 0)
    return [
      `Page ${formatCount(page)} is past the end: there ${pages === 1 ? 'is' : 'are'} ${pluralize(pages, 'page')} of ${pluralize(total, 'match', 'matches')}.`,
    ];
  return [
    ...tableLines(
      COLUMNS,
      cars.map((car) => COLUMNS.map(({ cell }) => cell(car))),
    ),
    '',
    `${formatCount(total)} of ${pluralize(listings, 'listing')}, page ${formatCount(page)} of ${formatCount(pages)}.` +
      (page < pages ? ` Next: --page ${page + 1}` : ''),
  ];
}

function firstSentence(description: string): string {
  const sentence = /^.*?[.](?= |$)/.exec(description)?.[0] ?? description;
  return sentence.length <= MAX_HELP_LENGTH ? sentence : `${sentence.slice(0, MAX_HELP_LENGTH - 1)}…`;
}
