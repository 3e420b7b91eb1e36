// Builds dist/ once before the tests that start the command as a user does, and the modules that tests call themselves
// because they start threads, which need built code. With IS_BUILT=true somebody has: what other tests run must not change.
import { execFileSync } from 'node:child_process';

export default function build(): void {
  if (process.env['IS_BUILT'] !== 'true')
    execFileSync('npm', ['run', '--silent', 'build:tests'], { stdio: 'inherit' });
}
