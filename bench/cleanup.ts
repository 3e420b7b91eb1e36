// What a run leaves behind must go, however it ends: normally, by an error or by Ctrl+C. Last in, first out.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const pending: (() => void)[] = [];

process.on('exit', runAll);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/** Registers work for the end of the process; it comes back as a function that does it earlier, once. */
export function atEnd(work: () => void): () => void {
  const once = (): void => {
    const at = pending.indexOf(once);
    if (at < 0) return;
    pending.splice(at, 1);
    work();
  };
  pending.push(once);
  return once;
}

/** An empty folder in `parent`, and how to remove it with all that is in it. */
export function temporaryFolder(parent: string): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(parent, 'forecourt-bench-'));
  return { path, remove: atEnd(() => rmSync(path, { recursive: true, force: true })) };
}

function runAll(): void {
  for (const work of pending.slice().reverse()) work();
}
