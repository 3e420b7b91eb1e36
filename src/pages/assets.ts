// The files of the search page: its scripts as one, the table of places for its map, and its style, which is a part of every
// page. They are read when the first page is asked for, and kept. Their address has a digest of all of them, so that
// browsers may keep them for good.
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { joinModules } from './joined-modules.ts';

// The same steps lead there from src/pages and from dist/pages.
const SCRIPTS = new URL('../../dist/page/', import.meta.url);
const ASSETS = new URL('../../assets/', import.meta.url);

const START = 'pages/search/page/main.js';

export interface PageAsset {
  readonly type: string;
  readonly body: Buffer;
}

export interface PageAssets {
  /** By name, such as `page.js`. */
  readonly files: ReadonlyMap<string, PageAsset>;
  readonly version: string;
  readonly style: string;
  /** As a content security policy names the style: `sha256-…`. */
  readonly styleDigest: string;
}

let assets: PageAssets | undefined;

export function pageAssets(): PageAssets {
  return (assets ??= loadPageAssets());
}

function loadPageAssets(): PageAssets {
  const districts = readFileSync(new URL('postcodes/districts.tsv', ASSETS), 'utf8');
  const files = new Map<string, PageAsset>([
    ['page.js', assetOf('text/javascript; charset=utf-8', joinModules(START, loadScripts()))],
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

function loadScripts(): ReadonlyMap<string, string> {
  const paths = readdirSync(SCRIPTS, { recursive: true, encoding: 'utf8' });
  return new Map(
    paths
      .filter((path) => path.endsWith('.js'))
      .map((path) => [path.replaceAll('\\', '/'), readFileSync(new URL(path, SCRIPTS), 'utf8')]),
  );
}

/** The style is sent with every page, so it leaves out what nobody reads there. */
function stripComments(css: string): string {
  return css.replace(/\/\*[^*]*\*\/|^ +/gm, '').replace(/\n+/g, '\n');
}

/** The columns and the exactness that a small map needs: a kilometre. */
function districtTable(districts: string): string {
  const rows = districts.split('\n').slice(1, -1);
  return rows
    .map((row) => {
      const [outcode = '', lat, lng, town = ''] = row.split('\t', 4);
      return `${outcode}\t${Number(lat).toFixed(2)}\t${Number(lng).toFixed(2)}\t${town}\n`;
    })
    .join('');
}
