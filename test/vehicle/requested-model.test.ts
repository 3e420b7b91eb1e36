import { describe, expect, it } from 'vitest';
import { titleOf, titleTerms } from '../../src/vehicle/model-terms.ts';
import { hasTerms } from '../../src/vehicle/classes.ts';
import { readModel } from '../../src/vehicle/requested-model.ts';

function finds(makes: readonly string[], requested: string, [make, model]: readonly [string | null, string]) {
  return hasTerms(titleTerms(titleOf({ make, model }) ?? ''), readModel(requested, makes));
}

describe('a requested model', () => {
  it.each([
    [[], '3 Series', 'BMW', '3 Series 320d M Sport'],
    [[], '3-series 320D', 'BMW', '3 Series 2.0 320d M Sport'],
    [['BMW'], '320d', 'BMW', '3 Series 320d M Sport'],
    [['BMW'], '320 d', 'BMW', '3 Series 320d'],
    [['BMW'], '320d', 'BMW', '3 Series 320 d'],
    [[], '320d M Sport', 'BMW', '3 Series M Sport 320d'],
    [[], '3 Series Touring', 'BMW', '3 Series 320d M Sport Touring'],
    [[], 'BMW 320d', 'BMW', '3 Series 320d'],
    [[], 'beemer 320d', 'BMW', '3 Series 320d'],
    [[], 'Ford Fiesta', 'Ford', 'Fiesta 1.0 Zetec'],
    [['Ford'], 'Ford Fiesta ST', 'Ford', 'Fiesta 1.6 ST-3'],
    [[], 'Golf GTI', 'Volkswagen', 'Golf 2.0 TSI GTI'],
    [['VW'], 'GTI', 'Volkswagen', 'Golf 2.0 TSI GTI'],
    [['Volkswagen', 'Peugeot'], 'GTI', 'Peugeot', '208 1.6 GTi'],
    [[], 'Golf R-Line', 'Volkswagen', 'Golf 1.5 TSI R Line'],
    [[], 'Golf R Line', 'Volkswagen', 'Golf 1.5 TSI R-Line'],
    [[], 'Golf R', 'Volkswagen', 'Golf 2.0 TSI R'],
    [[], 'Golf 2.0 GTI', 'Volkswagen', 'Golf GTI 2.0 TSI'],
    [['Ford'], 'Focus ST Line', 'Ford', 'Focus 1.0 ST-Line'],
    [['Mercedes-Benz'], 'A 180', 'Mercedes-Benz', 'A-Class A180 AMG Line'],
    [['Merc'], 'A180', 'Mercedes-Benz', 'A-Class A 180 AMG Line'],
    [[], 'A-Class A 180', 'Mercedes-Benz', 'A-Class A 180 AMG Line'],
    [[], 'A Class A180', 'Mercedes-Benz', 'A-Class A 180 AMG Line'],
    // A fuel's letter is a part of its word, or a word of its own.
    [['Mercedes-Benz'], 'A 180', 'Mercedes-Benz', 'A-Class A 180 d Sport'],
    [['Mercedes-Benz'], 'A180d', 'Mercedes-Benz', 'A-Class A 180 d Sport'],
    [['Mercedes-Benz'], 'C63', 'Mercedes-Benz', 'C-Class AMG C63'],
    [[], 'Corsa SRi', 'Vauxhall', 'Corsa 1.4i SRi 5dr'],
    [[], 'Range Rover Evoque', 'Land Rover', 'Range Rover Evoque SE'],
    [[], 'Evoque HSE', 'Land Rover', 'Range Rover Evoque 2.0 HSE'],
    [['Range Rover'], 'Sport', 'Land Rover', 'Range Rover Sport HSE'],
    [['Land Rover'], 'Defender 110', 'Land Rover', 'Defender 2.2 TD 110'],
    [['Land Rover'], '110', 'Land Rover', 'Defender 2.2 TD 110'],
    [['MINI'], 'Cooper S', 'MINI', 'Hatch Cooper S'],
    [[], 'Cooper S', 'MINI', 'Countryman 1.6 Cooper S'],
    [['MINI'], 'Cooper', 'MINI', 'Cooper S'],
    [['MINI'], 'JCW', 'MINI', 'Clubman John Cooper Works'],
    [['MINI'], 'JCW GP', 'MINI', 'Hatch GP John Cooper Works'],
    [['Merc'], 'E220d', 'Mercedes-Benz', 'E-Class E 220 d SE'],
    [['Merc'], 'E 220 d', 'Mercedes-Benz', 'E-Class E220d SE'],
    [[], 'A35', 'Mercedes-Benz', 'A-Class AMG A 35'],
    [[], 'A35', 'Austin', 'A35 Saloon'],
    [['Mercedes'], 'A35', 'Mercedes-Benz', 'A-Class A35 AMG'],
    [[], 'MINI Cooper', 'MINI', 'Hatch 1.5 Cooper'],
    [['Volkswagen'], 'T6 Transporter', 'Volkswagen', 'Transporter T6'],
    [[], 'Octavia vRS', 'Skoda', 'Octavia 2.0 TDI vRS'],
    [['Wombat'], 'Digger GT', 'Wombat', 'Digger 2.0 GT'],
    [[], 'Digger GT', null, 'Digger 2.0 GT'],
  ] as const)('of %j, %j finds a %s %j', (makes, requested, make, model) => {
    expect(finds(makes, requested, [make, model])).toBe(true);
  });

  it.each([
    [[], 'XJ', 'Jaguar', 'XJS'],
    [[], 'A3', 'Mercedes-Benz', 'A-Class A35'],
    [['Audi'], 'A3', 'Audi', 'A35'],
    [['BMW'], '320d', 'BMW', '3 Series 330d'],
    [['BMW'], '320', 'BMW', '3 Series 320d'],
    [['Mercedes-Benz'], 'A 180', 'Mercedes-Benz', 'A-Class A180d SE'],
    [['Mercedes-Benz'], 'A180', 'Mercedes-Benz', 'A-Class A180d SE'],
    [['Mercedes-Benz'], 'A180d', 'Mercedes-Benz', 'A-Class A180 SE'],
    [[], 'Golf GTI', 'Volkswagen', 'Golf GTD'],
    [[], 'Golf GTI', 'Volkswagen', 'Polo GTI'],
    [[], 'Golf R', 'Volkswagen', 'Golf 1.5 TSI R-Line'],
    [[], 'Golf R', 'Volkswagen', 'Golf R Line'],
    [['Ford'], 'Focus ST', 'Ford', 'Focus ST-Line X'],
    [['Ford'], 'Focus ST', 'Ford', 'Focus ST Line'],
    [[], '500', 'Mercedes-Benz', 'S-Class S 500'],
    [[], 'Golf 20', 'Volkswagen', 'Golf GT 2.0'],
    [[], 'Series', 'BMW', '3 Series'],
    [['BMW'], 'Series', 'BMW', '3 Series'],
    [[], '3 Ser', 'BMW', '3 Series'],
    [['Audi'], 'BMW 320d', 'BMW', '3 Series 320d'],
    [[], 'BMW 320d', 'Audi', '320d'],
    [['Volkswagen', 'Peugeot'], '208', 'Volkswagen', 'Polo 208'],
    [[], 'Range Rover Sport', 'Land Rover', 'Discovery HSE Sport'],
    [[], 'Range Rover HSE', 'Land Rover', 'Range Rover Evoque HSE'],
    [[], 'Cooper', 'Wombat', 'Digger Cooper'],
    [['MINI'], 'JCW', 'MINI', 'Cooper S'],
    [[], 'A35', 'Audi', 'Q2 A35'],
    [[], '3 Sport', 'BMW', '3 Series 320d Sport'],
    [['BMW'], '!!!', 'BMW', '!!!'],
  ] as const)('of %j, %j does not find a %s %j', (makes, requested, make, model) => {
    expect(finds(makes, requested, [make, model])).toBe(false);
  });

  it('that is a known model is one term, as fast as ever', () => {
    expect(readModel('3 Series', ['BMW'])).toBe('3series');
    expect(readModel('Golf', [])).toBe('golf');
  });
});

it('what several makes require alike is said once for all of them', () => {
  const makes = ['Ford', 'Audi', 'Seat'];
  expect(readModel('GTI', makes)).toEqual({
    all: [{ any: ['gti', { all: ['*gti'] }] }, { any: ['@ford', '@audi', '@seat'] }],
  });
});

describe('the terms of a title', () => {
  it('are make, base, words behind it and what it begins with', () => {
    expect(titleTerms('BMW\t3 Series 2.0 320 d')).toEqual(
      ['@bmw', '=3series', '*2.0', '*320', '*320d', '*d', '3', '3series', '3series20', '3series20320'].concat(
        '3series20320d',
      ),
    );
  });
});
