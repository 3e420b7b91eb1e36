import { describe, expect, it } from 'vitest';
import { canonicalMake } from '../../src/vehicle/makes.ts';

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
