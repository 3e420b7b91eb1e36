import { describe, expect, it } from 'vitest';
import { parseUkModels, ukModels } from '../../src/vehicle/models.ts';

const HEADER = 'make\tmodel\tother names\theard\tversions\tbadges';

function parse(...lines: readonly string[]) {
  return parseUkModels([HEADER, ...lines, ''].join('\n'));
}

describe('the table of models', () => {
  it('has names, and what they mean in phrases and as badges', () => {
    expect(
      parse(
        'Land Rover\tDiscovery\t(Disco) | [LR]\tDiscos\tDiscovery 4=Disco 4 | Discovery 5\tD#',
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
      },
      {
        make: 'Ford',
        model: 'Edge',
        names: [{ name: 'Edge', key: 'edge', heard: 'after make' }],
        heardAs: [],
        versions: [],
        badges: [],
      },
    ]);
  });

  it.each([
    [['VW\tGolf'], 'Line 2 of the models is wrong: VW is not a make'],
    [['Ford\tKa', 'Ford\tFocus\tK-A'], 'Line 3 of the models is wrong: ka is on line 2 too'],
    [['Ford\t!!!'], "Line 2 of the models is wrong: '!!!' is not a name"],
    [['Ford\tKa\t\t\t\t\tmore'], 'Line 2 of the models is wrong: it has 7 columns, and may have 6'],
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
