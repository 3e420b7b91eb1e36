// A server over a data folder with Fords and Jaguars, whose stock can be changed.
import { expect } from 'vitest';
import type { App } from '../../../src/http/app.ts';
import { serverFor } from '../../support/server.ts';
import type { HttpOptions } from '../../../src/http/http-context.ts';
import type { StockState } from '../../../src/stock/stock-changes.ts';
import type { SearchBackend } from '../../../src/search/search-backend.ts';
import { openStore } from '../../../src/store/store.ts';
import { afterTest } from '../../support/after-test.ts';
import { carLine } from '../../support/car-line.ts';
import { DataFolder } from '../../support/data-folder.ts';

/** The body of a response that must be a 200. */
export async function readOk<T>(address: string): Promise<T> {
  const response = await fetch(address);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text) as T;
}

export interface Changes {
  readonly changes: readonly { readonly change: string; readonly advert: string }[];
  readonly cursor: string;
  readonly more: boolean;
}

export const readChanges = (address: string): Promise<Changes> => readOk(address);

/** Each change as text: `entered /3`. */
export const brief = ({ changes }: Changes): string[] =>
  changes.map(({ change, advert }) => `${change} ${new URL(advert).pathname}`);

export async function serveBackend({ service }: SearchBackend, options: Partial<HttpOptions> = {}) {
  const app = serverFor(service, options);
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), app, service };
}

/** `count` cars with the numbers from 0 and prices from 1000. */
export async function serveCars(count: number, options: Partial<HttpOptions> = {}) {
  const folder = new DataFolder();
  const search = await folder.open();
  const car = (number: number, more: object = {}): string =>
    carLine(number, {
      advert_url: `https://north.example/${number}?a=1&b=é`,
      make: number % 2 === 0 ? 'Ford' : 'Jaguar',
      ...more,
    });
  const change = async (lines: readonly string[]): Promise<void> => {
    await folder.import(lines, { merge: true });
    await search.catchUp();
  };
  const withdraw = async (id: string): Promise<void> => {
    const store = openStore(folder.path, { mode: 'write' });
    await store.write((transaction) => transaction.withdraw(`north.example/${id}`));
    await store.close();
    await search.catchUp();
  };
  const state = (): StockState => search.service.index.state;
  await change(Array.from({ length: count }, (_, number) => car(number)));
  const apps: App[] = [];
  afterTest(async () => {
    await Promise.all(apps.map((app) => app.close()));
    await folder.remove();
  });
  const serveFrom = async (backend: SearchBackend) => {
    const served = await serveBackend(backend, options);
    apps.push(served.app);
    return served;
  };
  /** Another server over the same folder, which sees later changes only when it catches up. */
  const serveBeside = async () => {
    const beside = await folder.open();
    await beside.catchUp();
    return { ...(await serveFrom(beside)), catchUp: () => beside.catchUp() };
  };
  return { ...(await serveFrom(search)), car, change, withdraw, state, serveBeside };
}
