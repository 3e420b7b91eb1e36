// summarize_vehicles: the JSON of the summary endpoint, and its main numbers as text.
import type { NumberSummaryJson, SummaryResponse } from '../api/responses.ts';
import { formatCount, formatList, formatPounds, listingsMatch } from '../format.ts';
import { echoed } from '../quoted-text.ts';
import { getParameter, isParameterName } from '../query/parameters.ts';
import {
  distributionsOf,
  facetsOf,
  firstValues,
  leftOutLines,
  matchingOf,
  toSummaryResponse,
  SUMMARIZED,
} from '../api/summary-response.ts';
import { excludedFilters, type ValueCounts } from '../stock/summary.ts';
import { objectSchema } from '../api/schemas/json-schema.ts';
import { SUMMARY_MEMBERS } from '../api/schemas/summary-schema.ts';
import {
  FILTERED_FIELDS,
  filtersOf,
  omit,
  type FilterName,
  type FilteredField,
  type SearchQuery,
} from '../query/search-query.ts';
import { valuesInWords } from '../query/parameter-text.ts';
import { parseArguments } from './parse-arguments.ts';
import { searchNotes } from './reading-notes.ts';
import { fitsContent } from './tokens.ts';
import { joinTextContent, UNTRUSTED_CONTENT_NOTICE, type Tool, outlineOf, filterSchema } from './tool.ts';

/** Values listed per field, tried in turn until the result fits. */
const LISTED: readonly [number, ...number[]] = [8, 3, 1, 0];

/** A summary without the hundreds of terms: models know colours and trims, and can ask for them in `q`. */
type Summary = Omit<SummaryResponse['summary'], 'terms'>;

interface Shortened {
  readonly summary: Summary;
}

/** The text explains variants; their schema would be in every conversation. */
const SHORTENED_SCHEMA = objectSchema({ summary: objectSchema(omit(SUMMARY_MEMBERS, ['terms', 'variant'])) });

export const SUMMARY_TOOL: Tool = {
  name: 'summarize_vehicles',
  title: 'Count used vehicles',
  description:
    'Summarises the matches of a search without listing them: their exact number, counts of ' +
    `${SUMMARIZED.counted} (each without its own filter), the distribution of ${SUMMARIZED.distributed}, how many ` +
    'listings are left out because a value is unknown and, if nothing matches, which single changes would find ' +
    'something, the least first. ' +
    `Takes the filters of search_vehicles. ${UNTRUSTED_CONTENT_NOTICE}`,
  inputSchema: filterSchema(),
  outputSchema: outlineOf(SHORTENED_SCHEMA, 2),
  async call(args, { service, baseUrl }) {
    const { query, warnings } = parseArguments(args, service, { omit: ['sort', 'page'] });
    const found = await service.summarize(query);
    const response = toSummaryResponse(found, baseUrl);
    const structuredContent = shorten(response);
    const omitted =
      (response.summary.relaxations?.length ?? 0) - (structuredContent.summary.relaxations?.length ?? 0);
    const [total, ...lines] = textLines(structuredContent.summary, query, omitted);
    const notes = searchNotes(query, found.corrections, warnings);
    return { structuredContent, text: joinTextContent([total, ...notes, ...lines]) };
  },
};

/** The summary with the most frequent values of each field, without histograms, and with the first changes that fit. */
function shorten(whole: SummaryResponse): Shortened {
  const response = { summary: omit(whole.summary, ['terms']) };
  const shortened = LISTED.map((listed) => withValues(response, listed));
  return shortened.find(fitsContent) ?? withoutLastChanges(shortened[0]);
}

function withValues({ summary }: Shortened, listed: number): Shortened {
  return {
    summary: {
      ...summary,
      variant: firstValues(summary.variant, listed),
      ...Object.fromEntries(
        facetsOf(summary).map(({ field, facets }) => [field.name, firstValues(facets, listed)]),
      ),
      ...Object.fromEntries(
        distributionsOf(summary).map(({ field, distribution }) => [
          field.name,
          { ...distribution, histogram: [] },
        ]),
      ),
    },
  };
}

function withoutLastChanges(response: Shortened): Shortened {
  const { summary } = response;
  const { relaxations } = summary;
  if (relaxations === null || fitsContent(response)) return response;
  return withoutLastChanges({ summary: { ...summary, relaxations: relaxations.slice(0, -1) } });
}

