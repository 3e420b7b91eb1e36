// Builds the search page's script once before the quick tests: servers in their own process serve it from dist/. With
// IS_BUILT=true somebody has.
import { execFileSync } from 'node:child_process';

export default function buildPage(): void {
  if (process.env['IS_BUILT'] !== 'true')
    execFileSync('npm', ['run', '--silent', 'build:page'], { stdio: 'inherit' });
}
