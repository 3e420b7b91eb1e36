// Cars side by side as a table: rows in which they differ come first, and the best value of a row is marked. The page of a comparison and
// the cards of a chat have it.
import { formatPounds } from '../../../api/format.ts';
import { h, row, table, type Child, type ElementNode } from '../../element.ts';
import { formatPrice, listedSince, statedFacts } from './car-parts.ts';
import { priceRating, ULEZ_WORDS, vehicleFacts, vehicleLocation } from './labels.ts';
import type { PageCar } from './page-car.ts';
import { FACTS, FORM_FIELDS } from './search-fields.ts';

export type ComparedVehicle = PageCar & { readonly price_mark?: { readonly expected?: number | null } };

interface Row {
  readonly label: string;
  readonly textOf: (car: ComparedVehicle) => string | null;
  /** The least value is best; null: it is unknown. */
  readonly rankOf?: (car: ComparedVehicle) => number | null;
}

const RANKS: Readonly<Record<string, Row['rankOf']>> = { mileage: ({ mileage }) => mileage };

const ROWS: readonly Row[] = [
  {
    label: 'Price',
    textOf: ({ price }) => formatPrice(price),
    rankOf: ({ price }) => price,
  },
  {
    label: 'Price rating',
    textOf: ({ remark }) => (remark === undefined ? null : priceRating(remark.price_mark.mark)),
  },
  {
    label: 'Against the typical price',
    textOf: ({ price, price_mark }) => againstTypical(price, price_mark?.expected ?? null),
    rankOf: ({ price, price_mark: { expected = null } = {} }) =>
      price === null || expected === null ? null : price / expected,
  },
  { label: 'Year', textOf: ({ year }) => year, rankOf: ({ year }) => (year === null ? null : -Number(year)) },
  ...FACTS.map(({ name }) => ({
    label: FORM_FIELDS.find((field) => field.name === name)?.label ?? name,
    textOf: (car: ComparedVehicle) => vehicleFacts({ [name]: car[name as keyof PageCar] })[0] ?? null,
    ...(RANKS[name] !== undefined && { rankOf: RANKS[name] }),
  })),
  ...['Body', 'Colour', 'Trim', 'History', 'Owners'].map((label) => ({
    label,
    textOf: ({ remark }: ComparedVehicle) => statedFacts(remark)[label] ?? null,
  })),
  {
    label: 'ULEZ',
    textOf: ({ remark }) => {
      const { verdict = 'unknown' } = remark?.ulez ?? {};
      return verdict === 'unknown' ? null : ULEZ_WORDS[verdict];
    },
  },
  { label: 'Place', textOf: (car) => vehicleLocation(car) || null },
  { label: 'Dealer', textOf: ({ dealer }) => dealer },
  {
    label: 'Listed',
    textOf: ({ remark }) => (remark === undefined ? null : listedSince(remark.listed_days)),
  },
];

function againstTypical(price: number | null, expected: number | null): string | null {
  if (price === null || expected === null) return null;
  const more = Math.round(price) - expected;
  if (more === 0) return 'The same';
  return `${formatPounds(Math.abs(more))} ${more < 0 ? 'below' : 'above'}`;
}

export function comparison(
  cars: readonly ComparedVehicle[],
  headOf: (car: ComparedVehicle, at: number) => ElementNode,
): ElementNode {
  const rows = ROWS.map((row) => ({ ...row, texts: cars.map(row.textOf) })).filter(({ texts }) =>
    texts.some((text) => text !== null),
  );
  const differs = ({ texts }: { readonly texts: readonly unknown[] }): boolean => new Set(texts).size > 1;
  const inOrder = [...rows.filter(differs), ...rows.filter((one) => !differs(one))];
  return h('div', { class: 'compared', tabindex: 0, role: 'region', 'aria-label': 'Comparison' }, [
    table(
      [h('td', {}), ...cars.map(headOf)],
      inOrder.map(({ label, texts, rankOf }) => {
        const best = rankOf === undefined ? null : bestOf(cars.map(rankOf));
        return row(
          label,
          cars.map((car, at) => cell(texts[at] ?? null, best !== null && rankOf?.(car) === best)),
        );
      }),
    ),
  ]);
}

/** Null where all are alike, or fewer than two are known. */
function bestOf(ranks: readonly (number | null)[]): number | null {
  const known = ranks.filter((rank) => rank !== null);
  const best = Math.min(...known);
  return known.length < 2 || known.every((rank) => rank === best) ? null : best;
}

function cell(text: string | null, isBest: boolean): ElementNode {
  const best: Child = isBest ? [' ', h('span', { class: 'pill below' }, 'Best')] : null;
  // Names of dealers break at their dots.
  const parts = (text ?? 'Unknown')
    .split(/(?=\.[a-z])/i)
    .map((part, i) => [i === 0 ? null : h('wbr', {}), part]);
  return h('td', { dir: 'auto' }, [parts, best]);
}
