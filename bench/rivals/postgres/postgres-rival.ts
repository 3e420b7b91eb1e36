// PostgreSQL: a server of our own beside this process, asked over its socket as an application would.
import { Session, PACKAGE } from './session.ts';
import { listingKeyOf } from '../stock-row.ts';
import { StockNumbers } from '../listing-columns.ts';
import { loadPackage, whyNotLoaded } from '../package-loader.ts';
import { questionOf, type Question } from '../question.ts';
import type { Found, OpenRival, Rival } from '../rival.ts';
import { askListings, type Found as FoundKeys } from './listing-questions.ts';
import { loadStock } from './loader.ts';
import { askPlaces } from './place-questions.ts';
import { findPrograms, serverIdentity, startServer, versionOf } from './server.ts';
import { askText } from './text-questions.ts';

export const POSTGRES: Rival = {
  name: 'PostgreSQL',
  find: async () => find(),
  refuses: () => undefined,

  async open(): Promise<OpenRival> {
    const programs = findPrograms();
    if (programs === undefined) throw new Error('PostgreSQL was not found');
    const server = await startServer(programs);
    const session = await Session.open(server);
    const numbers = new StockNumbers();
    let years: readonly number[] = [];
    return {
      async load(listings, gazetteer, onProgress) {
        await loadStock(server, session, numbers, listings, gazetteer, onProgress);
        const rows = await session.rows({ text: 'SELECT DISTINCT year_down FROM listing', values: [] });
        years = rows.map(([year]) => Number(year));
      },
      async ask(query) {
        const question = questionOf(query, numbers);
        if (question === undefined) return { total: 0, ids: [] };
        const { total, keys } = await answer(session, question, years);
        return { total, ids: keys.map(listingKeyOf) };
      },
      bytes: () => session.number({ text: 'SELECT pg_database_size(current_database())', values: [] }),
      async close() {
        await session.close();
        await server.stop();
      },
    };
  },
};

function find(): Found {
  const programs = findPrograms();
  if (programs === undefined) {
    return {
      found: false,
      why: 'PostgreSQL is not installed (apt-get install postgresql postgresql-contrib)',
    };
  }
  try {
    loadPackage(PACKAGE);
  } catch (error) {
    return { found: false, why: whyNotLoaded(PACKAGE, error) };
  }
  try {
    serverIdentity();
  } catch {
    return {
      found: false,
      why: 'the server does not run as root, and there is no user postgres to run it as',
    };
  }
  return { found: true, version: versionOf(programs) };
}

function answer(session: Session, question: Question, years: readonly number[]): Promise<FoundKeys> {
  const { words, circle, order } = question;
  if (words !== undefined) return askText(session, question, words);
  if (circle !== undefined || order.by === 'distance') return askPlaces(session, question, years);
  return askListings(session, question, years);
}
