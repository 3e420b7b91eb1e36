// The format of the catalogue: one compact row per model, and its parser. A row that it cannot parse is a bug.
//
// A row: [model, share within the make, years, price when new in pounds, bodies, engines, trims]. Years are those in which it
// was sold new, `2009-2017`, or `2019-` if it still is. Bodies, engines and trims are lists separated by commas, most common
// first, and any entry may have its own years.
//
//   bodies   `hatchback`, `hatchback 3dr`, `estate 2015-`
//   engines  [badge] size-and-fuel gearboxes: `1.0P M`, `320d 2.0D MA`, `64kWh A 2019-`
//            fuels P petrol, D diesel, H hybrid, X plug-in hybrid; gearboxes M manual, A automatic
//   trims    `ST-Line 2016-`, `GTI =2.0P +30%`: a trim that names an engine comes with no other, and that engine
//            with no other trim; the percentage is what it costs over the plain model; `Base` has no name
import type { FuelType, Transmission } from '../../vehicle/classes.ts';

export const BODIES = [
  'hatchback',
  'estate',
  'suv',
  'saloon',
  'coupe',
  'convertible',
  'mpv',
  'van',
  'pickup',
] as const;
export type Body = (typeof BODIES)[number];

export type ModelRow = readonly [
  model: string,
  share: number,
  years: string,
  newPriceGbp: number,
  bodies: string,
  engines: string,
  trims: string,
];

export interface MakeDefinition {
  readonly make: string;
  /** Per cent of all used cars on sale. */
  readonly share: number;
  /** Share of its value that a car retains in a year. */
  readonly retainedPerYear: number;
  /** The make's names for its engines in adverts, by fuel letter: `TDI`. */
  readonly engineNames?: Partial<Record<FuelLetter, string>>;
  readonly models: readonly ModelRow[];
}

export type FuelLetter = 'P' | 'D' | 'H' | 'X';

/** Years of sale, inclusive; Infinity for a model that is still sold. */
export interface Years {
  readonly from: number;
  readonly to: number;
}

export interface BodyOption {
  readonly body: Body;
  readonly doors: number;
  readonly years: Years;
}

export interface Engine {
  /** As in a row: `2.0P` or `64kWh`. Trims refer to it, and several engines of a model may share it. */
  readonly code: string;
  /** As in adverts: `1.5 TSI`, `320d`, `64kWh`. */
  readonly label: string;
  readonly fuel: FuelType;
  readonly plugIn: boolean;
  /** Null for an electric car. */
  readonly litres: number | null;
  /** Battery of an electric car; null for others. */
  readonly batteryKwh: number | null;
  readonly transmissions: readonly Transmission[];
  readonly years: Years;
}

export interface Trim {
  /** Empty for a model without trim names. */
  readonly name: string;
  /** The code of the only engine it comes with. */
  readonly engine: string | undefined;
  /** Price as a multiple of the base model. */
  readonly priceFactor: number;
  readonly years: Years;
}

export interface Model {
  readonly make: string;
  readonly name: string;
  /** Relative share of the make's used cars on sale. The shares of a make need no particular sum. */
  readonly share: number;
  readonly years: Years;
  readonly newPriceGbp: number;
  readonly retainedPerYear: number;
  readonly bodies: readonly BodyOption[];
  readonly engines: readonly Engine[];
  readonly trims: readonly Trim[];
}

const ALL_YEARS: Years = { from: -Infinity, to: Infinity };

const DOORS: Record<Body, number> = {
  hatchback: 5,
  estate: 5,
  suv: 5,
  saloon: 4,
  coupe: 2,
  convertible: 2,
  mpv: 5,
  van: 4,
  pickup: 4,
};

const FUELS: Record<FuelLetter, { readonly fuel: FuelType; readonly name: string }> = {
  P: { fuel: 'Petrol', name: '' },
  D: { fuel: 'Diesel', name: 'diesel' },
  H: { fuel: 'Hybrid', name: 'Hybrid' },
  X: { fuel: 'Hybrid', name: 'Plug-in Hybrid' },
};

