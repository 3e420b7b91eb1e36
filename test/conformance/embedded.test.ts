// The cases on the embedded index, after one import or after many that replaced and withdrew listings: then it has
// several segments with dead rows.
import type { SearchBackend } from '../../src/search/search-backend.ts';
import { STOCK_LINES, UNIT_POSTCODES, WITHDRAWN_LINE } from '../support/fixtures.ts';
import { DataFolder } from '../support/data-folder.ts';
import { askService } from './in-process.ts';
import { holdToEveryCase, type Surface } from './surface.ts';

async function surfaceOf(
  fill: (folder: DataFolder, search: SearchBackend) => Promise<void>,
): Promise<Surface> {
  const folder = new DataFolder();
  await folder.importPostcodes(UNIT_POSTCODES);
  const search = await folder.open();
  await fill(folder, search);
  return {
    sendRequest: (query, { strict }) => askService(search.service, query, strict),
    close: () => folder.remove(),
  };
}

holdToEveryCase('one import', () =>
  surfaceOf(async (folder, search) => {
    await folder.import(STOCK_LINES, { merge: false });
    await search.catchUp();
  }),
);

holdToEveryCase('one import after another, followed each time', () =>
  surfaceOf(async (folder, search) => {
    // Under a wrong price first, then as they are; at last a whole run, which withdraws.
    const wrong = STOCK_LINES.slice(0, 20).map((line) => line.replace(/"price":[0-9]+/, '"price":123'));
    await folder.import([WITHDRAWN_LINE, ...wrong], { merge: true });
    await search.catchUp();
    for (let start = 0; start < STOCK_LINES.length; start += 7) {
      await folder.import(STOCK_LINES.slice(start, start + 7), { merge: true });
      await search.catchUp();
    }
    await folder.import(STOCK_LINES, { merge: false });
    await search.catchUp();
  }),
);
