// Names that are written as they are heard: a phrase understands those that `q` finds, because both have one phonetic code.
import { describe, expect, it } from 'vitest';
import { soundKey } from '../../src/vehicle/name-key.ts';
import { interpretHere } from './interpret-here.ts';

describe('a name as it is heard', () => {
  it.each([
    ['jagwar', 'jaguar', { make: 'Jaguar' }],
    ['reno clio', 'renault', { make: 'Renault', model: 'Clio' }],
    ['rangler', 'wrangler', { make: 'Jeep', model: 'Wrangler' }],
    ['citroen zara', 'xsara', { make: 'Citroen', model: 'Xsara' }],
    ['pherrari', 'ferrari', { make: 'Ferrari' }],
    ['suzukee', 'suzuki', { make: 'Suzuki' }],
    ['ford sephyr', 'zephyr', { make: 'Ford', model: 'Zephyr' }],
    ['volkswagen caddee', 'caddy', { make: 'Volkswagen', model: 'Caddy' }],
  ])('of %j is %s', (phrase, name, understood) => {
    expect(phrase.split(' ').map((word) => soundKey(word))).toContain(soundKey(name));
    expect(interpretHere(phrase).parameters).toEqual(understood);
  });

  it.each([
    ['renalt megan', 'Megane'],
    ['ranger', 'Ranger'],
    ['rangr', 'Ranger'],
  ])('does not take %j from %s, which is spelt nearer', (phrase, model) => {
    expect(interpretHere(phrase).parameters['model']).toBe(model);
  });

  it.each(['insert', 'sonic', 'handy', 'sunday'])('is not %j, an ordinary word', (word) => {
    const { make, model } = interpretHere(word).parameters;
    expect([make, model]).toEqual([undefined, undefined]);
  });
});