const TRANSMISSIONS: Record<string, readonly Transmission[]> = {
  M: ['Manual'],
  A: ['Automatic'],
  MA: ['Manual', 'Automatic'],
  AM: ['Automatic', 'Manual'],
};

export function modelsOf(definition: MakeDefinition): Model[] {
  return definition.models.map(([name, share, years, newPriceGbp, bodies, engines, trims]) => {
    const soldIn = tryParseYears(years);
    if (soldIn === undefined) throw new Error(`${definition.make} ${name}: '${years}' is no span of years`);
    return {
      make: definition.make,
      name,
      share,
      years: soldIn,
      newPriceGbp,
      retainedPerYear: definition.retainedPerYear,
      bodies: entriesOf(bodies).map(parseBody),
      engines: entriesOf(engines).map((entry) => parseEngine(entry, definition.engineNames ?? {})),
      trims: entriesOf(trims).map(parseTrim),
    };
  });
}

export function covers(years: Years, year: number): boolean {
  return year >= years.from && year <= years.to;
}

interface Entry {
  readonly words: readonly string[];
  readonly years: Years;
}

function entriesOf(list: string): Entry[] {
  return list.split(', ').map((text) => {
    const words = text.split(' ');
    const years = words.map(tryParseYears).find((span) => span !== undefined) ?? ALL_YEARS;
    return { words: words.filter((word) => tryParseYears(word) === undefined), years };
  });
}

function tryParseYears(text: string): Years | undefined {
  const found = /^(\d{4})?-(\d{4})?$/.exec(text);
  if (found === null || text === '-') return undefined;
  return {
    from: found[1] === undefined ? -Infinity : Number(found[1]),
    to: found[2] === undefined ? Infinity : Number(found[2]),
  };
}

function parseBody({ words, years }: Entry): BodyOption {
  const body = BODIES.find((known) => known === words[0]);
  if (body === undefined) throw new Error(`'${words.join(' ')}' is no body style`);
  return { body, doors: words[1] === undefined ? DOORS[body] : Number.parseInt(words[1], 10), years };
}

function parseEngine({ words, years }: Entry, names: Partial<Record<FuelLetter, string>>): Engine {
  const code = words.at(-2) ?? '';
  const transmissions = TRANSMISSIONS[words.at(-1) ?? ''];
  const badge = words.slice(0, -2).join(' ');
  const size = /^(?:(\d\.\d)([PDHX])|(\d+)kWh)$/.exec(code);
  if (transmissions === undefined || size === null) throw new Error(`'${words.join(' ')}' is no engine`);
  const [, litres, letter, kwh] = size;
  if (kwh !== undefined) {
    return {
      code,
      label: badge || code,
      fuel: 'Electric',
      plugIn: false,
      litres: null,
      batteryKwh: Number(kwh),
      transmissions,
      years,
    };
  }
  const letterFuel = FUELS[letter as FuelLetter];
  return {
    code,
    label: badge || `${litres} ${names[letter as FuelLetter] ?? letterFuel.name}`.trim(),
    fuel: letterFuel.fuel,
    plugIn: letter === 'X',
    litres: Number(litres),
    batteryKwh: null,
    transmissions,
    years,
  };
}

function parseTrim({ words, years }: Entry): Trim {
  const surcharge = words.find((word) => /^\+\d+%$/.test(word));
  const name = words.filter((word) => !word.startsWith('=') && word !== surcharge).join(' ');
  return {
    name: name === 'Base' ? '' : name,
    engine: words.find((word) => word.startsWith('='))?.slice(1),
    priceFactor: 1 + (surcharge === undefined ? 0 : Number.parseInt(surcharge.slice(1), 10)) / 100,
    years,
  };
}
