// compare_vehicles: two to four vehicles side by side, and what differs between them in words.
import type { LookedUpVehicle } from '../api/responses.ts';
import { toLookupResponse } from '../api/lookup-response.ts';
import { objectSchema } from '../api/schemas/json-schema.ts';
import { type Field, FIELDS } from '../listing/fields.ts';
import { invalidParameters, Problem, quoted } from '../problem.ts';
import { ADVERTS, advertsSchema, parseAdverts } from './parse-arguments.ts';
import {
  toBriefVehicle,
  type BriefVehicle,
  cardDetailsOf,
  listedFor,
  vehicleName,
  valueText,
} from './vehicle-lines.ts';
import { fitsContent } from './tokens.ts';
import { joinTextContent, UNTRUSTED_CONTENT_NOTICE, type Tool } from './tool.ts';
import { formatCount, formatPounds } from '../api/format.ts';

const MIN_VEHICLES = 2;
const MAX_VEHICLES = 4;

type Row = readonly [label: string, valueOf: (car: ComparedVehicle) => string | undefined];

/** Said at the head of a column. */
const IN_NAME: readonly string[] = ['year', 'make', 'model'];

interface ComparedVehicle extends BriefVehicle {
  readonly price_reason: string;
  readonly ulez: LookedUpVehicle['ulez']['verdict'];
  readonly listed_days: number;
}

export const COMPARE_TOOL: Tool = {
  name: 'compare_vehicles',
  title: 'Compare vehicles',
  description:
    'Compares 2 to 4 vehicles, by advert or url: a table of their facts, what differs in words, and how each price stands ' +
    `against comparable listings of this stock. ${UNTRUSTED_CONTENT_NOTICE}`,
  inputSchema: objectSchema({ adverts: advertsSchema(MIN_VEHICLES, MAX_VEHICLES) }),
  outputSchema: {
    type: 'object',
    properties: {
      vehicles: { type: 'array', items: { type: 'object' } },
      differences: { type: 'array', items: { type: 'string' } },
    },
    required: ['vehicles', 'differences'],
  },
  hasCards: true,
  async call(args, context) {
    const { service, baseUrl, ready, turns } = context;
    await ready();
    const adverts = parseAdverts(args, MIN_VEHICLES, MAX_VEHICLES, baseUrl);
    const entries = await service.lookUp(adverts, new Date(), { nextTurn: turns?.next });
    const { cars } = toLookupResponse(entries, baseUrl).results;
    const listed = cars.filter((car) => car.state === 'listed');
    const vehicles = entries.map((entry, i): ComparedVehicle => {
      const car = cars[i];
      if (entry.state !== 'listed' || car.state !== 'listed') throw notListed(car.advert, car.state);
      return {
        ...toBriefVehicle(car, entry.stated),
        price_reason: car.price_mark.reason,
        ulez: car.ulez.verdict,
        listed_days: car.listed_days,
      };
    });
    const differences = differencesOf(vehicles);
    if (!fitsContent({ vehicles, differences })) throw tooLong(vehicles.length);
    return {
      structuredContent: { vehicles, differences },
      text: joinTextContent([UNTRUSTED_CONTENT_NOTICE, ...tableLines(vehicles), ...differences]),
      cardDetails: cardDetailsOf(listed, entries, context),
    };
  },
};

/** Only of dealers who send texts and addresses of thousands of characters. */
function tooLong(count: number): Problem {
  const message = 'The texts of these vehicles are too long to compare them all. Compare fewer.';
  return invalidParameters([{ parameter: ADVERTS, code: 'too_long', value: String(count), message }]);
}

function notListed(advert: string, state: string): Problem {
  const rule = state === 'withdrawn' ? 'has been withdrawn' : 'is not known';
  return new Problem('not_found', `The advert ${quoted(advert)} ${rule}. Compare vehicles that are listed.`);
}

/** The filtered fields that are not part of a vehicle's name. */
const FIELD_ROWS = FIELDS.flatMap((field): Row[] => {
  const { filter, name } = field;
  const isRow = (filter.kind === 'value' || filter.kind === 'range') && !IN_NAME.includes(name);
  return isRow ? [[filter.label, (car) => valueText(field, car)]] : [];
});

const ROWS: readonly Row[] = [
  ...FIELD_ROWS,
  ['Trim', ({ trim }) => trim],
  ['Body', ({ body }) => body],
  ['Colour', ({ colour }) => colour],
  ['Place', ({ loc }) => loc],
  ['Price against comparable listings', ({ price_mark }) => price_mark],
  ['Why', ({ price_reason }) => price_reason],
  ['ULEZ', ({ ulez }) => ulez],
  ['Listed', ({ listed_days }) => listedFor(listed_days)],
  ['Advert', ({ advert }) => advert],
];

