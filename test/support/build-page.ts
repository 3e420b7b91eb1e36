// Builds the search page's script once before the quick tests: servers in their own process serve it from dist/.
import { execFileSync } from 'node:child_process';

export default function buildPage(): void {
  execFileSync('npm', ['run', '--silent', 'build:page'], { stdio: 'inherit' });
}
