// Random stocks of few base models with many variants, and queries that mostly match one base model. Badges, numbers that are none, and
// trims in several spellings are next to each other in any order.
import fc from 'fast-check';
import { tradeTerms } from '../../src/vehicle/trade-terms.ts';

const MODELS: readonly (readonly [make: string | null, model: string])[] = [
  ...Array<readonly [string, string]>(10).fill(['BMW', '3 Series']),
  ['Mercedes-Benz', 'A-Class'],
  ['Mercedes-Benz', 'CLA'],
  ['MINI', 'Hatch'],
  ['MINI', 'Cooper'],
  ['Fiat', '500'],
  ['Fiat', '500L'],
  ['Abarth', '500'],
  ['Land Rover', 'Defender'],
  [null, '3 Series'],
  ['BMW', ''],
];
const BADGES = [
  '320d',
  '320 d',
  '330E',
  '340i',
  'A 180',
  'A200',
  '200',
  '35',
  '90',
  '110',
  'Cooper S',
  'One',
  'L',
];
const OTHERS = [
  '2.0',
  '150',
  '(5 doors)',
  'S',
  'Line',
  'SE,',
  '"SE" L',
  'M-Sport',
  'M SPORT',
  'Sport',
  'x/y',
];

export function anyVariantLine(): fc.Arbitrary<string> {
  const trims = tradeTerms()
    .terms.filter(({ group }) => group === 'trim')
    .map(({ name }) => name);
  const part = fc.oneof(
    fc.constantFrom(...BADGES),
    fc.constantFrom(...OTHERS),
    fc.constantFrom(...trims.slice(0, 60)),
  );
  return fc
    .record({
      id: fc.nat(200).map(String),
      title: fc.constantFrom(...MODELS),
      parts: fc.array(part, { maxLength: 4 }),
      price: fc.constantFrom(5000, 6000),
    })
    .map(({ id, title: [make, model], parts, price }) =>
      JSON.stringify({
        id,
        dealer: 'north.example',
        advert_url: `https://north.example/${id}`,
        make,
        model: [model, ...parts].join(' ').trim() || null,
        price,
        arrived_at: '2024-03-01',
      }),
    );
}

const SEARCHES = [
  'make=BMW&model=3+Series',
  'make=BMW&model=320d',
  'make=BMW&model=3+Series,-320d',
  'make=BMW',
  'model=3+Series',
  'model=3+Series+Sport',
  'make=Mercedes-Benz&model=A-Class',
  'model=CLA+200',
  'make=mini&model=Hatch',
  'model=Cooper',
  'model=500',
  'make=Fiat,Abarth&model=500',
  'model=500L',
  'model=Defender',
  'model=500,Hatch',
];

/** What a search of variants sends. */
export const anyVariantQuery: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...SEARCHES), fc.constantFrom('', '', '&price_max=5000', '&q=sport'))
  .map((parts) => parts.join(''));
