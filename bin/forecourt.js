#!/usr/bin/env node
// Starts the built command. In a fresh checkout, where nothing is built yet, it builds first.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
if (!existsSync(`${root}/dist/main.js`)) {
  process.stderr.write('Building Forecourt, once…\n');
  // The compiler's own words go to standard error: standard output belongs to the command.
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 2, 2] });
}
await import('../dist/main.js');
