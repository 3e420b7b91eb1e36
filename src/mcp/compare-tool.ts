// compare_vehicles: two to four vehicles side by side, and what differs between them in words.
import type { LookedUpVehicle } from '../api/responses.ts';
import { toLookupResponse } from '../api/lookup-response.ts';
import { objectSchema } from '../api/schemas/json-schema.ts';
import { FIELDS } from '../listing/fields.ts';
import { invalidParameters, Problem, quoted } from '../problem.ts';
import { ADVERTS, advertsSchema, parseAdverts } from './advert-arguments.ts';
import { toBriefVehicle, type BriefVehicle, cardDetailsOf } from './brief-vehicle.ts';
import { differencesOf } from './differences.ts';
import { fitsContent } from './tokens.ts';
import { joinTextContent, UNTRUSTED_CONTENT_NOTICE, type Tool } from './tool.ts';
import { listedFor } from '../pages/search/view/car-parts.ts';
import { vehicleName, valueText } from './vehicle-lines.ts';

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
