// The stock behind a real socket.
import { serverFor, listen } from '../support/server.ts';
import { STOCK_LINES, UNIT_POSTCODES, WITHDRAWN_LINE } from '../support/fixtures.ts';
import { DataFolder } from '../support/data-folder.ts';
import { BASE_URL } from './surface.ts';

export interface RunningServer {
  readonly port: number;
  close(): Promise<void>;
}

/** A server on a free port over the stock, from which one more listing was withdrawn. */
export async function startServer(): Promise<RunningServer> {
  const folder = new DataFolder();
  await folder.importPostcodes(UNIT_POSTCODES);
  await folder.import([WITHDRAWN_LINE], { merge: true });
  await folder.import(STOCK_LINES, { merge: false });
  return serveFolder(folder);
}

/** The same over any folder, which is removed when the server closes. */
export async function serveFolder(folder: DataFolder): Promise<RunningServer> {
  const search = await folder.open();
  await search.catchUp();
  const app = serverFor(search.service, { baseUrl: BASE_URL });
  return {
    port: Number(new URL(await listen(app)).port),
    close: async () => {
      await app.close();
      await folder.remove();
    },
  };
}
