// The flat map of the islands on which the cards draw: kilometres east and south of a corner northwest of Shetland. It is true to scale
// in the middle of the islands.

/** Kilometres: a degree of latitude, and of longitude in the middle of the islands. */
const LAT_KM = 111.2;
const LNG_KM = LAT_KM * Math.cos((54.5 * Math.PI) / 180);
const NORTH = 61;
const WEST = -8.4;

export function eastKm({ lng }: { readonly lng: number }): number {
  return (lng - WEST) * LNG_KM;
}

export function southKm({ lat }: { readonly lat: number }): number {
  return (NORTH - lat) * LAT_KM;
}
