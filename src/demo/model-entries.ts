// The lists in assets/demo/models.tsv: bodies, engines and trims of a model, most common first. Any entry may have years of its
// own.
//
//   years    `2009-2017`; `2019-` if it is still sold
//   bodies   `hatchback`, `hatchback 3dr`, `estate 2015-`
//   engines  [badge] size-and-fuel gearboxes: `1.0P M`, `320d 2.0D MA`, `64kWh A 2019-`
//            fuels P petrol, D diesel, H hybrid, X plug-in hybrid; gearboxes M manual, A automatic
//   trims    `ST-Line 2016-`, `GTI =2.0P +30%`: a trim that names an engine comes with no other, and that engine
//            with no other trim; the percentage is what it costs over the plain model; `Base` has no name
import type { FuelType, Transmission } from '../vehicle/classes.ts';
import { listOf } from '../tables.ts';
import type { Body } from './tables.ts';

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
  /** As in the table: `2.0P` or `64kWh`. Trims refer to it, and several engines of a model may share it. */
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

const ALL_YEARS: Years = { from: -Infinity, to: Infinity };

/** By the letter of an engine; `name` is that of engines to which a make gives none. */
const FUELS: Readonly<Record<string, { readonly fuel: FuelType; readonly name: string }>> = {
  P: { fuel: 'Petrol', name: '' },
  D: { fuel: 'Diesel', name: 'diesel' },
  H: { fuel: 'Hybrid', name: 'Hybrid' },
  X: { fuel: 'Hybrid', name: 'Plug-in Hybrid' },
};

const TRANSMISSIONS: Readonly<Record<string, readonly Transmission[]>> = {
  M: ['Manual'],
  A: ['Automatic'],
  MA: ['Manual', 'Automatic'],
  AM: ['Automatic', 'Manual'],
};

/** An error of this kind has no line yet: it is that of the row. */
export class EntryError extends Error {}

export function covers(years: Years, year: number): boolean {
  return year >= years.from && year <= years.to;
}

export function parseYears(text: string): Years {
  const years = tryParseYears(text);
  if (years === undefined) throw new EntryError(`'${text}' is no span of years`);
  return years;
}

export function parseBodyOptions(cell: string, bodies: ReadonlyMap<string, Body>): BodyOption[] {
  return entriesOf(cell).map(({ words, years }) => {
    const body = bodies.get(words[0] ?? '');
    if (body === undefined) throw new EntryError(`'${words.join(' ')}' is no body style`);
    return { body, doors: words[1] === undefined ? body.doors : Number.parseInt(words[1], 10), years };
  });
}

/** `names` are the make's names for its engines in adverts, by fuel letter: `TDI`. */
export function parseEngines(cell: string, names: ReadonlyMap<string, string>): Engine[] {
  return entriesOf(cell).map(({ words, years }) => {
    const code = words.at(-2) ?? '';
    const transmissions = TRANSMISSIONS[words.at(-1) ?? ''];
    const badge = words.slice(0, -2).join(' ');
    const size = /^(?:(\d\.\d)([PDHX])|(\d+)kWh)$/.exec(code);
    if (transmissions === undefined || size === null)
      throw new EntryError(`'${words.join(' ')}' is no engine`);
    const [, litres, letter, kwh] = size;
    const common = { code, transmissions, years };
    if (kwh !== undefined) {
      const batteryKwh = Number(kwh);
      return { ...common, label: badge || code, fuel: 'Electric', plugIn: false, litres: null, batteryKwh };
    }
    const { fuel, name } = FUELS[letter];
    const label = badge || `${litres} ${names.get(letter) ?? name}`.trim();
    return { ...common, label, fuel, plugIn: letter === 'X', litres: Number(litres), batteryKwh: null };
  });
}

export function parseTrims(cell: string): Trim[] {
  return entriesOf(cell).map(({ words, years }) => {
    const surcharge = words.find((word) => /^\+\d+%$/.test(word));
    const name = words.filter((word) => !word.startsWith('=') && word !== surcharge).join(' ');
    return {
      name: name === 'Base' ? '' : name,
      engine: words.find((word) => word.startsWith('='))?.slice(1),
      priceFactor: 1 + (surcharge === undefined ? 0 : Number.parseInt(surcharge.slice(1), 10)) / 100,
      years,
    };
  });
}

interface Entry {
  readonly words: readonly string[];
  readonly years: Years;
}

function entriesOf(cell: string): Entry[] {
  return listOf(cell).map((text) => {
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
