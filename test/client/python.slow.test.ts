// The Python client: lint, layout, types in two checkers, its tests, also against a server, and what its package contains. These are
// the commands of clients/python/README.md.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { serve } from '../http/fixture.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { installNode, installPython } from '../support/installed.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const CLIENT = join(ROOT, 'clients/python');

const python = await installPython(join(CLIENT, 'requirements-dev.txt'));
const pyright = await installNode(['pyright@1.1.414']);
const interpreter = join(python.folder ?? '', 'bin/python');

/** What a program prints in the client's folder. Rejects with all of its output if it fails. */
async function run(program: string, ...args: readonly string[]): Promise<string> {
  const options = { cwd: CLIENT, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } };
  const { stdout } = await promisify(execFile)(program, args, options).catch((error: unknown) => {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error });
  });
  return stdout;
}

const pythonModule = (...args: readonly string[]): Promise<string> => run(interpreter, '-m', ...args);

describe.skipIf(python.folder === undefined)(`the Python client${python.missing}`, () => {
  test('is linted and formatted', async () => {
    await pythonModule('ruff', 'check', '--no-cache', '.');
    await pythonModule('ruff', 'format', '--no-cache', '--check', '.');
  });

  test('has types that mypy finds nothing wrong with', async () => {
    const cache = join(ROOT, 'node_modules/.cache/mypy');
    expect(await pythonModule('mypy', '--cache-dir', cache)).toContain('no issues found');
  });

  test.skipIf(pyright.folder === undefined)(
    `has types that pyright finds nothing wrong with${pyright.missing}`,
    async () => {
      const checker = join(pyright.folder ?? '', 'node_modules/pyright/index.js');
      const printed = await run(process.execPath, checker, '--pythonpath', interpreter, '-p', '.');
      expect(printed).toContain('0 errors, 0 warnings');
    },
  );

  test('passes its tests, also against a server', async () => {
    const { url } = await serve();
    const printed = await pythonModule('pytest', '-q', '-p', 'no:cacheprovider', '--service', url);
    expect(printed).toMatch(/^[0-9]+ passed in /m);
  });

  test('is a package with its types, of the version of the service', async () => {
    const folder = temporaryFolder();
    const options = ['--quiet', '--no-deps', '--no-build-isolation', '--wheel-dir', folder];
    await pythonModule('pip', 'wheel', ...options, CLIENT);
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const wheel = join(folder, `forecourt-${version}-py3-none-any.whl`);
    const listed = await pythonModule('zipfile', '--list', wheel);
    expect(listed).toContain(`forecourt-${version}.dist-info/licenses/LICENSE`);
    expect(listed.match(/^forecourt\/\S+/gm)).toEqual([
      'forecourt/__init__.py',
      'forecourt/_async_client.py',
      'forecourt/_calls.py',
      'forecourt/_client.py',
      'forecourt/_version.py',
      'forecourt/problem.py',
      'forecourt/py.typed',
      'forecourt/response.py',
      'forecourt/types.py',
    ]);
  });

  test('is a wheel that installs alone, and calls a server', async () => {
    const folder = temporaryFolder();
    await pythonModule('pip', 'wheel', '--quiet', '--no-deps', '--no-build-isolation', '-w', folder, CLIENT);
    const [wheel = ''] = readdirSync(folder);
    const own = join(folder, 'venv');
    await run('python3', '-m', 'venv', own);
    await run(join(own, 'bin/python'), '-m', 'pip', 'install', '--quiet', join(folder, wheel));
    const { url } = await serve();
    const program = `
from forecourt import Client, __file__ as place, response_of
with Client("${url}") as client:
    page = client.search(make="skoda")
    last = list(client.vehicles(make="skoda", same_stock=True))[-1]
    print("venv" in place, page["total_vehicles"], last["price"], response_of(page).etag is not None)
`;
    // -I: neither this folder nor the environment adds anything to its path.
    expect(await run(join(own, 'bin/python'), '-I', '-c', program)).toBe('True 45 1044 True\n');
  });
});
