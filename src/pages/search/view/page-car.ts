// A car as the pages show it: a vehicle of the API, with what the stock says of it.
import type { LookedUpVehicle, Vehicle } from '../../../api/responses.ts';

/** What the stock says of a listing, and its texts beyond the fields of a vehicle. */
export interface Remark {
  readonly price_mark: Pick<LookedUpVehicle['price_mark'], 'mark' | 'low' | 'high' | 'reason'>;
  readonly ulez: Pick<LookedUpVehicle['ulez'], 'verdict'>;
  readonly listed_days: number;
  readonly trim: string | null;
  readonly body: string | null;
  readonly colour: string | null;
  readonly doors?: string | null;
  readonly seats?: string | null;
  /** The category, such as `Cat N`; empty: none is named; null: no text says that it was written off. */
  readonly written_off: string | null;
  readonly is_one_owner: boolean;
}

/** A car that was saved by an earlier version of the page has no remark. */
export interface PageCar extends Vehicle {
  readonly remark?: Remark | undefined;
}

export type LookedUpCar = LookedUpVehicle & PageCar;
