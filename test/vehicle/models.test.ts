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
    [['VW\tGolf'], 'assets/vehicles/models.tsv, line 2: VW is not a make'],
    [['Ford\tKa', 'Ford\tFocus\tK-A'], 'assets/vehicles/models.tsv, line 3: ka is on line 2 too'],
    [['Ford\t!!!'], "assets/vehicles/models.tsv, line 2: '!!!' is not a name"],
    [['Ford\tKa\t\t\t\t\t\t\tmore'], 'assets/vehicles/models.tsv, line 2: there are 9 cells, and may be 8'],
    [['Ford\tKa\t\tKey', 'Ford\tKey'], 'assets/vehicles/models.tsv, line 3: key is on line 2 too'],
    [['BMW\tX1\t\t\t\t\tx1.*'], "assets/vehicles/models.tsv, line 2: 'x1.*' is not a badge"],
    [
      ['Ford\tPuma\t\t\t\tXEV ##'],
      "assets/vehicles/models.tsv, line 2: 'XEV ##' has a space behind 'XEV', which is not a name of the model",
    ],
    [['Ford\tPuma\t\t\t\t\tx y1'], "assets/vehicles/models.tsv, line 2: 'x y1' is not a badge"],
    [['Ford\tPuma\t\t\t\t\tgene'], "assets/vehicles/models.tsv, line 2: 'gene' has no digit"],
    [['Ford'], "assets/vehicles/models.tsv, line 2: '' is not a name"],
    [
      ['BMW\tX1\t\t\t\tX##', 'BMW\tX2\t\t\t\tX##'],
      'assets/vehicles/models.tsv, line 3: *X## is on line 2 too',
    ],
  ])('refuses %j', (lines, message) => {
    expect(() => parse(...lines)).toThrow(message);
  });

  it('refuses a table without its header', () => {
    expect(() => parseUkModels('Ford\tKa')).toThrow(
      'assets/vehicles/models.tsv, line 1: the columns must be make, model',
    );
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