/** A table in Markdown, a column for each vehicle, with the facts that are known of any. */
function tableLines(cars: readonly ComparedVehicle[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map(cellText).join(' | ')} |`;
  return [
    line(['', ...cars.map((car, i) => `${i + 1}. ${vehicleName(car)}`)]),
    line(['---', ...cars.map(() => '---')]),
    ...ROWS.map(([label, valueOf]) => [label, ...cars.map((car) => valueOf(car) ?? '')])
      .filter(([, ...values]) => values.some((value) => value !== ''))
      .map(line),
  ];
}

function cellText(cell: string): string {
  return cell.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}

// What differs between a few vehicles, in words: for each fact that differs, which has the best of it and by how much.

/** A number of which less or more is better. */
interface Measure {
  readonly label: string;
  readonly best: string;
  readonly isLessBetter: boolean;
  readonly valueOf: (car: BriefVehicle) => number | undefined;
  /** A difference, without its sign. */
  readonly format: (difference: number) => string;
}

const MEASURES: readonly Measure[] = [
  {
    label: 'Price',
    best: 'cheapest',
    isLessBetter: true,
    valueOf: ({ price }) => price,
    format: (pounds) => `${formatPounds(pounds)} less than`,
  },
  {
    label: 'Mileage',
    best: 'fewest miles',
    isLessBetter: true,
    valueOf: ({ mileage }) => mileage,
    format: (miles) => `${formatCount(miles)} fewer than`,
  },
  {
    label: 'Year',
    best: 'newest',
    isLessBetter: false,
    valueOf: ({ year }) => (year === undefined ? undefined : Number(year)),
    format: (years) => `${years === 1 ? 'a year' : `${years} years`} newer than`,
  },
];

/** Facts that are compared by word. */
const FACTS = FIELDS.filter(({ name, fact }) => fact !== undefined && name !== 'mileage');

/** One sentence for each fact that differs. Cars are called by their number, from 1. */
export function differencesOf(cars: readonly BriefVehicle[]): string[] {
  return [
    ...MEASURES.flatMap((measure) => measureSentence(measure, cars)),
    ...FACTS.flatMap((field) => wordSentence(labelOf(field), (car) => valueText(field, car), cars)),
    ...wordSentence('Trim', ({ trim }) => trim, cars),
    ...wordSentence('Body', ({ body }) => body, cars),
    ...wordSentence('Colour', ({ colour }) => colour, cars),
    ...wordSentence('Price against comparable listings of this stock', ({ price_mark }) => price_mark, cars),
  ];
}

function measureSentence(
  { label, best, isLessBetter, valueOf, format }: Measure,
  cars: readonly BriefVehicle[],
): string[] {
  const known = cars.flatMap((car, i) => {
    const value = valueOf(car);
    return value === undefined ? [] : [{ number: i + 1, value }];
  });
  const unknown = cars.flatMap((car, i) => (valueOf(car) === undefined ? [i + 1] : []));
  const notKnown = unknown.length === 0 ? '' : ` Not known of ${listOf(unknown)}.`;
  const [first, ...others] = known.toSorted((a, b) => (isLessBetter ? a.value - b.value : b.value - a.value));
  if (first === undefined || others.length === 0) return [];
  const worse = others.filter(({ value }) => value !== first.value);
  if (worse.length === 0) return notKnown === '' ? [] : [`${label}: the same.${notKnown}`];
  const bestOnes = known.filter(({ value }) => value === first.value).map(({ number }) => number);
  const compared = worse.map(({ number, value }) => `${format(Math.abs(value - first.value))} ${number}`);
  return [`${label}: ${listOf(bestOnes)} ${best}, ${compared.join(', ')}.${notKnown}`];
}

function wordSentence(
  label: string,
  wordOf: (car: BriefVehicle) => string | undefined,
  cars: readonly BriefVehicle[],
): string[] {
  const words = cars.map((car) => wordOf(car) ?? 'not known');
  if (new Set(words).size === 1) return [];
  return [`${label}: ${words.map((word, i) => `${i + 1} ${word}`).join(', ')}.`];
}

function labelOf({ filter, name }: Field): string {
  return filter.kind === 'value' || filter.kind === 'range' ? filter.label : name;
}

const LIST = new Intl.ListFormat('en-GB');

function listOf(numbers: readonly number[]): string {
  return LIST.format(numbers.map(String));
}
