import { describe, expect, it, vi } from 'vitest';
import { runInSlices } from '../../src/engine/time-slices.ts';
import { StockNames } from '../../src/stock/stock-names.ts';

const NAMES = await runInSlices(
  StockNames.build(
    ['Ford', 'Volkswagen', 'Audi', 'Wombat', 'Wombot', 'BMW'],
    [
      'Ford\tFiesta 1.0 Zetec',
      'Ford\tFocus Titanium',
      'Volkswagen\tGolf 2.0 GTI Match',
      'Volkswagen\tGolf Black Edition',
      'Audi\tA3 Black Edition',
      'BMW\t3 Series 320d Touring',
      'Wombat\tDigger GT',
      '\tQuillon',
    ],
  ),
);

describe('names that no listing has', () => {
  it.each([
    [{ make: { any: ['Frod'] } }, { make: { any: ['Ford'] } }, [['make', 'Frod', 'Ford']]],
    [{ make: { none: ['Fordd'] } }, { make: { none: ['Ford'] } }, [['make', 'Fordd', 'Ford']]],
    [
      { make: { any: ['BMW', 'volkswagn'] } },
      { make: { any: ['BMW', 'Volkswagen'] } },
      [['make', 'volkswagn', 'Volkswagen']],
    ],
    [{ model: { any: ['Feista'] } }, { model: { any: ['Fiesta'] } }, [['model', 'Feista', 'Fiesta']]],
    [
      { make: { any: ['Frod'] }, model: { any: ['Fista Zetec'] } },
      { make: { any: ['Ford'] }, model: { any: ['Fiesta Zetec'] } },
      [
        ['make', 'Frod', 'Ford'],
        ['model', 'Fista Zetec', 'Fiesta Zetec'],
      ],
    ],
    [{ model: { any: ['3 Sereis'] } }, { model: { any: ['3 Series'] } }, [['model', '3 Sereis', '3 Series']]],
    [
      { model: { any: ['Golf Macth'] } },
      { model: { any: ['Golf Match'] } },
      [['model', 'Golf Macth', 'Golf Match']],
    ],
    [{ model: { any: ['Quilon'] } }, { model: { any: ['Quillon'] } }, [['model', 'Quilon', 'Quillon']]],
    [
      { model: { any: ['Forrd Focus'] } },
      { model: { any: ['Ford Focus'] } },
      [['model', 'Forrd Focus', 'Ford Focus']],
    ],
  ] as const)('%j are read as %j', (sent, read, corrections) => {
    expect(NAMES.correct({ ...sent, page: 1 })).toEqual({
      query: { ...read, page: 1 },
      corrections: corrections.map(([parameter, from, to]) => ({ parameter, from, to })),
    });
  });

  it.each([
    ['that listings have', { make: { any: ['Ford'] }, model: { any: ['Golf'] } }],
    ['of a make that is only not in stock', { make: { any: ['Opel'] } }],
    ['of a model that is only not in stock', { model: { any: ['Polo'] } }],
    ['of a listing without a make', { make: { any: ['???'] }, model: { any: ['Quilon'] } }],
    ['of another make', { make: { any: ['Ford'] }, model: { any: ['Gofl'] } }],
    ['two slips away', { make: { any: ['Wobmta'] }, model: { any: ['Fzzsta'] } }],
    ['as near to two', { make: { any: ['Wombit'] } }],
    ['with a digit', { model: { any: ['A33'] } }],
    ['of three letters', { make: { any: ['Fod'] } }],
    ['between quotes', { make: { any: ['"Frod"'] }, model: { any: ['"Feista"'] } }],
  ] as const)('%s are taken as they are', (_, sent) => {
    const query = { ...sent, page: 1 };
    expect(NAMES.correct(query)).toEqual({ query, corrections: [] });
  });

  it('are read the same whichever names were read before', async () => {
    const names = await runInSlices(StockNames.build(['Ford'], ['Ford\tFiesta Zetec']));
    const read = (make: string[], model: string[]) =>
      names.correct({ make: { any: make }, model: { any: model }, page: 1 }).corrections;
    expect(read(['Austin/Rover'], [])).toEqual([]);
    expect(read(['Austin|Rover'], [])).toEqual([]);
    expect(read([], ['Feista\nFord'])).toEqual([]);
    expect(read(['Ford'], ['Feista'])).toEqual([{ parameter: 'model', from: 'Feista', to: 'Fiesta' }]);
  });
});

describe('a hundred names of a hundred makes', () => {
  const texts = (beginning: string) => Array.from({ length: 100 }, (_, i) => `${beginning}${'x'.repeat(i)}`);

  it.each([
    ['that no listing has', texts('Zwq')],
    ['of words that listings have, but not together', texts('').map((_, i) => `Fiesta M${i}`)],
  ])('%s are not looked for in each title', async (_, model) => {
    const makes = texts('Make');
    const titles = Array.from({ length: 400 }, (_, i) => `${makes[i % 100]}\tFocus M${i % 100} ${i}`);
    const names = await runInSlices(StockNames.build(makes, [...titles, `${makes[7]}\tFiesta Zetec`]));
    const includes = vi.spyOn(Array.prototype, 'includes');
    const { corrections } = names.correct({ make: { any: makes }, model: { any: model }, page: 1 });
    const looks = includes.mock.calls.length;
    includes.mockRestore();
    expect(corrections).toEqual([]);
    expect(looks).toBeLessThan(100_000);
  });
});

it('trims that no title has together are looked for once, not once for each make', async () => {
  const trim = (i: number) => `Trim${i % 7}`;
  const makes = Array.from({ length: 100 }, (_, i) => `Make${'x'.repeat(i)}`);
  const titles = Array.from(
    { length: 4000 },
    (_, i) => `${makes[i % 100]}\tFocus ${trim(i)} ${trim(3 * i + 1)} ${i}`,
  );
  const names = await runInSlices(StockNames.build(makes, titles));
  const includes = vi.spyOn(Array.prototype, 'includes');
  names.correct({ make: { any: makes }, model: { any: ['Trim0 Trim1 Trim2 Trim3'] }, page: 1 });
  const looks = includes.mock.calls.length;
  includes.mockRestore();
  expect(looks).toBeLessThan(2000);
});

describe('names of a stock that replaces another', () => {
  it('are those of its own titles', async () => {
    const titles = ['Ford\tFocus Titanium', 'Ford\tKuga Vignale'];
    const names = await runInSlices(StockNames.build(['Ford'], titles, NAMES));
    const read = (model: string) => names.correct({ model: { any: [model] }, page: 1 }).query.model?.any;
    expect(read('Focsu')).toEqual(['Focus']);
    expect(read('Focus Vingale')).toEqual(['Focus Vingale']);
    expect(read('Kuga Vingale')).toEqual(['Kuga Vignale']);
    expect(read('Feista')).toEqual(['Feista']);
  });
});
