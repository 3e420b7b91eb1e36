// The public summary, written as JSON: its names are those of the fields and parameters of the API, and are here and
// nowhere else.
import { canonicalQuery } from './canonical-query.ts';
import type { ParameterName } from './parameter-names.ts';
import { PERCENTILES, type LeavingOut, type Spread, type StockSummary, type ValueCounts } from './summary.ts';

/** What each filter is told as: the field that is not known. A distance leaves out what has no `location`. */
const LEFT_OUT_NAMES: Readonly<Record<LeavingOut, string>> = {
  make: 'make',
  model: 'model',
  fuelType: 'fuel_type',
  transmission: 'transmission',
  priceGbp: 'price',
  mileageMiles: 'mileage',
  year: 'year',
  engineLitres: 'engine_size',
  distanceBand: 'location',
};

export interface SummarySpread {
  readonly known: number;
  readonly unknown: number;
  readonly min: number | null;
  readonly max: number | null;
  /** By the percentage, for example `50`; null where no value is known. */
  readonly percentiles: Readonly<Record<string, number | null>>;
  readonly histogram: Spread['histogram'];
}

export interface SummaryResponse {
  readonly summary: {
    readonly total_vehicles: number;
    readonly make: ValueCounts;
    readonly model: ValueCounts;
    readonly fuel_type: ValueCounts;
    readonly transmission: ValueCounts;
    readonly dealer: ValueCounts;
    readonly year: ValueCounts;
    readonly price: SummarySpread;
    readonly mileage: SummarySpread;
    readonly left_out_as_unknown: Readonly<Record<string, number>>;
    readonly relaxations:
      | readonly {
          readonly parameter: ParameterName;
          readonly value: string | null;
          readonly total_vehicles: number;
          readonly url: string;
        }[]
      | null;
    readonly note: string | null;
  };
}

/** `baseUrl` has no slash at its end. */
export function toSummaryResponse(summary: StockSummary, baseUrl: string): SummaryResponse {
  const { total, counts, spreads, leftOut, relaxations } = summary;
  return {
    summary: {
      total_vehicles: total,
      make: counts.make,
      model: counts.model,
      fuel_type: counts.fuelType,
      transmission: counts.transmission,
      dealer: counts.dealer,
      year: counts.year,
      price: spreadJson(spreads.priceGbp),
      mileage: spreadJson(spreads.mileageMiles),
      left_out_as_unknown: Object.fromEntries(
        Array.from(leftOut, ([name, count]) => [LEFT_OUT_NAMES[name], count]),
      ),
      relaxations:
        relaxations?.map(({ parameter, value, total, query }) => ({
          parameter,
          value,
          total_vehicles: total,
          url: `${baseUrl}/api/v1/vehicles/?${canonicalQuery(query)}`,
        })) ?? null,
      note: noteOf(summary),
    },
  };
}

function spreadJson({ percentiles, ...spread }: Spread): SummarySpread {
  const { known, unknown, min, max, histogram } = spread;
  const byPercentage = PERCENTILES.map((percent, i) => [String(percent), percentiles[i] ?? null] as const);
  return { known, unknown, min, max, percentiles: Object.fromEntries(byPercentage), histogram };
}

function noteOf({ relaxations }: StockSummary): string | null {
  if (relaxations === null) return null;
  return relaxations.length === 0
    ? 'Nothing matches, and no change of one parameter alone would help.'
    : 'Nothing matches. Each of these changes of one parameter finds something; the least change comes first.';
}
