import { describe, expect, it } from 'vitest';
import { modelOfBadge, parseUkModels, ukModels } from '../../src/vehicle/models.ts';

const HEADER = 'make\tmodel\tother names\theard\tversions\tbadges\theard badges\tif followed by';

function parse(...lines: readonly string[]) {
  return parseUkModels([HEADER, ...lines, ''].join('\n'));
}

describe('the table of models', () => {
  it('has names, and what they mean in phrases and as badges', () => {
    expect(
      parse(
        'Land Rover\tDiscovery\t(Disco) | [LR]\tDiscos\tDiscovery 4=Disco 4 | Discovery 5\tD#\td#(i|d)?\t* | hse',
        'Ford\t(Edge)',
      ),
    ).toEqual([
      {
        make: 'Land Rover',
        model: 'Discovery',
        names: [
          { name: 'Discovery', key: 'discovery', heard: 'anywhere' },
          { name: 'Disco', key: 'disco', heard: 'after make' },
          { name: 'LR', key: 'lr', heard: 'never' },
        ],
        heardAs: [{ name: 'Discos', key: 'discos', heard: 'anywhere' }],
        versions: [['Discovery 4', 'Disco 4'], ['Discovery 5']],
        badges: ['D#'],
        heardBadges: [/^d[0-9](i|d)?$/],
        ifFollowedBy: ['*', 'hse'],
      },
      {
        make: 'Ford',
        model: 'Edge',
        names: [{ name: 'Edge', key: 'edge', heard: 'after make' }],
        heardAs: [],
        versions: [],
        badges: [],
        heardBadges: [],
        ifFollowedBy: [],
      },
    ]);
  });

  it.each([
    [['VW\tGolf'], 'Line 2 of the models is wrong: VW is not a make'],
    [['Ford\tKa', 'Ford\tFocus\tK-A'], 'Line 3 of the models is wrong: ka is on line 2 too'],
    [['Ford\t!!!'], "Line 2 of the models is wrong: '!!!' is not a name"],
    [['Ford\tKa\t\t\t\t\t\t\tmore'], 'Line 2 of the models is wrong: it has 9 columns, and may have 8'],
    [['Ford\tKa\t\tKey', 'Ford\tKey'], 'Line 3 of the models is wrong: key is on line 2 too'],
    [['BMW\tX1\t\t\t\t\tx1.*'], "Line 2 of the models is wrong: 'x1.*' is not a badge"],
    [['Ford'], "Line 2 of the models is wrong: '' is not a name"],
    [['BMW\tX1\t\t\t\tX##', 'BMW\tX2\t\t\t\tX##'], 'Line 3 of the models is wrong: *X## is on line 2 too'],
  ])('refuses %j', (lines, message) => {
    expect(() => parse(...lines)).toThrow(message);
  });

  it('refuses a table without its header', () => {
    expect(() => parseUkModels('Ford\tKa')).toThrow('The first line of the models must be');
  });

  it('lets two makes have a model of one name, and one make two that differ in a plus sign', () => {
    expect(parse('SEAT\tLeon', 'Cupra\tLeon', 'Ford\tKa', 'Ford\tKa+')).toHaveLength(4);
  });

  it('has the models that most of the stock is', () => {
    const names = new Set(ukModels().models.map(({ make, model }) => `${make} ${model}`));
    const expected =
      'Ford Fiesta, Ford Ka, Ford Ka+, Volkswagen Golf, Volkswagen Golf Plus, Volkswagen Golf SV, Citroen C3, Citroen C3 Aircross, ' +
      'Land Rover Range Rover, Land Rover Range Rover Sport, Land Rover Range Rover Evoque, Fiat 500, Fiat 500X, Fiat 500L, BMW i3, ' +
      'Hyundai i30, Audi A3, Mercedes-Benz GLC, Mercedes-Benz GLC Coupe, Toyota Yaris, Toyota Yaris Cross, Vauxhall Corsa, ' +
      'Vauxhall Corsa-e, Jaguar E-Pace, MINI Hatch, MINI Cooper, MINI Countryman, Tesla Model 3, Mazda Mazda2, Mazda CX-5, ' +
      'Peugeot 208, Peugeot e-208, Peugeot 2008, Citroen DS3, DS DS 3 Crossback, Volkswagen ID.3, Volkswagen Up, ' +
      'Land Rover Defender, Porsche 911, Ford Transit Custom';
    expect(expected.split(', ').filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('modelOfBadge', () => {
  it.each([
    ['320d', '3 Series'],
    ['m340i', '3 Series'],
    ['m135', '1 Series'],
    ['x5m', 'X5'],
    ['c220', 'C-Class'],
    ['c63', 'C-Class'],
    ['gla45s', 'GLA'],
    ['ml63amg', 'M-Class'],
  ])('reads %s as a %s', (badge, model) => {
    expect(modelOfBadge(badge, undefined)?.model).toBe(model);
  });

  it.each(['320', 'x5', '920d', 'a4', 'c225'])('does not know %s', (badge) => {
    expect(modelOfBadge(badge, undefined)).toBeUndefined();
  });

  it('knows only badges of the make, if there is one', () => {
    expect(modelOfBadge('320d', 'BMW')?.model).toBe('3 Series');
    expect(modelOfBadge('320d', 'Audi')).toBeUndefined();
  });
});
