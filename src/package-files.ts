// Where the files of this package are, for the sources as for the built program: `src/` and `dist/` lie side by side, and
// the build puts what modules share directly into `dist/`.
import { readFileSync } from 'node:fs';

const ROOT = new URL('..', import.meta.url);

/** The address of a file or folder of the package, such as `assets/web/favicon.ico`. A folder's path ends in `/`. */
export function packageFile(path: string): URL {
  return new URL(path, ROOT);
}

/** The package's version, such as `0.1.0`. */
export const { version: VERSION } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
  readonly version: string;
};

/** The module that starts the index's thread: built code runs as JavaScript, tests run the sources. */
export const INDEX_WORKER = packageFile(
  import.meta.url.endsWith('.ts') ? 'src/index/worker.ts' : 'dist/index/worker.js',
);
