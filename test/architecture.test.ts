// Imports between rooms match the table in docs/architecture.md, and every room is in it.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('..', import.meta.url).pathname;
const SRC = join(ROOT, 'src');

/** From a room to what it may import. */
function readTable(): Map<string, string[]> {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const rows = page.matchAll(/^\| `([a-z./-]+)` \| [^|]+ \| ([^|]+) \|$/gm);
  return new Map(
    Array.from(rows, ([, room, allowed]) => [
      room.replace(/\/$/, ''),
      allowed === '–' ? [] : allowed.split(', ').map((name) => name.replace(/\/$/, '')),
    ]),
  );
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

/** `engine` for src/engine/postings/tokenizer.ts, `main.ts` for src/main.ts. */
function roomOf(path: string): string {
  return relative(SRC, path).split('/')[0];
}

/** `importer → imported` for every import between two rooms. */
function arrows(): { from: string; to: string; file: string }[] {
  return filesBelow(SRC).flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    const imports = text.matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g);
    return Array.from(imports, ([, target]) => ({
      from: roomOf(path),
      to: roomOf(join(dirname(path), target)),
      file: relative(ROOT, path),
    })).filter(({ from, to }) => from !== to && to !== '..');
  });
}

describe('the rooms of src/', () => {
  it('are exactly those in the table of docs/architecture.md', () => {
    expect([...readTable().keys()].sort()).toEqual(readdirSync(SRC).sort());
  });

  it('import only what the table allows', () => {
    const table = readTable();
    const wrong = arrows().filter(({ from, to }) => table.get(from)?.includes(to) !== true);
    expect(wrong.map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
  });

  it('use every import that the table allows', () => {
    const drawn = new Set(arrows().map(({ from, to }) => `${from} → ${to}`));
    const unused = [...readTable()].flatMap(([from, allowed]) =>
      allowed.filter((to) => !drawn.has(`${from} → ${to}`)).map((to) => `${from} → ${to}`),
    );
    expect(unused).toEqual([]);
  });

  it('have no generic file names', () => {
    const names = filesBelow(SRC).map((path) => relative(SRC, path));
    expect(
      names.filter((name) => /(^|\/)(utils?|helpers?|common|types|constants|misc)(\.ts|\/)/.test(name)),
    ).toEqual([]);
  });

  it('have no file over 400 lines', () => {
    const long = filesBelow(SRC).filter((path) => readFileSync(path, 'utf8').split('\n').length > 400);
    expect(long.map((path) => relative(SRC, path))).toEqual([]);
  });

  it('have a comment at the head of every file', () => {
    const silent = filesBelow(SRC).filter((path) => !readFileSync(path, 'utf8').startsWith('// '));
    expect(silent.map((path) => relative(SRC, path))).toEqual([]);
  });
});
