import { describe, expect, it } from 'vitest';
import {
  classifyFuel,
  classifyTransmission,
  FUELS,
  GEARBOXES,
  parseClassWords,
} from '../../src/vehicle/classify.ts';

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

it.each([
  ['Petrol', ['Essence', 'Benzine', 'Gasolina', 'Benzyna', 'Benzina']],
  ['Diesel', ['Gazole', 'Diésel', 'Gasóleo', 'Gasolio']],
  ['Hybrid', ['Hybride', 'Híbrido', 'Ibrida', 'Hybryda', 'Hybride essence/électrique']],
  ['Electric', ['Électrique', 'Elektrisch', 'Eléctrico', 'Elettrica', 'Elektryczny', 'Trydan']],
])('words of other languages, with their accents, say %s', (fuelType, words) => {
  expect(words.map((text) => [text, classifyFuel(text)])).toEqual(words.map((text) => [text, fuelType]));
});

it.each([
  ['Manual', ['Boîte manuelle', 'Manuell', 'Mécanique', 'Manuale', 'Handgeschakeld', 'Llaw']],
  ['Automatic', ['Automatique', 'Automático', 'Automaat', 'Automat', 'Automatica', 'Awtomatig']],
])('words of other languages, with their accents, say %s', (transmission, words) => {
  expect(words.map((text) => [text, classifyTransmission(text)])).toEqual(
    words.map((text) => [text, transmission]),
  );
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

const HEADER = 'fuel\tspellings\tother words\theard\tdealers\tabbreviations\tasked\tkinds';

function parse(...lines: readonly string[]) {
  return parseClassWords('the fuels', 'fuel', ['Petrol', 'Diesel'], [HEADER, ...lines, ''].join('\n'));
}

describe('a table of classes', () => {
  it('has words for adverts, phrases and dealers’ columns', () => {
    const { rows, inColumns, abbreviations, asked } = parse(
      'Diesel\tderv\tdeisel\toil burner\ttdi\td',
      'Petrol\t\t\t\t\tp\tgas\tlead',
      '(none)\t\t\t\tdual fuel',
    );
    expect(rows).toEqual([
      { name: 'Diesel', spellings: ['derv'], heard: ['deisel', 'oil burner'], kinds: [] },
      { name: 'Petrol', spellings: [], heard: [], kinds: ['lead'] },
    ]);
    expect([...inColumns]).toEqual([
      ['diesel', 'Diesel'],
      ['derv', 'Diesel'],
      ['deisel', 'Diesel'],
      ['tdi', 'Diesel'],
      ['petrol', 'Petrol'],
      ['dualfuel', '(none)'],
    ]);
    expect([...abbreviations]).toEqual([
      ['d', 'Diesel'],
      ['p', 'Petrol'],
    ]);
    expect(asked).toEqual({ gas: 'Petrol' });
  });

  it.each([
    [['Diesel', 'Petrol', 'Steam'], 'the fuels, line 4: Steam is not a fuel'],
    [['Diesel\tderv', 'Petrol\t\t\t\tDerv'], 'the fuels, line 3: derv is on line 2 too'],
    [['Diesel\t\t\t\t\td', 'Petrol\t\t\t\t\td'], "the fuels, line 3: 'd' is on line 2 too"],
    [['Diesel'], 'Petrol is missing in the fuels'],
  ])('refuses %j', (lines, message) => {
    expect(() => parse(...lines)).toThrow(message);
  });
});

describe('the fuels and gearboxes', () => {
  it('are all that searches filter by', () => {
    expect(FUELS.rows.map(({ name }) => name)).toEqual(['Diesel', 'Electric', 'Hybrid', 'Petrol']);
    expect(GEARBOXES.rows.map(({ name }) => name)).toEqual(['Automatic', 'Manual']);
  });
});
