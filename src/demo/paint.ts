// Colours as British cars have them: which are common, and what dealers call them. The names are nobody's paint
// codes; each holds the plain word that people search for.
import type { Colour } from './drawing/colours.ts';
import { weighted, type Random } from './random.ts';

export interface Paint {
  readonly colour: Colour;
  /** As the advert says it: `Midnight Blue`. */
  readonly name: string;
}

interface PaintRow {
  readonly colour: Colour;
  /** In percent of all cars. */
  readonly share: number;
  readonly names: readonly string[];
}

// prettier-ignore
const PAINTS: readonly PaintRow[] = [
  { colour: 'grey', share: 21, names: ['Slate Grey', 'Graphite Grey', 'Storm Grey', 'Metallic Grey', 'Gunmetal Grey', 'Urban Grey'] },
  { colour: 'black', share: 20.5, names: ['Metallic Black', 'Jet Black', 'Midnight Black', 'Pearl Black', 'Onyx Black', 'Black'] },
  { colour: 'white', share: 17, names: ['Arctic White', 'Solid White', 'Pearl White', 'Polar White', 'Alpine White', 'White'] },
  { colour: 'blue', share: 16, names: ['Midnight Blue', 'Metallic Blue', 'Electric Blue', 'Ocean Blue', 'Navy Blue', 'Azure Blue'] },
  { colour: 'silver', share: 10.5, names: ['Metallic Silver', 'Moonlight Silver', 'Platinum Silver', 'Silver', 'Ice Silver'] },
  { colour: 'red', share: 9, names: ['Metallic Red', 'Flame Red', 'Ruby Red', 'Cherry Red', 'Racing Red'] },
  { colour: 'green', share: 2.2, names: ['British Racing Green', 'Forest Green', 'Olive Green', 'Metallic Green'] },
  { colour: 'orange', share: 1.2, names: ['Burnt Orange', 'Sunset Orange', 'Metallic Orange'] },
  { colour: 'brown', share: 0.8, names: ['Chestnut Brown', 'Bronze Brown', 'Mocha Brown'] },
  { colour: 'beige', share: 0.7, names: ['Sand Beige', 'Champagne Beige', 'Cream Beige'] },
  { colour: 'yellow', share: 0.7, names: ['Solar Yellow', 'Lemon Yellow', 'Racing Yellow'] },
  { colour: 'purple', share: 0.4, names: ['Amethyst Purple', 'Damson Purple'] },
];

const BY_SHARE = weighted(PAINTS, ({ share }) => share);

export function pickPaint(random: Random): Paint {
  const { colour, names } = random.pickWeighted(BY_SHARE);
  return { colour, name: random.pick(names) };
}
