// Opens stores that are closed after their test.
import { onTestFinished } from 'vitest';
import type { ChangeLogRetention } from '../../src/store/change-log.ts';
import { openStore, type Store, type WritableStore } from '../../src/store/store.ts';

export function openReader(folder: string): Store {
  const store = openStore(folder, { mode: 'read' });
  onTestFinished(() => store.close());
  return store;
}

export function openWriter(folder: string, changeLogRetention?: ChangeLogRetention): WritableStore {
  const store = openStore(folder, { mode: 'write', ...(changeLogRetention && { changeLogRetention }) });
  onTestFinished(() => store.close());
  return store;
}
