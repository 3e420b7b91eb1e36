// Towns by name, with the district at the centre of each: the one whose distances to the others, weighted by their
// unit postcodes, have the smallest sum. Made from the shipped tables.
import { distanceKm, type Point } from './great-circle.ts';
import { loadRows } from './load-gazetteer.ts';

export interface Town {
  readonly name: string;
  /** The central district; for an ambiguous name also one of every other place. */
  readonly districts: readonly [middle: string, ...others: string[]];
  /** Number of districts. */
  readonly size: number;
  /** Whether places far from each other share the name. */
  readonly ambiguous: boolean;
}

export interface Towns {
  /** Ignores case, spaces, hyphens and apostrophes. */
  find(name: string): Town | undefined;
  /** Every name, as a key that `find` takes. */
  keys(): readonly string[];
  /** The post town of a district (`S66`, in upper case); undefined if there is no such district. */
  ofDistrict(outcode: string): string | undefined;
}

export interface WeighedDistrict {
  readonly outcode: string;
  readonly town: string;
  readonly point: Point;
  /** Number of unit postcodes. */
  readonly units: number;
}

/** Districts farther than this from the centre belong to another place. */
const SAME_PLACE_KM = 60;
/** A district with a smaller share of the average number of units is an office block, never a centre. */
const MIN_SHARE = 0.25;

/** Common names of towns whose postal name differs. */
const TOWN_ALIASES: readonly (readonly [name: string, town: string])[] = [
  ['Newcastle', 'Newcastle upon Tyne'],
  ['Stoke', 'Stoke-on-Trent'],
  ['Southend', 'Southend-on-Sea'],
  ['Kingston', 'Kingston upon Thames'],
  ['Kingston upon Hull', 'Hull'],
  ['Stockton', 'Stockton-on-Tees'],
  ['Burton', 'Burton-on-Trent'],
  ['Burton upon Trent', 'Burton-on-Trent'],
  ['Weston super Mare', 'Weston-super-Mare'],
  ['Bury Saint Edmunds', 'Bury St Edmunds'],
  ['Saint Albans', 'St Albans'],
  ['Saint Helens', 'St Helens'],
  ['Leamington', 'Leamington Spa'],
  ['Derry', 'Londonderry'],
  ['Brum', 'Birmingham'],
  ['Letchworth', 'Letchworth Garden City'],
  ['Berwick', 'Berwick-upon-Tweed'],
  ['Barrow', 'Barrow-in-Furness'],
];

