// A process that opens the store, reads all of it, and prints `ok` or the Problem.
// Arguments: the folder, and the mode.
import { Problem } from '../../src/problem.ts';
import { openStore } from '../../src/store/store.ts';

const [folder = '', mode] = process.argv.slice(2);
try {
  const store = mode === 'write' ? openStore(folder, { mode }) : openStore(folder, { mode: 'read' });
  for (const { id } of store.listings()) if (id === '') break;
  await store.close();
  process.stdout.write('ok\n');
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  process.stdout.write(`${error.code}: ${error.message}\n`);
}
