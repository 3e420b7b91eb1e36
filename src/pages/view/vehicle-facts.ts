// The facts shown about a car besides its name: one table in the order of a car's page, for that page, cards, the overlay,
// comparisons and assistants. Words for fields come from search-fields.ts. A comparison is a table of these facts: rows in which
// the cars differ come first, and the best value of a row is marked.
import { formatCount, formatPounds, pluralize } from '../../format.ts';
import {
  capitalized,
  inWords,
  ratingInWords,
  ULEZ_WORDS,
  vehicleLocation,
  writtenOff,
} from './vehicle-words.ts';
import type { RatedVehicle, Vehicle } from '../../api/responses.ts';
import { STATED_FIELDS, type StatedName } from '../../listing/stated-fields.ts';
import { FACTS, FORM_FIELDS } from './search-fields.ts';
import { h, row, table, type Child, type ElementNode } from '../element.ts';

/** The words for a rank in a sentence. */
export interface Measure {
  /** For the best rank. */
  readonly best: string;
  /** For a difference from it, without its sign. */
  readonly format: (difference: number) => string;
}

export interface VehicleFact {
  readonly label: string;
  /**
   * - `price`: its price
   * - `field`: from the advert's fields, so its absence is worth showing
   * - `stated`: from the advert's texts, which may state it in other words
   * - `offer`: where it is offered, and since when
   */
  readonly kind: 'price' | 'field' | 'stated' | 'offer';
  /** The value in words; null if it is unknown. */
  readonly textOf: (car: RatedVehicle) => string | null;
  /** The words for an unknown value in a line of facts; absent if the line omits it. */
  readonly unknown?: string;
  /** The reason for the value. */
  readonly reasonOf?: (car: RatedVehicle) => string | null;
  /** A rank of which the least is best; null if it is unknown. */
  readonly rankOf?: (car: RatedVehicle) => number | null;
  /** Absent if sentences have the text instead. */
  readonly measure?: Measure;
}

/** A fact that vehicles in brief have too. */
interface BriefFact extends VehicleFact {
  readonly textOf: (car: Partial<Vehicle>) => string | null;
}

/** The facts in the line of a card. */
export const BRIEF_FACTS: readonly BriefFact[] = FACTS.map(({ name, words, unknown, decimals }) => ({
  label: labelOf(name),
  kind: 'field',
  textOf: (car) => {
    const value =
      (car as unknown as Readonly<Record<string, string | number | null | undefined>>)[name] ?? null;
    if (value === null) return null;
    return inWords(words, typeof value === 'string' ? value : numberText(value, decimals));
  },
  ...(unknown !== undefined && { unknown }),
  ...(name === 'mileage' && {
    rankOf: ({ mileage }: RatedVehicle) => mileage,
    measure: { best: 'fewest miles', format: (miles: number) => `${formatCount(miles)} fewer than` },
  }),
}));

/** The words for a stated fact in a table, if they differ from its value. */
const STATED_IN_WORDS: Partial<Record<StatedName, (text: string) => string>> = {
  written_off: (category) => `${writtenOff(category)} (see the advert)`,
  owners: (count) => (count === '1' ? 'One' : count),
};

export const VEHICLE_FACTS: readonly VehicleFact[] = [
  {
    label: 'Price',
    kind: 'price',
    textOf: ({ price }) => formatPrice(price),
    rankOf: ({ price }) => price,
    measure: { best: 'cheapest', format: (pounds) => `${formatPounds(pounds)} less than` },
  },
  {
    label: 'Price rating',
    kind: 'price',
    textOf: ({ price_rating }) => ratingInWords(price_rating.rating),
  },
  {
    label: 'Against the typical price',
    kind: 'price',
    textOf: ({ price, price_rating }) => againstTypical(price, price_rating.expected),
    rankOf: ({ price, price_rating: { expected } }) =>
      price === null || expected === null ? null : price - expected,
  },
  {
    label: 'Year',
    kind: 'field',
    textOf: ({ year }) => year,
    rankOf: ({ year }) => (year === null ? null : -Number(year)),
    measure: { best: 'newest', format: (years) => `${years === 1 ? 'a year' : `${years} years`} newer than` },
  },
  ...BRIEF_FACTS,
  ...STATED_FIELDS.map(({ name, label }): VehicleFact => ({
    label,
    kind: 'stated',
    textOf: ({ [name]: text }) => text && (STATED_IN_WORDS[name]?.(text) ?? capitalized(text)),
  })),
  { label: 'Place', kind: 'offer', textOf: (car) => vehicleLocation(car) || null },
  { label: 'Dealer', kind: 'offer', textOf: ({ dealer }) => dealer },
  {
    label: 'ULEZ',
    kind: 'offer',
    textOf: ({ ulez: { verdict } }) => (verdict === 'unknown' ? null : ULEZ_WORDS[verdict]),
    reasonOf: ({ ulez }) => ulez.rule,
  },
  {
    label: 'Listed',
    kind: 'offer',
    textOf: ({ listed_days }) => listedSince(listed_days),
  },
];

