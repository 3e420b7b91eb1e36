// The stocks of test/fixtures/stocks: each a data folder that a released version wrote, and what that version said of it, in one
// compressed file that Node can read.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

const PLACE = fileURLToPath(new URL('../fixtures/stocks/', import.meta.url));
const ENDING = '.json.br';

export interface StockFixture {
  readonly format: string;
  /** By path in the data folder, base64. */
  readonly files: Readonly<Record<string, string>>;
  /** What commands of the version that wrote it printed, by their arguments. JSON data. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** The formats of all fixtures. */
export function fixtureFormats(): string[] {
  return readdirSync(PLACE)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length))
    .sort();
}

export function readFixture(format: string): StockFixture {
  const packed = readFileSync(join(PLACE, format + ENDING));
  return JSON.parse(brotliDecompressSync(packed).toString()) as StockFixture;
}

export function writeFixture(fixture: StockFixture): string {
  const path = join(PLACE, fixture.format + ENDING);
  writeFileSync(path, brotliCompressSync(JSON.stringify(fixture)));
  return path;
}

/** Writes the data folder of a fixture. */
export function unpackFixture({ files }: StockFixture, folder: string): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.from(content, 'base64'));
  }
}
