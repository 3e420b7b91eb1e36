// The static files of the search page: its bundled script, the table of districts for its map, and its style, which is inlined in
// every page. They are read at the first request. Their URL contains a digest of all of them, so browsers may cache them for good.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

// The same from src/pages and from dist/pages.
const SCRIPT = new URL('../../dist/page/page.js', import.meta.url);
const ASSETS = new URL('../../assets/', import.meta.url);

export interface PageAsset {
  readonly type: string;
  readonly body: Buffer;
}

export interface PageAssets {
  /** By name, such as `page.js`. */
  readonly files: ReadonlyMap<string, PageAsset>;
  readonly version: string;
  readonly style: string;
  /** The style's source in a content security policy: `sha256-…`. */
  readonly styleDigest: string;
}

let assets: PageAssets | undefined;

export function pageAssets(): PageAssets {
  return (assets ??= loadPageAssets());
}

function loadPageAssets(): PageAssets {
  const districts = readFileSync(new URL('postcodes/districts.tsv', ASSETS), 'utf8');
  const files = new Map<string, PageAsset>([
    ['page.js', assetOf('text/javascript; charset=utf-8', readFileSync(SCRIPT, 'utf8'))],
    ['icon.svg', assetOf('image/svg+xml', readFileSync(new URL('web/icon.svg', ASSETS), 'utf8'))],
    ['places.tsv', assetOf('text/tab-separated-values; charset=utf-8', districtTable(districts))],
  ]);
  const style = stripComments(readFileSync(new URL('web/page.css', ASSETS), 'utf8'));
  const all = Array.from(files, ([path, { body }]) => `${path} ${hash('sha256', body)}`).join('\n');
  return {
    files,
    version: hash('sha256', all, 'base64url').slice(0, 12),
    style,
    styleDigest: `sha256-${hash('sha256', style, 'base64')}`,
  };
}

function assetOf(type: string, text: string): PageAsset {
  return { type, body: Buffer.from(text) };
}

/** The style without comments and indentation, as it is sent with every page. */
export function stripComments(css: string): string {
  return css.replace(/\/\*[^*]*\*\/|^ +/gm, '').replace(/\n+/g, '\n');
}

/** The columns that a small map needs, with positions rounded to a kilometre. */
function districtTable(districts: string): string {
  const rows = districts.split('\n').slice(1, -1);
  return rows
    .map((row) => {
      const [outcode = '', lat, lng, town = ''] = row.split('\t', 4);
      return `${outcode}\t${Number(lat).toFixed(2)}\t${Number(lng).toFixed(2)}\t${town}\n`;
    })
    .join('');
}
