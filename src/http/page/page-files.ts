// The files of the search page: its style, its scripts as the build left them, and the table of places for its map. They are
// read when the first page is asked for, and kept. Their address has a digest of all of them, so that browsers may keep
// them for good.
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

// The same steps lead there from src/http/page and from dist/http/page.
const SCRIPTS = new URL('../../../dist/page/', import.meta.url);
const ASSETS = new URL('../../../assets/', import.meta.url);

const TYPES: ReadonlyMap<string, string> = new Map([
  ['js', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['svg', 'image/svg+xml'],
  ['tsv', 'text/tab-separated-values; charset=utf-8'],
]);

export interface PageFile {
  readonly type: string;
  readonly body: Buffer;
}

export interface PageFiles {
  /** By path, such as `web/page/main.js`. */
  readonly files: ReadonlyMap<string, PageFile>;
  readonly version: string;
  /** Paths of the modules that the page cannot start without. */
  readonly startModules: readonly string[];
}

const START = 'web/page/main.js';

let read: PageFiles | undefined;

export function pageFiles(): PageFiles {
  return (read ??= readPageFiles());
}

function readPageFiles(): PageFiles {
  const files = new Map<string, PageFile>();
  const add = (path: string, body: Buffer): void => {
    const type = TYPES.get(path.slice(path.lastIndexOf('.') + 1));
    if (type !== undefined) files.set(path, { type, body });
  };
  const scripts = readdirSync(SCRIPTS, { recursive: true, encoding: 'utf8' });
  for (const path of scripts.map((path) => path.replaceAll('\\', '/')).sort()) {
    if (path.endsWith('.js')) add(path, readFileSync(new URL(path, SCRIPTS)));
  }
  for (const name of ['page.css', 'icon.svg']) add(name, readFileSync(new URL(`web/${name}`, ASSETS)));
  add(
    'places.tsv',
    Buffer.from(placesTable(readFileSync(new URL('postcodes/districts.tsv', ASSETS), 'utf8'))),
  );
  const all = [...files].map(([path, { body }]) => `${path} ${hash('sha256', body)}`).join('\n');
  return {
    files,
    version: hash('sha256', all, 'base64url').slice(0, 12),
    startModules: [...importedFrom(START, files)],
  };
}

/** The module and all that it imports, directly or not; what it loads later is not among them. */
function importedFrom(
  path: string,
  files: ReadonlyMap<string, PageFile>,
  found = new Set<string>(),
): ReadonlySet<string> {
  const text = files.get(path)?.body.toString();
  if (text === undefined) throw new Error(`the search page was built without '${path}'`);
  found.add(path);
  for (const [, target = ''] of text.matchAll(/^(?:import|export) [^'"]*from ["'](\.[^'"]+)["'];$/gm)) {
    const imported = new URL(target, `file:///${path}`).pathname.slice(1);
    if (!found.has(imported)) importedFrom(imported, files, found);
  }
  return found;
}

/** The columns and the exactness that a small map needs: a kilometre. */
function placesTable(districts: string): string {
  const rows = districts.split('\n').slice(1, -1);
  return rows
    .map((row) => {
      const [outcode = '', lat, lng, town = ''] = row.split('\t', 4);
      return `${outcode}\t${Number(lat).toFixed(2)}\t${Number(lng).toFixed(2)}\t${town}\n`;
    })
    .join('');
}
