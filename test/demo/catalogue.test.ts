// The catalogue: a row that cannot be read, or a year without anything to buy, would only show in some seeds.
import { describe, expect, it } from 'vitest';
import { MODELS, modelsSoldIn, modelYear } from '../../src/demo/catalogue/catalogue.ts';
import { modelsOf, type ModelRow } from '../../src/demo/catalogue/catalogue-format.ts';

function firstOf(...models: ModelRow[]) {
  return modelsOf({ make: 'Ford', share: 1, retainedPerYear: 0.9, engineNames: { D: 'TDCi' }, models })[0];
}

describe('a row of the catalogue', () => {
  it('becomes a model', () => {
    const row: ModelRow = ['Focus', 1, '2005-2025', 20_000, 'hatchback 3dr -2010', '1.6D MA', 'Zetec'];
    expect(firstOf(row)).toEqual({
      make: 'Ford',
      name: 'Focus',
      share: 1,
      years: { from: 2005, to: 2025 },
      newPriceGbp: 20_000,
      retainedPerYear: 0.9,
      bodies: [{ body: 'hatchback', doors: 3, years: { from: -Infinity, to: 2010 } }],
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
    const row: ModelRow = [
      'Fiesta',
      1,
      '2008-',
      18_000,
      'hatchback',
      '1.0P M, 1.5P M',
      'Zetec, ST =1.5P +30%',
    ];
    const model = firstOf(row);
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
    ['years', ['Focus', 1, 'always', 1, 'hatchback', '1.0P M', 'SE']],
    ['body', ['Focus', 1, '2005-', 1, 'hovercraft', '1.0P M', 'SE']],
    ['engine', ['Focus', 1, '2005-', 1, 'hatchback', '1.0 M', 'SE']],
    ['gearbox', ['Focus', 1, '2005-', 1, 'hatchback', '1.0P', 'SE']],
  ] satisfies [string, ModelRow][])('is refused for an unreadable %s', (_, row) => {
    expect(() => firstOf(row)).toThrow(/ is no /);
  });
});

describe('the catalogue', () => {
  it('has a body, a trim and an engine for every model in every year it was sold', () => {
    for (const model of MODELS) {
      for (let year = Math.max(model.years.from, 2007); year <= Math.min(model.years.to, 2036); year++) {
        const { bodies, trims } = modelYear(model, year);
        expect(bodies.length, `${model.make} ${model.name} ${year}`).toBeGreaterThan(0);
        expect(trims.length, `${model.make} ${model.name} ${year}`).toBeGreaterThan(0);
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
      for (const { engine } of trims) if (engine) expect(codes, `${make} ${name}`).toContain(engine);
    }
  });

  it('sells nothing before there were cars, and something in every year of the stock', () => {
    expect(modelsSoldIn(1800).values).toEqual([]);
    for (let year = 2007; year <= 2030; year++) expect(modelsSoldIn(year).values.length).toBeGreaterThan(50);
  });
});
