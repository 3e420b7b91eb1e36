// Positions of postcode districts and towns, loaded from the service when the map becomes visible.

export interface District {
  readonly outcode: string;
  readonly lat: number;
  readonly lng: number;
}

export interface DistrictTable {
  readonly districts: readonly District[];
  /** By lower-case name: the mean of the town's districts. */
  readonly towns: ReadonlyMap<string, { readonly lat: number; readonly lng: number }>;
}

export async function loadDistricts(url: string): Promise<DistrictTable> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the table of districts got status ${response.status}`);
  return parseDistricts(await response.text());
}

/** Rows of outcode, latitude, longitude and town, separated by tabs. */
function parseDistricts(text: string): DistrictTable {
  const districts: District[] = [];
  const inTowns = new Map<string, { lat: number; lng: number; count: number }>();
  for (const row of text.split('\n')) {
    const [outcode = '', latText, lngText, town = ''] = row.split('\t');
    if (outcode === '') continue;
    const lat = Number(latText);
    const lng = Number(lngText);
    districts.push({ outcode, lat, lng });
    const sum = inTowns.get(town.toLowerCase()) ?? { lat: 0, lng: 0, count: 0 };
    inTowns.set(town.toLowerCase(), { lat: sum.lat + lat, lng: sum.lng + lng, count: sum.count + 1 });
  }
  const towns = Array.from(
    inTowns,
    ([town, { lat, lng, count }]) => [town, { lat: lat / count, lng: lng / count }] as const,
  );
  return { districts, towns: new Map(towns) };
}
