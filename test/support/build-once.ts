// Builds dist/ once before any test, because the end-to-end tests start the command as a user does.
import { execFileSync } from 'node:child_process';

export default function buildOnce(): void {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
}
