// An earlier commit beside the working tree, to be measured against it.
import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { onExit } from './process.ts';
import { PROJECT } from './server.ts';

/** Checks out `ref` at `path`, with this project's dependencies. Returns a function that removes it. */
export function addWorktree(project: string, ref: string, path: string): () => void {
  const git = (...args: string[]): void => {
    execFileSync('git', args, { cwd: project, stdio: ['ignore', 2, 2] });
  };
  const remove = onExit(() => {
    rmSync(path, { recursive: true, force: true });
    git('worktree', 'prune');
  });
  try {
    git('worktree', 'add', '--quiet', '--detach', path, ref);
    symlinkSync(join(PROJECT, 'node_modules'), join(path, 'node_modules'));
    return remove;
  } catch (error) {
    remove();
    throw error;
  }
}