/** A fact that is known of any compared car, with a text and a rank per car. */
export interface ComparedFact {
  readonly label: string;
  readonly kind: VehicleFact['kind'];
  readonly texts: readonly (string | null)[];
  readonly ranks?: readonly (number | null)[];
  readonly measure?: Measure | undefined;
}

export function comparedFacts(cars: readonly RatedVehicle[]): ComparedFact[] {
  return VEHICLE_FACTS.flatMap(({ label, kind, textOf, rankOf, measure }) => {
    const texts = cars.map(textOf);
    if (texts.every((text) => text === null)) return [];
    return [{ label, kind, texts, ...(rankOf !== undefined && { ranks: cars.map(rankOf), measure }) }];
  });
}

/** A number such as `42,150`, or with decimals `1.0` or `1.25`. */
function numberText(value: number, decimals: number | undefined): string {
  if (decimals === undefined) return formatCount(value);
  return Number.isInteger(value) ? value.toFixed(decimals) : String(value);
}

/** A field's label without its unit, which the value has: `Engine` for `Engine, litres`. */
function labelOf(name: string): string {
  const label = FORM_FIELDS.find((field) => field.name === name)?.label ?? name;
  return label.split(',', 1)[0];
}

export function formatPrice(price: number | null): string {
  return price === null ? 'Price on request' : formatPounds(price);
}

/** Without a date of arrival in the feed, a listing is known since its first import. */
function listedSince(days: number): string {
  return `${days === 0 ? 'Today' : `${pluralize(days, 'day')} ago`} or earlier`;
}

/** The known facts of a car except its price, in words: `42,150 miles`. */
export function factsInBrief(car: Partial<Vehicle>): string[] {
  return BRIEF_FACTS.flatMap(({ textOf }) => textOf(car) ?? []);
}

export const SAME_PRICE = 'The same';

/** A price against the typical one: `£1,240 below`. */
export function againstTypical(price: number | null, expected: number | null): string | null {
  if (price === null || expected === null) return null;
  const more = Math.round(price) - expected;
  if (more === 0) return SAME_PRICE;
  return `${formatPounds(Math.abs(more))} ${more < 0 ? 'below' : 'above'}`;
}

export function comparison(
  cars: readonly RatedVehicle[],
  headOf: (car: RatedVehicle, at: number) => Child,
): ElementNode {
  const facts = comparedFacts(cars);
  const differs = ({ texts }: ComparedFact): boolean => new Set(texts).size > 1;
  const inOrder = [...facts.filter(differs), ...facts.filter((fact) => !differs(fact))];
  return h('div', { class: 'compared', tabindex: 0, role: 'region', 'aria-label': 'Comparison' }, [
    table(
      [h('td', {}), ...cars.map((car, at) => h('th', { scope: 'col', dir: 'auto' }, headOf(car, at)))],
      inOrder.map(({ label, texts, ranks = [] }) => {
        const best = bestOf(ranks);
        return row(
          label,
          texts.map((text, at) => cell(text, best !== null && ranks[at] === best)),
        );
      }),
    ),
  ]);
}

/** The best rank; null if all are equal or fewer than two are known. */
function bestOf(ranks: readonly (number | null)[]): number | null {
  const known = ranks.filter((rank) => rank !== null);
  const best = Math.min(...known);
  return known.length < 2 || known.every((rank) => rank === best) ? null : best;
}

function cell(text: string | null, isBest: boolean): ElementNode {
  const best: Child = isBest ? [' ', h('span', { class: 'pill below' }, 'Best')] : null;
  // Lets names of dealers break at their dots.
  const parts = (text ?? 'Unknown')
    .split(/(?=\.[a-z])/i)
    .map((part, i) => [i === 0 ? null : h('wbr', {}), part]);
  return h('td', { dir: 'auto' }, [parts, best]);
}
