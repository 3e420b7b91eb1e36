import { describe, expect, it } from 'vitest';
import { titleOf } from '../../src/vehicle/model-terms.ts';
import { variantsIn } from '../../src/vehicle/variants.ts';

describe('the variants that a title names', () => {
  it.each([
    ['BMW', '3 Series 320d M Sport', ['320d', 'M Sport']],
    ['BMW', '3 Series 320 d 2.0 M-Sport Touring', ['320 d', 'M-Sport']],
    ['BMW', '3 Series 330e M Sport Pro 300hp', ['330e', 'M Sport Pro']],
    ['BMW', '3 Series', []],
    ['Volkswagen', 'Golf 2.0 TSI GTI', ['GTI']],
    ['Volkswagen', 'Golf 1.5 TSI R-Line', ['R-Line']],
    ['Mercedes-Benz', 'A-Class A 180 AMG Line', ['A 180', 'AMG Line']],
    ['Mercedes-Benz', 'CLA 200 AMG Line 18', ['200', 'AMG Line']],
    ['Mercedes-Benz', 'C-Class C220d SE, Executive', ['C220d', 'SE Executive']],
    ['Vauxhall', 'Corsa 1.2 SRi, (SE)', ['SRi', 'SE']],
    ['MINI', 'Hatch Cooper S 2.0', ['Cooper S']],
    ['MINI', 'Hatch One', ['One']],
    ['MINI', 'Cooper S', ['S']],
    ['Land Rover', 'Defender 90 XS', ['90', 'XS']],
    [null, 'Golf 2.0 TDI GTD', ['GTD']],
    ['Mercedes-Benz', 'A-Class A 200 SE 2.0', ['A 200', 'SE']],
    ['Ford', 'Fiesta 1.0 EcoBoost "ST-Line" X', ['ST-Line X']],
    ['Acme', 'Rocket 320d', []],
  ])('%s %s', (make, model, variants) => {
    expect(variantsIn(titleOf({ make, model }) ?? '').map(({ name }) => name)).toEqual(variants);
  });

  it('has one key for all spellings', () => {
    const keysOf = (model: string) => variantsIn(`BMW\t${model}`).map(({ key }) => key);
    expect(keysOf('3 Series 320 d M-Sport')).toEqual(['320d', 'msport']);
    expect(keysOf('3 Series 320D M Sport')).toEqual(['320d', 'msport']);
  });
});
