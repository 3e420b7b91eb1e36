// The catalogue, assets/demo/makes.tsv and models.tsv: what was sold new in Great Britain, and how it could be ordered in a given
// year. Shares follow those of used cars on sale.
import { listOf, mistake, numberOf, oneOf, parseTable, readTable, UniqueNames } from '../tables.ts';
import {
  covers,
  EntryError,
  parseBodyOptions,
  parseEngines,
  parseTrims,
  parseYears,
  type BodyOption,
  type Engine,
  type Trim,
  type Years,
} from './model-entries.ts';
import { weighted, type Weighted } from './random.ts';
import { demoTables, TRADES, type Body, type Trade } from './tables.ts';

export interface DemoMake {
  readonly make: string;
  /** Per cent of all used cars on sale. */
  readonly share: number;
  /** Share of its value that a car retains in a year. */
  readonly retainedPerYear: number;
  /** The make's names for its engines in adverts, by fuel letter: `TDI`. */
  readonly engineNames: ReadonlyMap<string, string>;
  /** The dealers that specialise in it. */
  readonly trades: readonly Trade[];
}

export interface Model {
  readonly make: DemoMake;
  readonly name: string;
  /** Relative share of the make's used cars on sale. The shares of a make need no particular sum. */
  readonly share: number;
  readonly years: Years;
  readonly newPriceGbp: number;
  readonly bodies: readonly BodyOption[];
  readonly engines: readonly Engine[];
  readonly trims: readonly Trim[];
}

let loaded: ReadonlyMap<DemoMake, readonly Model[]> | undefined;

/** The models of each make. A name that was used twice (Defender, Prius) is two models. */
export function catalogue(): ReadonlyMap<DemoMake, readonly Model[]> {
  if (loaded === undefined) {
    const { rows: makes } = readTable('demo/makes.tsv', parseDemoMakes);
    const { bodies } = demoTables();
    const { rows: models } = readTable('demo/models.tsv', (text) => parseModels(text, makes, bodies));
    loaded = new Map(makes.map((make) => [make, models.filter((model) => model.make === make)]));
  }
  return loaded;
}

export function parseDemoMakes(text: string): readonly DemoMake[] {
  const what = "the demo's makes";
  const unique = new UniqueNames(what);
  return parseTable(what, ['make', 'share', 'retained', 'engine names', 'trades'], text).map(
    ({ line, cells }) => {
      const [make, share, retained, engineNames, trades] = cells;
      unique.add(make, line);
      return {
        make,
        share: numberOf(share, what, line),
        retainedPerYear: numberOf(retained, what, line),
        engineNames: new Map(listOf(engineNames).map((name) => [name.slice(0, 1), name.slice(2)])),
        trades: listOf(trades).map((trade) => oneOf(TRADES, trade, what, line)),
      };
    },
  );
}

export function parseModels(
  text: string,
  makes: readonly DemoMake[],
  bodies: ReadonlyMap<string, Body>,
): readonly Model[] {
  const what = "the demo's models";
  const columns = ['make', 'model', 'share', 'years', 'new price', 'bodies', 'engines', 'trims'];
  return parseTable(what, columns, text).map(({ line, cells }) => {
    const make = makes.find((known) => known.make === cells[0]);
    if (make === undefined) throw mistake(what, line, `'${cells[0]}' is none of the demo's makes`);
    try {
      return {
        make,
        name: cells[1],
        share: numberOf(cells[2], what, line),
        years: parseYears(cells[3]),
        newPriceGbp: numberOf(cells[4], what, line),
        bodies: parseBodyOptions(cells[5], bodies),
        engines: parseEngines(cells[6], make.engineNames),
        trims: parseTrims(cells[7]),
      };
    } catch (error) {
      throw error instanceof EntryError ? mistake(what, line, error.message) : error;
    }
  });
}

/** The models sold new in `year`, weighted so that each make has its share whatever its number of models. */
export function modelsSoldIn(year: number): Weighted<{ readonly model: Model; readonly weight: number }> {
  const rows = Array.from(catalogue()).flatMap(([make, all]) => {
    const models = all.filter((model) => covers(model.years, year));
    const total = models.reduce((sum, model) => sum + model.share, 0);
    return models.map((model) => ({ model, weight: (make.share * model.share) / total }));
  });
  return weighted(rows, ({ weight }) => weight);
}

export interface TrimOption {
  readonly trim: Trim;
  /** The engines available with it; not empty. */
  readonly engines: readonly Engine[];
}

/** Options of a model in a year: any body with any trim. Most common first. */
export interface ModelYear {
  readonly bodies: readonly BodyOption[];
  readonly trims: readonly TrimOption[];
}

export function modelYear(model: Model, year: number): ModelYear {
  const engines = model.engines.filter((engine) => covers(engine.years, year));
  const trims = model.trims.filter((trim) => covers(trim.years, year));
  const reserved = new Set(model.trims.map((trim) => trim.engine));
  return {
    bodies: model.bodies.filter((body) => covers(body.years, year)),
    trims: trims
      .map((trim) => ({
        trim,
        engines: engines.filter(({ code }) => (trim.engine ? code === trim.engine : !reserved.has(code))),
      }))
      .filter((option) => option.engines.length > 0),
  };
}
