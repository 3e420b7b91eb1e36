// Every route that a server registers, with requests that it answers: tests of a rule for all routes cannot forget one.
import type { Route } from '../../src/http/exchange.ts';
import { serveWithStats } from './serve-with-stats.ts';

/** Targets of routes that need parameters. Of all others the path is enough. */
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  '/': ['/', '/?make=Jaguar', '/?text=cheap+jaguar'],
  '/api/v1/interpret': ['/api/v1/interpret?text=cheap+jaguar'],
  '/api/v1/interpret/': ['/api/v1/interpret/?text=cheap+jaguar'],
  '/api/v1/vehicles/': ['/api/v1/vehicles/', '/api/v1/vehicles/?make=Jaguar', '/api/v1/vehicles/?make=Skoda&page=2'],
  '/api/v1/vehicles/lookup': ['/api/v1/vehicles/lookup?advert=https://valley-cars.example/1'],
  '/api/v1/vehicles/lookup/': ['/api/v1/vehicles/lookup/?advert=https://valley-cars.example/1'],
  '/cars': ['/cars?advert=https://valley-cars.example/1'],
  '/cars/': ['/cars/?advert=https://valley-cars.example/1', '/cars/'],
  '/cars/redirect': ['/cars/redirect?api_target=https://valley-cars.example/1'],
  '/cars/redirect/': ['/cars/redirect/?api_target=https://valley-cars.example/1'],
  '/page/:version/*': ['/page/old/none.js'],
  '/page/suggestions': ['/page/suggestions?text=jag'],
  '/pictures/*': ['/pictures/saloon.svg'],
  '/problems/:name': ['/problems/not-found', '/problems/none'],
}; // prettier-ignore

/** A server of the fixture with metrics and pictures, and all of its routes. */
export async function serveAndListRoutes(
  options: Parameters<typeof serveWithStats>[0] = {},
): Promise<Awaited<ReturnType<typeof serveWithStats>> & { readonly routes: readonly Route[] }> {
  const drawPicture = (path: string) =>
    path === '/pictures/saloon.svg' ? { type: 'image/svg+xml', body: '<svg/>' } : undefined;
  const running = await serveWithStats({ drawPicture, ...options });
  return { ...running, routes: running.app.routes };
}

/** Targets of GET requests that reach these routes. */
export function targetsOf(routes: readonly Route[]): string[] {
  return routes.flatMap(({ path, methods = ['GET'] }) => {
    if (!methods.includes('GET')) return [];
    const targets = TARGETS[path] ?? [path];
    if (targets.some((target) => /[:*]/.test(target.split('?')[0])))
      throw new Error(`which target has ${path}?`);
    return targets;
  });
}
