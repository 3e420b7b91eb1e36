// Changes for tests of watchers.
import type { Change } from '../../src/client/index.ts';

export function change(known: Partial<Change>): Change {
  return {
    change: 'left',
    advert: 'https://north.example/1',
    dealer: 'north.example',
    at: '2026-11-20T04:10:07.512Z',
    vehicle: null,
    ...known,
  };
}
