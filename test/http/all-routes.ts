// Every route that a server registers, with requests that it answers: tests of a rule for all routes cannot forget one.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { serveWithStats } from './serve-with-stats.ts';

/** Targets of routes that need parameters. Of all others the path is enough. */
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  '/': ['/', '/?make=Jaguar', '/?text=cheap+jaguar'],
  '/api/v1/interpret': ['/api/v1/interpret?text=cheap+jaguar'],
  '/api/v1/interpret/': ['/api/v1/interpret/?text=cheap+jaguar'],
  '/api/v1/vehicles/': ['/api/v1/vehicles/', '/api/v1/vehicles/?make=Jaguar', '/api/v1/vehicles/?make=Skoda&page=2'],
  '/api/v1/vehicles/lookup': ['/api/v1/vehicles/lookup?advert=https://valley-cars.example/1'],
  '/api/v1/vehicles/lookup/': ['/api/v1/vehicles/lookup/?advert=https://valley-cars.example/1'],
  '/cars/redirect': ['/cars/redirect?api_target=https://valley-cars.example/1'],
  '/cars/redirect/': ['/cars/redirect/?api_target=https://valley-cars.example/1'],
  '/page/:version/*': ['/page/old/none.js'],
  '/page/suggestions': ['/page/suggestions?text=jag'],
  '/pictures/*': ['/pictures/saloon.svg'],
  '/problems/:name': ['/problems/not-found', '/problems/none'],
}; // prettier-ignore

export interface RegisteredRoute {
  /** As it is registered, for example `/problems/:name`. */
  readonly url: string;
  readonly methods: readonly string[];
}

/** A server of the fixture with metrics and pictures, and all of its routes, each once. */
export async function serveAndListRoutes(
  options: Parameters<typeof serveWithStats>[0] = {},
): Promise<Awaited<ReturnType<typeof serveWithStats>> & { readonly routes: readonly RegisteredRoute[] }> {
  const methods = new Map<string, Set<string>>();
  const record = (message: unknown): void => {
    const { fastify } = message as { readonly fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => {
      const known = methods.get(route.url) ?? new Set();
      for (const method of [route.method].flat()) known.add(method);
      methods.set(route.url, known);
    });
  };
  subscribe('fastify.initialization', record);
  const drawPicture = (path: string) =>
    path === '/pictures/saloon.svg' ? { type: 'image/svg+xml', body: '<svg/>' } : undefined;
  const running = await serveWithStats({ drawPicture, ...options });
  unsubscribe('fastify.initialization', record);
  const routes = Array.from(methods, ([url, known]) => ({ url, methods: [...known] }));
  return { ...running, routes };
}

/** Targets of GET requests that reach these routes. */
export function targetsOf(routes: readonly RegisteredRoute[]): string[] {
  return routes.flatMap(({ url, methods }) => {
    if (!methods.includes('GET')) return [];
    const targets = TARGETS[url] ?? [url];
    if (targets.some((target) => /[:*]/.test(target.split('?')[0])))
      throw new Error(`which target has ${url}?`);
    return targets;
  });
}
