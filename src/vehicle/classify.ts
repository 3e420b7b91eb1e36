// Classifies dealers' words for fuels and transmissions into the classes that searches filter by. Terms that are not listed
// (`48v`, `6 speed`, `turbo`) are ignored. A text with terms of two classes has none, except that petrol or diesel with
// electric is a hybrid. `Gas` is LPG to a UK dealer.

export const FUEL_TYPES = ['Petrol', 'Diesel', 'Hybrid', 'Electric'] as const;
export type FuelType = (typeof FUEL_TYPES)[number];

export const TRANSMISSIONS = ['Manual', 'Automatic'] as const;
export type Transmission = (typeof TRANSMISSIONS)[number];

/** Belongs to no class, and keeps the whole text unclassified. */
const UNCLASSED = 'unclassed';
/** Ignored, although one of its words is a term. */
const NEUTRAL = 'neutral';

type Meaning<Class> = Class | typeof UNCLASSED | typeof NEUTRAL;

// A term is one to three words. A space in it matches any separator or none: `s tronic` is also `S-Tronic` and
// `stronic`. Numbers around a term are ignored: `eat` is also `EAT8`.
const FUEL_TERMS = readTerms<FuelType>({
  Petrol: `petrol, petol, petrel, petro, patrol, unleaded, gasoline, benzin, turbo petrol, tsi, tfsi, fsi, gdi, t gdi,
    ecoboost, puretech, vtec, vvt i, skyactiv g, e5, e10`,
  Diesel: `diesel, deisel, desiel, diesal, disel, turbo diesel, derv, heavy oil, ad blue, tdi, sdi, hdi, blue hdi, e hdi,
    dci, blue dci, tdci, ecoblue, cdti, dti, crdi, crd, cdi, bluetec, jtd, jtdm, multijet, d 4 d, ddis, i dtec, di d,
    tdv6, tdv8, sdv6, sdv8, skyactiv d`,
  Hybrid: `hybrid, hybrids, hybird, petrol hybrid, diesel hybrid, electric hybrid, hybrid electric, hybrid petrol,
    hybrid diesel, mild hybrid, full hybrid, eco hybrid, e hybrid, self charging, self charging hybrid, plug in,
    plug in hybrid, phev, mhev, hev, fhev, e hev, petrol phev, diesel phev, petrol mhev, diesel mhev, petrol hev,
    petrol plug in, diesel plug in, petrol electric, electric petrol, diesel electric, electric diesel, erev, reev, rex,
    range extender, range extended, tfsi e, e tsi, e power`,
  Electric: 'electric, electricity, electic, elecric, ev, bev, battery, battery electric',
  unclassed: `hydrogen, fuel cell, fcev, lpg, cng, lng, gas, auto gas, bi fuel, dual fuel, multi fuel, flex fuel,
    flexi fuel, ethanol, bio ethanol, e85, methanol, steam, other, unknown, not, non, no`,
  neutral: '',
});

const TRANSMISSION_TERMS = readTerms<Transmission>({
  Manual: 'manual, manuel, maual, manaul, mannual, man, stick shift, m t, imt',
  Automatic: `automatic, automatik, automtic, autmatic, automattic, auto, automated, automated manual, auto clutch,
    clutchless, clutchless manual, semi, semi auto, semi automatic, sequential, sequential manual, a t, amt, asg,
    single clutch, dual clutch, double clutch, twin clutch, dct, ddct, e dct, dkg, pdk, dsg, s tronic, r tronic,
    g tronic, q tronic, x tronic, multitronic, tiptronic, steptronic, lineartronic, hypertronic, shiftronic,
    geartronic, sentronic, sportronic, touchtronic, easytronic, smg, speedshift, powershift, durashift, quickshift,
    sportshift, i shift, cvt, e cvt, ivt, multidrive, multimode, mmt, edc, tct, selespeed, dualogic, e gear, softouch,
    softip, twinamic, sensodrive, 2 tronic, tec shift, comfort matic, autotronic, autostick, auto shift, touch shift,
    direct shift, ags, all shift, mta, dht, invecs, robotised, robotized, etg, egs, egc, eat, torque converter,
    paddle shift, single speed, one speed, 1 speed, single gear, reduction gear, fixed gear, fixed ratio, direct drive`,
  unclassed: 'other, unknown, not, non, no',
  neutral: 'manual mode, manual override, manual control, with manual',
});

/** `Hybrid` for `Petrol/Electric PHEV`; undefined if the text has no class (`Hydrogen`). */
export function classifyFuel(text: string): FuelType | undefined {
  const exact = FUEL_TYPES.find((fuel) => fuel === text);
  if (exact !== undefined) return exact;
  const named = meaningsIn(text, FUEL_TERMS);
  if (named.has(UNCLASSED)) return undefined;
  if (named.has('Hybrid') || (named.size === 2 && named.has('Electric'))) return 'Hybrid';
  return FUEL_TYPES.find((fuel) => named.size === 1 && named.has(fuel));
}

/** `Automatic` for `7-speed DSG`; undefined if the text has no class. */
export function classifyTransmission(text: string): Transmission | undefined {
  const exact = TRANSMISSIONS.find((transmission) => transmission === text);
  if (exact !== undefined) return exact;
  const named = meaningsIn(text, TRANSMISSION_TERMS);
  return TRANSMISSIONS.find((transmission) => named.size === 1 && named.has(transmission));
}

type Terms<Class extends string> = ReadonlyMap<string, Meaning<Class>>;

function readTerms<Class extends string>(lists: Readonly<Record<Meaning<Class>, string>>): Terms<Class> {
  const terms = new Map<string, Meaning<Class>>();
  for (const meaning of Object.keys(lists) as Meaning<Class>[]) {
    for (const term of lists[meaning].split(',')) {
      const key = term.replace(/\s/g, '');
      if (terms.has(key)) throw new Error(`The term '${key}' is listed twice`);
      if (key !== '') terms.set(key, meaning);
    }
  }
  return terms;
}

/** The meanings of a text's terms, except neutral ones. Longer terms beat shorter ones: `automated manual`. */
function meaningsIn<Class extends string>(text: string, terms: Terms<Class>): Set<Meaning<Class>> {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const found = new Set<Meaning<Class>>();
  let at = 0;
  while (at < words.length) {
    let length = 3;
    let meaning = meaningOf(words.slice(at, at + length).join(''), terms);
    while (meaning === undefined && length > 1) {
      length--;
      meaning = meaningOf(words.slice(at, at + length).join(''), terms);
    }
    if (meaning !== undefined && meaning !== NEUTRAL) found.add(meaning);
    at += length;
  }
  return found;
}

function meaningOf<Class extends string>(joined: string, terms: Terms<Class>): Meaning<Class> | undefined {
  const withoutOuterNumbers = /^[0-9]*([a-z](?:[a-z0-9]*[a-z])?)/.exec(joined)?.[1] ?? '';
  return terms.get(joined) ?? terms.get(withoutOuterNumbers);
}
