// PostgreSQL: the benchmark's own server beside this process, queried over its socket as an application would.
import {
  findPackage,
  PYTHON_INSTALLATION,
  type EngineAvailability,
  type OpenEngine,
  type OtherEngine,
} from '../engine.ts';
import { NumberedStock } from '../numbered-stock.ts';
import { sql, sqlQueryOf } from '../sql-query.ts';
import { loadStock } from './load-stock.ts';
import { findListings, findPlaces } from './queries.ts';
import { findPrograms, serverIdentity, startServer, versionOf } from './server.ts';
import { PACKAGE, Session } from './session.ts';
import { findText } from './word-queries.ts';

export const POSTGRES: OtherEngine = {
  name: 'PostgreSQL',
  find,
  unsupported: () => undefined,

  async open(): Promise<OpenEngine> {
    const programs = findPrograms();
    if (programs === undefined) throw new Error('PostgreSQL was not found');
    const server = await startServer(programs);
    const session = await Session.open(server);
    const stock = new NumberedStock();
    let years: readonly number[] = [];
    return {
      async load(listings, gazetteer, onProgress) {
        await loadStock(server, session, stock, listings, gazetteer, onProgress);
        years = (await session.texts(sql('SELECT DISTINCT year_down FROM listing'))).map(Number);
      },
      async search(searchQuery) {
        const query = sqlQueryOf(searchQuery, stock);
        if (query === undefined) return { total: 0, ids: [] };
        const { words, radius, order } = query;
        const find = radius !== undefined || order.by === 'distance' ? findPlaces : findListings;
        const found = words === undefined ? find(session, query, years) : findText(session, query, words);
        const { total, keys } = await found;
        return { total, ids: keys };
      },
      bytes: () => session.number(sql('SELECT pg_database_size(current_database())')),
      async close() {
        await session.close();
        await server.stop();
      },
    };
  },
};

async function find(): Promise<EngineAvailability> {
  const programs = findPrograms();
  const missing = (reason: string): EngineAvailability => ({ isAvailable: false, reason });
  if (programs === undefined) return missing(`PostgreSQL is not installed (${PYTHON_INSTALLATION})`);
  const client = await findPackage(PACKAGE);
  if (!client.isAvailable) return client;
  try {
    serverIdentity();
  } catch {
    return missing('the server does not run as root, and there is no user postgres to run it as');
  }
  return { isAvailable: true, version: versionOf(programs) };
}
