// The styles of the pages. All begin with the same one, so that pages look alike; what only one page has follows it.
import { readFileSync } from 'node:fs';
import { packageFile } from '../package-files.ts';

/** The style of a page: what all pages share, then its own files below `assets/`. */
export function pageStyle(...own: readonly string[]): string {
  return ['web/base.css', ...own].map((path) => readStyle(path)).join('');
}

/** A style below `assets/`, without comments and indentation, as it is sent. */
export function readStyle(path: string): string {
  return readFileSync(packageFile(`assets/${path}`), 'utf8')
    .replace(/\/\*[^*]*\*\/|^ +/gm, '')
    .replace(/\n+/g, '\n')
    .trimStart();
}
