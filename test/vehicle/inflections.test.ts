import { describe, expect, it } from 'vitest';
import { inflections } from '../../src/vehicle/name-key.ts';

describe('inflections', () => {
  it.each([
    ['seat', ['seats']],
    ['seats', ['seat']],
    ['battery', ['batteries']],
    ['batteries', ['battery', 'batterie']],
    ['cookies', ['cooky', 'cookie']],
    ['key', ['keys']],
    ['keys', ['key']],
    ['box', ['boxes']],
    ['boxes', ['box', 'boxe']],
    ['coach', ['coaches']],
    ['coaches', ['coach', 'coache']],
    ['brush', ['brushes']],
    ['gases', ['gas', 'gase']],
    ['houses', ['hous', 'house']],
    ['glass', ['glasses']],
    ['glasses', ['glass', 'glasse']],
    ['quartz', ['quartzes']],
    ['van', ['vans']],
    ['ties', ['tie']],
    ['axes', ['axe']],
    ['ayy', ['ayies']],
  ])('of %s are %j', (word, forms) => {
    expect(inflections(word)).toEqual(forms);
  });

  it.each(['', 'a', 'tv', 'gas', 'bus', 'a3s', '320d', '4x4', 'škodas', 'Seats', 'tow bar', 'mx-5', '2.0'])(
    'of %j are none',
    (word) => {
      expect(inflections(word)).toEqual([]);
    },
  );

  it.each(['seat', 'battery', 'key', 'box', 'coach', 'brush', 'glass', 'mirror', 'owner', 'hatch', 'wheel'])(
    'lead from %s to its plural and back',
    (word) => {
      const [plural] = inflections(word);
      expect(plural).not.toBe(word);
      expect(inflections(plural)).toContain(word);
    },
  );
});
