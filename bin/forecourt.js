#!/usr/bin/env node
// Starts the built command. In a fresh checkout, where nothing is built yet, it builds first.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
if (!existsSync(`${root}/dist/main.js`)) {
  if (!hasCompiler()) {
    process.stderr.write(`Forecourt's packages are not installed. Run this once: npm ci --prefix ${root}\n`);
    process.exit(1);
  }
  process.stderr.write('Building Forecourt, once…\n');
  // The compiler's own words go to standard error: standard output belongs to the command.
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 2, 2] });
}
await import('../dist/main.js');

/** `npx` and `npm link` run a checkout in place, without its packages. */
function hasCompiler() {
  try {
    createRequire(import.meta.url).resolve('typescript');
    return true;
  } catch {
    return false;
  }
}
