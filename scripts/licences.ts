// `npm run licences`: lists the licences of all packages, and fails where one is not on the list.
import { existsSync, readFileSync } from 'node:fs';
import { checkLicences, type LockFile } from './licence-check.ts';

const ROOT = new URL('../', import.meta.url);

const { delivered, building, faults } = checkLicences(readLock(), installedLicence);
process.stdout.write(`Delivered: ${listed(delivered)}.\nTools: ${listed(building)}.\n`);
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;

function readLock(): LockFile {
  return JSON.parse(readFileSync(new URL('package-lock.json', ROOT), 'utf8')) as LockFile;
}

function installedLicence(path: string): string | undefined {
  const manifest = new URL(`${path}/package.json`, ROOT);
  if (!existsSync(manifest)) return undefined;
  const { license } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly license?: unknown };
  return typeof license === 'string' ? license : undefined;
}

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([licence, count]) => `${licence} ${count}`)
    .join(', ');
}
