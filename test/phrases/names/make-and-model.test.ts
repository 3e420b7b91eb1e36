// Badges such as `320d` are models, whichever way they are written and whatever is beside them. Names that are written as they
// sound are understood if `q` finds them, because both have one phonetic code.
import { describe, expect, it } from 'vitest';
import { resolve } from '../../../src/phrases/interpret.ts';
import { KNOWLEDGE, interpretHere, readPhrase } from '../interpret-here.ts';
import { soundKey } from '../../../src/vehicle/name-key.ts';

describe('a badge', () => {
  it.each([
    ['520d', { make: 'BMW', model: '520d' }],
    ['320 d', { make: 'BMW', model: '320d' }],
    ['A 180', { make: 'Mercedes-Benz', model: 'A180' }],
    ['mercedes a 180 d', { make: 'Mercedes-Benz', model: 'A180d' }],
    ['E 220 d', { make: 'Mercedes-Benz', model: 'E220d' }],
    ['a-class a180', { make: 'Mercedes-Benz', model: 'A180' }],
    ['defender 90', { make: 'Land Rover', model: 'Defender 90' }],
    ['3 series 320d', { make: 'BMW', model: '320d' }],
    ['bmw 520d touring', { make: 'BMW', model: '520d', q: 'touring' }],
  ])('is the model in %s', (text, parameters) => {
    expect(interpretHere(text).parameters).toEqual(parameters);
  });

  it.each([
    ['320d or 520d with m sport', { make: 'BMW', model: '320d,520d', q: 'm sport' }],
    ['C220d or 320d', { make: 'BMW,Mercedes-Benz', model: '320d,C220d' }],
    ['Golf/up', { make: 'Volkswagen', model: 'Golf,Up' }],
    ['golf or 320d', { make: 'BMW,Volkswagen', model: '320d,Golf' }],
    ['3 series or 520d', { make: 'BMW', model: '3 Series,520d' }],
    ['320d or an audi', { make: 'Audi,BMW' }],
  ])('is one of several in %s', (text, parameters) => {
    expect(interpretHere(text).parameters).toEqual(parameters);
  });

  it.each([
    ['Mercedes CLA 220d', { make: 'Mercedes-Benz', model: 'CLA 220d' }],
    ['Mercedes CLA, the 200 or 220d', { make: 'Mercedes-Benz', model: 'CLA,CLA 220d' }],
    ['Mercedes C class 220d', { make: 'Mercedes-Benz', model: 'C220d' }],
    ['E class 350d estate', { make: 'Mercedes-Benz', model: 'E350d', q: 'estate' }],
    ['Lexus IS 220d', { make: 'Lexus', model: 'IS 220d' }],
    ['a C-Class or a 320d', { make: 'BMW,Mercedes-Benz', model: '320d,C-Class' }],
  ])('behind a model of which it is a version is of that model in %s', (text, parameters) => {
    expect(interpretHere(text).parameters).toEqual(parameters);
  });

  it.each(['not a 320d', 'anything but a 320d'])('alone is left out in %s, not its whole model', (text) => {
    expect(interpretHere(text).parameters).toEqual({ model: '-320d' });
  });

  it.each([
    ['a 180 degree turn, golf', { make: 'Volkswagen', model: 'Golf' }],
    ['Polo, a 180', { make: 'Volkswagen', model: 'Polo' }],
    ['under 320 i want a golf', { make: 'Volkswagen', model: 'Golf', price_max: '320' }],
  ])('is not said in %s', (text, parameters) => {
    expect(interpretHere(text).parameters).toEqual(parameters);
  });

  it('is searched for in texts, beside its model, if the stock has it in no title', () => {
    const read = resolve(readPhrase('320d or 520d under 9k'), KNOWLEDGE);
    expect(read.pieces).toEqual([
      { text: '320d', mayBeMisspelt: false, modelOf: 'BMW' },
      { text: '520d', mayBeMisspelt: false, modelOf: 'BMW' },
    ]);
    expect(read.describe(new Set(), new Set(['320d', '520d'])).parameters).toEqual({
      make: 'BMW',
      model: '3 Series,5 Series',
      q: '320d or 520d',
      price_max: '9000',
    });
  });

  it.each(['320d or 520d', 'golf or 520d'])('stays a model beside another one of titles: %s', (text) => {
    const read = resolve(readPhrase(text), KNOWLEDGE);
    const { parameters } = read.describe(new Set(), new Set(['520d']));
    expect(parameters).toEqual(interpretHere(text).parameters);
  });
});

