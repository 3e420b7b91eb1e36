// Loads a rival's client from bench/rivals/node_modules, where it may or may not have been installed. The names are no
// imports that a compiler sees, so the project builds, lints and tests without them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** What the package exports, as the caller's own minimal type of it. Throws where it is not installed. */
export function loadPackage<Exports>(name: string): Exports {
  return require(name) as Exports;
}

/** As its own package.json says. Throws where it is not installed. */
export function packageVersion(name: string): string {
  const text = readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** One line for people: why the package did not load, and what to do. */
export function whyNotLoaded(name: string, error: unknown): string {
  const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
  return `${name} is not installed (npm ci --prefix bench/rivals): ${reason}`;
}
