import { describe, expect, it } from 'vitest';
import { makeKey, modelPrefixKeys } from '../../src/vehicle/model-terms.ts';
import { modelKey } from '../../src/vehicle/name-key.ts';

function finds(requested: string, model: string): boolean {
  return modelPrefixKeys(model).includes(modelKey(requested));
}

describe('the keys of a model', () => {
  it.each([
    ['3 Series 320d', ['3', '3series', '3series320d']],
    ['XJ', ['xj']],
    ['C-HR', ['chr']],
    ['  Mégane   E-Tech ', ['megane', 'meganeetech']],
    ['Golf - GTI', ['golf', 'golfgti']],
    ['3\u00a0Series', ['3', '3series']],
    ['', []],
    ['!!! -', []],
    ['Ka+ Zetec', ['kaplus', 'kapluszetec']],
    [
      'Range Rover Evoque SE',
      [
        'evoque',
        'evoquese',
        'rrevoque',
        'rrevoquese',
        'range',
        'rangerover',
        'rangeroverevoque',
        'rangeroverevoquese',
      ],
    ],
    ['Mazda3', ['3', 'mazda3']],
  ])('of %j are %j', (model, keys) => {
    expect(modelPrefixKeys(model)).toEqual(keys);
  });

  it.each([
    ['3 Series', '3 Series 320d'],
    ['3-series', '3 Series 320d'],
    ['3SERIES', '3 Series'],
    ['3', '3 Series'],
    ['chr', 'C-HR'],
    ['megane', 'Mégane E-Tech'],
    ['XJ', 'xj'],
    ['Ka+', 'Ka+ Zetec'],
    ['Ka Plus', 'Ka+'],
    ['Evoque', 'Range Rover Evoque SE'],
    ['3', 'Mazda3 Sport'],
    ['Mazda 3', 'Mazda3 Sport'],
    ['CLA Class', 'CLA 200'],
    ['C4 Grand Picasso', 'Grand C4 Picasso'],
  ])('%j finds %j', (requested, model) => {
    expect(finds(requested, model)).toBe(true);
  });

  it.each([
    ['XJ', 'XJS'],
    ['Ka', 'Ka+'],
    ['Ka+', 'Ka'],
    ['R5', '5 Series 520d'],
    ['i3', 'i30'],
    ['A3', 'A35'],
    ['3 Series 320d', '3 Series'],
    ['Series', '3 Series'],
    ['3 Ser', '3 Series'],
    ['!!!', '3 Series'],
    ['!!!', '!!!'],
    ['', '3 Series'],
  ])('%j does not find %j', (requested, model) => {
    expect(finds(requested, model)).toBe(false);
  });
});

describe('the key of a make', () => {
  it.each([
    ['VW', 'volkswagen'],
    ['volks-wagen', 'volkswagen'],
    ['Merc', 'mercedesbenz'],
    ['Mercedes', 'mercedesbenz'],
    ['Landrover', 'landrover'],
    ['Land Rover', 'landrover'],
    ['Beemer', 'bmw'],
    ['Škoda', 'skoda'],
    ['SKODA', 'skoda'],
    ['Zeppelin Motors', 'zeppelinmotors'],
    ['!!!', ''],
  ])('of %j is %j', (text, key) => {
    expect(makeKey(text)).toBe(key);
  });
});
