// The benchmark's queries: fourteen classes, equal for equal seeds, and drawn from the stock.
import { describe, expect, it } from 'vitest';
import { corpus } from '../../bench/corpus/corpus.ts';
import { ReservoirSampler } from '../../bench/corpus/stock-source.ts';
import { distinctTargets, drawQueries } from '../../bench/corpus/workload.ts';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { parseQuery } from '../../src/query/parse-query.ts';

const GAZETTEER = loadGazetteer();

function sampleOf(size: number) {
  const sampler = new ReservoirSampler(1);
  for (const listing of corpus({ size, seed: 1 })) sampler.add(listing);
  return sampler.sample(GAZETTEER);
}

const SAMPLE = sampleOf(1000);
const CLASSES = drawQueries(SAMPLE, 20, 1);

/** Parameters of each class's queries, each set of names once. */
const namesOf = (className: string): string[] => {
  const queries = CLASSES.find(({ name }) => name === className)?.queries ?? [];
  return [...new Set(queries.map((pairs) => pairs.map(([name]) => name).join(' ')))];
};

const valuesOf = (className: string, parameter: string): string[] => {
  const queries = CLASSES.find(({ name }) => name === className)?.queries ?? [];
  return queries.flatMap((pairs) => pairs.flatMap(([name, value]) => (name === parameter ? [value] : [])));
};

describe('the queries', () => {
  it.each([
    ['Q1', 'sort'],
    ['Q2', 'make model sort'],
    ['Q3', 'make model year_max price_max sort'],
    ['Q4', 'fuel_type transmission location distance sort'],
    ['Q5', 'price_min price_max miles_max year_min sort'],
    ['Q6', 'q sort'],
    ['Q7', 'q sort'],
    ['Q8', 'make engine_min engine_max transmission sort page'],
    ['Q9', 'dealer sort'],
    ['Q10', 'price_max location distance sort'],
    ['Q11', 'q sort'],
    ['Q12', 'make sort'],
    ['Q13', 'make fuel_type sort'],
    ['Q14', 'q sort'],
  ])('of %s ask for %s', (className, names) => {
    expect(namesOf(className)).toEqual([names]);
  });

  it.each([
    ['Q1', 'year_desc'],
    ['Q2', 'price_asc'],
    ['Q3', 'price_asc'],
    ['Q4', 'distance'],
    ['Q5', 'miles_asc'],
    ['Q6', 'relevance'],
    ['Q7', 'relevance'],
    ['Q8', 'year_desc'],
    ['Q9', 'price_desc'],
    ['Q10', 'distance'],
    ['Q11', 'relevance'],
    ['Q12', 'price_asc'],
    ['Q13', 'price_asc'],
    ['Q14', 'relevance'],
  ])('of %s are sorted by %s', (className, sort) => {
    expect(new Set(valuesOf(className, 'sort'))).toEqual(new Set([sort]));
  });

  it('match the description of their class', () => {
    expect(new Set(valuesOf('Q4', 'fuel_type'))).toEqual(new Set(['Diesel']));
    expect(new Set(valuesOf('Q4', 'distance'))).toEqual(new Set(['3']));
    expect(new Set(valuesOf('Q8', 'page'))).toEqual(new Set(['50']));
    expect(new Set(valuesOf('Q10', 'distance'))).toEqual(new Set(['5']));
    for (const q of [...valuesOf('Q6', 'q'), ...valuesOf('Q7', 'q')]) expect(q.split(' ')).toHaveLength(2);
    for (const q of valuesOf('Q11', 'q')) expect(q.split(' ').length).toBeGreaterThanOrEqual(3);
    for (const makes of valuesOf('Q12', 'make')) expect(makes.split(',')).toHaveLength(4);
    expect(new Set(valuesOf('Q13', 'fuel_type'))).toEqual(new Set(['-Petrol', '-Diesel']));
    for (const q of valuesOf('Q14', 'q')) expect(q.split(' ')[1]).toBe('or');
    for (const dealers of valuesOf('Q9', 'dealer')) expect(dealers.split(',')).toHaveLength(3);
  });

  it('are all accepted by the search', () => {
    for (const { queries } of CLASSES) {
      for (const pairs of queries) expect(parseQuery(pairs, GAZETTEER, { strict: true }).ignored).toEqual([]);
    }
  });

  it('are the same for the same seed, and others for another', () => {
    expect(drawQueries(SAMPLE, 20, 1)).toEqual(CLASSES);
    expect(drawQueries(SAMPLE, 20, 2)).not.toEqual(CLASSES);
  });
});

describe('the sample', () => {
  it('has a price that about 60 % of the stock meet', () => {
    const stock = [...corpus({ size: 1000, seed: 1 })];
    const meeting = stock.filter(({ priceGbp }) => priceGbp !== null && priceGbp <= SAMPLE.priceCapGbp);
    expect(meeting.length).toBeGreaterThanOrEqual(590);
    expect(meeting.length).toBeLessThanOrEqual(610);
  });

  it('is no larger however large the stock is', () => {
    expect(sampleOf(25_000).listings.length).toBeLessThan(20_000);
  });

  it('refuses a stock that nothing could be asked about', () => {
    expect(() => new ReservoirSampler(1).sample(GAZETTEER)).toThrow('the stock has no listing with make');
  });
});

it('the requests of a load all differ', () => {
  const targets = distinctTargets(SAMPLE, 1, 500);
  expect(targets).toHaveLength(500);
  expect(new Set(targets).size).toBe(500);
  expect(targets.filter((target) => !/^\/api\/v1\/vehicles\/\?[a-z_]+=[^ ]+$/.test(target))).toEqual([]);
});
