// `npm test`: runs the checks beside the quick tests, and prints what the checks found below the tests' results.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const checks = spawn('npm', ['run', '--silent', 'check'], { stdio: ['ignore', 'pipe', 'pipe'] });
let found = '';
for (const stream of [checks.stdout, checks.stderr])
  stream.setEncoding('utf8').on('data', (text: string) => (found += text));
const tests = spawn('npm', ['run', '--silent', 'test:quick'], { stdio: 'inherit' });

const [[checksCode], [testsCode]] = (await Promise.all([once(checks, 'close'), once(tests, 'close')])) as [
  [number | null],
  [number | null],
];
process.stdout.write(`\n${found}Checks: ${checksCode === 0 ? 'passed' : 'failed'}\n`);
process.exitCode = checksCode === 0 && testsCode === 0 ? 0 : 1;