/** The name without case, spaces, hyphens, full stops and apostrophes: people write `Kings Lynn` and `Stoke on Trent`. */
export function townKey(town: string): string {
  return town.toLowerCase().replace(/[\s\u0085\u200b\u2060'’.-]/g, '');
}

export function townsOf(districts: readonly WeighedDistrict[]): Towns {
  const byKey = new Map<string, WeighedDistrict[]>();
  for (const district of districts) {
    const key = townKey(district.town);
    byKey.set(key, [...(byKey.get(key) ?? []), district]);
  }
  const towns = new Map([...byKey].map(([key, own]) => [key, townOf(own)] as const));
  for (const [name, town] of TOWN_ALIASES) {
    const known = towns.get(townKey(town));
    if (known !== undefined) towns.set(townKey(name), known);
  }
  const townOfOutcode = new Map(districts.map(({ outcode, town }) => [outcode, town] as const));
  for (const [name, first, ...others] of SUBURBS) {
    const key = townKey(name);
    if (townOfOutcode.has(first) && !towns.has(key))
      towns.set(key, { name, districts: [first, ...others], size: 1, ambiguous: others.length > 0 });
  }
  const keys = [...towns.keys()];
  return {
    find: (name) => towns.get(townKey(name)),
    keys: () => keys,
    ofDistrict: (outcode) => townOfOutcode.get(outcode),
  };
}

function townOf(own: readonly WeighedDistrict[]): Town {
  const middle = middleOf(own);
  const places = [middle];
  for (const district of own) {
    if (places.every(({ point }) => distanceKm(point, district.point) > SAME_PLACE_KM)) places.push(district);
  }
  return {
    name: middle.town,
    districts: [middle.outcode, ...places.slice(1).map(({ outcode }) => outcode)],
    size: own.length,
    ambiguous: places.length > 1,
  };
}

/** The district with the smallest weighted sum of distances to the others; the first of equals. */
function middleOf(own: readonly WeighedDistrict[]): WeighedDistrict {
  const average = own.reduce((sum, { units }) => sum + units, 0) / own.length;
  let best = own[0];
  let minDistance = Infinity;
  for (const candidate of own) {
    if (candidate.units < average * MIN_SHARE) continue;
    const sum = own.reduce((all, { point, units }) => all + units * distanceKm(candidate.point, point), 0);
    if (sum < minDistance) [best, minDistance] = [candidate, sum];
  }
  return best;
}

let loaded: Towns | undefined;

/** The towns of the shipped tables, read at the first call. */
export function loadTowns(): Towns {
  return (loaded ??= readTowns());
}

function readTowns(): Towns {
  const units = new Map<string, number>();
  for (const [sector, , , count] of loadRows('sectors.tsv')) {
    const outcode = sector.slice(0, sector.indexOf(' '));
    units.set(outcode, (units.get(outcode) ?? 0) + Number(count));
  }
  return townsOf(
    loadRows('districts.tsv').map(([outcode, lat, lng, town]) => ({
      outcode,
      town,
      point: { lat: Number(lat), lng: Number(lng) },
      units: units.get(outcode) ?? 0,
    })),
  );
}

// Well-known places that are no post towns, each with its district.

/** District and name, separated by commas. */
const LIST =
  'W3 Acton, SW12 Balham, SW11 Battersea, SE1 Bermondsey, E2 Bethnal Green, SE3 Blackheath, SW2 Brixton, SE5 Camberwell, NW1 Camden, NW1 Camden Town, ' +
  'E14 Canary Wharf, SE6 Catford, SW3 Chelsea, E4 Chingford, W4 Chiswick, SW4 Clapham, NW2 Cricklewood, SE19 Crystal Palace, E8 Dalston, SE8 Deptford, ' +
  'SE21 Dulwich, SE22 East Dulwich, W5 Ealing, E6 East Ham, N9 Edmonton, SE9 Eltham, N3 Finchley, N4 Finsbury Park, SE23 Forest Hill, SW6 Fulham, ' +
  'NW11 Golders Green, SE10 Greenwich, E8 Hackney, W6 Hammersmith, NW3 Hampstead, N15 Haringey, N15 Harringay, NW4 Hendon, N6 Highgate, N7 Holloway, N8 Hornsey, ' +
  'N1 Islington, W8 Kensington, NW5 Kentish Town, NW6 Kilburn, SE11 Lambeth, SE13 Lewisham, E10 Leyton, E11 Leytonstone, NW7 Mill Hill, N10 Muswell Hill, ' +
  'W11 Notting Hill, W2 Paddington, N13 Palmers Green, SE15 Peckham, E13 Plaistow, SW15 Putney, W12 Shepherds Bush, E1 Shoreditch, N14 Southgate, ' +
  'SE1 Southwark, SW9 Stockwell, N16 Stoke Newington, SW16 Streatham, SE26 Sydenham, SW17 Tooting, N17 Tottenham, E1 Tower Hamlets, E17 Walthamstow, ' +
  'SW18 Wandsworth, E11 Wanstead, E1 Whitechapel, NW10 Willesden, SW19 Wimbledon, N22 Wood Green, SE18 Woolwich, E6 Newham, UB10 Hillingdon, ' +
  'TW6 Heathrow, TW6 Heathrow Airport, RH6 Gatwick, RH6 Gatwick Airport, CM24 Stansted Airport, M90 Manchester Airport, ' +
  'NE3 Gosforth, NE2 Jesmond, NE16 Whickham, NE12 Killingworth, TS17 Thornaby, LS6 Headingley, LS8 Roundhay, LS27 Morley, LS18 Horsforth, LS19 Yeadon, ' +
  'NG9 Beeston, NG2 West Bridgford, NG10 Long Eaton, NG15 Hucknall, LE2 Oadby, M20 Didsbury, M21 Chorlton, M32 Stretford, M41 Urmston, M30 Eccles, M27 Swinton, ' +
  'M25 Prestwich, M45 Whitefield, M24 Middleton, M35 Failsworth, M34 Denton, SK8 Cheadle Hulme, SK7 Bramhall, SK7 Hazel Grove, M22 Wythenshawe, M32 Trafford, ' +
  'OL6 Tameside, B15 Edgbaston, B23 Erdington, B17 Harborne, B14 Kings Heath, B38 Kings Norton, B13 Moseley, B31 Northfield, B29 Selly Oak, B42 Perry Barr, ' +
  'B43 Great Barr, B36 Castle Bromwich, WS9 Aldridge, WS3 Bloxwich, L33 Kirkby, L36 Huyton, L23 Crosby, L37 Formby, L31 Maghull, L24 Speke, CH63 Bebington, ' +
  'CH60 Heswall, BS3 Bedminster, BS34 Filton, BS15 Kingswood, BS31 Keynsham, BS20 Portishead, BS48 Nailsea, BS37 Yate, BS35 Thornbury, BS32 Bradley Stoke, ' +
  'BH5 Boscombe, MK3 Bletchley, MK12 Wolverton, PO6 Cosham, SO40 Totton, SO30 Hedge End, SO53 Chandlers Ford, SO31 Locks Heath, PL7 Plympton, PL9 Plymstock, ' +
  'GL54 Stow on the Wold, GL54 Bourton on the Water, GL52 Bishops Cleeve, IP28 Mildenhall, BB4 Rawtenstall, RG6 Earley, RG5 Woodley, ' +
  'G74 East Kilbride, G67 Cumbernauld, G77 Newton Mearns, G46 Giffnock, G61 Bearsden, G62 Milngavie, G64 Bishopbriggs, G66 Kirkintilloch, G73 Rutherglen, ' +
  'EH6 Leith, EH15 Portobello, DD5 Broughty Ferry, AB21 Dyce, SA8 Pontardawe, SA4 Gorseinon, SA3 Mumbles, NP11 Risca, BT17 Dunmurry, BT8 Carryduff';

/** The name and the district of each; of an ambiguous name the districts. */
const SUBURBS: readonly (readonly [name: string, outcode: string, ...others: string[]])[] = [
  ['Stratford', 'CV37', 'E15'],
  ...LIST.split(', ').map((entry) => {
    const space = entry.indexOf(' ');
    return [entry.slice(space + 1), entry.slice(0, space)] as const;
  }),
];
