// The build stage of the Containerfile, without a container: the steps run in a folder with only the files that it copies.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { afterTest } from '../support/after-test.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

test('builds the program, its threads and its pages from the files that the image is given', () => {
  const [stage = ''] = readFileSync(join(ROOT, 'Containerfile'), 'utf8').split(/^FROM (?!.* AS build)/m);
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-image-'));
  afterTest(() => rmSync(folder, { recursive: true }));
  for (const [, paths = ''] of stage.matchAll(/^COPY (.+) \S+$/gm))
    for (const path of paths.split(' ')) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const [, command = ''] = /^RUN (npm run .+)$/m.exec(stage) ?? [];
  expect(command).toBe('npm run build');
  execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const built = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' });
  expect(built).toEqual(expect.arrayContaining(['main.js', 'index/build/worker.js', 'page/page.js']));
});
