// The styles of all pages, and the static files of the search page: its bundled scripts, the parts of its map, and its style,
// which is inlined in every page. All pages begin with the same style, so that they look alike; a page's own styles follow. Files
// are read at the first request. Their URL contains a digest of all of them, so browsers may cache them permanently.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parsePlaces } from './view/map-view.ts';
import type { MapParts } from './search/view/map-picture.ts';
import { packageFile } from '../package-files.ts';
import { parseTable, readTable } from '../tables.ts';

const SCRIPTS = packageFile('dist/page/');
const ASSETS = packageFile('assets/');

export interface PageAsset {
  readonly type: string;
  readonly body: Buffer;
}

export interface PageAssets {
  /** Files by name, such as `page.js`. */
  readonly files: ReadonlyMap<string, PageAsset>;
  readonly version: string;
  readonly style: string;
  /** The style's source in a content security policy: `sha256-…`. */
  readonly styleDigest: string;
  /** The parts from which the server draws maps. */
  readonly map: MapParts;
}

let assets: PageAssets | undefined;

export function pageAssets(): PageAssets {
  return (assets ??= loadPageAssets());
}

function loadPageAssets(): PageAssets {
  const places = readTable('postcodes/districts.tsv', placeTable).rows;
  const [islands, ireland] = coastline('outline');
  const files = new Map<string, PageAsset>([
    ...['page.js', 'map.js', 'web-mcp.js', 'car.js'].map((name) => [name, scriptOf(name)] as const),
    ['icon.svg', assetOf('image/svg+xml', readFileSync(new URL('web/icon.svg', ASSETS), 'utf8'))],
    ['places.tsv', assetOf('text/tab-separated-values; charset=utf-8', places)],
    ['coastline.txt', assetOf('text/plain; charset=utf-8', coastline('detail').join('\n'))],
  ]);
  const style = pageStyle('web/car.css', 'web/page.css');
  const all = Array.from(files, ([path, { body }]) => `${path} ${hash('sha256', body)}`).join('\n');
  return {
    files,
    version: hash('sha256', all, 'base64url').slice(0, 12),
    style,
    styleDigest: `sha256-${hash('sha256', style, 'base64')}`,
    map: { places: parsePlaces(places), outline: { islands, ireland } },
  };
}

function scriptOf(name: string): PageAsset {
  return assetOf('text/javascript; charset=utf-8', readFileSync(new URL(name, SCRIPTS), 'utf8'));
}

function assetOf(type: string, text: string): PageAsset {
  return { type, body: Buffer.from(text) };
}

/** The columns that the map needs. Positions are rounded to a kilometre; a region equal to the row's before is blank. */
function placeTable(districts: string): string {
  let before = '';
  return parseTable('districts.tsv', ['outcode', 'lat', 'lng', 'town', 'region', 'uk_region'], districts)
    .map(({ cells: [outcode, lat, lng, town, , region] }) => {
      const shown = region === before ? '' : `\t${region}`;
      before = region;
      return `${outcode}\t${Number(lat).toFixed(2)}\t${Number(lng).toFixed(2)}\t${town}${shown}\n`;
    })
    .join('');
}

/** The paths of a level of the coastline: the islands, and Ireland. */
export function coastline(level: 'outline' | 'detail'): [islands: string, ireland: string] {
  const { rows } = readTable('map/coastline.tsv', (text) =>
    parseTable('coastline.tsv', ['level', 'place', 'path'], text),
  );
  const path = (place: string): string =>
    rows.find(({ cells }) => cells[0] === level && cells[1] === place)?.cells[2] ?? '';
  return [path('islands'), path('ireland')];
}

/** The style of a page: the one that all pages share, then the page's own files below `assets/`. */
export function pageStyle(...own: readonly string[]): string {
  return ['web/base.css', ...own].map((path) => readStyle(path)).join('');
}

/** A style below `assets/` as it is sent, without comments and indentation. */
export function readStyle(path: string): string {
  return readFileSync(packageFile(`assets/${path}`), 'utf8')
    .replace(/\/\*[^*]*\*\/|^ +/gm, '')
    .replace(/\n+/g, '\n')
    .trimStart();
}
