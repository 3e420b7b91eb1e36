// `npm run test:node -- 24`: the quick tests on another Node than the one that runs this, or `-- 24 test/geo` for some of them.
// That Node comes from npm as a package without an install script, into node_modules/.cache.
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { installNode } from '../test/support/installed.ts';

/** The newest release of each supported line when it was last raised. The last line is the recommended one. */
const RELEASES: ReadonlyMap<string, string> = new Map([
  ['20', '20.20.2'],
  ['22', '22.23.3'],
  ['24', '24.21.0'],
]);

const [wanted = '', ...vitestArguments] = process.argv.slice(2);
const version = RELEASES.get(wanted) ?? (/^\d+\.\d+\.\d+$/.test(wanted) ? wanted : undefined);
if (version === undefined) {
  const lines = [...RELEASES.keys()].join(', ');
  process.stderr.write(
    `'${wanted}' is not a version of Node. Give one of ${lines}, or a whole version such as 24.21.0.\n`,
  );
  process.exit(2);
}

const node = `node-${process.platform}-${process.arch}`;
const { folder } = await installNode([`${node}@${version}`]);
if (folder === undefined) {
  process.stderr.write(`${node} ${version} could not be installed from the package registry.\n`);
  process.exit(1);
}
const binaries = join(folder, 'node_modules', node, 'bin');
const { status } = spawnSync(
  join(binaries, 'node'),
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'quick*', ...vitestArguments],
  {
    cwd: new URL('..', import.meta.url),
    // Programs that tests start by name run on the same Node.
    env: { ...process.env, PATH: `${binaries}${delimiter}${process.env['PATH'] ?? ''}` },
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
