// What a run leaves behind must go, however it ends: normally, by an error or by Ctrl+C. Last in, first out.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const pending: (() => void)[] = [];

process.on('exit', runAll);
// Not `once`: a second signal, which a terminal and a parent may send together, would end the work half done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

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
  // A process that has just been killed may still be writing there: then it is tried again.
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
  return { path, remove: atEnd(() => rmSync(path, options)) };
}

function runAll(): void {
  for (const work of pending.slice().reverse()) {
    try {
      work();
    } catch (error) {
      // The rest must go all the same.
      process.stderr.write(`bench: ${String(error)}\n`);
    }
  }
}
