// What the cards show of vehicles beyond a tool's content: see pages/cards/card-details.ts.
import type { LookedUpVehicle } from '../api/lookup-response.ts';
import { PICTURES_PATH } from '../api/paths.ts';
import type { Vehicle } from '../api/vehicle.ts';
import type { CardDetail, CardDetails } from '../pages/cards/card-details.ts';
import { advertOf } from './brief-vehicle.ts';
import type { ToolContext } from './tool.ts';

/** What is known of listings beyond the response of a search, by their adverts. */
type LookedUp = Pick<LookedUpVehicle, 'price_mark' | 'listed_days'>;

/** `lookedUp` has the same order as `cars`; undefined for one that was not looked up, or has changed since. */
export function cardDetailsOf(
  cars: readonly Vehicle[],
  lookedUp: readonly (LookedUp | undefined)[],
  { service, baseUrl, drawPicture }: ToolContext,
): CardDetails {
  return {
    ...(drawPicture !== undefined && { drawn_below: `${baseUrl}${PICTURES_PATH}` }),
    cars: cars.map((car, i): CardDetail => {
      const picture = car.thumbnail ?? car.images.at(0);
      const town = car.loc === null ? undefined : service.findTown(car.loc);
      const found = lookedUp.at(i);
      return {
        advert: advertOf(car),
        ...(picture !== undefined && { picture }),
        ...(found !== undefined && { reason: found.price_mark.reason, listed_days: found.listed_days }),
        ...(town !== undefined && { town: { lat: rounded(town.lat), lng: rounded(town.lng) } }),
      };
    }),
  };
}

/** To about a kilometre. */
function rounded(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
