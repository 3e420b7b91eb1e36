// A source tree, built as users run it, in a temporary folder. So a run measures one state of the sources to its end,
// whatever happens to them meanwhile, and compiled as it is delivered: tools that run TypeScript add code of their own.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The root of the project. */
export const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/** A folder that holds `bin/`, `dist/` and what they need. */
export interface BuiltTree {
  readonly root: string;
}

/** Builds `source` into the new folder `root`; dependencies are those of this project. Types are not checked. */
export function buildTree(source: string, root: string): BuiltTree {
  mkdirSync(root);
  const compiler = join(PROJECT, 'node_modules/typescript/bin/tsc');
  const config = join(source, 'tsconfig.build.json');
  execFileSync(process.execPath, [compiler, '-p', config, '--noCheck', '--outDir', join(root, 'dist')], {
    stdio: ['ignore', 2, 2],
  });
  // Copied, because what a link leads to would look for its neighbours in the source.
  for (const part of ['bin', 'assets', 'package.json']) {
    cpSync(join(source, part), join(root, part), { recursive: true });
  }
  symlinkSync(join(PROJECT, 'node_modules'), join(root, 'node_modules'));
  return { root };
}

export function commandOf({ root }: BuiltTree): string {
  return join(root, 'bin/forecourt.js');
}

/** A built module of the tree, as one of its exports' type; says which one is missing in an older tree. */
export async function loadModule<Module extends object>(
  { root }: BuiltTree,
  path: string,
  names: readonly (keyof Module & string)[],
): Promise<Module> {
  const module = (await import(pathToFileURL(join(root, 'dist', path)).href)) as Module;
  const missing = names.filter((name) => module[name] === undefined);
  if (missing.length > 0)
    throw new Error(`this tree cannot be measured: ${path} has no ${missing.join(', ')}`);
  return module;
}
