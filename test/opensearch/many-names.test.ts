// Searches with as many values as parameters take.
import { expect, it } from 'vitest';
import { ukModels } from '../../src/vehicle/models.ts';
import { carLine } from '../support/car-line.ts';
import { onSharedCluster } from './on-cluster.ts';
import { followedStock } from './published-stock.ts';

const MODELS = ukModels().models;
const MAKES = [...new Set(MODELS.map(({ make }) => make))].slice(0, 100);
const TRIMS = ['SE', 'S', 'Sport', 'Zetec', 'GTI', 'ST-Line', '320d', 'AMG Line', 'M Sport', 'SE L', 'Match'];

function some(count: number, textAt: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => textAt(i)).join();
}

function titleAt(i: number): string {
  return `${MODELS[(i * 7) % MODELS.length].model} ${TRIMS[i % 11]} ${TRIMS[(i * 3) % 11]}`;
}

onSharedCluster('a search', (urls) => {
  it('of as many makes and models as it takes finds on a cluster what it finds in a folder', async () => {
    const cars = Array.from({ length: 300 }, (_, i) => {
      const { make } = MODELS[(i * 7) % MODELS.length];
      return carLine(i, { make, model: titleAt(i) });
    });
    const { embedded, clustered } = await followedStock(urls, cars);
    const makes = MAKES.join();
    const searches: Record<string, string>[] = [
      { make: makes, model: some(100, (i) => MODELS[(i * 19) % MODELS.length].model) },
      { make: makes, model: some(100, (i) => `-${MODELS[(i * 19) % MODELS.length].model}`) },
      { make: makes, model: some(100, (i) => `Zwq${i}x`) },
      { make: makes, model: some(20, (i) => some(3, (j) => TRIMS[(i + j) % 11]).replaceAll(',', ' ')) },
      { model: some(100, (i) => `${MODELS[(i * 7) % MODELS.length].model} ${TRIMS[i % 11]}`) },
      { make: makes, model: some(100, titleAt) },
      { make: makes, model: some(100, (i) => `-${titleAt(i)}`), q: 'sport or zetec' },
      { make: makes, model: some(100, (i) => `Zwq${i}x SE L`) },
    ];
    for (const search of searches) {
      const totals = await Promise.all(
        [embedded, clustered].map(async ({ service }) => {
          const { total, hits } = await service.search(service.parse(Object.entries(search)).query);
          return [total, ...hits.map(({ id }) => id)];
        }),
      );
      expect(totals[1], JSON.stringify(search).slice(0, 60)).toEqual(totals[0]);
    }
  }, 300_000);
});
