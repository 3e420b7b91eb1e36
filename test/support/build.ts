// Builds dist/ once before the tests that start the command as a user does, and the modules that tests call themselves
// because they start threads, which need built code.
import { execFileSync } from 'node:child_process';

const CALLED = [
  'src/search/search-backend.ts',
  'src/index/first-import-index.ts',
  'src/index/worker-queue.ts',
];

export default function build(): void {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  execFileSync('npm', ['run', '--silent', 'build:program', '--', ...CALLED], { stdio: 'inherit' });
}
