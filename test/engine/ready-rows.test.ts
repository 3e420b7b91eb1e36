// The ways of searching that use answers which lie ready, held to the model (nearby) and to the general way (grouped).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findGrouped } from '../../src/engine/grouped-rows.ts';
import { findNearby } from '../../src/engine/nearby-rows.ts';
import type { OrderedRow } from '../../src/engine/ordered-rows.ts';
import { orderedRows } from '../../src/engine/ordered-rows.ts';
import { compileFilters, findMatches } from '../../src/engine/plan.ts';
import type { EngineQuery, Order } from '../../src/engine/schema.ts';
import { search } from '../../src/engine/search.ts';
import { Snapshot } from '../../src/engine/snapshot.ts';
import { searchModel } from './engine-model.ts';
import { anyPoint, sampleRows, schema, segmentOf } from './sample-rows.ts';

const rows = sampleRows(700, 21);
const dead = Array.from({ length: 130 }, (_, i) => `k${i * 5}`);
const whole = Snapshot.of(segmentOf(rows));
const thinned = whole.with(null, dead);
const alive = rows.filter(({ key }) => !dead.includes(key));

const anyRange = (field: string, values: readonly number[]) =>
  fc
    .tuple(fc.constantFrom(...values), fc.constantFrom(...values, Infinity))
    .map(([min, max]) => ({ field, min, max }));
const someRanges = fc
  .tuple(
    fc.option(anyRange('price', [-Infinity, 0, 3, 9, 15]), { nil: undefined }),
    fc.option(anyRange('year', [-Infinity, 2015, 2016, 2018]), { nil: undefined }),
  )
  .map((ranges) => ranges.filter((range) => range !== undefined));
const someColour = fc
  .option(fc.constantFrom('red', 'blue'), { nil: undefined })
  .map((colour) => (colour === undefined ? [] : [{ field: 'colour', keys: [colour] }]));

describe('rows nearby', () => {
  const nearby: fc.Arbitrary<EngineQuery> = fc
    .record({
      values: someColour,
      ranges: someRanges,
      center: anyPoint,
      km: fc.constantFrom(0, 30, 120, 400, 900, 30_000),
      offset: fc.constantFrom(0, 3, 40),
      limit: fc.constantFrom(5, 100),
    })
    .map(({ center, km, ...query }) => ({
      ...query,
      radius: { center, km },
      order: { by: 'distance', from: center },
    }));

  it.each([
    ['all alive', whole, rows],
    ['some dead', thinned, alive],
  ])('are counted and ordered as the model has them, %s', (_, snapshot, living) => {
    fc.assert(
      fc.property(nearby, (query) => {
        expect(search(schema, snapshot, query)).toEqual(searchModel(schema, living, query));
      }),
      { numRuns: 120, seed: 5 },
    );
  });

  it('are found the quick way only where all filters lie ready and the circle is the order', () => {
    const [live] = whole.segments;
    const radius = { center: { lat: 51.5, lng: -0.13 }, km: 50 };
    const far: Order = { by: 'distance', from: { lat: 53, lng: -1 } };
    const near: Order = { by: 'distance', from: radius.center };
    const { segment } = live;
    expect(findNearby(live, radius, near, [segment.values('colour').filter(['red'])])).toBeDefined();
    expect(findNearby(live, radius, near, [segment.numbers('year').filter(2016, 2017)])).toBeDefined();
    expect(findNearby(live, radius, far, [])).toBeUndefined();
    expect(findNearby(live, radius, near, [segment.numbers('weight').filter(0, 1)])).toBeUndefined();
    expect(
      findNearby(live, radius, near, [segment.values('colour').filter(['red', 'blue'])]),
    ).toBeUndefined();
  });
});

describe('rows of one value', () => {
  const orders: readonly Order[] = [
    ...schema.numbers.flatMap((field): Order[] => [
      { by: 'number', field, direction: 'ascending' },
      { by: 'number', field, direction: 'descending' },
    ]),
    { by: 'distance', from: { lat: 51.5, lng: -0.13 } },
  ];
  const grouped = fc.record({
    values: fc.constantFrom('red', 'blue', 'grey').map((colour) => [{ field: 'colour', keys: [colour] }]),
    ranges: someRanges,
    order: fc.constantFrom(...orders),
    offset: fc.constantFrom(0, 1, 7, 60),
    limit: fc.constantFrom(3, 1000),
  });

  function drawn(order: Iterator<OrderedRow>, count: number): OrderedRow[] {
    const found: OrderedRow[] = [];
    while (found.length < count) {
      const next = order.next();
      if (next.done === true) break;
      found.push(next.value);
    }
    return found;
  }

  it.each([
    ['all alive', whole],
    ['some dead', thinned],
  ])('are the same as by the general way, %s', (_, snapshot) => {
    const [live] = snapshot.segments;
    let quick = 0;
    fc.assert(
      fc.property(grouped, (query) => {
        const matches = findMatches(live, 0, query, undefined);
        const found = findGrouped(live, query.order, compileFilters(live, 0, query, undefined), 0);
        if (found === undefined) return;
        quick++;
        expect(found.total).toBe(matches.total);
        const { order, offset: skip, limit } = query;
        const general = { segment: live.segment, index: 0, matches, order, words: [], most: skip + limit };
        expect(drawn(found.draw(skip, skip + limit), limit)).toEqual(
          drawn(orderedRows(general), skip + limit).slice(skip),
        );
      }),
      { numRuns: 1200, seed: 3 },
    );
    expect(quick).toBeGreaterThan(100);
  });

  it('are left to the other ways where they are few, or where another filter keeps fewer', () => {
    const [live] = whole.segments;
    const order = orders[2];
    const filters = (max: number) => [
      live.segment.values('colour').filter(['red']),
      live.segment.numbers('year').filter(-Infinity, max),
    ];
    expect(findGrouped(live, order, filters(2019), 0)).toBeDefined();
    expect(findGrouped(live, order, filters(2019))).toBeUndefined();
    expect(findGrouped(live, order, filters(2015), 0)).toBeUndefined();
    expect(findGrouped(live, { by: 'relevance' }, filters(2019), 0)).toBeUndefined();
  });
});
