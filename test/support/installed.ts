// Packages that only some tests use, in exact versions from the package registries, in folders below node_modules/.cache. A new
// list of packages is a new folder; tests that need one are skipped if it cannot be installed, or fail with CI=true.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const CACHE = new URL('../../node_modules/.cache/test-packages/', import.meta.url).pathname;

const run = promisify(execFile);

export interface Installed {
  /** Undefined if nothing could be installed. */
  readonly folder: string | undefined;
  /** For the names of skipped tests: empty, or the reason. */
  readonly missing: string;
}

/** A virtual environment of the system's Python, with the packages of a requirements file. Its Python is `bin/python`. */
export function installPython(requirements: string): Promise<Installed> {
  return install('python', readFileSync(requirements, 'utf8'), async (folder) => {
    await run('python3', ['-m', 'venv', folder]);
    const options = ['--quiet', '--disable-pip-version-check', '--requirement', requirements];
    await run(join(folder, 'bin/python'), ['-m', 'pip', 'install', ...options]);
  });
}

/** Packages such as `left-pad@1.3.0`, in `node_modules`. */
export function installNode(packages: readonly string[]): Promise<Installed> {
  return install('node', packages.join('\n'), async (folder) => {
    await run('npm', [
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--ignore-scripts',
      '--silent',
      ...packages,
    ]);
  });
}

/** Installs into a folder of its own, so that another process never sees half of it. */
async function install(
  kind: string,
  list: string,
  into: (folder: string) => Promise<void>,
): Promise<Installed> {
  const hash = createHash('sha256').update(`${process.version}\n${list}`).digest('hex').slice(0, 16);
  const folder = join(CACHE, `${kind}-${hash}`);
  if (existsSync(folder)) return { folder, missing: '' };
  mkdirSync(CACHE, { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  try {
    await into(unfinished);
    // Tests also start what is in it as an unprivileged user.
    chmodSync(unfinished, 0o755);
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another process was faster.
    if (existsSync(folder)) return { folder, missing: '' };
    if (process.env['CI'] === 'true') throw error;
    return { folder: undefined, missing: ` (skipped: ${kind} packages cannot be installed)` };
  }
  return { folder, missing: '' };
}
