// The cases on the plain model, so that the model means what the contract says.
import { ReloadingGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { SearchService } from '../../src/search/search-service.ts';
import { postcodeTablePath } from '../../src/store/paths.ts';
import { ReferenceModel } from '../support/reference-model.ts';
import { listingsOf, STOCK_LINES, UNIT_POSTCODES } from '../support/fixtures.ts';
import { DataFolder } from '../support/data-folder.ts';
import { askService } from './in-process.ts';
import { holdToEveryCase } from './surface.ts';

holdToEveryCase('the plain model', async () => {
  const folder = new DataFolder();
  await folder.importPostcodes(UNIT_POSTCODES);
  const gazetteer = new ReloadingGazetteer(postcodeTablePath(folder.path)).current;
  const index = new ReferenceModel(await listingsOf(STOCK_LINES), gazetteer);
  const adverts = { findAdvert: () => ({ state: 'unknown' }) as const };
  const status = {
    listings: index.size,
    damaged: false,
    sequence: 1,
    writtenBy: '1.4.0',
    dealers: 0,
    duplicates: { adverts: 0, registrations: 0, vins: 0 },
    feeds: [],
    imports: [],
  };
  const service = new SearchService({ index, adverts, gazetteer: () => gazetteer, status: () => status });
  return {
    sendRequest: (query, { strict }) => askService(service, query, strict),
    close: () => folder.remove(),
  };
});
