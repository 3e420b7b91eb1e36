// Paths of this package's files, for the sources and for the built program, and the package's version. `src/` and `dist/` are
// side by side, and the build puts modules that others share directly into `dist/`.
import { readFileSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const ROOT = new URL('..', import.meta.url);

/** The URL of a file or folder of the package, such as `assets/web/favicon.ico`. A folder's path must end in `/`. */
export function packageFile(path: string): URL {
  return new URL(path, ROOT);
}

/** The package's version, such as `0.1.0`. */
export const { version: VERSION } = readManifest(ROOT);

/** The commit that was built: a constant of the built program, empty if it was built outside a repository. */
declare const FORECOURT_COMMIT: string;

/** The version of the running program, with its commit if that is known: `0.1.0+157086a9f0e1`. */
export const BUILD =
  typeof FORECOURT_COMMIT === 'undefined' || FORECOURT_COMMIT === ''
    ? VERSION
    : `${VERSION}+${FORECOURT_COMMIT}`;

/** The version that a restart would run; undefined if it is this one. Files, or a symlink, may have been replaced. */
export function installedVersion(command = process.argv[1] ?? ''): string | undefined {
  try {
    const root = new URL('..', pathToFileURL(realpathSync(command)));
    const { name, version } = readManifest(root);
    const isOther = root.href !== ROOT.href || version !== VERSION;
    return name === 'forecourt' && isOther ? version : undefined;
  } catch {
    // Nothing is installed there now.
    return undefined;
  }
}

function readManifest(root: URL) {
  const text = readFileSync(new URL('package.json', root), 'utf8');
  return JSON.parse(text) as { readonly name: string; readonly version: string };
}

/** The module of the index's thread: JavaScript in the built program, the source in tests. */
export const INDEX_WORKER = packageFile(
  import.meta.url.endsWith('.ts') ? 'src/index/build/worker.ts' : 'dist/index/build/worker.js',
);