it('a letter that a hyphen joins to the next word is no part of the model: Aygo X-Play', () => {
  expect(interpretHere('Aygo X-Play').parameters).toEqual({ make: 'Toyota', model: 'Aygo', q: 'X-Play' });
});

describe('a trim of one of several cars', () => {
  const search = (missing: readonly string[], untitled: readonly string[]) =>
    resolve(readPhrase('golf gti or focus st'), KNOWLEDGE).describe(new Set(missing), new Set(untitled));

  it('is searched for in the text if no title says any of them', () => {
    const { parameters } = search([], ['Golf gti', 'Focus st']);
    expect(parameters).toEqual({ make: 'Ford,Volkswagen', model: 'Focus,Golf', q: 'gti or st' });
  });

  it('is reported if only titles of the others say theirs', () => {
    const { parameters, unsupported } = search([], ['Focus st']);
    expect(parameters).toEqual({ make: 'Ford,Volkswagen', model: 'Focus,Golf gti' });
    expect(unsupported.map(({ words, why }) => [words, why])).toEqual([['st', 'No listing is a Focus st.']]);
  });

  it('is reported if no listing has the word', () => {
    const { parameters, unsupported } = search(['Golf gti', 'Focus st', 'st'], []);
    expect(parameters).toEqual({ make: 'Ford,Volkswagen', model: 'Focus,Golf', q: 'gti' });
    expect(unsupported.map(({ words }) => words)).toEqual(['st']);
  });
});

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

describe('a make with its letters in another order', () => {
  it.each([
    ['toyato auris', { make: 'Toyota', model: 'Auris' }],
    ['suzuik swift', { make: 'Suzuki', model: 'Swift' }],
    ['tales model 3', { make: 'Tesla', model: 'Model 3' }],
    ['cirtoen c3', { make: 'Citroen', model: 'C3' }],
    ['toyato c-hr', { make: 'Toyota', model: 'C-HR' }],
  ])('is known by the model behind it: %s', (text, parameters) => {
    expect(interpretHere(text).parameters).toEqual(parameters);
  });

  it.each([
    ['toyato', { q: 'toyato' }],
    ['tales golf', { make: 'Volkswagen', model: 'Golf', q: 'tales' }],
  ])('is another word elsewhere: %s', (text, parameters) => {
    expect(interpretHere(text).parameters).toEqual(parameters);
  });
});

describe('a short name or a version', () => {
  it.each([
    ['Tesla 3', { make: 'Tesla', model: 'Model 3' }],
    ['tesla y 2021', { make: 'Tesla', model: 'Model Y', year_min: '2021', year_max: '2021' }],
    ['206cc', { make: 'Peugeot', model: '206 CC' }],
    ['clio 182', { make: 'Renault', model: 'Clio 182' }],
    ['A3 e-tron', { make: 'Audi', model: 'A3 e-tron' }],
    ['abarth 500 7 grand', { make: 'Abarth', model: '500', price_max: '7000' }],
    ['fiat 500 6 grand tops', { make: 'Fiat', model: '500', price_max: '6000' }],
    ['peugeot 106 900 quid', { make: 'Peugeot', model: '106', price_max: '900' }],
    ['mazda 3 23 plate', { make: 'Mazda', model: 'Mazda3', year_min: '2023', year_max: '2023' }],
    ['peugeot 30 08 under 9k', { make: 'Peugeot', model: '3008', price_max: '9000' }],
  ])('is the model of its make: %s', (text, parameters) => {
    expect(interpretHere(text).parameters).toEqual(parameters);
  });

  it.each([
    ['tesla 3 door', { make: 'Tesla', q: '3 door' }],
    ['audi e-tron', { make: 'Audi', model: 'e-tron' }],
    ['1600cc polo', { make: 'Volkswagen', model: 'Polo', engine_min: '1.55', engine_max: '1.649' }],
  ])('is not read into other words: %s', (text, parameters) => {
    expect(interpretHere(text).parameters).toEqual(parameters);
  });
});