/** The figures of the matches come first. Counts that leave out a filter of the search say so. */
function textLines(summary: Summary, query: SearchQuery, omitted: number): string[] {
  const { total_vehicles: total, relaxations } = summary;
  const lines = [`${listingsMatch(total)}.`];
  if (summary.note !== null) lines.push(summary.note);
  for (const { parameter, value, parameters = {}, total_vehicles } of relaxations ?? []) {
    const others = Object.entries(parameters).map(
      ([name, other]) => `, ${name} ${echoed(inWords(name, other))}`,
    );
    const own =
      value === null ? `Without ${parameter}` : `With ${parameter} ${echoed(inWords(parameter, value))}`;
    const change = own + others.join('');
    lines.push(`- ${change}: ${formatCount(total_vehicles)}`);
  }
  if (omitted > 0) lines.push(`Changes left out to keep the result short: ${omitted}.`);
  lines.push(
    ...matchingOf(summary).flatMap(({ field, numbers }) =>
      numbersLine(pluralOf(field), numbers, (value) => formatValue(value, field)),
    ),
  );
  const choices = facetsOf(summary).map(({ field, facets }) => {
    const removed = removedFilters(field, query);
    // Values of numbers are in order, not by frequency.
    const order = field.filter.kind === 'range' ? ', highest first' : '';
    return { isOther: removed !== '', lines: countLine(`${field.facet.plural}${removed}${order}`, facets) };
  });
  const distributions = distributionsOf(summary).map(({ field, distribution }) => {
    const removed = removedFilters(field, query);
    const title = `${field.distribution.plural}${removed}`;
    const format = (value: number): string => formatValue(value, field);
    return { isOther: removed !== '', lines: removed === '' ? [] : numbersLine(title, distribution, format) };
  });
  const variants = { isOther: query.model !== undefined, lines: variantLine(summary, query) };
  const others = [...choices, variants, ...distributions].flatMap((choice) =>
    choice.isOther ? choice.lines : [],
  );
  lines.push(...[...choices, variants].filter(({ isOther }) => !isOther).flatMap((choice) => choice.lines));
  if (others.length > 0) lines.push('Other choices, each counted without its own filter:', ...others);
  return [...lines, ...leftOutLines(summary), UNTRUSTED_CONTENT_NOTICE];
}

function inWords(parameter: string, value: string): string {
  return isParameterName(parameter) && getParameter(parameter).isList === true ? valuesInWords(value) : value;
}

/** The filters that a field's counts leave out, as ` without the filter on make and model`; empty if there are none. */
function removedFilters(field: FilteredField, query: SearchQuery): string {
  const set = filtersOf(query);
  const removed = excludedFilters(field).filter((name) => set.includes(name));
  return removed.length === 0 ? '' : ` without the filter on ${formatList(removed.map(labelOf))}`;
}

function labelOf(name: FilterName): string {
  const field = FILTERED_FIELDS.find(({ property }) => property === name);
  return field?.filter.label.toLowerCase() ?? name;
}

function pluralOf({ facet, distribution, name }: FilteredField): string {
  return distribution?.plural ?? facet?.plural ?? name;
}

function formatValue(value: number, { kind, unit }: FilteredField): string {
  if (unit === 'GBP') return formatPounds(value);
  if (unit !== undefined) return `${formatCount(value)} ${unit}`;
  return kind === 'year' ? String(value) : formatCount(value);
}

function countLine(title: string, { values, more, unknown }: ValueCounts): string[] {
  if (values.length === 0) return [];
  const named = values.map(({ value, count }) => `${echoed(value)} ${formatCount(count)}`);
  if (more.values > 0) named.push(`${formatCount(more.values)} more`);
  if (unknown > 0) named.push(`unknown ${formatCount(unknown)}`);
  return [`${title}: ${named.join(', ')}.`];
}

/** A line for variants, if there are any: `Variants (each a model: "3 Series 320d"): 320d 1,204, M Sport 310.` */
function variantLine({ variant }: Summary, query: SearchQuery): string[] {
  if (variant.values.length === 0) return [];
  const removed = query.model === undefined ? '' : ` without the filter on ${labelOf('model')}`;
  return countLine(`Variants${removed} (each a model: "${echoed(variant.values[0].model)}")`, variant);
}

/** A line for numbers: `Prices: £995 to £24,995; 25 % up to £4,995, 50 % up to £7,995.` */
function numbersLine(
  title: string,
  { min, max, percentiles, unknown }: NumberSummaryJson,
  format: (value: number) => string,
): string[] {
  if (min === null || max === null) return [];
  const shares = Object.entries(percentiles).flatMap(([percent, value]) =>
    value === null ? [] : [`${percent} % up to ${format(value)}`],
  );
  const notKnown = unknown === 0 ? '' : `; unknown ${formatCount(unknown)}`;
  return [`${title}: ${format(min)} to ${format(max)}; ${shares.join(', ')}${notKnown}.`];
}
