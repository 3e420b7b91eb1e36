// `forecourt import` in a process of its own.
import { spawn } from 'node:child_process';
import type { ImportRun } from '../../src/service/import-stock.ts';
import { commandOf, type BuiltTree } from '../built-tree.ts';
import { atEnd } from '../cleanup.ts';

/** What is kept of the command's complaints. */
const MOST_COMPLAINTS = 2000;

/** Imports one file and gives back the command's own counts; throws with its words if it fails. */
export async function importFeed(
  tree: BuiltTree,
  feed: string,
  folder: string,
  options: readonly '--merge'[] = [],
): Promise<ImportRun> {
  const args = ['import', feed, '--data', folder, '--json', ...options];
  const child = spawn(process.execPath, [commandOf(tree), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const forget = atEnd(() => child.kill('SIGKILL'));
  let output = '';
  let complaints = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (complaints = (complaints + text).slice(-MOST_COMPLAINTS)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  forget();
  if (code !== 0) throw new Error(`the import ended with ${code}: ${complaints}`);
  return JSON.parse(output) as ImportRun;
}
