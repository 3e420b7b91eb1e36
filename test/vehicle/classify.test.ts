import { describe, expect, it } from 'vitest';
import { classifyFuel, classifyTransmission } from '../../src/vehicle/classify.ts';

describe('classifyFuel', () => {
  it.each([
    [
      'Petrol',
      [
        'Petrol',
        'PETROL',
        ' petrol ',
        'Unleaded',
        'Super Unleaded',
        'Petrol (E10)',
        '2.0 TFSI',
        'Turbo-Petrol',
      ],
    ],
    [
      'Diesel',
      [
        'Diesel',
        'diesel',
        'DERV',
        'TDI',
        '1.6 HDi',
        'BlueHDi',
        'D-4D',
        'Diesel (Euro 6)',
        'Heavy Oil',
        'TDV6',
      ],
    ],
    [
      'Hybrid',
      [
        'Hybrid',
        'Plug-in Hybrid',
        'Plugin',
        'PHEV',
        'MHEV',
        'HEV',
        'Mild Hybrid 48V',
        'Petrol/Electric Hybrid',
        'Petrol / Electric',
        'Electric & Diesel',
        'Hybrid (Petrol)',
        'Diesel MHEV',
        'PetrolHybrid',
        'Self-Charging',
        'e:HEV',
        'Range Extender',
        'Electric Hybrid',
      ],
    ],
    ['Electric', ['Electric', 'EV', 'BEV', '100% Electric', 'Battery Electric Vehicle', 'Pure electric']],
  ])('reads every wording of %s', (fuelType, wordings) => {
    expect(wordings.map((text) => [text, classifyFuel(text)])).toEqual(
      wordings.map((text) => [text, fuelType]),
    );
  });

  it.each([
    'Hydrogen',
    'Hydrogen Fuel Cell',
    'LPG',
    'Petrol/LPG',
    'Gas',
    'Bi-Fuel',
    'Petrol/Gas',
    'CNG',
    'E85',
    'Other',
    'Petrol or Diesel',
    'Non-Petrol',
    'petroleum jelly',
    'evening',
    '',
    '48',
    'constructor',
  ])('gives %j no class', (text) => {
    expect(classifyFuel(text)).toBeUndefined();
  });
});

describe('classifyTransmission', () => {
  it.each([
    ['Manual', ['Manual', 'manual', '6-speed manual', 'MANUAL 5', '6MT', 'Man.', 'Manuel', '6-speed iMT']],
    [
      'Automatic',
      [
        'Automatic',
        'Auto',
        'Semi-Auto',
        'Semi Automatic',
        'semiautomatic',
        'Semiauto',
        'DSG',
        '7-speed DSG',
        'DSG7',
        'CVT',
        'e-CVT',
        'Tiptronic',
        'S tronic',
        'S-Tronic',
        'STRONIC',
        'PDK',
        'Steptronic',
        'Twinamic',
        'Comfort-Matic',
        '2-Tronic',
        'Sensodrive',
        '1-speed',
        'DHT',
        '9G-TRONIC',
        'EAT8',
        '8AT',
        'Automated Manual',
        'Clutchless Manual',
        'Automatic with manual mode',
        'Automatic (manual override)',
        'Dual-clutch',
        'Sequential',
        'Single Speed',
        'Geartronic 8 Speed',
      ],
    ],
  ])('reads every wording of %s', (transmission, wordings) => {
    expect(wordings.map((text) => [text, classifyTransmission(text)])).toEqual(
      wordings.map((text) => [text, transmission]),
    );
  });

  it.each([
    'Other',
    'Manual/Automatic',
    'Not automatic',
    'Unknown',
    'Mantra',
    'automobile',
    '',
    '6 speed',
    'toString',
  ])('gives %j no class', (text) => {
    expect(classifyTransmission(text)).toBeUndefined();
  });
});
