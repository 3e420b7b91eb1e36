import { expect, test } from 'vitest';
import type { Change } from '../../src/client/index.ts';
import { changeSentence } from '../../src/cli/watch-command.ts';
import { unknownVehicle } from '../support/vehicle.ts';
import { change } from './changes.ts';

const FIESTA = unknownVehicle({
  year: '2018',
  make: 'Ford',
  model: 'Fiesta',
  price: 7995,
  mileage: 31_000,
  loc: 'Leeds',
});
const CHANGED = change({ change: 'changed', vehicle: FIESTA });

test.each<[Change, string]>([
  [change({ change: 'entered', vehicle: FIESTA }), 'New: 2018 Ford Fiesta, £7,995, 31,000 miles, Leeds'],
  [
    { ...CHANGED, was: { price: 8995, mileage: 31_000 } },
    'Cheaper: 2018 Ford Fiesta, £8,995 → £7,995, 31,000 miles, Leeds',
  ],
  [
    { ...CHANGED, was: { price: 6995.5, mileage: 30_000 } },
    'Dearer: 2018 Ford Fiesta, £6,995.50 → £7,995, 30,000 miles → 31,000 miles, Leeds',
  ],
  [
    { ...CHANGED, was: { price: null, mileage: 31_000 } },
    'Changed: 2018 Ford Fiesta, price unknown → £7,995, 31,000 miles, Leeds',
  ],
  [
    { ...CHANGED, was: { price: 7995, mileage: 31_000 } },
    'Changed: 2018 Ford Fiesta, £7,995, 31,000 miles, Leeds',
  ],
  [change({ change: 'entered', vehicle: unknownVehicle() }), 'New: vehicle, price unknown, mileage unknown'],
  [change({ change: 'left' }), 'Gone: north.example'],
])('%# is a sentence', (entry, expected) => {
  expect(changeSentence(entry)).toBe(`${expected} – https://north.example/1`);
});

test('a sentence is one line that cannot control a terminal', () => {
  const hostile = unknownVehicle({ make: 'Ford\n\u001b[2J', model: '\u202eatseiF' });
  expect(changeSentence(change({ change: 'entered', vehicle: hostile }))).toBe(
    'New: Ford\\u000a\\u001b[2J \\u202eatseiF, price unknown, mileage unknown – https://north.example/1',
  );
});
