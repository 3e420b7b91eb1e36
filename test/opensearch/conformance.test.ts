// The contract's cases on a cluster, after one import or after many that replaced and withdrew listings.
import { STOCK_LINES, UNIT_POSTCODES, WITHDRAWN_LINE } from '../support/fixtures.ts';
import { askService } from '../conformance/in-process.ts';
import { holdToEveryCase, type Surface } from '../conformance/surface.ts';
import { onSharedCluster } from './on-cluster.ts';
import { PublishedStock } from './published-stock.ts';

async function surfaceOf(
  urls: readonly string[],
  fill: (stock: PublishedStock) => Promise<void>,
): Promise<Surface> {
  const stock = new PublishedStock(urls);
  await stock.folder.importPostcodes(UNIT_POSTCODES);
  await fill(stock);
  const search = await stock.open();
  return {
    sendRequest: (query, { strict }) => askService(search.service, query, strict),
    close: () => stock.remove(),
  };
}

onSharedCluster('on a cluster', (urls) => {
  holdToEveryCase('one import', () =>
    surfaceOf(urls, async (stock) => {
      await stock.folder.import(STOCK_LINES, { merge: false });
      await stock.publish();
    }),
  );

  holdToEveryCase('one import after another, published each time', () =>
    surfaceOf(urls, async (stock) => {
      // Under a wrong price first, then as they are; at last a whole run, which withdraws.
      const wrong = STOCK_LINES.slice(0, 20).map((line) => line.replace(/"price":[0-9]+/, '"price":123'));
      await stock.folder.import([WITHDRAWN_LINE, ...wrong], { merge: true });
      await stock.publish();
      for (let start = 0; start < STOCK_LINES.length; start += 14) {
        await stock.folder.import(STOCK_LINES.slice(start, start + 14), { merge: true });
        await stock.publish();
      }
      await stock.folder.import(STOCK_LINES, { merge: false });
      await stock.publish();
    }),
  );
});
