import { describe, expect, it } from 'vitest';
import {
  canonicalMake,
  heardMake,
  isOrdinaryMake,
  isPartAfter,
  isTrimmedModel,
  isTrimMake,
  parseMakes,
} from '../../src/vehicle/makes.ts';

describe('canonicalMake', () => {
  it.each([
    ['VW', 'Volkswagen'],
    ['v.w.', 'Volkswagen'],
    ['volkswagon', 'Volkswagen'],
    ['Volkswagen Commercial Vehicles', 'Volkswagen'],
    ['Merc', 'Mercedes-Benz'],
    ['Mercedes', 'Mercedes-Benz'],
    ['MERCEDES BENZ', 'Mercedes-Benz'],
    ['mercedez', 'Mercedes-Benz'],
    ['Mercedes-AMG', 'Mercedes-Benz'],
    ['landrover', 'Land Rover'],
    ['Range Rover', 'Land Rover'],
    ['Beemer', 'BMW'],
    ['Bimmer', 'BMW'],
    ['Beamer', 'BMW'],
    ['Škoda', 'Skoda'],
    ['SKODA', 'Skoda'],
    ['Citroën', 'Citroen'],
    ['citreon', 'Citroen'],
    ['Chevy', 'Chevrolet'],
    ['Alfa', 'Alfa Romeo'],
    ['Aston', 'Aston Martin'],
    ['Rolls', 'Rolls-Royce'],
    ['rolls royce', 'Rolls-Royce'],
    ['mini', 'MINI'],
    ['BMW MINI', 'MINI'],
    ['mg', 'MG'],
    ['DS Automobiles', 'DS'],
    ['Seat', 'SEAT'],
    ['CUPRA', 'Cupra'],
    ['porshe', 'Porsche'],
    ['hundai', 'Hyundai'],
    ['Jag', 'Jaguar'],
    ['ssang-yong', 'SsangYong'],
    ['Lynk and Co', 'Lynk & Co'],
  ])('reads %j as %s', (text, make) => {
    expect(canonicalMake(text)).toBe(make);
  });

  it('keeps makes apart that are often mixed up', () => {
    const makes = [
      'Vauxhall',
      'Opel',
      'SEAT',
      'Cupra',
      'Rover',
      'Land Rover',
      'Fiat',
      'Abarth',
      'Citroen',
      'DS',
    ];
    expect(makes.map((make) => canonicalMake(make))).toEqual(makes);
    expect(canonicalMake('Lotus')).toBe('Lotus');
    expect(canonicalMake('Lexus')).toBe('Lexus');
  });

  it.each(['', '???', 'Batmobile', 'Fordd Fiesta', 'constructor', '__proto__'])(
    'does not know %j',
    (text) => {
      expect(canonicalMake(text)).toBeUndefined();
    },
  );
});

describe('the table of makes', () => {
  const HEADER = 'make\taliases\theard\ttrim of\tnot after';
  const parse = (...lines: readonly string[]) => parseMakes([HEADER, ...lines, ''].join('\n'));

  it.each([
    [['Ford\tFrod', 'FROD'], 'assets/vehicles/makes.tsv, line 3: frod is on line 2 too'],
    [['Ford\t\tHenry', 'Kia\thenry'], 'assets/vehicles/makes.tsv, line 3: henry is on line 2 too'],
    [['Ford\t!!!'], 'assets/vehicles/makes.tsv, line 2: a name is empty'],
    [['Ford\t\t\tLeon'], "assets/vehicles/makes.tsv, line 2: the column 'trim of' must begin with any"],
  ])('refuses %j', (lines, message) => {
    expect(() => parse(...lines)).toThrow(message);
  });

  it('has nicknames that only phrases use', () => {
    expect(heardMake('veedub')).toBe('Volkswagen');
    expect(heardMake('vw')).toBe('Volkswagen');
    expect(canonicalMake('veedub')).toBeUndefined();
  });

  it('marks names that are also ordinary words', () => {
    expect(['ac', 'benz', 'seats'].map(isOrdinaryMake)).toEqual([true, true, true]);
    expect(['seat', 'ford', 'smart'].map(isOrdinaryMake)).toEqual([false, false, false]);
    expect(['heated', '7', 'cheap'].map((before) => isPartAfter('seat', before))).toEqual([
      true,
      true,
      false,
    ]);
    expect(isPartAfter('ford', 'heated')).toBe(false);
  });

  it('marks makes that are also trims of other makes', () => {
    expect(['Cupra', 'Abarth', 'SEAT'].map(isTrimMake)).toEqual([true, true, false]);
    expect(isTrimmedModel('cupra', { make: 'Cupra', model: 'Leon' })).toBe(true);
    expect(isTrimmedModel('cupra', { make: 'Cupra', model: 'Ateca' })).toBe(false);
    expect(isTrimmedModel('cupra', { make: 'SEAT', model: 'Leon' })).toBe(false);
  });
});
