// What the cards show of vehicles beyond a tool's content: see pages/cards/card-details.ts.
import type { LookedUpVehicle } from '../api/responses.ts';
import { PICTURES_PATH } from '../api/paths.ts';
import type { CardDetail, CardDetails } from '../pages/cards/card-details.ts';
import type { ToolContext } from './tool.ts';

export function cardDetailsOf(
  cars: readonly LookedUpVehicle[],
  { service, baseUrl, drawPicture }: ToolContext,
): CardDetails {
  return {
    ...(drawPicture !== undefined && { drawn_below: `${baseUrl}${PICTURES_PATH}` }),
    cars: cars.map(({ advert, thumbnail, images, loc, price_mark, listed_days }): CardDetail => {
      const picture = thumbnail ?? images.at(0);
      const town = loc === null ? undefined : service.findTown(loc);
      return {
        advert,
        ...(picture !== undefined && { picture }),
        reason: price_mark.reason,
        listed_days,
        ...(town !== undefined && { town: { lat: rounded(town.lat), lng: rounded(town.lng) } }),
      };
    }),
  };
}

/** To about a kilometre. */
function rounded(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
