// From a looked-up listing to a car of the pages.
import { toRatedFacts } from '../../api/lookup-response.ts';
import { toVehicle } from '../../api/vehicle.ts';
import type { PageCar, Remark } from './view/page-model.ts';

type ListedEntry = Parameters<typeof toRatedFacts>[0];

export function toPageCar(entry: ListedEntry, baseUrl: string): PageCar {
  const { listing, distanceKm } = entry;
  return { ...toVehicle(listing, distanceKm, baseUrl), remark: toRemark(entry, toRatedFacts(entry)) };
}

export function toRemark(
  { stated }: ListedEntry,
  { price_mark, ulez, listed_days }: ReturnType<typeof toRatedFacts>,
): Remark {
  const { mark, low, high, reason } = price_mark;
  const { trim, body, doors, seats, colour, isWriteOff, writeOffCategory, isOneOwner } = stated;
  return {
    price_mark: { mark, low, high, reason },
    ulez: { verdict: ulez.verdict },
    listed_days,
    trim,
    body,
    doors,
    seats,
    colour,
    written_off: isWriteOff ? (writeOffCategory ?? '') : null,
    is_one_owner: isOneOwner,
  };
}
