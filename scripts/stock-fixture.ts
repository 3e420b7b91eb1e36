// `npm run fixture:stock [PROGRAM]`: writes test/fixtures/stocks/FORMAT.json.br, a small data folder as the program at that path
// (default: this version, built) makes it, and what it says of it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { openAnyFormat } from '../src/store/upgrade/old-stock.ts';
import { COMMANDS, FILES, SEARCHES } from '../test/fixtures/stocks/feeds.ts';
import { writeFixture } from '../test/support/stock-fixture.ts';

const program = resolve(process.argv[2] ?? 'bin/forecourt.js');
const place = mkdtempSync(join(tmpdir(), 'forecourt-fixture-'));
const data = join(place, 'data');

try {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(place, name), text);
  mkdirSync(data);
  for (const command of COMMANDS) run(command);
  const answers = Object.fromEntries(
    [
      ['status'],
      ['feed', 'dealers'],
      ['token', 'list'],
      ...SEARCHES.map((flags) => ['search', ...flags]),
    ].map((command) => [command.join(' '), JSON.parse(run([...command, '--json'])) as unknown]),
  );
  const { root, found } = openAnyFormat(data);
  await root.close();
  const path = writeFixture({ format: found.format, files: filesIn(data), answers });
  process.stdout.write(`${relative('.', path)}: ${readFileSync(path).length} bytes\n`);
} finally {
  rmSync(place, { recursive: true });
}

function run(command: readonly string[]): string {
  return execFileSync(process.execPath, [program, ...command, '--data', 'data'], {
    cwd: place,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** All but locks and the index, which is made from the stock. */
function filesIn(folder: string, path = ''): Record<string, string> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
    const name = join(path, entry.name);
    if (entry.isDirectory()) Object.assign(files, filesIn(folder, name));
    else if (entry.isFile() && !/(?:-lock|\.lock|\.seg)$/.test(name))
      files[name] = readFileSync(join(folder, name)).toString('base64');
  }
  return files;
}
