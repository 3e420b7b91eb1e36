// The catalogue: a row that cannot be read, or a year without anything to buy, would only show in some seeds.
import { describe, expect, it } from 'vitest';
import {
  catalogue,
  modelsSoldIn,
  modelYear,
  parseDemoMakes,
  parseModels,
  type Model,
} from '../../src/demo/catalogue.ts';
import { parseBodies } from '../../src/demo/tables.ts';

const MODELS = [...catalogue().values()].flat();

/** The model of a line below that of the make Ford. */
function modelOf(...cells: readonly string[]): Model | undefined {
  const makes = parseDemoMakes('make\tshare\tretained\tengine names\ttrades\nFord\t1\t0.9\tD TDCi');
  const bodies = parseBodies('body\tin adverts\tdoors\tkinds\nhatchback\thatchback\t5\tcar | small');
  const header = 'make\tmodel\tshare\tyears\tnew price\tbodies\tengines\ttrims';
  return parseModels(`${header}\n${cells.join('\t')}`, makes, bodies)[0];
}

describe('a row of the catalogue', () => {
  it('becomes a model', () => {
    const row = ['Ford', 'Focus', '1', '2005-2025', '20000', 'hatchback 3dr -2010', '1.6D MA', 'Zetec'];
    expect(modelOf(...row)).toEqual({
      make: {
        make: 'Ford',
        share: 1,
        retainedPerYear: 0.9,
        engineNames: new Map([['D', 'TDCi']]),
        trades: [],
      },
      name: 'Focus',
      share: 1,
      years: { from: 2005, to: 2025 },
      newPriceGbp: 20_000,
      bodies: [
        {
          body: { name: 'hatchback', inAdverts: 'hatchback', doors: 5, kinds: ['car', 'small'] },
          doors: 3,
          years: { from: -Infinity, to: 2010 },
        },
      ],
      engines: [
        {
          code: '1.6D',
          label: '1.6 TDCi',
          fuel: 'Diesel',
          plugIn: false,
          litres: 1.6,
          batteryKwh: null,
          transmissions: ['Manual', 'Automatic'],
          years: { from: -Infinity, to: Infinity },
        },
      ],
      trims: [{ name: 'Zetec', engine: undefined, priceFactor: 1, years: { from: -Infinity, to: Infinity } }],
    });
  });

  it('offers an engine that a trim names with that trim only', () => {
    const row = ['Fiesta', '1', '2008-', '18000', 'hatchback', '1.0P M | 1.5P M', 'Zetec | ST =1.5P +30%'];
    const model = modelOf('Ford', ...row);
    if (model === undefined) throw new Error('no model');
    const options = modelYear(model, 2020).trims.map(({ trim, engines }) => [
      trim.name,
      trim.priceFactor,
      ...engines.map(({ code }) => code),
    ]);
    expect(options).toEqual([
      ['Zetec', 1, '1.0P'],
      ['ST', 1.3, '1.5P'],
    ]);
  });

  it.each([
    ["'Fjord' is none of the demo's makes", 'Fjord', '1', '2005-', '1', 'hatchback', '1.0P M'],
    ["'much' is not a number", 'Ford', 'much', '2005-', '1', 'hatchback', '1.0P M'],
    ["'always' is no span of years", 'Ford', '1', 'always', '1', 'hatchback', '1.0P M'],
    ["'1,000' is not a number", 'Ford', '1', '2005-', '1,000', 'hatchback', '1.0P M'],
    ["'hovercraft' is no body style", 'Ford', '1', '2005-', '1', 'hovercraft', '1.0P M'],
    ["'1.0 M' is no engine", 'Ford', '1', '2005-', '1', 'hatchback', '1.0 M'],
    ["'1.0P' is no engine", 'Ford', '1', '2005-', '1', 'hatchback', '1.0P'],
  ])('is refused with its line: %s', (fault, make, share, years, price, bodies, engines) => {
    expect(() => modelOf(make, 'Focus', share, years, price, bodies, engines, 'SE')).toThrow(
      `the demo's models, line 2: ${fault}`,
    );
  });
});

describe('the catalogue', () => {
  it('has a body, a trim and an engine for every model in every year it was sold', () => {
    for (const model of MODELS) {
      for (let year = Math.max(model.years.from, 2007); year <= Math.min(model.years.to, 2036); year++) {
        const { bodies, trims } = modelYear(model, year);
        expect(bodies.length, `${model.make.make} ${model.name} ${year}`).toBeGreaterThan(0);
        expect(trims.length, `${model.make.make} ${model.name} ${year}`).toBeGreaterThan(0);
      }
    }
  });

  it('has trim names that hold nothing of a row but the name', () => {
    const names = MODELS.flatMap(({ trims }) => trims.map(({ name }) => name));
    expect(names.filter((name) => /[=%]|\d{4}-|-\d{4}/.test(name))).toEqual([]);
  });

  it('knows every engine that a trim names', () => {
    for (const { make, name, engines, trims } of MODELS) {
      const codes = engines.map(({ code }) => code);
      for (const { engine } of trims) if (engine) expect(codes, `${make.make} ${name}`).toContain(engine);
    }
  });

  it('sells nothing before there were cars, and something in every year of the stock', () => {
    expect(modelsSoldIn(1800).values).toEqual([]);
    for (let year = 2007; year <= 2030; year++) expect(modelsSoldIn(year).values.length).toBeGreaterThan(50);
  });
});
